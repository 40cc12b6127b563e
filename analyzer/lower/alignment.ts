/**
 * The known alignment of an address: the largest power of two that divides the base's alignment and every term.
 */
import type { Value } from "../ir/model";
import type { LinearAddress } from "./linear";

/** Bytes of the widest access; larger alignments make no difference. */
export const MAX_ALIGNMENT = 16;

/** The number of trailing zero bits that an integer is known to have, at most `limit`. */
function trailingZeros(value: Value, limit = 6): number {
  return zeros(value, limit, new Set(), 0);
}

function zeros(value: Value, limit: number, inProgress: Set<Value>, depth: number): number {
  if (value.kind === "int") return countZeros(value.value, limit);
  if (value.kind !== "instruction" || depth > 24) return 0;
  // A phi's own value adds nothing to what its other incoming values imply.
  if (inProgress.has(value)) return limit;
  const of = (operand: Value) => zeros(operand, limit, inProgress, depth + 1);
  switch (value.op) {
    case "cast":
      return value.cast === "zext" || value.cast === "sext" || value.cast === "trunc" ? of(value.value) : 0;
    case "select":
      return Math.min(of(value.ifTrue), of(value.ifFalse));
    case "phi": {
      inProgress.add(value);
      const least = value.incoming.reduce((found, { value: incoming }) => Math.min(found, of(incoming)), limit);
      inProgress.delete(value);
      return least;
    }
    case "binary":
      switch (value.binary) {
        case "add":
        case "sub":
        case "or":
        case "xor":
          return Math.min(of(value.left), of(value.right));
        case "and":
          return Math.max(of(value.left), of(value.right));
        case "mul":
          return Math.min(limit, of(value.left) + of(value.right));
        case "shl":
          return value.right.kind === "int" ? Math.min(limit, of(value.left) + Number(value.right.value)) : 0;
        default:
          return 0;
      }
    default:
      return 0;
  }
}

function countZeros(value: bigint, limit: number): number {
  for (let count = 0; count < limit; count++) if ((value >> BigInt(count)) & 1n) return count;
  return limit;
}

/** The largest power of two up to 16 that divides a number. */
export function powerDividing(value: number): number {
  let power = 1;
  while (power < MAX_ALIGNMENT && value % (power * 2) === 0) power *= 2;
  return power;
}

/** The alignment of `base + Σ terms`, without the constant, in bytes, for a base that is aligned to `baseAlignment`. */
export function variableAlignment(address: LinearAddress, baseAlignment: number): number {
  let alignment = Math.min(MAX_ALIGNMENT, baseAlignment);
  for (const { leaf, scale } of address.terms) {
    alignment = Math.min(alignment, powerDividing(scale) * 2 ** trailingZeros(leaf));
  }
  return alignment;
}

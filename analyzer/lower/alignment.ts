/**
 * What is known of the alignment of an address: the largest power of two that divides it, from the base and from the
 * zeros at the end of every term.
 */
import type { Value } from "../ir/model";
import type { LinearAddress } from "./linear";

/** No access is wider, so nothing above is asked for. */
export const MAX_ALIGNMENT = 16;

/** Zero bits that an integer is known to end in, at most `limit`. */
function trailingZeros(value: Value, limit = 6): number {
  return zeros(value, limit, new Set(), 0);
}

function zeros(value: Value, limit: number, underway: Set<Value>, depth: number): number {
  if (value.kind === "int") return countZeros(value.value, limit);
  if (value.kind !== "instruction" || depth > 24) return 0;
  // A value that depends on itself adds nothing to what its other inputs say.
  if (underway.has(value)) return limit;
  const of = (operand: Value) => zeros(operand, limit, underway, depth + 1);
  switch (value.op) {
    case "cast":
      return value.cast === "zext" || value.cast === "sext" || value.cast === "trunc" ? of(value.value) : 0;
    case "select":
      return Math.min(of(value.ifTrue), of(value.ifFalse));
    case "phi": {
      underway.add(value);
      const least = value.incoming.reduce((found, { value: incoming }) => Math.min(found, of(incoming)), limit);
      underway.delete(value);
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

/** Largest power of two up to 16 that divides a number. */
export function powerDividing(value: number): number {
  let power = 1;
  while (power < MAX_ALIGNMENT && value % (power * 2) === 0) power *= 2;
  return power;
}

/** Alignment of `base + Σ terms`, without the constant, when the base is aligned to `baseAlignment`. */
export function variableAlignment(address: LinearAddress, baseAlignment: number): number {
  let alignment = Math.min(MAX_ALIGNMENT, baseAlignment);
  for (const { leaf, scale } of address.terms) {
    alignment = Math.min(alignment, powerDividing(scale) * 2 ** trailingZeros(leaf));
  }
  return alignment;
}

/**
 * The known alignment of an address: the largest power of two that divides the base's alignment and every term.
 */
import type { Instruction, Value } from "../ir/model";
import type { LinearAddress } from "./linear";

/** Bytes of the widest access; larger alignments make no difference. */
export const MAX_ALIGNMENT = 16;

/** Trailing zero bits beyond which more make no difference. */
const MOST_ZEROS = 6;

/** What is known of instructions. IR is never changed, so that it stays true. */
const known = new WeakMap<Instruction, number>();

/** The operands that decide how many trailing zero bits an instruction has; none where nothing is known of its result. */
function decidingOperands(one: Instruction): readonly Value[] {
  switch (one.op) {
    case "cast":
      return one.cast === "zext" || one.cast === "sext" || one.cast === "trunc" ? [one.value] : [];
    case "select":
      return [one.ifTrue, one.ifFalse];
    case "phi":
      return one.incoming.map(({ value }) => value);
    case "binary":
      return one.binary === "shl" ? [one.left] : isCombining(one.binary) ? [one.left, one.right] : [];
    default:
      return [];
  }
}

const isCombining = (name: string): boolean => ["add", "sub", "or", "xor", "and", "mul"].includes(name);

/** Trailing zero bits of an instruction, by those of its operands. */
function zerosFrom(one: Instruction, of: (operand: Value) => number): number {
  const operands = decidingOperands(one).map(of);
  if (operands.length === 0) return 0;
  if (one.op !== "binary") return Math.min(...operands);
  switch (one.binary) {
    case "and":
      return Math.max(...operands);
    case "mul":
      return Math.min(MOST_ZEROS, operands[0]! + operands[1]!);
    case "shl":
      return one.right.kind === "int" ? Math.min(MOST_ZEROS, operands[0]! + Number(one.right.value)) : 0;
    default:
      return Math.min(...operands);
  }
}

/** The instructions that decide about one and of which nothing is known yet, operands before what uses them. */
function undecided(root: Instruction): Instruction[] {
  const order: Instruction[] = [];
  const seen = new Set<Instruction>();
  const waiting: { readonly one: Instruction; readonly isDone: boolean }[] = [{ one: root, isDone: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { one, isDone } = next;
    if (isDone) order.push(one);
    else if (!seen.has(one) && !known.has(one)) {
      seen.add(one);
      waiting.push({ one, isDone: true });
      for (const operand of decidingOperands(one)) {
        if (operand.kind === "instruction") waiting.push({ one: operand, isDone: false });
      }
    }
  }
  return order;
}

/**
 * The number of trailing zero bits that an integer is known to have, at most {@link MOST_ZEROS}. A phi's own value adds
 * nothing to what its other incoming values imply: all begin with the most, and are lowered until they agree.
 */
function trailingZeros(root: Value): number {
  const found = new Map<Instruction, number>();
  const of = (value: Value): number => {
    if (value.kind === "int") return countZeros(value.value);
    return value.kind === "instruction" ? (known.get(value) ?? found.get(value) ?? MOST_ZEROS) : 0;
  };
  if (root.kind !== "instruction") return of(root);
  const all = undecided(root);
  const users = new Map<Value, Instruction[]>();
  for (const one of all) {
    for (const operand of decidingOperands(one)) users.set(operand, [...(users.get(operand) ?? []), one]);
  }
  const waiting = new Set(all);
  for (const one of waiting) {
    waiting.delete(one);
    const zeros = zerosFrom(one, of);
    if (zeros === found.get(one)) continue;
    found.set(one, zeros);
    for (const user of users.get(one) ?? []) waiting.add(user);
  }
  for (const [one, zeros] of found) known.set(one, zeros);
  return of(root);
}

function countZeros(value: bigint): number {
  for (let count = 0; count < MOST_ZEROS; count++) if ((value >> BigInt(count)) & 1n) return count;
  return MOST_ZEROS;
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

/**
 * Integer operations of LLVM IR on single values, in doubles. Every value is a signed number; a result that a double cannot
 * represent exactly, or that IR leaves undefined, is `undefined`.
 *
 * Reference: LLVM Language Reference Manual, "Binary Operations", "Bitwise Binary Operations", "icmp".
 */
import type { BinaryOp, IntPredicate } from "../../ir/model";
import { safe } from "./lanes";

/** The binary integer operations of IR, and intrinsics with two operands. */
export type IntegerOp =
  | Exclude<BinaryOp, "fadd" | "fsub" | "fmul" | "fdiv" | "frem">
  | "smin"
  | "smax"
  | "umin"
  | "umax";

/** Whether a binary operation of IR is on integers. */
export const isIntegerOperation = (op: BinaryOp): op is IntegerOp & BinaryOp => !/^f(?:add|sub|mul|div|rem)$/.test(op);

/** The low `bits` bits as a signed number. */
export function asSigned(value: number, bits: number): number | undefined {
  // Most values are small, and lanes ask for thousands of them.
  const small = value | 0;
  if (bits >= 32 && small === value) return small;
  if (!Number.isSafeInteger(value)) return undefined;
  if (bits > 53) return value;
  const span = 2 ** bits;
  const low = value - Math.floor(value / span) * span;
  return low >= span / 2 && bits > 1 ? low - span : low;
}

/** The same bits as an unsigned number. */
function asUnsigned(value: number, bits: number): number | undefined {
  if (value >= 0) return value;
  return bits <= 52 ? value + 2 ** bits : undefined;
}

const big = (value: number, bits: number): bigint => BigInt.asUintN(bits, BigInt(value));

function fromBig(value: bigint, bits: number): number | undefined {
  return safe(Number(BigInt.asIntN(bits, value)));
}

function unsigned(
  operation: (a: number, b: number) => number | undefined,
): (a: number, b: number, bits: number) => number | undefined {
  return (a, b, bits) => {
    const [x, y] = [asUnsigned(a, bits), asUnsigned(b, bits)];
    return x === undefined || y === undefined ? undefined : operation(x, y);
  };
}

function bitwise(
  small: (a: number, b: number) => number,
  large: (a: bigint, b: bigint) => bigint,
): (a: number, b: number, bits: number) => number | undefined {
  return (a, b, bits) => (bits <= 32 ? small(a, b) : fromBig(large(big(a, bits), big(b, bits)), bits));
}

const table: Record<IntegerOp, (a: number, b: number, bits: number) => number | undefined> = {
  add: (a, b) => safe(a + b),
  sub: (a, b) => safe(a - b),
  mul: (a, b, bits) => safe(a * b) ?? fromBig(big(a, bits) * big(b, bits), bits),
  udiv: unsigned((a, b) => (b === 0 ? undefined : Math.floor(a / b))),
  urem: unsigned((a, b) => (b === 0 ? undefined : a % b)),
  sdiv: (a, b) => (b === 0 ? undefined : Math.trunc(a / b) + 0),
  srem: (a, b) => (b === 0 ? undefined : (a % b) + 0),
  shl: (a, b, bits) =>
    b < 0 || b >= bits ? undefined : (safe(a * 2 ** b) ?? fromBig(big(a, bits) << BigInt(b), bits)),
  lshr: (a, b, bits) => {
    if (b < 0 || b >= bits) return undefined;
    const value = asUnsigned(a, bits);
    return value === undefined ? fromBig(big(a, bits) >> BigInt(b), bits) : Math.floor(value / 2 ** b);
  },
  ashr: (a, b, bits) => (b < 0 || b >= bits ? undefined : Math.floor(a / 2 ** b)),
  and: bitwise(
    (a, b) => a & b,
    (a, b) => a & b,
  ),
  or: bitwise(
    (a, b) => a | b,
    (a, b) => a | b,
  ),
  xor: bitwise(
    (a, b) => a ^ b,
    (a, b) => a ^ b,
  ),
  smin: (a, b) => Math.min(a, b),
  smax: (a, b) => Math.max(a, b),
  umin: unsigned((a, b) => Math.min(a, b)),
  umax: unsigned((a, b) => Math.max(a, b)),
};

/** One operation on two values of `bits` bits. */
export function integerOperation(op: IntegerOp, a: number, b: number, bits: number): number | undefined {
  const result = table[op](a, b, bits);
  return result === undefined ? undefined : asSigned(result, bits);
}

/** One comparison: 1, 0, or `undefined` where an unsigned operand has no exact double. */
export function compareIntegers(predicate: IntPredicate, a: number, b: number, bits: number): number | undefined {
  if (predicate === "eq") return Number(a === b);
  if (predicate === "ne") return Number(a !== b);
  const isUnsigned = predicate.startsWith("u");
  // A negative number whose unsigned value has no exact double is still greater than every positive one.
  const x = isUnsigned ? (asUnsigned(a, bits) ?? Number.MAX_VALUE) : a;
  const y = isUnsigned ? (asUnsigned(b, bits) ?? Number.MAX_VALUE) : b;
  if (x === Number.MAX_VALUE && y === Number.MAX_VALUE) return undefined;
  switch (predicate.slice(1)) {
    case "gt":
      return Number(x > y);
    case "ge":
      return Number(x >= y);
    case "lt":
      return Number(x < y);
    default:
      return Number(x <= y);
  }
}

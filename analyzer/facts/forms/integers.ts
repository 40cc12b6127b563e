/**
 * Integer operations of LLVM IR on single values, in doubles. Every value is a signed number; a result that a double cannot
 * represent exactly, or that IR leaves undefined, is `undefined`.
 *
 * Reference: LLVM Language Reference Manual, "Binary Operations", "Bitwise Binary Operations", "icmp".
 */
import type { BinaryOp, IntPredicate } from "../../ir/model";
import { type Lanes, mapLanes, safe } from "./lanes";

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
  if (bits === 32) return value | 0;
  const span = 2 ** bits;
  const low = value - Math.floor(value / span) * span;
  return low >= span / 2 && bits > 1 ? low - span : low;
}

/** The low `bits` bits of every lane; the same lanes where none changes, as indices do not. */
export function signedLanes(lanes: Lanes, bits: number): Lanes | undefined {
  if (typeof lanes === "number") return asSigned(lanes, bits);
  const least = bits === 1 ? 0 : bits > 53 ? Number.MIN_SAFE_INTEGER : -(2 ** (bits - 1));
  const most = bits === 1 ? 1 : bits > 53 ? Number.MAX_SAFE_INTEGER : 2 ** (bits - 1) - 1;
  for (let t = 0; t < lanes.length; t++) {
    if (lanes[t]! < least || lanes[t]! > most) return mapLanes(lanes, (value) => asSigned(value, bits));
  }
  return lanes;
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

type Order = "eq" | "ne" | "gt" | "ge" | "lt" | "le";

const orders: Readonly<Record<Order, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

/** A comparison of values of `bits` bits: 1, 0, or `undefined` where an unsigned operand has no exact double. */
export function comparisonOf(predicate: IntPredicate, bits: number): (a: number, b: number) => number | undefined {
  const isEquality = predicate === "eq" || predicate === "ne";
  const order = orders[(isEquality ? predicate : predicate.slice(1)) as Order];
  if (isEquality || predicate.startsWith("s")) return (a, b) => (order(a, b) ? 1 : 0);
  return (a, b) => {
    // A negative number whose unsigned value has no exact double is still greater than every positive one.
    const x = asUnsigned(a, bits) ?? Number.MAX_VALUE;
    const y = asUnsigned(b, bits) ?? Number.MAX_VALUE;
    if (x === Number.MAX_VALUE && y === Number.MAX_VALUE) return undefined;
    return order(x, y) ? 1 : 0;
  };
}

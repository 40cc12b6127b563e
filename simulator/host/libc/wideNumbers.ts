/** What generated code asks about integers of two words and about `long double`. */

import { FLOAT_PREDICATES } from "../../../analyzer/ir/bitcode/records";
import * as extended from "../../mathematics/extended";
import { extendedOperations, wideOperations } from "../compile/wide";

const BITS = 128n;

function joined(low: bigint, high: bigint): bigint {
  return BigInt.asIntN(128, BigInt.asUintN(64, low) | (high << 64n));
}

function halves(value: bigint): [bigint, bigint] {
  return [BigInt.asIntN(64, value), BigInt.asIntN(64, value >> 64n)];
}

const unsigned = (value: bigint) => BigInt.asUintN(128, value);

const integers: Readonly<Record<(typeof wideOperations)[number], (a: bigint, b: bigint) => bigint>> = {
  mul: (a, b) => a * b,
  udiv: (a, b) => unsigned(a) / unsigned(b),
  sdiv: (a, b) => a / b,
  urem: (a, b) => unsigned(a) % unsigned(b),
  srem: (a, b) => a % b,
  shl: (a, b) => (unsigned(b) < BITS ? a << unsigned(b) : 0n),
  lshr: (a, b) => (unsigned(b) < BITS ? unsigned(a) >> unsigned(b) : 0n),
  ashr: (a, b) => (unsigned(b) < BITS ? a >> unsigned(b) : 0n),
};

const reals: Readonly<Record<(typeof extendedOperations)[number], typeof extended.add>> = {
  fadd: extended.add,
  fsub: (a, b) => extended.add(a, extended.negate(b)),
  fmul: extended.multiply,
  fdiv: extended.divide,
  frem: extended.remainder,
};

/** Whether a predicate of LLVM's holds for an order of −1, 0, 1, or 2 for none. */
function holds(predicate: string, order: number): boolean {
  if (predicate === "true" || predicate === "false") return predicate === "true";
  if (predicate === "ord" || predicate === "uno") return (order === 2) === (predicate === "uno");
  if (order === 2) return predicate.startsWith("u");
  const relation = predicate.slice(1);
  const orders: Readonly<Record<string, readonly number[]>> = {
    ...{ eq: [0], ne: [-1, 1], gt: [1], ge: [0, 1], lt: [-1], le: [-1, 0] },
  };
  return orders[relation]!.includes(order);
}

/** As generated code imports them; the machine's division of integers by zero ends the program as the processor does. */
export const wideNumbers = {
  wideBinary(operation: number, aLow: bigint, aHigh: bigint, bLow: bigint, bHigh: bigint) {
    const name = wideOperations[operation]!;
    const [a, b] = [joined(aLow, aHigh), joined(bLow, bHigh)];
    if (b === 0n && /div|rem/.test(name)) throw new WebAssembly.RuntimeError("divide by zero");
    return halves(integers[name](a, b));
  },
  extendedBinary: (operation: number, a: bigint, aWord: number, b: bigint, bWord: number) =>
    reals[extendedOperations[operation]!]([a, aWord], [b, bWord]),
  extendedCompare: (predicate: number, a: bigint, aWord: number, b: bigint, bWord: number) =>
    Number(holds(FLOAT_PREDICATES[predicate]!, extended.compare([a, aWord], [b, bWord]))),
  extendedFrom: (x: number) => extended.fromDouble(x),
  extendedToDouble: (a: bigint, word: number) => extended.toDouble([a, word]),
  extendedToSingle: (a: bigint, word: number) => extended.toSingle([a, word]),
  extendedFromInteger: (low: bigint, high: bigint, isSigned: number) =>
    extended.fromInteger(isSigned ? joined(low, high) : unsigned(joined(low, high))),
  extendedToInteger: (a: bigint, word: number) => halves(extended.toInteger([a, word])),
};

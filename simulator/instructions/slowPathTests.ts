/**
 * Which lanes hold a value that a slow path may decide (`plan/slowPaths.ts`): vector code that is written before each such
 * operation, so that only these values are looked at one by one. A test may name lanes too many, never too few.
 */
import { partOf, type Quad } from "../emit/operation";
import { type SlowPath, slowPaths } from "../plan/slowPaths";
import { and, or, type V128 } from "../wasm/expressions";
import { everyLane, HIGH_WORDS, i32x4, not, shuffle, ZEROS } from "../wasm/vectors";

/** True in lanes whose operands may take a path of their own. Each is the bits of a float, or the upper ones of a double. */
type Test = (x: V128, y: V128) => V128;

/** Are bits outside of `from` … `to`? */
const isOutside = (bits: V128, from: number, to: number): V128 =>
  i32x4.gtU(i32x4.sub(bits, everyLane(from)), everyLane(to - from));

const magnitude = (bits: V128): V128 => and(bits, everyLane(0x7fff_ffff));
const floatExponent = (bits: V128): V128 => and(i32x4.shrU(bits, 23), everyLane(0xff));
const doubleExponent = (bits: V128): V128 => and(i32x4.shrU(bits, 20), everyLane(0x7ff));
const isZero = (bits: V128): V128 => i32x4.eq(i32x4.shl(bits, 1), ZEROS);

const isBelowLeast: Test = (x) => i32x4.gtU(everyLane(0x0080_0000), magnitude(x));
const isNotPositive: Test = (x) => isOutside(x, 0x0080_0000, 0x7f7f_ffff);
const isNotPositiveDouble: Test = (x) => isOutside(x, 0x0010_0000, 0x7fef_ffff);

const quotient: Test = (x, y) => {
  const [dividend, divisor] = [floatExponent(x), floatExponent(y)];
  const difference = i32x4.sub(dividend, divisor);
  const isFar = or(isOutside(dividend, 25, 254), isOutside(difference, -124, 126));
  // Zero divided by a number takes a path that costs nothing.
  return or(and(isFar, not(isZero(x))), isOutside(divisor, 2, 251));
};

const doubleQuotient: Test = (x, y) => {
  const [dividend, divisor] = [doubleExponent(x), doubleExponent(y)];
  const difference = i32x4.sub(dividend, divisor);
  return or(or(isOutside(dividend, 54, 2046), isOutside(divisor, 1, 2039)), isOutside(difference, -1020, 1014));
};

const power: Test = (x, y) => {
  const twice = i32x4.shl(x, 1);
  const ofBase = or(i32x4.eq(x, everyLane(0x3f80_0000)), isOutside(twice, 1, 0xfeff_ffff));
  return or(ofBase, isOutside(i32x4.shl(y, 1), 1, 0xff00_0000));
};

/** Where no bits say which: all values are looked at. */
const anyValue: Test = () => everyLane(-1);

const isAbove =
  (limit: number): Test =>
  (x) =>
    i32x4.gtU(magnitude(x), everyLane(limit));

/** Below, or no number: what is above the largest. */
const isBelowOrNone =
  (limit: number, largest: number): Test =>
  (x) =>
    isOutside(magnitude(x), limit, largest);

const INFINITE_FLOAT = 0x7f80_0000;
/** Upper word of the largest double: those of infinities and of some that are no number are one more. */
const LARGEST_DOUBLE = 0x7fef_ffff;

const tests: Readonly<Record<SlowPath, Test>> = {
  quotient,
  reciprocal: (x) => isOutside(floatExponent(x), 1, 252),
  squareRoot: (x) => isOutside(x, 0x0d00_0000, 0x7f7f_ffff),
  exactReciprocalRoot: isNotPositive,
  reciprocalRoot: isBelowLeast,
  fastQuotient: (_, y) => isBelowLeast(y, y),
  powerOfTwo: (x) => i32x4.gtU(x, everyLane(0xc2fc_0000)),
  fastLogarithm: isBelowLeast,
  logarithm: isNotPositive,
  logarithmOfNext: (x) => or(i32x4.gtU(x, everyLane(0xbf80_0000)), not(isOutside(x, INFINITE_FLOAT, 0x7fff_ffff))),
  power,
  powerByInteger: power,
  powerByConstant: anyValue,
  powerOfConstant: anyValue,
  tanh: isBelowOrNone(0x3f19_999a, INFINITE_FLOAT),
  sinh: isBelowOrNone(0x3f80_0000, INFINITE_FLOAT),
  asin: isAbove(0x3f0f_5c28),
  acos: (x) => isOutside(x, 0x3f0f_5c2a, INFINITE_FLOAT),
  atan: isAbove(0x3f80_0000),
  erf: isAbove(0x3f80_60fd),
  cubeRoot: isBelowLeast,
  doubleQuotient,
  doubleReciprocal: (x) => isOutside(magnitude(x), 0x0010_0000, 0x7fcf_fbfd),
  doubleSquareRoot: (x) => isOutside(x, 0x0350_0000, 0x7fef_ffff),
  doubleReciprocalRoot: isNotPositiveDouble,
  doubleLogarithm: isNotPositiveDouble,
  doubleExp: isAbove(0x4086_232a),
  doubleExp2: isAbove(0x408f_efff),
  doubleExp10: isAbove(0x4073_3a70),
  doubleTanh: isBelowOrNone(0x3fe4_f923, LARGEST_DOUBLE),
  doubleCosh: isAbove(0x4086_33ce),
  doubleAtan: isAbove(0x3fef_ffff),
  doubleCubeRoot: (x) => i32x4.gtU(everyLane(0x0010_0000), magnitude(x)),
};

/** The 32 bits by which tests know a value. */
const wordsOf = (quad: Quad): V128 =>
  quad.parts.length === 1 ? partOf(quad) : shuffle(HIGH_WORDS, partOf(quad), partOf(quad, 1));

/** The lanes of four whose operands may take the path; a reciprocal has its divisor last. */
export function slowPathTest(path: SlowPath, operands: readonly Quad[]): V128 {
  const own = operandsOf(path, operands).map(wordsOf);
  return tests[path](own[0]!, own.at(-1)!);
}

/** The operands that decide. */
export const operandsOf = (path: SlowPath, operands: readonly Quad[]): readonly Quad[] =>
  operands.slice(-slowPaths[path].operands);

/**
 * Products and quotients of complex numbers that the compiler calls for: a product only where the plain one is not a number,
 * a quotient always. What infinities and zeros give: ISO C, Annex G.5.1. How a quotient of doubles is kept from overflowing
 * decides its last bits: as GCC's library does it since version 12, after Baudin and Smith, "A Robust Complex Division in
 * Scilab" (2012); floats are divided in double precision there.
 */
import type { HostFunction, HostLibrary } from "../model/machine";

type Complex = readonly [real: number, imaginary: number];

const isInfinite = (x: number): boolean => Math.abs(x) === Number.POSITIVE_INFINITY;
const isNothing = ([real, imaginary]: Complex): boolean => Number.isNaN(real) && Number.isNaN(imaginary);
const withSign = (size: number, sign: number): number => (sign < 0 || Object.is(sign, -0) ? -size : size);
/** 1 for an infinity, 0 for what is finite, with its sign. */
const boxed = (x: number): number => withSign(isInfinite(x) ? 1 : 0, x);
const withoutNan = (x: number): number => (Number.isNaN(x) ? withSign(0, x) : x);

type Round = (x: number) => number;
const asDouble: Round = (x) => x;

function product([a, b]: Complex, [c, d]: Complex, r: Round): Complex {
  const [ac, bd, ad, bc] = [r(a * c), r(b * d), r(a * d), r(b * c)];
  const plain: Complex = [r(ac - bd), r(ad + bc)];
  if (!isNothing(plain)) return plain;
  let [left, right]: [Complex, Complex] = [
    [a, b],
    [c, d],
  ];
  const [isLeft, isRight] = [isInfinite(a) || isInfinite(b), isInfinite(c) || isInfinite(d)];
  if (isLeft) [left, right] = [[boxed(a), boxed(b)], right.map(withoutNan) as unknown as Complex];
  if (isRight) [left, right] = [left.map(withoutNan) as unknown as Complex, [boxed(c), boxed(d)]];
  const overflows = [ac, bd, ad, bc].some(isInfinite);
  if (!isLeft && !isRight) {
    if (!overflows) return plain;
    [left, right] = [left.map(withoutNan) as unknown as Complex, right.map(withoutNan) as unknown as Complex];
  }
  const infinity = Number.POSITIVE_INFINITY;
  return [infinity * (left[0] * right[0] - left[1] * right[1]), infinity * (left[0] * right[1] + left[1] * right[0])];
}

/** A quotient that is no number at all although Annex G gives it a value; the plain one otherwise. */
function recovered([x, y]: Complex, [a, b]: Complex, [c, d]: Complex): Complex {
  if (!isNothing([x, y])) return [x, y];
  const infinity = Number.POSITIVE_INFINITY;
  if (c === 0 && d === 0 && !(Number.isNaN(a) && Number.isNaN(b)))
    return [withSign(infinity, c) * a, withSign(infinity, c) * b];
  if ((isInfinite(a) || isInfinite(b)) && Number.isFinite(c) && Number.isFinite(d)) {
    const [real, imaginary] = [boxed(a), boxed(b)];
    return [infinity * (real * c + imaginary * d), infinity * (imaginary * c - real * d)];
  }
  if ((isInfinite(c) || isInfinite(d)) && Number.isFinite(a) && Number.isFinite(b)) {
    const [real, imaginary] = [boxed(c), boxed(d)];
    return [0 * (a * real + b * imaginary), 0 * (b * real - a * imaginary)];
  }
  return [x, y];
}

function floatQuotient(left: Complex, right: Complex): Complex {
  const [[a, b], [c, d]] = [left, right];
  const denominator = c * c + d * d;
  const plain: Complex = [Math.fround((a * c + b * d) / denominator), Math.fround((b * c - a * d) / denominator)];
  return recovered(plain, left, right);
}

const LEAST = 2 ** -1022;
const EPSILON = 2 ** -52;
const LARGE = Number.MAX_VALUE / 2;
const MIDDLE = LARGE * EPSILON;

/** By what all four are multiplied first; `large` is the larger part of the divisor. */
function scaling([a, b]: Complex, large: number): number {
  if (large >= LARGE) return 0.5;
  if (large < EPSILON) return 1 / EPSILON;
  const isLost = (small: number, other: number) => Math.abs(small) < LEAST && Math.abs(other) < MIDDLE;
  return large < MIDDLE && (isLost(a, b) || isLost(b, a)) ? 1 / EPSILON : 1;
}

function doubleQuotient(left: Complex, right: Complex): Complex {
  const isTurned = Math.abs(right[0]) < Math.abs(right[1]);
  const scale = scaling(left, Math.abs(right[isTurned ? 1 : 0]));
  const [[a, b], [c, d]] = [left, right].map(([real, imaginary]) => [real * scale, imaginary * scale] as const) as [
    Complex,
    Complex,
  ];
  const [large, small] = isTurned ? [d, c] : [c, d];
  const ratio = small / large;
  const denominator = small * ratio + large;
  const times = (x: number) => (Math.abs(ratio) > LEAST ? x * ratio : small * (x / large));
  const plain: Complex = isTurned
    ? [(times(a) + b) / denominator, (times(b) - a) / denominator]
    : [(a + times(b)) / denominator, (b - times(a)) / denominator];
  return recovered(plain, [a, b], [c, d]);
}

const call =
  (compute: (left: Complex, right: Complex) => Complex): HostFunction =>
  (_machine, a: number, b: number, c: number, d: number) => [...compute([a, b], [c, d])];

/** The library's functions for complex numbers, by name. */
export const complexNumbers: HostLibrary = {
  __mulsc3: call((left, right) => product(left, right, Math.fround)),
  __muldc3: call((left, right) => product(left, right, asDouble)),
  __divsc3: call(floatQuotient),
  __divdc3: call(doubleQuotient),
};

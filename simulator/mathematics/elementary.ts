/** Functions that C and CUDA name and JavaScript does not, made of what JavaScript has. */
import { parts } from "./rounding";
import { evaluate, productError, sumError } from "./series";
import { tanhRest } from "./tables";

/** What π loses as a double. */
const PI_REST = 1.2246467991473532e-16;

/** π · x as a sum of two doubles, for x up to 1. */
function timesPi(x: number): readonly [number, number] {
  const product = Math.PI * x;
  return [product, productError(Math.PI, x, product) + PI_REST * x];
}

/** sin(π x) for x in [-1/4, 1/4], and cos. */
function sine(x: number): number {
  const [y, rest] = timesPi(x);
  return Math.sin(y) + Math.cos(y) * rest;
}

function cosine(x: number): number {
  const [y, rest] = timesPi(x);
  return Math.cos(y) - Math.sin(y) * rest;
}

/** sin(π · x), exact where it is 0; NaN of an infinity. */
export function sinpi(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Number.isInteger(x)) return x < 0 || Object.is(x, -0) ? -0 : 0;
  const turned = x - 2 * Math.round(x / 2);
  const near = Math.abs(turned) > 0.5 ? Math.sign(turned) - turned : turned;
  return Math.abs(near) <= 0.25 ? sine(near) : Math.sign(near) * cosine(0.5 - Math.abs(near));
}

/** cos(π · x), exact where it is 0; NaN of an infinity. */
export function cospi(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  const turned = Math.abs(x - 2 * Math.round(x / 2));
  if (turned === 0.5) return 0;
  if (turned <= 0.25) return cosine(turned);
  return turned < 0.75 ? sine(0.5 - turned) : -cosine(1 - turned);
}

/** x · 2^n, rounded once. */
export function ldexp(x: number, n: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const power = Math.max(-2200, Math.min(2200, n));
  // Large steps first, so that only the last one may round.
  let [value, left] = [x, power];
  while (left > 1000) {
    value *= 2 ** 1000;
    left -= 1000;
  }
  if (left < -1000) {
    const [mantissa, exponent] = parts(x);
    const unit = exponent + left;
    if (unit >= -1074) return Number(mantissa) * 2 ** unit;
    if (unit < -1200) return x < 0 ? -0 : 0;
    return Number(mantissa) * 2 ** (unit + 600) * 2 ** -600;
  }
  return value * 2 ** left;
}

/** The exponent of a number as 1.f · 2^e has it; of 0, infinities and NaN what C says. */
export function logb(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!Number.isFinite(x)) return x * x;
  const [mantissa, exponent] = parts(Math.abs(x));
  return exponent + mantissa.toString(2).length - 1;
}

/** `FP_ILOGB0` and `FP_ILOGBNAN` of the device. */
export function ilogb(x: number): number {
  if (x === 0 || Number.isNaN(x)) return -(2 ** 31);
  return Number.isFinite(x) ? logb(x) : 2 ** 31 - 1;
}

/** The fraction in [1/2, 1) and the exponent. */
export function fraction(x: number): number {
  return x === 0 || !Number.isFinite(x) ? x : ldexp(x, -logb(x) - 1);
}

/**
 * The exponent that belongs to {@link fraction}: x = fraction · 2^exponent, as `frexp` has it; 0 for 0, infinities and
 * NaN.
 */
export function fractionExponent(x: number): number {
  return x === 0 || !Number.isFinite(x) ? 0 : logb(x) + 1;
}

/** What is left of a truncation, with the sign of the whole. */
export function modulus(x: number): number {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? x : x < 0 ? -0 : 0;
  const rest = x - Math.trunc(x);
  return rest === 0 && (x < 0 || Object.is(x, -0)) ? -0 : rest;
}

/** x − n·y with the integer n nearest to x / y, and the lower bits of n with the sign of the quotient. */
function divided(x: number, y: number): readonly [rest: number, quotient: number] {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return [Number.NaN, 0];
  if (!Number.isFinite(y)) return [x, 0];
  const magnitude = Math.abs(y);
  // Eight divisors keep the lower three bits of the quotient.
  const scaled = magnitude * 8;
  let rest = Number.isFinite(scaled) ? Math.abs(x) % scaled : Math.abs(x);
  let quotient = 0;
  for (const step of [4, 2, 1]) {
    if (!Number.isFinite(step * magnitude) || rest < step * magnitude) continue;
    rest -= step * magnitude;
    quotient += step;
  }
  const twice = rest - (magnitude - rest);
  if (twice > 0 || (twice === 0 && quotient % 2 === 1)) {
    rest -= magnitude;
    quotient++;
  }
  const signed = x < 0 || Object.is(x, -0) ? -rest : rest;
  return [signed, x < 0 !== y < 0 ? -(quotient & 7) : quotient & 7];
}

/** x less the nearest multiple of y, as C's `remainder` has it; of two that are as near, the even multiple. */
export const remainder = (x: number, y: number): number => divided(x, y)[0];
/** The lowest bits of that multiple with its sign, as `remquo` gives them. */
export const quotientBits = (x: number, y: number): number => divided(x, y)[1];

/** Half away from zero. */
export function roundAway(x: number): number {
  const whole = Math.trunc(x);
  const value = Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
  return value === 0 && (x < 0 || Object.is(x, -0)) ? -0 : value;
}

const double = new Float64Array(1);
const long = new BigInt64Array(double.buffer);
const single = new Float32Array(1);
const word = new Int32Array(single.buffer);

/** The neighbour of a double, or of a float, in the direction of another number. */
export function nextafter(x: number, y: number, isSingle: boolean): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return (y > 0 ? 1 : -1) * (isSingle ? 2 ** -149 : Number.MIN_VALUE);
  const away = x < y === x > 0;
  if (isSingle) {
    single[0] = x;
    word[0]! += away ? 1 : -1;
    return single[0]!;
  }
  double[0] = x;
  long[0]! += away ? 1n : -1n;
  return double[0]!;
}

/** The sum of squares as two doubles, the numbers being scaled by a power of two that comes back with it. */
function squares(values: readonly number[]): readonly [sum: number, rest: number, scale: number] {
  const largest = Math.max(...values.map(Math.abs));
  const scale = 2 ** Math.max(-1000, Math.min(1000, logb(largest)));
  let [sum, rest] = [0, 0];
  for (const value of values) {
    const x = value / scale;
    const square = x * x;
    const total = sum + square;
    rest += sumError(sum, square, total) + productError(x, x, square);
    sum = total;
  }
  return [sum, rest, scale];
}

const special = (values: readonly number[]): number | undefined => {
  if (values.some((x) => Math.abs(x) === Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  if (values.some(Number.isNaN)) return Number.NaN;
  return values.every((x) => x === 0) ? 0 : undefined;
};

/** The length of a vector, rounded nearly once. */
export function norm(...values: number[]): number {
  const known = special(values);
  if (known !== undefined) return known;
  const [sum, rest, scale] = squares(values);
  const root = Math.sqrt(sum);
  const square = root * root;
  return (root + (sum - square - productError(root, root, square) + rest) / (2 * root)) * scale;
}

/** 1 / length. */
export function reciprocalNorm(...values: number[]): number {
  const known = special(values);
  if (known !== undefined) return 1 / known;
  const [sum, rest, scale] = squares(values);
  return reciprocalRoot(sum, rest) / scale;
}

/** 1 / √(sum + rest), corrected once by what the first try leaves of 1. */
function reciprocalRoot(sum: number, rest: number): number {
  const guess = 1 / Math.sqrt(sum);
  const square = guess * guess;
  const lost = productError(guess, guess, square);
  const whole = square * sum;
  const left = 1 - whole - (productError(square, sum, whole) + lost * sum + square * rest);
  return guess + (guess * left) / 2;
}

/** 1 / √x; ∞ at 0, NaN below. */
export function rsqrt(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return 1 / Math.sqrt(x);
  const even = 2 * Math.floor(logb(x) / 2);
  return ldexp(reciprocalRoot(ldexp(x, -even), 0), -even / 2);
}

/** 1 / ∛x. */
export function rcbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return 1 / x;
  const root = Math.cbrt(x);
  const guess = 1 / root;
  // One step of Newton's method on the product of the guess and the root, which is not quite 1.
  const cube = guess * guess * guess;
  const left = 1 - cube * x;
  return Math.abs(left) < 1e-10 ? guess + (guess * left) / 3 : guess;
}

/** Near 0 the number and a little less, elsewhere 1 and a little less: sums whose second term is small. */
export function tanh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude > 1)) return x + x * evaluate(tanhRest, x * x);
  const e = Math.exp(-2 * magnitude);
  const value = 1 - (2 * e) / (1 + e);
  return x < 0 ? -value : value;
}

/** 10 to the power of x. */
export const exp10 = (x: number): number => 10 ** x;

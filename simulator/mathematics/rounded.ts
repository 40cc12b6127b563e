/**
 * Elementary functions of doubles, rounded once: what glibc gives wherever its own error, of up to 0.55 units in the last
 * place, does not decide the rounding. Functions that glibc makes of others are made of them in the same way.
 */
import { add, type Doubled, divide, exponential, log2Of, log10Of, logarithm, multiply, sineAndCosine } from "./doubled";
import { isCertain, quickExponential, quickLogarithm, quickSineAndCosine, rest } from "./quick";

/** value · 2^power; in two steps, as the second factor alone may be no double. */
function scaled(value: number, power: number): number {
  const half = Math.trunc(power / 2);
  return value * 2 ** half * 2 ** (power - half);
}

/** e^(high + low); `error` is what the argument may be wrong by. */
function expOf(x: Doubled, error = 0): number {
  if (Math.abs(x[0]) < 707) {
    const value = quickExponential(x[0], x[1]);
    if (isCertain(value, rest[0]!, value * (2 ** -66 + error))) return value;
  }
  const { value, power } = exponential(x);
  return power < -1022 ? scaled(value[0] + value[1], power) : scaled(value[0], power);
}

/** Arguments of the exponential functions whose result is a positive normal number lie within this. */
const LIMIT = 745.2;

/** e^x as glibc rounds it. */
export function exp(x: number): number {
  return Math.abs(x) < LIMIT ? expOf([x, 0]) : Math.exp(x);
}

/** 2^x as glibc rounds it. */
export function exp2(x: number): number {
  return Math.abs(x) < 1075 ? expOf(multiply([x, 0], log2Of)) : 2 ** x;
}

/** Two exponentials of parts of the exponent, as glibc does it: the product is rounded once more. */
export function exp10(x: number): number {
  if (!(Math.abs(x) < 324)) return 10 ** x;
  if (Math.abs(x) < 2 ** -56) return 1;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  bits.setUint32(4, bits.getUint32(4) & 0xf8000000);
  const high = bits.getFloat64(0);
  const shortLog = Math.trunc(log10Of[0] * 2 ** 24) / 2 ** 24;
  const restOfLog = log10Of[0] - shortLog + log10Of[1];
  return exp(high * shortLog) * exp(high * restOfLog + (x - high) * Math.LN10);
}

/** The natural logarithm as glibc rounds it; NaN below 0. */
export function log(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Math.log(x);
  const value = quickLogarithm(x);
  return isCertain(value, rest[0]!, 2 ** -71) ? value : logarithm(x)[0];
}

/** The logarithm to base 2 as glibc rounds it; NaN below 0. */
export function log2(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Math.log2(x);
  const value = quickLogarithm(x);
  return divide([value, rest[0]!], log2Of)[0];
}

/** From the logarithm of the mantissa. Reference: fdlibm (Sun, 1993), which glibc follows. */
export function log10(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Math.log10(x);
  const isSmall = x < 2 ** -1022;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, isSmall ? x * 2 ** 54 : x);
  let power = (bits.getUint16(0) >> 4) - 1023 - (isSmall ? 54 : 0);
  // Below one, the mantissa is in [½, 1).
  const below = power < 0 ? 1 : 0;
  bits.setUint16(0, (bits.getUint16(0) & 0x800f) | ((1023 - below) << 4));
  power += below;
  const [high, low, inverse] = [0.30102999566361177, 3.694239077158931e-13, Math.LOG10E];
  return power * low + inverse * log(bits.getFloat64(0)) + power * high;
}

/** A whole number, and whether it is odd. */
function isOdd(y: number): boolean {
  return Math.abs(y) < 2 ** 53 && Math.abs(y % 2) === 1;
}

/** x^y for a positive number; undefined where the result is no normal number. */
function powerOf(x: number, y: number): number | undefined {
  const value = quickLogarithm(x);
  const quick = multiply([value, rest[0]!], [y, 0]);
  if (Math.abs(quick[0]) > LIMIT) return undefined;
  if (Math.abs(quick[0]) < 707) {
    const power = quickExponential(quick[0], quick[1]);
    if (isCertain(power, rest[0]!, power * (2 ** -66 + Math.abs(y) * 2 ** -71))) return power;
  }
  return expOf(multiply(logarithm(x), [y, 0]));
}

/** x^y as glibc rounds it, with C's results for operands that decide alone: 1^y = x^0 = 1, of NaN too. */
export function pow(x: number, y: number): number {
  // C knows the result where one operand decides it.
  if (x === 1 || y === 0) return 1;
  if (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) return 1;
  const near = x ** y;
  if (!Number.isFinite(near) || Math.abs(near) < 2 ** -1021 || !Number.isFinite(y) || x === 0) {
    // Close to the greatest double, a rough power may overflow too early.
    if (!(Number.isFinite(x) && Number.isFinite(y) && x !== 0 && !Number.isNaN(near))) return near;
  }
  const size = powerOf(Math.abs(x), y);
  if (size === undefined) return near;
  return x < 0 && isOdd(y) ? -size : size;
}

/** What the error of the quick sine and cosine may be. */
const ANGLE_ERROR = 2 ** -66;

/** The sine of an angle in radians as glibc rounds it, for angles of any size. */
export function sin(x: number): number {
  if (!Number.isFinite(x) || x === 0) return Math.sin(x);
  quickSineAndCosine(x);
  return isCertain(rest[0]!, rest[1]!, ANGLE_ERROR) ? rest[0]! : sineAndCosine(x).sine[0];
}

/** The cosine of an angle in radians as glibc rounds it, for angles of any size. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  quickSineAndCosine(x);
  return isCertain(rest[2]!, rest[3]!, ANGLE_ERROR) ? rest[2]! : sineAndCosine(x).cosine[0];
}

/** The tangent of an angle in radians as glibc rounds it, for angles of any size. */
export function tan(x: number): number {
  if (!Number.isFinite(x) || x === 0) return Math.tan(x);
  const { sine, cosine } = near(x);
  return divide(sine, cosine)[0];
}

/** Sine and cosine to about 68 bits: enough to find how far a guess of an angle is off. */
function near(angle: number): { readonly sine: Doubled; readonly cosine: Doubled } {
  quickSineAndCosine(angle);
  const [a, b, c, d] = rest as unknown as [number, number, number, number];
  return { sine: [a, b], cosine: [c, d] };
}

/** A guess, and what it is off by. */
function corrected(guess: number, [above, aboveLow]: Doubled, below: number): number {
  return guess + (above + aboveLow) / below;
}

/** The angle in radians from −π/2 to π/2 with this sine; NaN beyond ±1. */
export function asin(x: number): number {
  if (!(Math.abs(x) < 1) || Math.abs(x) < 2 ** -27) return Math.asin(x);
  const guess = Math.asin(x);
  const { sine, cosine } = near(guess);
  return corrected(guess, add([x, 0], [-sine[0], -sine[1]]), cosine[0]);
}

/** The angle in radians from 0 to π with this cosine; NaN beyond ±1. */
export function acos(x: number): number {
  if (!(Math.abs(x) < 1)) return Math.acos(x);
  const guess = Math.acos(x);
  const { sine, cosine } = near(guess);
  return corrected(guess, add(cosine, [-x, 0]), sine[0]);
}

/** An angle near `guess` whose sine and cosine are as y to x. */
function angle(guess: number, y: number, x: number): number {
  const { sine, cosine } = near(guess);
  const across = add(multiply(cosine, [y, 0]), multiply(sine, [-x, 0]));
  return corrected(guess, across, x * cosine[0] + y * sine[0]);
}

/** The angle in radians from −π/2 to π/2 with this tangent. */
export function atan(x: number): number {
  if (!(Math.abs(x) < 2 ** 60) || Math.abs(x) < 2 ** -27) return Math.atan(x);
  return angle(Math.atan(x), x, 1);
}

/** The angle in radians of the point (x, y), from −π to π. */
export function atan2(y: number, x: number): number {
  const guess = Math.atan2(y, x);
  const inside = (one: number) => Math.abs(one) > 2 ** -400 && Math.abs(one) < 2 ** 400;
  return inside(x) && inside(y) && Math.abs(guess) > 2 ** -400 ? angle(guess, y, x) : guess;
}

/** Reference: fdlibm (Sun, 1993), on which glibc's hyperbolic functions stand. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size < 709.78)) return Math.cosh(x);
  if (size < 0.5 * Math.LN2) {
    const above = Math.expm1(size);
    const one = 1 + above;
    return size < 2 ** -55 ? one : 1 + (above * above) / (one + one);
  }
  const power = exp(size);
  return size < 22 ? 0.5 * power + 0.5 / power : 0.5 * power;
}

/** The inverse of the hyperbolic sine, with fdlibm's steps, which glibc takes. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  if (!(size < Number.POSITIVE_INFINITY) || size < 2 ** -28) return x;
  const square = size * size;
  let result: number;
  if (size > 2 ** 28) result = log(size) + Math.LN2;
  else if (size > 2) result = log(2 * size + 1 / (Math.sqrt(square + 1) + size));
  else result = Math.log1p(size + square / (1 + Math.sqrt(1 + square)));
  return x < 0 ? -result : result;
}

/** The inverse of the hyperbolic cosine, with fdlibm's steps, which glibc takes; NaN below 1. */
export function acosh(x: number): number {
  if (!(x > 1 && x < Number.POSITIVE_INFINITY)) return Math.acosh(x);
  if (x > 2 ** 28) return log(x) + Math.LN2;
  if (x > 2) return log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
  const above = x - 1;
  return Math.log1p(above + Math.sqrt(2 * above + above * above));
}

/** A polynomial of the mantissa in [½, 1), one step of Halley's, and the cube root of the power. Reference: glibc's cbrt. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  let size = Math.abs(x);
  let exponent = 0;
  if (size < 2 ** -1022) {
    size *= 2 ** 54;
    exponent = -54;
  }
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, size);
  exponent += (bits.getUint16(0) >> 4) - 1022;
  bits.setUint16(0, (bits.getUint16(0) & 0x000f) | 0x3fe0);
  const m = bits.getFloat64(0);
  const u =
    0.35489576504391984 +
    (1.508191937815849 -
      (2.114994941673713 -
        (2.4469312256353444 - (1.8346927748361308 - (0.7849323449766392 - 0.14526389938548637 * m) * m) * m) * m) *
        m) *
      m;
  const cube = u * u * u;
  const third = exponent % 3;
  const factors = [0.6299605249474365, 0.7937005259840997, 1, 1.2599210498948732, 1.5874010519681996];
  const root = ((u * (cube + 2 * m)) / (2 * cube + m)) * factors[2 + third]!;
  return scaled(x < 0 ? -root : root, (exponent - third) / 3);
}

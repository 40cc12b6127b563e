/**
 * Numbers of twice a double's digits, as an unevaluated sum of two doubles, and the elementary functions on them: about 100
 * bits, of which the host's mathematics keeps 53. Nothing here is fused, so products are split.
 * References: Dekker, "A Floating-Point Technique for Extending the Available Precision" (1971); Knuth, TAOCP 2, 4.2.2.
 */

/** The sum of both, of which the second is at most half a unit in the last place of the first. */
export type Doubled = readonly [number, number];

/** 2^27 + 1: what a double is multiplied by to be cut into halves. */
const SPLITTER = 134_217_729;

/** The exact sum of two doubles of any sizes. */
export function sum(a: number, b: number): Doubled {
  const s = a + b;
  const t = s - a;
  return [s, a - (s - t) + (b - t)];
}

/** The exact sum where the first is the larger one. */
function quickSum(a: number, b: number): Doubled {
  const s = a + b;
  return [s, b - (s - a)];
}

/** The exact product of two doubles below 2^996. */
export function product(a: number, b: number): Doubled {
  const p = a * b;
  const [ca, cb] = [SPLITTER * a, SPLITTER * b];
  const [ah, bh] = [ca - (ca - a), cb - (cb - b)];
  const [al, bl] = [a - ah, b - bh];
  return [p, ah * bh - p + ah * bl + al * bh + al * bl];
}

/** The sum, to about 100 bits. */
export function add([ah, al]: Doubled, [bh, bl]: Doubled): Doubled {
  const [s, e] = sum(ah, bh);
  const [t, f] = sum(al, bl);
  const [u, g] = quickSum(s, e + t);
  return quickSum(u, g + f);
}

/** The number with its sign changed, exactly. */
export function negate([high, low]: Doubled): Doubled {
  return [-high, -low];
}

/** The product, to about 100 bits. */
export function multiply([ah, al]: Doubled, [bh, bl]: Doubled): Doubled {
  const [p, e] = product(ah, bh);
  return quickSum(p, e + (ah * bl + al * bh));
}

/** The quotient, to about 100 bits: three quotients of doubles, each of the remainder before it. */
export function divide(a: Doubled, b: Doubled): Doubled {
  const first = a[0] / b[0];
  const rest = add(a, negate(multiply(b, [first, 0])));
  const second = rest[0] / b[0];
  const last = add(rest, negate(multiply(b, [second, 0])));
  return add(quickSum(first, second), [last[0] / b[0], 0]);
}

/** A number of `bits` binary places, as an integer, as a sum of doubles of at most 33 bits each. */
function pieces(value: bigint, bits: number, count: number): number[] {
  const parts: number[] = [];
  let rest = value;
  for (let i = 0; i < count; i++) {
    const shift = BigInt(Math.max(0, rest.toString(2).length - 33));
    const part = (rest >> shift) << shift;
    parts.push(Number(part) * 2 ** -bits);
    rest -= part;
  }
  return parts;
}

/** A number of `bits` binary places as two doubles. */
function doubled(value: bigint, bits: number): Doubled {
  const high = Number(value);
  return [high * 2 ** -bits, Number(value - BigInt(high)) * 2 ** -bits];
}

const BITS = 1400;
const ONE = 1n << BigInt(BITS);

/** The sum of x^(2k+1) / (2k+1) with x = 1 / n, the signs in turn or all the same. */
function arcs(n: bigint, alternate: boolean): bigint {
  let power = ONE / n;
  let total = 0n;
  for (let k = 0n; power > 0n; k++, power /= n * n) {
    const term = power / (2n * k + 1n);
    total += alternate && k % 2n === 1n ? -term : term;
  }
  return total;
}

/** π / 2 by Machin's formula, log 2 and log 10 from areas of the hyperbola; all with 1,400 binary places. */
export const HALF_PI = 2n * (4n * arcs(5n, true) - arcs(239n, true));
const LOG_2 = 2n * arcs(3n, false);
const LOG_10 = 3n * LOG_2 + 2n * arcs(9n, false);

const REDUCED = BITS - 1000;
const short = (value: bigint) => value >> 1000n;
const halfPi = pieces(short(HALF_PI), REDUCED, 5);
const log2Pieces = pieces(short(LOG_2), REDUCED, 4);
/** The natural logarithms of 2 and of 10. */
export const log2Of = doubled(short(LOG_2), REDUCED);
/** The natural logarithm of 10. */
export const log10Of = doubled(short(LOG_10), REDUCED);

/** x less a multiple of a constant in pieces of 33 bits; exact up to the last piece for multiples below 2^20. */
function reduced(x: number, times: number, parts: readonly number[]): Doubled {
  let rest: Doubled = [x, 0];
  for (const part of parts) rest = add(rest, [-times * part, 0]);
  return rest;
}

/** 1 / n! as two doubles. */
const inverseFactorials: readonly Doubled[] = (() => {
  const unit = 1n << 400n;
  let factorial = 1n;
  return Array.from({ length: 28 }, (_, n) => {
    if (n > 0) factorial *= BigInt(n);
    return doubled(unit / factorial, 400);
  });
})();

/** The power series with the given coefficients; those from the seventh on are so small that a double is enough for them. */
function series(z: Doubled, coefficients: readonly Doubled[]): Doubled {
  let tail = 0;
  for (let i = coefficients.length - 1; i >= 7; i--) tail = tail * z[0] + coefficients[i]![0];
  let value: Doubled = [tail, 0];
  for (let i = Math.min(6, coefficients.length - 1); i >= 0; i--) value = add(multiply(value, z), coefficients[i]!);
  return value;
}

const exponentials = inverseFactorials.slice(1, 14);
const signed = (first: number) =>
  inverseFactorials.filter((_, n) => n % 2 === first && n >= first).map((one, i) => (i % 2 ? negate(one) : one));
const sines = signed(1).slice(0, 14);
const cosines = signed(0).slice(0, 14);

/** e^x as a number near 1 and a power of two. */
export function exponential([high, low]: Doubled): { readonly value: Doubled; readonly power: number } {
  const power = Math.round(high / log2Of[0]);
  const rest = add(reduced(high, power, log2Pieces), [low, 0]);
  // e^r − 1 from the series of r / 64, squared six times: (1 + d)² − 1 = 2d + d².
  const small: Doubled = [rest[0] / 64, rest[1] / 64];
  let above = multiply(small, series(small, exponentials));
  for (let i = 0; i < 6; i++) above = add([2 * above[0], 2 * above[1]], multiply(above, above));
  return { value: add([1, 0], above), power };
}

/** The mantissa in [√½, √2) and the exponent of a positive number. */
function parts(x: number): { mantissa: number; exponent: number } {
  let [mantissa, exponent] = x < 2 ** -1022 ? [x * 2 ** 54, -54] : [x, 0];
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, mantissa);
  exponent += ((bits.getUint16(0) >> 4) & 0x7ff) - 1023;
  bits.setUint16(0, (bits.getUint16(0) & 0x800f) | 0x3ff0);
  mantissa = bits.getFloat64(0);
  return mantissa > Math.SQRT2 ? { mantissa: mantissa / 2, exponent: exponent + 1 } : { mantissa, exponent };
}

/** The natural logarithm of a positive number: one step of Newton's from what a double knows. */
export function logarithm(x: number): Doubled {
  const { mantissa, exponent } = parts(x);
  const from = mantissa - 1;
  let value: Doubled;
  if (Math.abs(from) < 2 ** -20) {
    const square = product(from, from);
    const cube = multiply(square, [from, 0]);
    const fourth = multiply(square, square);
    value = add([from, 0], [-square[0] / 2, -square[1] / 2]);
    value = add(value, divide(cube, [3, 0]));
    value = add(value, [-fourth[0] / 4 + (fourth[0] * from) / 5, 0]);
  } else {
    const guess = Math.log(mantissa);
    const inverse = exponential([-guess, 0]);
    const scale = 2 ** inverse.power;
    const ratio = multiply([mantissa, 0], [inverse.value[0] * scale, inverse.value[1] * scale]);
    const over = add(ratio, [-1, 0]);
    value = add([guess, 0], add(over, [(-over[0] * over[0]) / 2, 0]));
  }
  if (exponent === 0) return value;
  const whole = log2Pieces.reduceRight<Doubled>((rest, part) => add([exponent * part, 0], rest), [0, 0]);
  return add(whole, value);
}

/** How often π / 2 goes into a number, modulo four, and what is left. */
export function quadrant(x: number): { readonly turns: number; readonly rest: Doubled } {
  if (Math.abs(x) < 1e5) {
    const times = Math.round(x / halfPi[0]!);
    return { turns: times & 3, rest: reduced(x, times, halfPi) };
  }
  const { mantissa, exponent } = parts(Math.abs(x));
  const whole = BigInt(mantissa * 2 ** 53) << BigInt(BITS + exponent - 53);
  let times = whole / HALF_PI;
  let rest = whole - times * HALF_PI;
  if (2n * rest > HALF_PI) {
    times += 1n;
    rest -= HALF_PI;
  }
  const left = doubled(rest >> 1000n, REDUCED);
  const turns = Number(times & 3n);
  return x < 0 ? { turns: (4 - turns) & 3, rest: negate(left) } : { turns, rest: left };
}

/** Sine and cosine of a finite number. */
export function sineAndCosine(x: number): { readonly sine: Doubled; readonly cosine: Doubled } {
  const { turns, rest } = quadrant(x);
  const square = multiply(rest, rest);
  const sine = multiply(rest, series(square, sines));
  const cosine = series(square, cosines);
  if (turns === 0) return { sine, cosine };
  if (turns === 1) return { sine: cosine, cosine: negate(sine) };
  if (turns === 2) return { sine: negate(sine), cosine: negate(cosine) };
  return { sine: negate(cosine), cosine: sine };
}

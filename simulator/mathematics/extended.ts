/**
 * The 80-bit format of x87, which `long double` is on x86-64: 64 bits of significand with the leading one written out, 15 of
 * exponent, a sign. Every operation rounds its exact result once, half to even. Reference: IEEE 754-1985 as Intel's SDM,
 * volume 1, chapter 8 describes it.
 */

/** Significand, and sign with biased exponent in 16 bits: the two scalars that carry a value. */
export type Extended = readonly [significand: bigint, signAndExponent: number];

/** ± mantissa · 2^power, an infinity, or no number. */
export interface Decoded {
  readonly kind: "finite" | "infinite" | "nan";
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly power: number;
}

const BIAS = 16383;
const TOP = 1n << 63n;
const LEAST_POWER = 1 - BIAS - 63;

/** The NaN that x87 makes itself: quiet, with the sign set (Intel's SDM calls it the indefinite). */
export const NAN: Extended = [TOP | (TOP >> 1n), 0xffff];

function infinity(negative: boolean): Extended {
  return [TOP, negative ? 0xffff : 0x7fff];
}

/** Takes a value apart into sign, mantissa and power of two. */
export function decode([significand, word]: Extended): Decoded {
  const unsigned = BigInt.asUintN(64, significand);
  const negative = (word & 0x8000) !== 0;
  const exponent = word & 0x7fff;
  if (exponent === 0x7fff) {
    const kind = BigInt.asUintN(63, unsigned) === 0n ? "infinite" : "nan";
    return { kind, negative, mantissa: 0n, power: 0 };
  }
  return { kind: "finite", negative, mantissa: unsigned, power: Math.max(exponent, 1) - BIAS - 63 };
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

/** Half to even, away from the bits that `shift` drops; `sticky` for what is below even those. */
function dropped(value: bigint, shift: number, sticky: boolean): bigint {
  const kept = value >> BigInt(shift);
  const rest = value - (kept << BigInt(shift));
  const half = 1n << BigInt(shift - 1);
  const up = rest > half || (rest === half && (sticky || (kept & 1n) === 1n));
  return up ? kept + 1n : kept;
}

/** The nearest value to ± mantissa · 2^power; `sticky` when a little is missing from the mantissa. */
export function encode(negative: boolean, mantissa: bigint, power: number, sticky = false): Extended {
  const sign = negative ? 0x8000 : 0;
  if (mantissa === 0n) return [0n, sign];
  let [kept, at] = [mantissa, power];
  if (sticky) [kept, at] = [(kept << 2n) | 1n, at - 2];
  const shift = Math.max(bitLength(kept) - 64, LEAST_POWER - at);
  if (shift > 0) kept = dropped(kept, shift, false);
  else kept <<= BigInt(-shift);
  at += shift;
  if (kept >> 64n) [kept, at] = [kept >> 1n, at + 1];
  if (at > BIAS - 63) return infinity(negative);
  const exponent = kept >= TOP ? at + 63 + BIAS : 0;
  return [kept, sign | exponent];
}

const wide = new DataView(new ArrayBuffer(8));

/** A double in the wider format, exactly. */
export function fromDouble(x: number): Extended {
  if (Number.isNaN(x)) return NAN;
  if (!Number.isFinite(x)) return infinity(x < 0);
  wide.setFloat64(0, x);
  const bits = wide.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = BigInt.asUintN(52, bits) | (exponent ? 1n << 52n : 0n);
  return encode(bits >> 63n === 1n, mantissa, Math.max(exponent, 1) - 1075);
}

/** Rounded once to a count of bits and a least exponent: 53 and −1074 for a double, 24 and −149 for a float. */
function toReal(value: Extended, digits: number, least: number, top: number): number {
  const { kind, negative, mantissa, power } = decode(value);
  const sign = negative ? -1 : 1;
  if (kind === "nan") return Number.NaN;
  if (kind === "infinite") return sign * Number.POSITIVE_INFINITY;
  if (mantissa === 0n) return sign * 0;
  const shift = Math.max(bitLength(mantissa) - digits, least - power);
  const kept = shift > 0 ? dropped(mantissa, shift, false) : mantissa;
  const at = shift > 0 ? power + shift : power;
  if (bitLength(kept) + at > top) return sign * Number.POSITIVE_INFINITY;
  if (kept === 0n) return sign * 0;
  const half = Math.trunc(at / 2);
  return sign * Number(kept) * 2 ** half * 2 ** (at - half);
}

/** Rounds to the nearest double, half to even. */
export const toDouble = (value: Extended): number => toReal(value, 53, -1074, 1024);
/** Rounds to the nearest float, half to even. */
export const toSingle = (value: Extended): number => toReal(value, 24, -149, 128);

/** An integer, rounded to 64 bits of significand where it has more. */
export function fromInteger(value: bigint): Extended {
  return encode(value < 0n, value < 0n ? -value : value, 0);
}

/** Towards zero; 0 for what is no number. */
export function toInteger(value: Extended): bigint {
  const { kind, negative, mantissa, power } = decode(value);
  if (kind !== "finite" || power > 128) return 0n;
  const size = power >= 0 ? mantissa << BigInt(power) : mantissa >> BigInt(-power);
  return negative ? -size : size;
}

/** Changes the sign bit, of zeros and NaN too. */
export function negate([significand, word]: Extended): Extended {
  return [significand, word ^ 0x8000];
}

/** Of finite values, exactly: a sum of integers at the smaller power. */
function sum(a: Decoded, b: Decoded): Extended {
  const power = Math.min(a.power, b.power);
  const signed = (one: Decoded) => (one.negative ? -1n : 1n) * (one.mantissa << BigInt(one.power - power));
  const total = signed(a) + signed(b);
  if (total === 0n) return encode(a.negative && b.negative, 0n, 0);
  return encode(total < 0n, total < 0n ? -total : total, power);
}

/** x + y, rounded once; NaN for the sum of opposite infinities. */
export function add(x: Extended, y: Extended): Extended {
  const [a, b] = [decode(x), decode(y)];
  if (a.kind === "nan" || b.kind === "nan") return NAN;
  if (a.kind === "infinite") return b.kind === "infinite" && a.negative !== b.negative ? NAN : x;
  if (b.kind === "infinite") return y;
  return sum(a, b);
}

/** x · y, rounded once; NaN for 0 · ∞. */
export function multiply(x: Extended, y: Extended): Extended {
  const [a, b] = [decode(x), decode(y)];
  const negative = a.negative !== b.negative;
  if (a.kind === "nan" || b.kind === "nan") return NAN;
  if (a.kind === "infinite" || b.kind === "infinite") {
    const isZero = (one: Decoded) => one.kind === "finite" && one.mantissa === 0n;
    return isZero(a) || isZero(b) ? NAN : infinity(negative);
  }
  return encode(negative, a.mantissa * b.mantissa, a.power + b.power);
}

/** x / y, rounded once; NaN for 0 / 0 and ∞ / ∞. */
export function divide(x: Extended, y: Extended): Extended {
  const [a, b] = [decode(x), decode(y)];
  const negative = a.negative !== b.negative;
  if (a.kind === "nan" || b.kind === "nan" || (a.kind === "infinite" && b.kind === "infinite")) return NAN;
  if (a.kind === "infinite") return infinity(negative);
  if (b.kind === "infinite") return encode(negative, 0n, 0);
  if (b.mantissa === 0n) return a.mantissa === 0n ? NAN : infinity(negative);
  const top = a.mantissa << 130n;
  const quotient = top / b.mantissa;
  return encode(negative, quotient, a.power - b.power - 130, quotient * b.mantissa !== top);
}

/** What is left of x after whole multiples of y towards zero, exactly. */
export function remainder(x: Extended, y: Extended): Extended {
  const [a, b] = [decode(x), decode(y)];
  if (a.kind !== "finite" || b.kind === "nan" || (b.kind === "finite" && b.mantissa === 0n)) return NAN;
  if (b.kind === "infinite") return x;
  const power = Math.min(a.power, b.power);
  const rest = (a.mantissa << BigInt(a.power - power)) % (b.mantissa << BigInt(b.power - power));
  return encode(a.negative, rest, power);
}

/** √x, rounded once; NaN below 0, −0 of −0. */
export function squareRoot(x: Extended): Extended {
  const { kind, negative, mantissa, power } = decode(x);
  if (kind === "finite" && mantissa === 0n) return x;
  if (kind === "nan" || negative) return NAN;
  if (kind === "infinite") return x;
  const odd = Math.abs(power % 2);
  const value = mantissa << BigInt(140 + odd);
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  for (let next = (root + value / root) >> 1n; ; next = (root + value / root) >> 1n) {
    if (next === root || next === root + 1n) break;
    root = next;
  }
  while (root * root > value) root -= 1n;
  return encode(false, root, (power - odd) / 2 - 70, root * root !== value);
}

/** −1, 0 or 1; 2 where one is no number. */
export function compare(x: Extended, y: Extended): number {
  const [a, b] = [decode(x), decode(y)];
  if (a.kind === "nan" || b.kind === "nan") return 2;
  const sign = (one: Decoded) => (one.negative ? -1 : 1);
  if (a.kind === "infinite" || b.kind === "infinite") {
    const size = (one: Decoded) => (one.kind === "infinite" ? sign(one) : 0);
    return Math.sign(size(a) - size(b));
  }
  const power = Math.min(a.power, b.power);
  const value = (one: Decoded) => BigInt(sign(one)) * (one.mantissa << BigInt(one.power - power));
  const [left, right] = [value(a), value(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A fraction of integers, rounded once. */
export function fromFraction(negative: boolean, numerator: bigint, denominator: bigint): Extended {
  const shift = Math.max(0, 70 + bitLength(denominator) - bitLength(numerator));
  const top = numerator << BigInt(shift);
  const quotient = top / denominator;
  return encode(negative, quotient, -shift, quotient * denominator !== top);
}

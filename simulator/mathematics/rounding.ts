/**
 * Arithmetic with a stated rounding, by the definition: the exact result as a fraction of integers, rounded once. Slow and
 * right for every format, operation and operand; what is used often has instructions of its own.
 */

/** To nearest even, towards zero, down, up; as PTX spells them. */
export type Rounding = "rn" | "rz" | "rm" | "rp";

/** A binary format: bits of precision, exponent of the least subnormal's unit, and exponent of the largest number. */
export interface Format {
  readonly precision: number;
  readonly least: number;
  readonly most: number;
}

/** Bits of precision, and the exponents of the least and the greatest bit, of each format. */
export const formats = {
  f16: { precision: 11, least: -24, most: 15 },
  bf16: { precision: 8, least: -133, most: 127 },
  f32: { precision: 24, least: -149, most: 127 },
  f64: { precision: 53, least: -1074, most: 1023 },
} as const satisfies Record<string, Format>;

const double = new Float64Array(1);
const pattern = new BigUint64Array(double.buffer);

/** A finite number as integer · 2^exponent. */
export function parts(value: number): readonly [mantissa: bigint, exponent: number] {
  double[0] = value;
  const bits = pattern[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  return [bits >> 63n ? -mantissa : mantissa, Math.max(exponent, 1) - 1075];
}

const lengthOf = (value: bigint): number => value.toString(2).length;

/** Does a remainder after `quotient` make it one larger? `twice` compares twice the remainder with the divisor. */
function increments(mode: Rounding, negative: boolean, odd: boolean, inexact: boolean, twice: number): boolean {
  if (!inexact || mode === "rz") return false;
  if (mode === "rn") return twice > 0 || (twice === 0 && odd);
  return (mode === "rm") === negative;
}

/** Assembles mantissa · 2^exponent, which fits the format, without another rounding. */
function assemble(negative: boolean, mantissa: bigint, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  const value = Number(mantissa) * 2 ** half * 2 ** (exponent - half);
  return negative ? -value : value;
}

/** An exact result: numerator / denominator · 2^exponent. */
interface Exact {
  readonly numerator: bigint;
  /** 1 unless it is given. */
  readonly denominator?: bigint;
  readonly exponent: number;
  /** The result where the exact one is 0, whose sign is not in the fraction. */
  readonly zero: number;
  /** The exact result is a little further from 0 than the fraction. */
  readonly sticky?: boolean;
}

/** An exact result in a format. */
function round(exact: Exact, { precision, least, most }: Format, mode: Rounding): number {
  const { numerator, denominator = 1n, exponent, sticky = false } = exact;
  if (numerator === 0n) return exact.zero;
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  // One bit more than needed, so that the unit may be chosen from the quotient's length.
  const shift = Math.max(0, precision + 2 - (lengthOf(top) - lengthOf(bottom)));
  const scaled = top << BigInt(shift);
  const quotient = scaled / bottom;
  const inexact = sticky || scaled % bottom !== 0n;
  const power = exponent - shift;
  const unit = Math.max(power + lengthOf(quotient) - precision, least);
  const drop = BigInt(unit - power);
  let mantissa = drop > 0n ? quotient >> drop : quotient << -drop;
  const rest = drop > 0n ? quotient & ((1n << drop) - 1n) : 0n;
  const half = drop > 0n ? 1n << (drop - 1n) : 1n;
  const twice = rest > half || (rest === half && inexact) ? 1 : rest === half ? 0 : -1;
  if (increments(mode, negative, (mantissa & 1n) === 1n, inexact || rest !== 0n, twice)) mantissa += 1n;
  if (mantissa === 0n) return negative ? -0 : 0;
  if (lengthOf(mantissa) + unit - 1 > most) {
    const away = mode === "rn" || (mode === "rm") === negative;
    if (away && mode !== "rz") return negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return assemble(negative, (1n << BigInt(precision)) - 1n, most - precision + 1);
  }
  return assemble(negative, mantissa, unit);
}

/** A finite double in a narrower format. */
export function narrowed(value: number, format: Format, mode: Rounding): number {
  if (!Number.isFinite(value)) return value;
  const [mantissa, exponent] = parts(value);
  return round({ numerator: mantissa, exponent, zero: value }, format, mode);
}

/** An exact zero that is made of unequal terms is -0 when rounding down, else +0. */
const cancelled = (mode: Rounding): number => (mode === "rm" ? -0 : 0);

/** a + b, rounded once. */
export function add(a: number, b: number, format: Format, mode: Rounding): number {
  return fused(a, 1, b, format, mode);
}

/** a · b, rounded once. */
export function multiply(a: number, b: number, format: Format, mode: Rounding): number {
  const plain = a * b;
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return plain;
  const [[ma, ea], [mb, eb]] = [parts(a), parts(b)];
  return round({ numerator: ma * mb, exponent: ea + eb, zero: plain }, format, mode);
}

/** a · b + c. */
export function fused(a: number, b: number, c: number, format: Format, mode: Rounding): number {
  const plain = a * b + c;
  if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c)) return plain;
  const [[ma, ea], [mb, eb], [mc, ec]] = [parts(a), parts(b), parts(c)];
  const exponent = Math.min(ea + eb, ec);
  const sum = ((ma * mb) << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  const zeros = ma * mb === 0n && mc === 0n;
  const sameSign = Object.is(a * b, 0) === Object.is(c, 0);
  const zero = zeros && sameSign ? c : cancelled(mode);
  return round({ numerator: sum, exponent, zero }, format, mode);
}

/** a / b, rounded once. */
export function divide(a: number, b: number, format: Format, mode: Rounding): number {
  const plain = a / b;
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return plain;
  const [[ma, ea], [mb, eb]] = [parts(a), parts(b)];
  return round({ numerator: ma, denominator: mb, exponent: ea - eb, zero: plain }, format, mode);
}

/** The integer part of a square root, by Newton's method. */
function integerRoot(value: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(lengthOf(value) / 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** √a, rounded once; NaN below 0. */
export function squareRoot(a: number, format: Format, mode: Rounding): number {
  if (!Number.isFinite(a) || a <= 0) return Math.sqrt(a);
  const [mantissa, exponent] = parts(a);
  // An even exponent, and enough bits that what is left of the root only says that there is more.
  const shift = 2 * format.precision + 8 + (exponent & 1);
  const scaled = mantissa << BigInt(shift);
  const root = integerRoot(scaled);
  const sticky = root * root !== scaled;
  return round({ numerator: root, exponent: (exponent - shift) / 2, zero: 0, sticky }, format, mode);
}

/** 1 / √a, rounded once. */
export function reciprocalRoot(a: number, format: Format, mode: Rounding): number {
  if (!Number.isFinite(a) || a <= 0) return 1 / Math.sqrt(a);
  const [mantissa, exponent] = parts(a);
  // √(2^s / a): the fraction inside is cut off, which a sticky bit makes good.
  const shift = 4 * format.precision + 60 + (exponent & 1);
  const inside = (1n << BigInt(shift)) / mantissa;
  const root = integerRoot(inside);
  return round({ numerator: root, exponent: -(exponent + shift) / 2, zero: 0, sticky: true }, format, mode);
}

/** An integer in a floating-point format. */
export function fromInteger(value: bigint, format: Format, mode: Rounding): number {
  return round({ numerator: value, exponent: 0, zero: 0 }, format, mode);
}

/** The integer beside a number in the direction of a rounding; infinities and NaN stay. */
export function integral(value: number, mode: Rounding): number {
  if (mode === "rz") return Math.trunc(value);
  if (mode === "rm") return Math.floor(value);
  if (mode === "rp") return Math.ceil(value);
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5 || (rest === 0.5 && floor % 2 === 0))
    return Object.is(floor, 0) && Object.is(Math.sign(value), -0) ? -0 : floor;
  return floor + 1 === 0 ? -0 : floor + 1;
}

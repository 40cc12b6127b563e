/** `printf` formats, for the host and for kernels. Reference: C17, 7.21.6.1. */
import type { Decoded } from "../mathematics/extended";
import { ByteWriter } from "./bytes";

/** A format asks for more text than a run may produce. */
export class FormatLimit extends Error {}

/** Where the values come from: the next integer, real or string of a call. */
export interface FormatArguments {
  /** Unsigned 64 bits; the format says how many count. */
  integer(): bigint;
  real(): number;
  /** A `long double`, which the host has and kernels do not. */
  longReal?(): Decoded;
  /** Bytes of a string argument. */
  string(limit: number | undefined): Uint8Array;
  /** `%n`: how many bytes were written so far. */
  written?(count: number): void;
}

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly length: string;
}

/** The longest text of one conversion: a longer one is a mistake, and would only use up memory. */
const MAX_CHARACTERS = 1 << 24;

const encoder = new TextEncoder();
const ascii = (text: string): number[] => [...encoder.encode(text)];

const lengthBits: Readonly<Record<string, number>> = { hh: 8, h: 16, l: 64, ll: 64, z: 64, j: 64, t: 64, q: 64, L: 64 };

/** Formats into bytes; an unknown conversion is copied as it stands, as C libraries do. */
export function formatBytes(format: Uint8Array, values: FormatArguments): Uint8Array {
  const out = new ByteWriter();
  const text = new TextDecoder("latin1").decode(format);
  const directive = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|-?\d*))?(hh|h|ll|l|z|j|t|q|L)?([diouxXcsfFeEgGaAp%n])/g;
  let end = 0;
  for (const match of text.matchAll(directive)) {
    out.add(format.subarray(end, match.index));
    end = match.index + match[0].length;
    writeDirective(out, match, values);
  }
  out.add(format.subarray(end));
  return out.all();
}

function writeDirective(out: ByteWriter, match: RegExpMatchArray, values: FormatArguments): void {
  let flags = match[1]!;
  let width = 0;
  if (match[2] === "*") {
    width = Number(BigInt.asIntN(32, values.integer()));
    if (width < 0) {
      flags += "-";
      width = -width;
    }
  } else if (match[2]) width = Number(match[2]);
  let precision: number | undefined;
  if (match[3] === "*") {
    precision = Number(BigInt.asIntN(32, values.integer()));
    if (precision < 0) precision = undefined;
  } else if (match[3] !== undefined) precision = Math.max(0, Number(match[3] || 0));
  if (width > MAX_CHARACTERS || (precision ?? 0) > MAX_CHARACTERS) {
    throw new FormatLimit(`a conversion of printf (${match[0]}) asks for more than ${MAX_CHARACTERS} characters`);
  }
  const directive: Directive = { flags, width, precision, length: match[4] ?? "" };
  const conversion = match[5]!;
  if (conversion === "%") out.add([0x25]);
  else if (conversion === "n") {
    values.integer();
    values.written?.(out.length);
  } else if (conversion === "c") out.add(padded([Number(values.integer() & 255n)], directive, false));
  else if (conversion === "s") out.add(padded(limited(values.string(precision), precision), directive, false));
  else if (conversion === "p") out.add(padded(ascii(pointerText(values.integer())), directive, false));
  else if (/[diouxX]/.test(conversion)) out.add(integerText(conversion, values.integer(), directive));
  else if (directive.length === "L" && values.longReal) out.add(realText(conversion, values.longReal(), directive));
  else out.add(realText(conversion, values.real(), directive));
}

function limited(bytes: Uint8Array, precision: number | undefined): Uint8Array {
  return precision === undefined ? bytes : bytes.subarray(0, precision);
}

function pointerText(value: bigint): string {
  return value === 0n ? "(nil)" : `0x${value.toString(16)}`;
}

/** Pads to the width; zeros go after the sign and the `0x`. */
function padded(bytes: ArrayLike<number>, { flags, width }: Directive, zeros: boolean): ArrayLike<number> {
  const missing = width - bytes.length;
  if (missing <= 0) return bytes;
  const isLeft = flags.includes("-");
  const hasZeros = !isLeft && zeros && flags.includes("0");
  const whole = new Uint8Array(width).fill(hasZeros ? 0x30 : 0x20);
  const first = String.fromCharCode(...Array.from({ length: Math.min(3, bytes.length) }, (_, i) => bytes[i]!));
  const head = hasZeros ? /^[-+ ]?(0[xX])?/.exec(first)![0].length : 0;
  for (let i = 0; i < bytes.length; i++) whole[isLeft || i < head ? i : i + missing] = bytes[i]!;
  return whole;
}

function sign(negative: boolean, flags: string): string {
  return negative ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
}

function integerText(conversion: string, raw: bigint, directive: Directive): ArrayLike<number> {
  const bits = lengthBits[directive.length] ?? 32;
  const isSigned = conversion === "d" || conversion === "i";
  const value = isSigned ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
  const magnitude = value < 0n ? -value : value;
  const radix = conversion === "o" ? 8 : conversion === "x" || conversion === "X" ? 16 : 10;
  let digits = magnitude.toString(radix);
  if (conversion === "X") digits = digits.toUpperCase();
  if (directive.precision !== undefined) {
    digits = magnitude === 0n && directive.precision === 0 ? "" : digits.padStart(directive.precision, "0");
  }
  let prefix = isSigned ? sign(value < 0n, directive.flags) : "";
  if (directive.flags.includes("#") && magnitude !== 0n) {
    if (radix === 16) prefix += `0${conversion}`;
    else if (radix === 8 && !digits.startsWith("0")) prefix += "0";
  }
  return padded(ascii(prefix + digits), directive, directive.precision === undefined);
}

/** A number of either format. */
type Real = number | Decoded;

function hasDigits(value: Real): boolean {
  return typeof value === "number" ? Number.isFinite(value) : value.kind === "finite";
}

function isZero(value: Real): boolean {
  return typeof value === "number" ? value === 0 : value.mantissa === 0n;
}

/** The exponent of ten, or one beside it. */
function tens(value: Real): number {
  if (isZero(value)) return 0;
  if (typeof value === "number") return Math.floor(Math.log10(value));
  return Math.floor((value.mantissa.toString(2).length + value.power - 1) * Math.log10(2));
}

function realText(conversion: string, value: Real, directive: Directive): ArrayLike<number> {
  const lower = conversion.toLowerCase();
  const isPlain = typeof value === "number";
  const negative = isPlain ? value < 0 || Object.is(value, -0) : value.negative;
  const magnitude = isPlain ? Math.abs(value) : value;
  let digits: string;
  if (!hasDigits(value)) digits = (isPlain ? Number.isNaN(value) : value.kind === "nan") ? "nan" : "inf";
  else if (lower === "f") digits = pointed(fixed(magnitude, directive.precision ?? 6), directive.flags);
  else if (lower === "e") digits = pointed(exponential(magnitude, directive.precision ?? 6), directive.flags);
  else if (lower === "g") digits = general(magnitude, directive.precision ?? 6, directive.flags.includes("#"));
  else digits = hexadecimal(magnitude, directive.precision);
  const text = sign(negative, directive.flags) + digits;
  return padded(ascii(conversion === lower ? text : text.toUpperCase()), directive, hasDigits(value));
}

/** With the point that `#` asks for where no digit follows it. */
function pointed(digits: string, flags: string): string {
  return flags.includes("#") && !digits.includes(".") ? digits.replace(/^\d+/, "$&.") : digits;
}

/** Exact decimal digits of a non-negative number, rounded half to even at `precision`, as C libraries print them. */
function fixed(value: Real, precision: number): string {
  const { numerator, denominator } = fraction(value);
  const scale = 10n ** BigInt(precision);
  const scaled = numerator * scale;
  let quotient = scaled / denominator;
  const twice = (scaled % denominator) * 2n;
  if (twice > denominator || (twice === denominator && quotient % 2n === 1n)) quotient += 1n;
  const digits = quotient.toString().padStart(precision + 1, "0");
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** A number as an exact fraction whose denominator is a power of two. */
function fraction(value: Real): { numerator: bigint; denominator: bigint } {
  if (typeof value !== "number") {
    const { mantissa, power } = value;
    return power >= 0
      ? { numerator: mantissa << BigInt(power), denominator: 1n }
      : { numerator: mantissa, denominator: 1n << BigInt(-power) };
  }
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent ? 1n << 52n : 0n);
  const power = (exponent || 1) - 1075;
  return power >= 0
    ? { numerator: mantissa << BigInt(power), denominator: 1n }
    : { numerator: mantissa, denominator: 1n << BigInt(-power) };
}

function exponential(value: Real, precision: number): string {
  let exponent = tens(value);
  let digits = mantissaDigits(value, exponent, precision);
  // The logarithm may be off by one, and rounding may carry into a new digit.
  if (!isZero(value) && digits.length > precision + 1) digits = mantissaDigits(value, ++exponent, precision);
  else if (!isZero(value) && digits.length < precision + 1) digits = mantissaDigits(value, --exponent, precision);
  digits = digits.padEnd(precision + 1, "0");
  const body = precision === 0 ? digits[0]! : `${digits[0]}.${digits.slice(1)}`;
  return `${body}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** value / 10^exponent, times 10^precision, rounded to an integer. */
function mantissaDigits(value: Real, exponent: number, precision: number): string {
  const { numerator, denominator } = fraction(value);
  const shift = precision - exponent;
  const top = shift >= 0 ? numerator * 10n ** BigInt(shift) : numerator;
  const bottom = shift >= 0 ? denominator : denominator * 10n ** BigInt(-shift);
  let quotient = top / bottom;
  const twice = (top % bottom) * 2n;
  if (twice > bottom || (twice === bottom && quotient % 2n === 1n)) quotient += 1n;
  return quotient.toString();
}

function general(value: Real, precision: number, keepZeros: boolean): string {
  const significant = precision || 1;
  const scientific = exponential(value, significant - 1);
  const exponent = Number(scientific.slice(scientific.indexOf("e") + 1));
  const useFixed = exponent >= -4 && exponent < significant;
  const text = useFixed ? fixed(value, significant - 1 - exponent) : scientific;
  if (keepZeros || !text.includes(".")) return text;
  const [mantissa, tail] = useFixed ? [text, ""] : [text.slice(0, text.indexOf("e")), text.slice(text.indexOf("e"))];
  return mantissa!.replace(/\.?0+$/, "") + tail;
}

/** Of one digit before the point; rounded half to even where fewer digits are asked for than there are. */
function hexadecimal(value: Real, precision: number | undefined): string {
  if (typeof value !== "number") return longHexadecimal(value, precision);
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  let mantissa = (bits & 0xfffffffffffffn) | (exponent ? 1n << 52n : 0n);
  const dropped = BigInt(4 * Math.max(0, 13 - (precision ?? 13)));
  const [half, rest] = [(1n << dropped) >> 1n, BigInt.asUintN(Number(dropped), mantissa)];
  mantissa -= rest;
  if (rest > half || (rest === half && rest > 0n && (mantissa >> dropped) & 1n)) mantissa += 1n << dropped;
  const all = BigInt.asUintN(52, mantissa).toString(16).padStart(13, "0");
  const digits = precision === undefined ? all.replace(/0+$/, "") : all.slice(0, precision).padEnd(precision, "0");
  const power = value === 0 ? 0 : (exponent || 1) - 1023;
  return `0x${mantissa >> 52n}${digits ? `.${digits}` : ""}p${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}

/** Of sixteen digits, the first with the leading bit of the significand. */
function longHexadecimal({ mantissa, power }: Decoded, precision: number | undefined): string {
  if (mantissa === 0n) return `0x0${precision ? `.${"0".repeat(precision)}` : ""}p+0`;
  const dropped = BigInt(4 * Math.max(0, 15 - (precision ?? 15)));
  const [half, rest] = [(1n << dropped) >> 1n, BigInt.asUintN(Number(dropped), mantissa)];
  let kept = mantissa - rest;
  if (rest > half || (rest === half && rest > 0n && (kept >> dropped) & 1n)) kept += 1n << dropped;
  const all = (kept & ((1n << 60n) - 1n)).toString(16).padStart(15, "0");
  const digits = precision === undefined ? all.replace(/0+$/, "") : all.slice(0, precision).padEnd(precision, "0");
  const exponent = power + 60;
  return `0x${(kept >> 60n).toString(16)}${digits ? `.${digits}` : ""}p${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

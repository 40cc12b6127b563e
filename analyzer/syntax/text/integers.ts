/** C++ integers of the LP64 model that CUDA uses on Linux: types by name, conversions, and arithmetic that knows its overflow. */
import { ofShortText } from "./ofText";

/** An integer type by its width and sign. */
export interface IntegerType {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
  /** `bool`: whatever is not zero converts to one. */
  readonly truth?: true;
}

/** An integer constant with its C++ type. */
export interface Integer {
  readonly type: IntegerType;
  readonly value: bigint;
}

/** The types `int`, `unsigned`, `long` and `unsigned long` of a 64-bit Linux host. */
export const INT: IntegerType = { bits: 32, signed: true };
export const UNSIGNED: IntegerType = { bits: 32, signed: false };
export const LONG: IntegerType = { bits: 64, signed: true };
export const UNSIGNED_LONG: IntegerType = { bits: 64, signed: false };

const signedOf = (bits: IntegerType["bits"]): IntegerType => ({ bits, signed: true });
const unsignedOf = (bits: IntegerType["bits"]): IntegerType => ({ bits, signed: false });

const integerTypes: ReadonlyMap<string, IntegerType> = new Map([
  ["bool", { ...unsignedOf(8), truth: true }],
  ["char", signedOf(8)],
  ["signed char", signedOf(8)],
  ["unsigned char", unsignedOf(8)],
  ["uchar", unsignedOf(8)],
  ["int8_t", signedOf(8)],
  ["uint8_t", unsignedOf(8)],
  ["short", signedOf(16)],
  ["unsigned short", unsignedOf(16)],
  ["ushort", unsignedOf(16)],
  ["int16_t", signedOf(16)],
  ["uint16_t", unsignedOf(16)],
  ["int", INT],
  ["signed", INT],
  ["int32_t", INT],
  ["unsigned", UNSIGNED],
  ["uint", UNSIGNED],
  ["uint32_t", UNSIGNED],
  ["long", LONG],
  ["long long", LONG],
  ["int64_t", LONG],
  ["ptrdiff_t", LONG],
  ["ssize_t", LONG],
  ["unsigned long", UNSIGNED_LONG],
  ["unsigned long long", UNSIGNED_LONG],
  ["ulong", UNSIGNED_LONG],
  ["uint64_t", UNSIGNED_LONG],
  ["size_t", UNSIGNED_LONG],
  ["uintptr_t", UNSIGNED_LONG],
  ["enum", INT],
]);

/** Bytes of the types that are no integers; vector types follow from their element. */
const otherSizes: ReadonlyMap<string, number> = new Map([
  ["float", 4],
  ["double", 8],
  ["half", 2],
  ["__half", 2],
  ["half2", 4],
  ["__half2", 4],
  ["nv_bfloat16", 2],
  ["__nv_bfloat16", 2],
  ["__nv_bfloat162", 4],
  ["dim3", 12],
  ["cufftComplex", 8],
  ["cuComplex", 8],
  ["cuFloatComplex", 8],
  ["cuDoubleComplex", 16],
]);

/** One spelling for each way to write a type: no qualifiers, no `std::`, no needless `int`, `unsigned` in front. */
export function canonicalType(text: string): string {
  const words = text
    .replace(/\b(const|volatile|static|constexpr|inline|register|extern|std::)\b/g, " ")
    .replace(/std::/g, "")
    .replace(/\s*\*\s*/g, " * ")
    .trim()
    .split(/\s+/);
  if (words.includes("*") || words.length === 1) return words.join(" ");
  const basic = words.every((word) => /^(unsigned|signed|char|short|int|long)$/.test(word));
  if (!basic) return words.join(" ");
  const sign = words.includes("unsigned")
    ? "unsigned "
    : words.includes("char") && words.includes("signed")
      ? "signed "
      : "";
  const size = words.includes("char")
    ? "char"
    : words.includes("short")
      ? "short"
      : "long ".repeat(words.filter((word) => word === "long").length).trim() || (sign ? "" : "int");
  return `${sign}${size}`.trim();
}

/** The integer type of a name as written, or undefined for anything else. */
export function integerType(text: string): IntegerType | undefined {
  return integerTypes.get(canonicalType(text));
}

/** Bytes of a basic, vector or pointer type as written. */
export function sizeOfType(text: string): number | undefined {
  const name = canonicalType(text);
  if (name.endsWith("*")) return 8;
  const integer = integerTypes.get(name);
  if (integer) return integer.bits / 8;
  const other = otherSizes.get(name);
  if (other !== undefined) return other;
  const vector = /^(u?char|u?short|u?int|u?longlong|u?long|float|double)([1-4])$/.exec(name);
  if (!vector) return undefined;
  const element = vector[1]!.endsWith("longlong") ? 8 : sizeOfType(vector[1]!);
  return element === undefined ? undefined : element * Number(vector[2]);
}

const fits = (value: bigint, type: IntegerType) =>
  (type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)) === value;

/** Conversion to a type; a signed type that cannot hold the value wraps, as every compiler does. */
export function convert(integer: Integer, type: IntegerType): Integer {
  if (type.truth) return { type, value: integer.value === 0n ? 0n : 1n };
  const value = type.signed ? BigInt.asIntN(type.bits, integer.value) : BigInt.asUintN(type.bits, integer.value);
  return { type, value };
}

const promote = (integer: Integer): Integer => (integer.type.bits < 32 ? { type: INT, value: integer.value } : integer);

/** Unsigned results wrap; a signed overflow has no value. */
function result(value: bigint, type: IntegerType): Integer | undefined {
  if (!type.signed) return { type, value: BigInt.asUintN(type.bits, value) };
  return fits(value, type) ? { type, value } : undefined;
}

function commonType(a: IntegerType, b: IntegerType): IntegerType {
  if (a.bits !== b.bits) return a.bits > b.bits ? a : b;
  return a.signed ? b : a;
}

const truth = (value: boolean): Integer => ({ type: INT, value: value ? 1n : 0n });

const arithmetic: Readonly<Record<string, (a: bigint, b: bigint) => bigint | undefined>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0n ? undefined : a / b),
  "%": (a, b) => (b === 0n ? undefined : a % b),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
};

const comparisons: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

/** `left op right` after the usual conversions; undefined for overflow, division by zero and what is no operator. */
export function binary(operator: string, left: Integer, right: Integer): Integer | undefined {
  const a = promote(left);
  const b = promote(right);
  if (operator === "<<" || operator === ">>") {
    if (b.value < 0n || b.value >= BigInt(a.type.bits)) return undefined;
    return operator === ">>" ? { type: a.type, value: a.value >> b.value } : result(a.value << b.value, a.type);
  }
  const type = commonType(a.type, b.type);
  const x = convert(a, type).value;
  const y = convert(b, type).value;
  const compare = comparisons[operator];
  if (compare) return truth(compare(x, y));
  const value = arithmetic[operator]?.(x, y);
  return value === undefined ? undefined : result(value, type);
}

/** `op operand` after promotion. */
export function unary(operator: string, operand: Integer): Integer | undefined {
  const { type, value } = promote(operand);
  if (operator === "+") return { type, value };
  if (operator === "-") return result(-value, type);
  if (operator === "~") return result(~value, type);
  return operator === "!" ? truth(value === 0n) : undefined;
}

/** An integer literal with its suffixes, or undefined for a floating one. */
export const literal = ofShortText((text: string): Integer | undefined => {
  const match = /^(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)$/.exec(text.replaceAll("'", ""));
  if (!match) return undefined;
  const digits = match[1]!;
  const octal = /^0\d+$/.test(digits);
  if (octal && /[89]/.test(digits)) return undefined;
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const suffix = match[2]!.toLowerCase();
  const decimal = !octal && !/^0[xb]/i.test(digits);
  const candidates = [INT, UNSIGNED, LONG, UNSIGNED_LONG].filter(
    (type) =>
      (!suffix.includes("u") || !type.signed) &&
      (!/[lz]/.test(suffix) || type.bits === 64) &&
      (!decimal || suffix.includes("u") || type.signed),
  );
  const type = candidates.find((one) => fits(value, one));
  return type && { type, value };
});

/** Element types of buffers by their C++ name, and the bytes of fill patterns in them. */
import type { Element, FillPattern, Scalar } from "../model/arguments";

const scalars: Readonly<Record<string, Scalar>> = {
  bool: { kind: "unsigned", bytes: 1 },
  char: { kind: "signed", bytes: 1 },
  "signed char": { kind: "signed", bytes: 1 },
  "unsigned char": { kind: "unsigned", bytes: 1 },
  short: { kind: "signed", bytes: 2 },
  "unsigned short": { kind: "unsigned", bytes: 2 },
  int: { kind: "signed", bytes: 4 },
  unsigned: { kind: "unsigned", bytes: 4 },
  "unsigned int": { kind: "unsigned", bytes: 4 },
  long: { kind: "signed", bytes: 8 },
  "unsigned long": { kind: "unsigned", bytes: 8 },
  "long long": { kind: "signed", bytes: 8 },
  "unsigned long long": { kind: "unsigned", bytes: 8 },
  float: { kind: "float", bytes: 4 },
  double: { kind: "float", bytes: 8 },
  __half: { kind: "float", bytes: 2 },
  half: { kind: "float", bytes: 2 },
};

const vectorBases: Readonly<Record<string, string>> = {
  char: "char",
  uchar: "unsigned char",
  short: "short",
  ushort: "unsigned short",
  int: "int",
  uint: "unsigned int",
  long: "long",
  ulong: "unsigned long",
  longlong: "long long",
  ulonglong: "unsigned long long",
  float: "float",
  double: "double",
};

const uint32: Scalar = { kind: "unsigned", bytes: 4 };

/**
 * The element of a pointee type. A structure is filled as 32-bit words over its `fallbackBytes`, which the caller takes
 * from the IR; a type that nothing is known of is one 32-bit word.
 */
export function elementOf(typeName: string, fallbackBytes = 4): Element {
  const name = typeName
    .replaceAll(/\b(const|volatile)\b/g, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  const scalar = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  if (scalar) return { bytes: scalar.bytes, scalars: [scalar] };
  const vector = /^([a-z]+)([1-4])$/.exec(name);
  const base = vector && scalars[vectorBases[vector[1]!] ?? ""];
  if (vector && base) {
    const lanes = Number(vector[2]);
    return { bytes: base.bytes * lanes, scalars: Array<Scalar>(lanes).fill(base) };
  }
  if (name.endsWith("*")) return { bytes: 8, scalars: [{ kind: "unsigned", bytes: 8 }] };
  if (name === "__half2" || name === "half2") return { bytes: 4, scalars: [scalars.half!, scalars.half!] };
  const words = Math.max(1, Math.floor(fallbackBytes / 4));
  return { bytes: fallbackBytes, scalars: Array<Scalar>(words).fill(uint32), isStructure: true };
}

/** Numerical Recipes' 32-bit linear congruential generator, which needs no state beyond one word. */
function nextRandom(state: number): number {
  return (Math.imul(state, 1664525) + 1013904223) >>> 0;
}

/** IEEE binary16 bits of a number, rounded to nearest even through binary32. */
function halfBits(value: number): number {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const mantissa = bits & 0x7fffff;
  if (exponent >= 31) return sign | (((bits >>> 23) & 0xff) === 255 && mantissa ? 0x7e00 : 0x7c00);
  if (exponent < -10) return sign;
  const shift = exponent <= 0 ? 14 - exponent : 13;
  const full = exponent <= 0 ? mantissa | 0x800000 : mantissa;
  const half = full >>> shift;
  const rest = full & ((1 << shift) - 1);
  const middle = 1 << (shift - 1);
  const up = rest > middle || (rest === middle && (half & 1) === 1) ? 1 : 0;
  return sign | ((exponent <= 0 ? half : (exponent << 10) + half) + up);
}

/** Writes `value` (a number or the text of one) at `at` as `scalar`. Integers wrap at their width. */
export function writeScalar(view: DataView, at: number, scalar: Scalar, value: number | string): void {
  if (scalar.kind === "float") {
    const real = typeof value === "number" ? value : parseReal(value);
    if (scalar.bytes === 8) view.setFloat64(at, real, true);
    else if (scalar.bytes === 4) view.setFloat32(at, real, true);
    else view.setUint16(at, halfBits(real), true);
    return;
  }
  if (scalar.bytes === 8) {
    view.setBigUint64(
      at,
      BigInt.asUintN(64, typeof value === "number" ? BigInt(Math.trunc(value)) : parseInteger(value)),
      true,
    );
    return;
  }
  // Numbers wrap at the width by themselves.
  const low = typeof value === "number" ? value : Number(BigInt.asUintN(32, parseInteger(value)));
  if (scalar.bytes === 4) view.setUint32(at, low, true);
  else if (scalar.bytes === 2) view.setUint16(at, low, true);
  else view.setUint8(at, low);
}

function parseReal(text: string): number {
  const plain = /^[+-]?0x/i.test(text) ? text : text.replace(/f$/i, "");
  if (/inf$/i.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(plain);
}

function parseInteger(text: string): bigint {
  const negative = text.startsWith("-");
  const digits = text.replace(/^[+-]/, "");
  const magnitude = /^(0x[0-9a-f]+|\d+)$/i.test(digits) ? BigInt(digits) : BigInt(Math.trunc(parseReal(digits)) || 0);
  return negative ? -magnitude : magnitude;
}

/** One number of 32 bits, which a typed array writes much faster than a view. */
const isWord = ({ bytes, scalars }: Element): boolean => bytes === 4 && scalars.length === 1 && scalars[0]!.bytes === 4;

/** `count` elements of a pattern, as device bytes (little endian). */
export function fillBytes(fill: FillPattern, element: Element, count: number): Uint8Array {
  const bytes = new Uint8Array(element.bytes * count);
  if (fill.kind === "zeros" || count === 0) return bytes;
  const view = new DataView(bytes.buffer);
  if (fill.kind === "const") {
    writeElement(view, 0, element, () => fill.value);
    repeat(bytes, element.bytes);
    return bytes;
  }
  if (fill.kind === "cycle") {
    let at = 0;
    for (let i = 0; i < count; i++)
      writeElement(view, i * element.bytes, element, () => fill.values[at++ % fill.values.length]!);
    return bytes;
  }
  if (fill.kind === "iota" && isWord(element)) {
    const words = element.scalars[0]!.kind === "float" ? new Float32Array(bytes.buffer) : new Int32Array(bytes.buffer);
    for (let i = 0; i < count; i++) words[i] = i;
    return bytes;
  }
  let next = 0;
  let state = fill.kind === "random" ? nextRandom(fill.seed >>> 0) : 0;
  const random = ({ kind }: Scalar): number => {
    state = nextRandom(state);
    return kind === "float" ? state / 2 ** 32 : state >>> 16;
  };
  const value = fill.kind === "iota" ? () => next++ : random;
  for (let i = 0; i < count; i++) writeElement(view, i * element.bytes, element, value);
  return bytes;
}

function writeElement(view: DataView, start: number, { scalars }: Element, value: (scalar: Scalar) => number | string) {
  let at = start;
  for (const scalar of scalars) {
    writeScalar(view, at, scalar, value(scalar));
    at += scalar.bytes;
  }
}

/** Repeats the first bytes over the whole array. */
function repeat(bytes: Uint8Array, length: number): void {
  for (let done = length; done < bytes.length; done *= 2)
    bytes.copyWithin(done, 0, Math.min(done, bytes.length - done));
}

/**
 * Products of matrices as tensor cores compute them.
 *
 * Floating point: the products of one instruction and the addend are aligned to the largest exponent, cut off 25 bits
 * below it, summed exactly, and the sum is cut off to a float. Exponents are those of the factors, added up: a product of
 * 1.5 and 1.5 is not normalised first. Fitted to `reals` of `test/hardware/language/matrix.cu`: 256 of 256 sums of
 * sixteen products; sums and products of few bits are exact, whatever the model. Sums of fp8 have not been measured.
 */
import { floatToHalf, fma64 as fma, halfToFloat } from "../mathematics/arithmetic";
import { type Element, elementBits, type Locate, locateA, locateB, locateC, registers, type Shape } from "./shapes";

/** Bits kept below the largest exponent of a sum. */
const KEPT = 25;

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

function bitsToFloat(bits: number): number {
  word[0] = bits;
  return single[0]!;
}

/** fp8 by its bits: 4 bits of exponent have no infinities and one NaN; 5 bits are the upper byte of a half. */
export function smallToFloat(bits: number, exponentBits: 4 | 5): number {
  if (exponentBits === 5) return halfToFloat(bits << 8);
  const sign = bits & 0x80 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 3) & 15, bits & 7];
  if (exponent === 15 && fraction === 7) return Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -9 : sign * (8 + fraction) * 2 ** (exponent - 10);
}

/** Bits of tf32 that count; the rest of the register is not looked at. */
const TF32 = 0xffff_e000;

function decode(element: Element, bits: number): number {
  switch (element) {
    case "f16":
      return halfToFloat(bits);
    case "bf16":
      return bitsToFloat(bits << 16);
    case "tf32":
      return bitsToFloat(bits & TF32);
    case "e4m3":
      return smallToFloat(bits, 4);
    case "e5m2":
      return smallToFloat(bits, 5);
    case "s8":
      return (bits << 24) >> 24;
    case "s4":
      return (bits << 28) >> 28;
    default:
      return bits;
  }
}

const pattern = new Uint32Array(2);
const double = new Float64Array(pattern.buffer);

/** Exponent of a number that is not 0. Factors have no subnormal doubles. */
function exponentOf(value: number): number {
  double[0] = value;
  return ((pattern[1]! >>> 20) & 0x7ff) - 1023;
}

/** A double cut off to 24 bits, or to the least subnormal float. */
function cutToFloat(value: number): number {
  const rounded = Math.fround(value);
  if (Math.abs(rounded) <= Math.abs(value) || Number.isNaN(value)) return rounded;
  single[0] = rounded;
  word[0]!--;
  return single[0]!;
}

/** One sum of floats: `left[i]·right[i]` over the inner dimension, and the addend. */
function sumOfProducts(
  left: Float64Array,
  right: Float64Array,
  a: number,
  b: number,
  k: number,
  addend: number,
): number {
  let highest = addend === 0 ? Number.NEGATIVE_INFINITY : exponentOf(addend);
  let plain = addend;
  for (let i = 0; i < k; i++) {
    const [x, y] = [left[a + i]!, right[b + i]!];
    plain += x * y;
    if (x === 0 || y === 0) continue;
    const exponent = exponentOf(x) + exponentOf(y);
    if (exponent > highest) highest = exponent;
  }
  if (!Number.isFinite(plain)) return plain;
  if (highest === Number.NEGATIVE_INFINITY) return 0;
  const unit = 2 ** (highest - KEPT);
  let units = Math.trunc(addend / unit);
  for (let i = 0; i < k; i++) units += Math.trunc((left[a + i]! * right[b + i]!) / unit);
  return units * unit;
}

/** Reads a matrix from the lanes' registers; slots are places in linear memory of 32 words, or of 32 double words. */
function gather(
  view: DataView,
  slots: readonly number[],
  element: Element,
  locate: Locate,
  into: Float64Array,
  at: (row: number, column: number) => number,
): void {
  const bits = elementBits(element);
  const mask = bits >= 32 ? -1 : (1 << bits) - 1;
  slots.forEach((slot, register) => {
    for (let lane = 0; lane < 32; lane++) {
      if (bits === 64) {
        const [row, column] = locate(lane, register, 0);
        into[at(row, column)] = view.getFloat64(slot + 8 * lane, true);
        continue;
      }
      const held = view.getUint32(slot + 4 * lane, true);
      for (let part = 0; part < 32 / bits; part++) {
        const [row, column] = locate(lane, register, part);
        into[at(row, column)] = decode(element, (held >>> (part * bits)) & mask);
      }
    }
  });
}

const left = new Float64Array(16 * 256);
const right = new Float64Array(8 * 256);

const CANONICAL_NAN = 0x7fff_ffff;

function floatBits(value: number): number {
  if (Number.isNaN(value)) return CANONICAL_NAN;
  single[0] = value;
  return word[0]!;
}

/** d = a · b + c. The slots are in the order d, a, b, c, each with as many as `registers` says. */
export function multiply(view: DataView, shape: Shape, slots: readonly number[]): void {
  const count = registers(shape);
  const { k } = shape;
  const ends = [count.d, count.d + count.a, count.d + count.a + count.b];
  const [d, a, b, c] = [
    slots.slice(0, ends[0]),
    slots.slice(ends[0], ends[1]),
    slots.slice(ends[1], ends[2]),
    slots.slice(ends[2]),
  ] as const;
  gather(view, a, shape.a, locateA(shape), left, (row, column) => row * k + column);
  gather(view, b, shape.b, locateB(shape), right, (row, column) => column * k + row);
  const [locateIn, locateOut] = [locateC(shape.c), locateC(shape.d)];
  const addends = new Float64Array(shape.m * 8);
  const parts = (element: Element) => (element === "f16" ? 2 : 1);
  each(c, parts(shape.c), (slot, lane, register, part) => {
    const [row, column] = locateIn(lane, register, part);
    addends[row * 8 + column] = readResult(view, shape.c, slot, lane, part);
  });
  each(d, parts(shape.d), (slot, lane, register, part) => {
    const [row, column] = locateOut(lane, register, part);
    const addend = addends[row * 8 + column]!;
    writeResult(view, shape.d, slot, lane, part, element(shape, row * k, column * k, addend));
  });
}

function each(
  slots: readonly number[],
  parts: number,
  body: (slot: number, lane: number, register: number, part: number) => void,
): void {
  slots.forEach((slot, register) => {
    for (let lane = 0; lane < 32; lane++) for (let part = 0; part < parts; part++) body(slot, lane, register, part);
  });
}

function readResult(view: DataView, element: Element, slot: number, lane: number, part: number): number {
  if (element === "f64") return view.getFloat64(slot + 8 * lane, true);
  if (element === "f32") return view.getFloat32(slot + 4 * lane, true);
  if (element === "s32") return view.getInt32(slot + 4 * lane, true);
  return halfToFloat(view.getUint16(slot + 4 * lane + 2 * part, true));
}

function writeResult(view: DataView, element: Element, slot: number, lane: number, part: number, value: number): void {
  if (element === "f64") view.setFloat64(slot + 8 * lane, value, true);
  else if (element === "f32") view.setUint32(slot + 4 * lane, floatBits(cutToFloat(value)), true);
  else if (element === "s32") view.setInt32(slot + 4 * lane, value, true);
  else view.setUint16(slot + 4 * lane + 2 * part, floatToHalf(value), true);
}

/** One element of the result, its row of A and its column of B beginning at these places. */
function element(shape: Shape, row: number, column: number, addend: number): number {
  const { k, join, saturates } = shape;
  if (shape.d === "f64") {
    let sum = addend;
    for (let i = 0; i < k; i++) sum = fma(left[row + i]!, right[column + i]!, sum);
    return sum;
  }
  if (shape.d !== "s32") return sumOfProducts(left, right, row, column, k, addend);
  let sum = 0;
  for (let i = 0; i < k; i++) {
    const [x, y] = [left[row + i]!, right[column + i]!];
    sum += join === "xor" ? x ^ y : x * y;
  }
  const whole = addend + sum;
  return saturates ? Math.min(Math.max(whole, -(2 ** 31)), 2 ** 31 - 1) : whole | 0;
}

/** What `cp.reduce.async.bulk` makes of two elements, by operation and type. Reference: PTX ISA, "cp.reduce.async.bulk". */
import { floatToBfloat, floatToHalf, halfToFloat } from "../mathematics/arithmetic";

/** Joins the element at a place of memory with that at another one, which stays as it is. */
type Joins = (view: DataView, to: number, from: number) => void;

/** A reduction: bytes of an element, and how two of them are joined. */
export interface BulkReduction {
  readonly width: number;
  readonly join: Joins;
}

/** How elements of a type are read and written. */
interface Element<T> {
  readonly width: number;
  get(view: DataView, at: number): T;
  set(view: DataView, at: number, value: T): void;
}

const u32: Element<number> = {
  width: 4,
  get: (view, at) => view.getUint32(at, true),
  set: (view, at, value) => view.setUint32(at, value, true),
};
const s32: Element<number> = {
  width: 4,
  get: (view, at) => view.getInt32(at, true),
  set: (view, at, value) => view.setInt32(at, value, true),
};
const u64: Element<bigint> = {
  width: 8,
  get: (view, at) => view.getBigUint64(at, true),
  set: (view, at, value) => view.setBigUint64(at, value, true),
};
const s64: Element<bigint> = {
  width: 8,
  get: (view, at) => view.getBigInt64(at, true),
  set: (view, at, value) => view.setBigInt64(at, value, true),
};
const f32: Element<number> = {
  width: 4,
  get: (view, at) => view.getFloat32(at, true),
  set: (view, at, value) => view.setFloat32(at, value, true),
};
const f64: Element<number> = {
  width: 8,
  get: (view, at) => view.getFloat64(at, true),
  set: (view, at, value) => view.setFloat64(at, value, true),
};
const f16: Element<number> = {
  width: 2,
  get: (view, at) => halfToFloat(view.getUint16(at, true)),
  set: (view, at, value) => view.setUint16(at, floatToHalf(value), true),
};
const word = new DataView(new ArrayBuffer(4));
const bf16: Element<number> = {
  width: 2,
  get(view, at) {
    word.setUint32(0, view.getUint16(at, true) << 16);
    return word.getFloat32(0);
  },
  set: (view, at, value) => view.setUint16(at, floatToBfloat(value), true),
};

function by<T>({ width, get, set }: Element<T>, join: (old: T, given: T) => T): BulkReduction {
  return { width, join: (view, to, from) => set(view, to, join(get(view, to), get(view, from))) };
}

const sum = (a: number, b: number): number => a + b;
const least = <T>(a: T, b: T): T => (b < a ? b : a);
const most = <T>(a: T, b: T): T => (b > a ? b : a);

/** The reductions by `add.u32` and its like. */
export const bulkReductions: ReadonlyMap<string, BulkReduction> = new Map([
  ["add.u32", by(u32, sum)],
  ["add.s32", by(s32, sum)],
  ["add.u64", by(u64, (a, b) => a + b)],
  ["add.f16", by(f16, sum)],
  ["add.bf16", by(bf16, sum)],
  ["add.f32", by(f32, sum)],
  ["add.f64", by(f64, sum)],
  ["inc.u32", by(u32, (old, most) => (old >= most ? 0 : old + 1))],
  ["dec.u32", by(u32, (old, most) => (old === 0 || old > most ? most : old - 1))],
  ["and.b32", by(u32, (a, b) => a & b)],
  ["or.b32", by(u32, (a, b) => a | b)],
  ["xor.b32", by(u32, (a, b) => a ^ b)],
  ["and.b64", by(u64, (a, b) => a & b)],
  ["or.b64", by(u64, (a, b) => a | b)],
  ["xor.b64", by(u64, (a, b) => a ^ b)],
  ["min.u32", by(u32, least)],
  ["max.u32", by(u32, most)],
  ["min.s32", by(s32, least)],
  ["max.s32", by(s32, most)],
  ["min.u64", by(u64, least)],
  ["max.u64", by(u64, most)],
  ["min.s64", by(s64, least)],
  ["max.s64", by(s64, most)],
  ["min.f16", by(f16, least)],
  ["max.f16", by(f16, most)],
  ["min.bf16", by(bf16, least)],
  ["max.bf16", by(bf16, most)],
]);

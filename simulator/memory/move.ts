/** Moves the lanes of a resolved access between memory and a slot, as WebAssembly functions. */
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  apply,
  ctz,
  type Expression,
  eq,
  eqz,
  type I32,
  type LocalI32,
  load,
  load32,
  load128,
  ltU,
  shl,
  sub,
  type V128,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { replaceLane } from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";
import { MemoryMap } from "./layout";
import { Form } from "./resolve";
import { Rows } from "./rows";

const { i32 } = Type;

/**
 * `gatherN(destination, offset, mask, form)`: loads `MemoryMap.offsets[lane] + offset` into lanes of a slot.
 * `scatterN(source, offset, mask, form)` stores them, lowest lane first.
 */
export const gatherSignature = { parameters: [i32, i32, i32, i32], results: [] } as const;

const words = { slot: 4, slotLoad: Op.i32Load, slotStore: Op.i32Store, splat: Op.i32x4Splat } as const;
const longs = { slot: 8, slotLoad: Op.i64Load, slotStore: Op.i64Store, splat: Op.i64x2Splat } as const;

/** Element sizes in memory and in a slot, in bytes, and the instructions that move one element. */
export const elements = [
  { ...words, bytes: 1, load: Op.i32Load8U, store: Op.i32Store8, replace: Op.i32x4ReplaceLane },
  { ...words, bytes: 2, load: Op.i32Load16U, store: Op.i32Store16, replace: Op.i32x4ReplaceLane },
  { ...words, bytes: 4, load: Op.i32Load, store: Op.i32Store, replace: Op.i32x4ReplaceLane },
  { ...longs, bytes: 8, load: Op.i64Load, store: Op.i64Store, replace: Op.i64x2ReplaceLane },
] as const;

type Element = (typeof elements)[number];
type Move = FunctionWriter<typeof gatherSignature>;

/** All 32 lanes from anywhere, a vector at a time. */
function gatherAll(fn: Move, element: Element): void {
  const [slot, offset] = fn.parameters;
  const at = fn.i32();
  const lanes = 16 / element.slot;
  fn.countUp(at, 128, 4 * lanes, () => {
    const loaded = (lane: number): Expression =>
      load(element.load, add(load32(at, MemoryMap.offsets + 4 * lane), offset));
    let vector: V128 = apply(element.splat, loaded(0));
    for (let lane = 1; lane < lanes; lane++) vector = replaceLane(element.replace, vector, lane, loaded(lane));
    fn.store128(add(slot, element.slot === 8 ? shl(at, 1) : at), vector);
  });
}

/**
 * A full warp that is contiguous is copied in vectors. Parts of a vector are not, as `form` holds for the whole access:
 * it is only contiguous for the element's own width.
 */
function copyContiguous(fn: Move, element: Element, isLoad: boolean, from: LocalI32): void {
  const [slot, offset] = fn.parameters;
  fn.set(from, add(load32(MemoryMap.offsets), offset));
  for (let at = 0; at < 32 * element.bytes; at += 16) {
    if (isLoad) fn.store128(slot, load128(from, at), at);
    else fn.store128(from, load128(slot, at), at);
  }
  fn.return();
}

/** A full warp whose lanes stand in rows: those that are contiguous are copied in vectors, those at one address loaded once. */
function moveRows(fn: Move, element: Element, isLoad: boolean, from: LocalI32, strip: LocalI32): void {
  const [slot, offset] = fn.parameters;
  const [row, column, bytes] = fn.locals(i32, 3);
  const value = fn.v128();
  const eachRow = (body: () => void) => {
    fn.set(row, add(load32(MemoryMap.offsets), offset));
    fn.set(bytes, shl(element.slot, load32(0, MemoryMap.rows + Rows.rowShift)));
    fn.set(strip, 0);
    fn.loop((next) => {
      body();
      fn.set(row, add(row, load32(0, MemoryMap.rows + Rows.row)));
      fn.branchIf(next, ltU(strip, 32 * element.slot));
    });
    fn.return();
  };
  const eachStrip = (body: () => void) =>
    fn.loop((next) => {
      body();
      fn.set(strip, add(strip, 16));
      fn.branchIf(next, and(strip, sub(bytes, 1)));
    });
  fn.set(column, load32(0, MemoryMap.rows + Rows.column));
  fn.when(eq(column, element.slot), () =>
    eachRow(() => {
      fn.set(from, row);
      eachStrip(() => {
        if (isLoad) fn.store128(add(slot, strip), load128(from));
        else fn.store128(from, load128(add(slot, strip)));
        fn.set(from, add(from, 16));
      });
    }),
  );
  fn.when(eqz(column), () =>
    eachRow(() => {
      if (!isLoad) {
        // Of the lanes that write one place the last one wins.
        fn.set(strip, add(strip, bytes));
        fn.store(element.store, row, load(element.slotLoad, sub(add(slot, strip), element.slot)));
        return;
      }
      fn.set(value, apply<typeof Type.v128>(element.splat, load(element.load, row)));
      eachStrip(() => fn.store128(add(slot, strip), value));
    }),
  );
}

/** Defines `gatherN` or `scatterN` for elements of one size. */
export function defineMove(module: ModuleBuilder, element: Element, isLoad: boolean): void {
  const fn = new FunctionWriter(gatherSignature);
  const [slot, offset, mask, form] = fn.parameters;
  const [rest, lane, from, strip] = fn.locals(i32, 4);
  const inMemory = add(load32(shl(lane, 2), MemoryMap.offsets), offset);
  const inSlot = add(slot, shl(lane, Math.log2(element.slot)));
  const isFull: I32 = eq(mask, -1);
  if (element.bytes === element.slot) {
    fn.when(and(eq(form, Form.contiguous), isFull), () => copyContiguous(fn, element, isLoad, from));
    fn.when(eq(form, Form.rows), () => moveRows(fn, element, isLoad, from, strip));
  }
  if (isLoad) {
    fn.when(and(eq(form, Form.uniform), isFull), () => {
      fn.set(lane, ctz(mask));
      const value = fn.v128();
      fn.set(value, apply<typeof Type.v128>(element.splat, load(element.load, inMemory)));
      fn.countUp(strip, 32 * element.slot, 16, () => fn.store128(add(slot, strip), value));
      fn.return();
    });
    fn.when(isFull, () => {
      gatherAll(fn, element);
      fn.return();
    });
  }
  fn.set(rest, mask);
  fn.eachLane(rest, lane, () => {
    if (isLoad) fn.store(element.slotStore, inSlot, load(element.load, inMemory));
    else fn.store(element.store, inMemory, load(element.slotLoad, inSlot));
  });
  fn.defineIn(module, `${isLoad ? "gather" : "scatter"}${element.bytes}`);
}

/**
 * Which sectors of global memory a launch has accessed, as bits in linear memory: what device memory or L2 must deliver at
 * least, as the multiprocessors have nothing of it when a launch begins. A chapter of 1,024 sectors has bits of sectors that
 * a load accessed first, then bits of sectors that were stored to, and belongs to the launch whose number it has.
 */
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { Cell, MemoryMap } from "../memory/layout";
import { Form } from "../memory/resolve";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  eq,
  gtU,
  type I32,
  load32,
  minU,
  ne,
  or,
  popcnt,
  shl,
  shrU,
  sub,
  tee,
  xor,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";
import type { CountWriter } from "./record";

const { i32 } = Type;

const SECTOR_SHIFT = Math.log2(SECTOR_BYTES);
/** Sectors of a chapter, as a shift; each word of 4 bytes has 32. */
const CHAPTER_SHIFT = 10;
const WORD_SHIFT = 5;
/** Bytes of a chapter, as a shift, and of its first half. */
const BYTES_SHIFT = 8;
const HALF = 128;

/** `touch(first, last, isStore)` → how many of these sectors the launch has not accessed before. */
const touchSignature = { parameters: [i32, i32, i32], results: [i32] } as const;

/** Defines `touch` and returns its index. */
export function defineTouch(module: ModuleBuilder): number {
  const fn = new FunctionWriter(touchSignature);
  const [first, last, isStore] = fn.parameters;
  const [chapter, at, bits, loaded, stored, count, end] = fn.locals(i32, 7);
  fn.loop((next) => {
    fn.set(chapter, shrU(first, CHAPTER_SHIFT));
    fn.when(ne(load32(shl(chapter, 2), MemoryMap.chapters), load32(0, MemoryMap.cells + Cell.launch)), () => {
      fn.fillMemory(add(shl(chapter, BYTES_SHIFT), MemoryMap.touched), 0, 1 << BYTES_SHIFT);
      fn.store32(shl(chapter, 2), load32(0, MemoryMap.cells + Cell.launch), MemoryMap.chapters);
    });
    // The sectors of this word, from `first` on.
    fn.set(end, minU(last, or(first, 31)));
    fn.set(bits, shl(shrU(-1, sub(31, sub(end, first))), and(first, 31)));
    const word = and(shrU(first, WORD_SHIFT), (1 << (CHAPTER_SHIFT - WORD_SHIFT)) - 1);
    fn.set(at, add(shl(chapter, BYTES_SHIFT), shl(word, 2)));
    fn.set(loaded, load32(at, MemoryMap.touched));
    fn.set(stored, load32(at, MemoryMap.touched + HALF));
    const never = (seen: I32): I32 => and(bits, xor(seen, -1));
    fn.when(
      isStore,
      () => {
        fn.set(count, add(count, popcnt(never(stored))));
        fn.store32(at, or(stored, bits), MemoryMap.touched + HALF);
      },
      () => {
        fn.set(bits, never(or(loaded, stored)));
        fn.set(count, add(count, popcnt(bits)));
        fn.store32(at, or(loaded, bits), MemoryMap.touched);
      },
    );
    fn.set(first, add(end, 1));
    fn.branchIf(next, gtU(last, end));
  });
  fn.push(count);
  return fn.defineIn(module);
}

/** `touchLanes(offsets, mask, isStore)`: the same for the sectors of lanes in any order. */
const lanesSignature = { parameters: [i32, i32, i32], results: [i32] } as const;

/** Defines `touchLanes` and returns its index. */
export function defineTouchLanes(module: ModuleBuilder, touch: number): number {
  const fn = new FunctionWriter(lanesSignature);
  const [offsets, mask, isStore] = fn.parameters;
  const [lane, sector, last, count, rest] = fn.locals(i32, 5);
  fn.set(last, -1);
  fn.set(rest, mask);
  fn.eachLane(rest, lane, () =>
    fn.block((known) => {
      fn.branchIf(known, eq(tee(sector, shrU(load32(add(offsets, shl(lane, 2))), SECTOR_SHIFT)), last));
      fn.set(last, sector);
      fn.set(count, add(count, call(i32, touch, sector, sector, isStore)));
    }),
  );
  fn.push(count);
  return fn.defineIn(module);
}

/** Functions of the module, by their index. */
export interface TouchHelpers {
  readonly touch: number;
  readonly touchLanes: number;
}

/** Writes the code that notes what a request touches, and adds what is new to its record. */
export function touchRequest(fn: CountWriter, isStore: boolean, { touch, touchLanes }: TouchHelpers): void {
  const [, offsets, mask, width, form] = fn.parameters;
  const [first, last, fresh] = fn.locals(i32, 3);
  const store = isStore ? 1 : 0;
  fn.set(last, sub(shl(width, 5), 1));
  fn.when(eq(form, Form.uniform), () => fn.set(last, sub(width, 1)));
  fn.when(
    or(eq(form, Form.uniform), and(eq(form, Form.contiguous), eq(mask, -1))),
    () => {
      fn.set(last, shrU(add(tee(first, load32(offsets)), last), SECTOR_SHIFT));
      fn.set(fresh, call(i32, touch, shrU(first, SECTOR_SHIFT), last, store));
    },
    () => fn.set(fresh, call(i32, touchLanes, offsets, mask, store)),
  );
  fn.when(fresh, () => {
    fn.add("fresh", fresh);
    fn.add("missed", 1);
  });
}

/** Counting distinct units, words and lanes by bank of a warp's request, for addresses in any order. */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  eq,
  extendU,
  gtU,
  type I32,
  type LocalI32,
  load8U,
  load32,
  load64,
  load128,
  ltU,
  mul,
  ne,
  or,
  select,
  shl,
  shrU,
  sub,
  tee,
  type V128,
  wrap,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { anyTrue, i8x16, i32x4, SWAPPED_HALVES, shuffle, ZEROS } from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";

const { i32 } = Type;

/** `each(offsets, mask, shift)` → distinct values of offset >> shift over the lanes of the mask, by a hash table. */
const distinctSignature = { parameters: [i32, i32, i32], results: [i32] } as const;

type Distinct = FunctionWriter<typeof distinctSignature>;

/** The number of the running call lies before the table. */
const CALL = MemoryMap.table - 8;
/** Bytes of the table and of one entry. */
const [TABLE_BYTES, ENTRY_BYTES] = [512, 8];
/** Fibonacci hashing: 2^32 by the golden ratio; the upper 6 bits of the product number an entry. */
const GOLDEN = 0x9e3779b1 | 0;

/** Sets the counters of the banks, of one byte each, to zero. */
function clearBanks(fn: Distinct): void {
  for (const at of [0, 16]) fn.store128(0, ZEROS, MemoryMap.banks + at);
}

/** The unit of a lane: its offset without the lower bits. */
function unitOf(fn: Distinct, lane: LocalI32): I32 {
  const [offsets, , shift] = fn.parameters;
  return shrU(load32(add(offsets, shl(lane, 2))), shift);
}

/** Adds one to the counter of a unit's bank, and leaves the new count in `count`. */
function countInBank(fn: Distinct, unit: I32, bank: LocalI32, count: LocalI32): void {
  fn.store(Op.i32Store8, tee(bank, and(unit, 31)), tee(count, add(load8U(bank, MemoryMap.banks), 1)), MemoryMap.banks);
}

const nearSignature = { parameters: [i32, i32, i32], results: [i32] } as const;
/** Banks of shared memory, and the rows of them that are looked through. */
const BANKS = 32;
const NEAR_ROWS = 32;

/**
 * Defines `near(offsets, lowest, highest)` → the largest number of distinct words in one bank, of 32 lanes between two offsets within
 * {@link NEAR_ROWS} rows of banks: a byte for each word says whether a lane has it. 0 where they lie further apart.
 */
export function defineNearWords(module: ModuleBuilder): number {
  const fn = new FunctionWriter(nearSignature);
  const [offsets, lowest, highest] = fn.parameters;
  const [first, bytes, at] = fn.locals(i32, 3);
  const [low, high] = fn.locals(Type.v128, 2);
  // Bytes of words, from the first row on.
  fn.set(first, and(shrU(lowest, 2), -BANKS));
  fn.set(bytes, sub(add(or(shrU(highest, 2), BANKS - 1), 1), first));
  fn.when(gtU(bytes, NEAR_ROWS * BANKS), () => fn.return(0));
  const rows = (body: () => void) => {
    fn.set(at, 0);
    fn.loop((next) => {
      body();
      fn.branchIf(next, ltU(tee(at, add(at, BANKS)), bytes));
    });
  };
  rows(() => {
    for (const half of [0, 16]) fn.store128(at, ZEROS, MemoryMap.words + half);
  });
  for (let lane = 0; lane < 32; lane++)
    fn.store(Op.i32Store8, sub(shrU(load32(offsets, 4 * lane), 2), first), 1, MemoryMap.words);
  fn.set(low, ZEROS);
  fn.set(high, ZEROS);
  rows(() => {
    fn.set(low, i8x16.add(low, load128(at, MemoryMap.words)));
    fn.set(high, i8x16.add(high, load128(at, MemoryMap.words + 16)));
  });
  fn.set(low, i8x16.maxU(low, high));
  // Most requests have two words in a bank at most.
  fn.set(at, 1);
  fn.loop((next) => {
    fn.when(anyTrue(i8x16.gtU(low, i8x16.splat(at))), () => {
      fn.set(at, add(at, 1));
      fn.branch(next);
    });
  });
  fn.push(at);
  return fn.defineIn(module);
}

/** Writes the lowest and the highest of 32 offsets into locals. */
function findRange(fn: Distinct, lowest: LocalI32, highest: LocalI32): void {
  const [offsets] = fn.parameters;
  const [least, most, here] = fn.locals(Type.v128, 3);
  fn.set(least, load128(offsets));
  fn.set(most, least);
  for (let byte = 16; byte < 128; byte += 16) {
    fn.set(least, i32x4.minU(least, tee(here, load128(offsets, byte))));
    fn.set(most, i32x4.maxU(most, here));
  }
  const fold = (vector: typeof least, choose: typeof i32x4.minU): I32 => {
    fn.set(vector, choose(vector, shuffle(SWAPPED_HALVES, vector, vector)));
    const [left, right] = [0, 1].map((lane) => i32x4.splat(i32x4.extract(vector, lane))) as [V128, V128];
    return i32x4.extract(choose(left, right), 0);
  };
  fn.set(lowest, fold(least, i32x4.minU));
  fn.set(highest, fold(most, i32x4.maxU));
}

/** With `perBank` the result is the largest count of distinct words in one bank instead. */
export function defineDistinct(module: ModuleBuilder, perBank: boolean, near?: number): number {
  const fn = new FunctionWriter(distinctSignature);
  const [offsets, mask] = fn.parameters;
  const [lane, unit, previous, slot, count, number, bank] = fn.locals(i32, 7);
  const [key, found] = fn.locals(Type.i64, 2);
  if (near !== undefined)
    fn.when(eq(mask, -1), () => {
      findRange(fn, unit, previous);
      fn.when(tee(count, call(i32, near, offsets, unit, previous)), () => fn.return(count));
    });
  fn.store32(0, tee(number, add(load32(0, CALL), 1)), CALL);
  fn.set(previous, -1);
  if (perBank) clearBanks(fn);
  const rest = fn.i32();
  fn.set(rest, mask);
  fn.eachLane(rest, lane, () =>
    fn.block((known) => {
      fn.branchIf(known, eq(tee(unit, unitOf(fn, lane)), previous));
      fn.set(previous, unit);
      // Entries carry the number of the call that wrote them, so that the table is never cleared.
      fn.set(key, or(shl(extendU(number), 32n), extendU(unit)));
      fn.set(slot, shl(shrU(mul(unit, GOLDEN), 26), Math.log2(ENTRY_BYTES)));
      fn.block((free) =>
        fn.loop((next) => {
          fn.branchIf(known, eq(tee(found, load64(slot, MemoryMap.table)), key));
          fn.branchIf(free, ne(wrap(shrU(found, 32n)), number));
          fn.set(slot, and(add(slot, ENTRY_BYTES), TABLE_BYTES - 1));
          fn.branch(next);
        }),
      );
      fn.store64(slot, key, MemoryMap.table);
      if (!perBank) fn.set(count, add(count, 1));
      else {
        countInBank(fn, unit, bank, bank);
        fn.set(count, select(bank, count, gtU(bank, count)));
      }
    }),
  );
  fn.push(count);
  return fn.defineIn(module);
}

/** Over the banks, the largest number of lanes in one: what a 4-byte atomic takes. Parameters as `distinctSignature`. */
export function defineLanesPerBank(module: ModuleBuilder): number {
  const fn = new FunctionWriter(distinctSignature);
  const [, mask] = fn.parameters;
  const [lane, bank, count, worst, rest] = fn.locals(i32, 5);
  clearBanks(fn);
  fn.set(rest, mask);
  fn.eachLane(rest, lane, () => {
    countInBank(fn, unitOf(fn, lane), bank, count);
    fn.set(worst, select(count, worst, gtU(count, worst)));
  });
  fn.push(worst);
  return fn.defineIn(module);
}

/**
 * The warps of a block, run in order by WebAssembly: all that have lanes which wait. A block whose threads wait for nothing
 * but its barrier is run in as many passes as it has barriers.
 */

import { type FrameSizes, frameAt, initialMask, localAt } from "../emit/frames";
import { ThreadRow } from "../intrinsics/registers";
import { Cell, MemoryMap } from "../memory/layout";
import { type BlockShape, threadsOf } from "../plan/shape";
import { isForAll, type Wait } from "../plan/waitPoints";
import type { ModuleBuilder } from "../wasm/encoder";
import {
  add,
  and,
  call,
  eq,
  gtS,
  gtU,
  type I32,
  i32,
  type LocalI32,
  load32,
  mul,
  ne,
  or,
  select,
  shl,
} from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";
import { criticalWriter } from "./critical";

/** `pass(starts)` → bits of `BlockAnswer`. `starts`: all lanes of all warps enter first. */
const passSignature = { parameters: [Type.i32], results: [Type.i32] } as const;

/**
 * Bits of the answer of a pass: lanes wait at barriers; lanes of one warp wait at different ones; lanes are missing, or warps
 * wait at different ones.
 */
export const BlockAnswer = { waits: 1, split: 2, diverges: 4 } as const;

/**
 * `runBlocks(count, shared, perBlock, limit)` → how many of `count` blocks have run, from the current one on: until they are
 * all, the machine has looked at limits, or their steps, with `perBlock` more for each block, are more than `limit`. Times
 * `SEVERAL`, with the bits of `BlockAnswer` where the machine has to look at a block that waits, which is then the current one.
 */
const blocksSignature = { parameters: [Type.i32, Type.i32, Type.i32, Type.i32], results: [Type.i32] } as const;

/** See `runBlocks`. */
export const SEVERAL = 8;
/** Blocks that `runBlocks` is asked for at most. */
export const MOST_BLOCKS = 1 << 24;

/** Defines `runBlocks`, for blocks that wait for nothing but barriers of all threads. `pass`: index of `runBlock`. */
function defineBlocks(module: ModuleBuilder, pass: number, localBytes: number, hasBarriers: boolean): void {
  const fn = new FunctionWriter(blocksSignature);
  const [count, shared, perBlock, limit] = fn.parameters;
  const [done, clock, answer] = fn.locals(Type.i32, 3);
  const cell = (at: number) => load32(0, MemoryMap.cells + at);
  const put = (at: number, value: I32 | number) => fn.store32(0, value, MemoryMap.cells + at);
  const finish = () => fn.return(mul(done, SEVERAL));
  const advance = (at: number, end: number, carry: () => void) => {
    fn.store32(0, add(cell(at), 1), MemoryMap.cells + at);
    fn.when(eq(cell(at), cell(end)), () => {
      fn.store32(0, 0, MemoryMap.cells + at);
      carry();
    });
  };
  fn.set(clock, cell(Cell.clock));
  fn.loop((next) => {
    // What a block finds in memory is not defined on hardware; here it is always 0, so that runs repeat.
    fn.when(shared, () => fn.fillMemory(i32(MemoryMap.shared), 0, shared));
    if (localBytes) fn.fillMemory(i32(MemoryMap.frames), 0, localBytes);
    fn.set(answer, call(Type.i32, pass, 1));
    if (hasBarriers) {
      fn.loop((again) => {
        fn.when(gtU(answer, BlockAnswer.waits), () => fn.return(or(mul(done, SEVERAL), answer)));
        fn.when(answer, () => {
          // As `BlockState.release`.
          put(Cell.lastArrived, cell(Cell.arrived));
          put(Cell.lastAgreed, cell(Cell.agreed));
          put(Cell.arrived, 0);
          put(Cell.agreed, 0);
          fn.set(answer, call(Type.i32, pass, 0));
          fn.branch(again);
        });
      });
    }
    fn.set(done, add(done, 1));
    fn.when(eq(done, count), finish);
    fn.when(ne(cell(Cell.clock), clock), finish);
    fn.when(gtS(add(add(cell(Cell.steps), cell(Cell.slow)), mul(perBlock, done)), limit), finish);
    put(Cell.block, add(cell(Cell.block), 1));
    put(Cell.tracksStores, cell(Cell.repeatsStores));
    advance(Cell.blockX, Cell.gridX, () =>
      advance(Cell.blockY, Cell.gridY, () => advance(Cell.blockZ, Cell.gridZ, () => {})),
    );
    fn.branch(next);
  });
  fn.code.op(Op.unreachable);
  fn.defineIn(module, "runBlocks");
}

/** `run`: index of the kernel's function; `places`: where lanes wait, whose words in the frame follow that of the entry. */
export function defineBlockLoop(
  module: ModuleBuilder,
  run: number,
  sizes: FrameSizes,
  places: readonly Wait[],
  shape: BlockShape,
): void {
  const waits = places.length;
  const fn = new FunctionWriter(passSignature);
  const [starts] = fn.parameters;
  const [warp, frame, result, mask, missing, place, last] = fn.locals(Type.i32, 7);
  const threads = threadsOf(shape.block);
  const warps = Math.ceil(threads / 32);
  const words = Array.from({ length: waits }, (_, wait) => 4 * (1 + wait));
  const waiting = words.map((word) => load32(frame, word));
  const critical = criticalWriter(fn, starts);
  fn.set(frame, frameAt(sizes, warps, 0));
  fn.countUp(warp, warps, 1, () => {
    fn.set(mask, lanesOf(warp, threads));
    fn.when(starts, () => {
      fn.store32(frame, mask);
      for (const word of words) fn.store32(frame, 0, word);
    });
    fn.when(waiting.reduce(or, load32(frame)), () => {
      fn.store32(0, warp, MemoryMap.cells + Cell.warp);
      fn.store32(0, mask, MemoryMap.cells + Cell.warpLanes);
      fn.store32(0, localBaseOf(warp, sizes), MemoryMap.cells + Cell.localBase);
      const threadRow = add(i32(MemoryMap.threads), mul(warp, ThreadRow.bytes));
      critical.warp(() => fn.set(result, or(ne(call(Type.i32, run, frame, threadRow, warp, 0), 0), result)));
      if (waits > 1) {
        const places = waiting.reduce((count, lanes) => add(count, ne(lanes, 0)), i32(0));
        fn.set(result, or(shl(gtU(places, 1), 1), result));
      }
    });
    if (waits > 0) fn.set(missing, or(ne(waiting.reduce(or, i32(0)), mask), missing));
    if (waits > 1) {
      // Counted from 1; the sum of several is that of a warp whose lanes wait at different ones.
      fn.set(
        place,
        waiting.reduce((sum, lanes, wait) => add(sum, mul(ne(lanes, 0), wait + 1)), i32(0)),
      );
      fn.set(missing, or(and(ne(last, 0), ne(place, last)), missing));
      fn.set(last, place);
    }
    fn.set(frame, add(frame, sizes.frameBytes));
  });
  critical.end(and(result, BlockAnswer.waits));
  fn.push(or(select(BlockAnswer.diverges, 0, missing), result));
  const pass = fn.defineIn(module, "runBlock");
  if (places.every(isForAll)) defineBlocks(module, pass, sizes.localBytes * threads, waits > 0);
}

/** The lanes that a warp starts with: only the last warp of a block can have fewer than 32. */
function lanesOf(warp: LocalI32, threads: number): I32 {
  const lastWarp = Math.ceil(threads / 32) - 1;
  const [full, last] = [initialMask(threads, 0), initialMask(threads, lastWarp)];
  return full === last ? i32(full) : select(last, full, eq(warp, lastWarp));
}

/** The address of the local memory of a warp's threads. */
function localBaseOf(warp: LocalI32, sizes: FrameSizes): I32 {
  const first = localAt(sizes, 0);
  return add(mul(warp, localAt(sizes, 1) - first), first);
}

/**
 * Counting of requests to local memory in WebAssembly, by the rules of `analyzer/hardware/local.ts`: memory of a warp is
 * interleaved word by word, so that a sector holds one word of each of eight neighbouring lanes, and a line one of all.
 */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import { Op } from "../wasm/opcodes";
import { lookUp, remember } from "./patterns";
import { Counter } from "./record";

/** Defines `countLocal`. Its offsets are those that threads see, of aligned accesses of whole words. */
export function defineLocal(module: ModuleBuilder, distinct: number, fold: number): void {
  const fn = new Counter();
  const { code } = fn;
  const [, offsets, mask, width] = [0, 1, 2, 3] as const;
  const [entry, sectors, tags, units, log, strip] = Array.from({ length: 6 }, () => fn.i32()) as number[] &
    Record<0 | 1 | 2 | 3 | 4 | 5, number>;
  const words = () => code.get(width).i32(2).op(Op.i32ShrU);
  lookUp(fn, fold, entry);
  code.get(width).op(Op.i32Ctz).set(log);
  fn.countUp(strip, 128, 16, () => {
    code.get(strip).get(offsets).get(strip).op(Op.i32Add).memory(Op.v128Load, 0).get(log).op(Op.i32x4ShrU);
    code.i32(2).op(Op.i32x4Shl).get(strip).i32(5).op(Op.i32ShrU, Op.i32x4Splat, Op.v128Or);
    code.memory(Op.v128Store, MemoryMap.keys);
  });
  code.i32(MemoryMap.keys).get(mask).i32(0).call(distinct);
  words();
  code.op(Op.i32Mul).set(sectors);
  // Equal offsets count once, although every thread has memory of its own there (`localDynamic` of the recordings).
  code.get(offsets).get(mask).get(log).call(distinct).tee(units);
  words();
  code.op(Op.i32Mul).set(tags);
  remember(fn, entry, { sectors, tags, units });
  fn.defineIn(module, "countLocal");
}

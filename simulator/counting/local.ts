/**
 * Counting of requests to local memory in WebAssembly, by the rules of `analyzer/hardware/local.ts`: memory of a warp is
 * interleaved word by word, so that a sector holds one word of each of eight neighbouring lanes, and a line one of all.
 */
import { MemoryMap } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import { add, call, ctz, load128, mul, or, shrU, tee } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { i32x4 } from "../wasm/vectors";
import { lookUp, remember } from "./patterns";
import { CountWriter } from "./record";

const { i32 } = Type;

/** Defines `countLocal`. Its offsets are those that threads see, of aligned accesses of whole words. */
export function defineLocal(module: ModuleBuilder, distinct: number, fold: number): void {
  const fn = new CountWriter();
  const [, offsets, mask, width] = fn.parameters;
  const [entry, sectors, tags, units, log, strip] = fn.locals(i32, 6);
  const words = shrU(width, 2);
  lookUp(fn, { fold }, entry);
  fn.set(log, ctz(width));
  fn.countUp(strip, 128, 16, () => {
    const elements = i32x4.shrU(load128(add(offsets, strip)), log);
    const sector = i32x4.splat(shrU(strip, 5));
    fn.store128(strip, or(i32x4.shl(elements, 2), sector), MemoryMap.keys);
  });
  fn.set(sectors, mul(call(i32, distinct, MemoryMap.keys, mask, 0), words));
  // Equal offsets count once, although every thread has memory of its own there (`localDynamic` of the recordings).
  fn.set(tags, mul(tee(units, call(i32, distinct, offsets, mask, log)), words));
  remember(fn, entry, { sectors, tags, units });
  fn.return();
  fn.defineIn(module, "countLocal");
}

/** The counters that a function keeps of its regions, whatever is observed: the instruction mix follows from them. */

import type { Emitter } from "../emit/emitter";
import { MemoryMap } from "../memory/layout";
import type { Region } from "../plan/regions";
import { Op } from "../wasm/opcodes";

/**
 * Bytes of the counters of a region at `Place.counters`: executions by warps, and by lanes; how often its branch diverged among the
 * lanes of a warp; and floating-point operations of each kind that lanes did not execute because of a predicate.
 */
export const REGION_COUNTER_BYTES = 48;

/** Where each of them is. */
export const RegionCounterOffset = { warps: 0, lanes: 8, divergent: 16, fadd: 24, fmul: 32, ffma: 40 } as const;

/** Operations that may stand under a predicate. */
export type PredicatedKind = "fadd" | "fmul" | "ffma";

/** Writes what counts the executions of a function's regions. */
export interface RegionCounters {
  /** Counts that the running lanes execute the region. */
  executed(region: Region): void;
  /** Counts that the branch at its end parts them. */
  divergent(region: Region): void;
  /** Counts the lanes, which `push` leaves as bits, that do not execute an operation of the region. */
  left(region: Region, kind: PredicatedKind, push: () => void): void;
}

/** @param firstRegion number of the function's first region over the whole kernel */
export function regionCounters({ fn, exec }: Emitter, firstRegion: number): RegionCounters {
  const add = (region: Region, counter: number, push: () => void): void => {
    const at = MemoryMap.counters + (firstRegion + region.index) * REGION_COUNTER_BYTES + counter;
    fn.code.i32(0).i32(0).memory(Op.i64Load, at);
    push();
    fn.code.op(Op.i64Add).memory(Op.i64Store, at);
  };
  const one = (): void => void fn.code.i64(1n);
  return {
    executed: (region) => {
      add(region, RegionCounterOffset.warps, one);
      add(region, RegionCounterOffset.lanes, () => void fn.code.get(exec).op(Op.i32Popcnt, Op.i64ExtendI32U));
    },
    divergent: (region) => add(region, RegionCounterOffset.divergent, one),
    left: (region, kind, push) => {
      add(region, RegionCounterOffset[kind], () => {
        push();
        fn.code.op(Op.i32Popcnt, Op.i64ExtendI32U);
      });
    },
  };
}

/**
 * The compare-and-swap loop that nvcc emits for atomics that shared memory has no instruction for.
 *
 * Reference: `SHARED_FLOAT_ADD` and `SHARED_LONG_ADD` of `test/hardware/sweep2/sweep2.json`: instructions and wavefronts of
 * both halves of the loop, 24 of 24 warps.
 */
import { activeLanes, distinctUnits, type WarpOffsets } from "./lanes";
import { BANK_BYTES, BANKS } from "./model";
import { loadWavefronts } from "./wavefronts";

/** What a loop of `LDS` and `ATOMS.CAST.SPIN` executes, over all its iterations. */
export interface CasLoopCost {
  /** Iterations until every lane has succeeded; each executes one `LDS` and one `ATOMS`. */
  readonly iterations: number;
  readonly loadWavefronts: number;
  readonly atomicWavefronts: number;
  /**
   * Active lanes, added up over all iterations: each computes a new value. A warp with 16 lanes that add to one address
   * takes 16 iterations and 136 additions (measured on an H200, CUDA 13.0, November 2026).
   */
  readonly attempts: number;
  /** Distinct bytes that the loads read, added up over all iterations. */
  readonly bytes: number;
}

/**
 * The cost of one request of such an atomic (`float` addition, 64-bit integers). In an iteration the lowest remaining lane of
 * each bank succeeds; for 8-byte values one lane of each bank and half warp, but not where the lower half has changed the
 * same address in this iteration. An iteration takes two wavefronts for the warp, or for each half warp with active lanes.
 */
export function casLoop(offsets: WarpOffsets, mask: number, width: number): CasLoopCost {
  const shift = width === 8 ? 3 : 2;
  const lastBank = ((BANKS * BANK_BYTES) >> shift) - 1;
  const groups = width === 8 ? [0xffff, 0xffff0000] : [0xffffffff];
  let iterations = 0;
  let loads = 0;
  let atomics = 0;
  let attempts = 0;
  let bytes = 0;
  for (let left = mask | 0; left !== 0; iterations++) {
    loads += loadWavefronts(offsets, left, width);
    attempts += activeLanes(left);
    bytes += width * distinctUnits(offsets, left, width);
    const changed = new Set<number>();
    let done = 0;
    for (const group of groups) {
      if ((left & group) === 0) continue;
      atomics += 2;
      let banks = 0;
      for (let rest = left & group; rest !== 0; rest &= rest - 1) {
        const lane = 31 - Math.clz32(rest & -rest);
        const bank = 1 << ((offsets[lane]! >>> shift) & lastBank);
        if (banks & bank) continue;
        banks |= bank;
        if (changed.has(offsets[lane]!)) continue;
        changed.add(offsets[lane]!);
        done |= 1 << lane;
      }
    }
    left &= ~done;
  }
  return { iterations, loadWavefronts: loads, atomicWavefronts: atomics, attempts, bytes };
}

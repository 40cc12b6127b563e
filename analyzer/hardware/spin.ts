/**
 * The loop that nvcc makes of atomics that shared memory cannot do in one instruction.
 *
 * Reference: `SHARED_FLOAT_ADD` and `SHARED_LONG_ADD` of `test/hardware/sweep2/sweep2.json`: instructions and wavefronts of
 * both halves of the loop, 24 of 24 warps.
 */
import { activeLanes, distinctUnits, type WarpOffsets } from "./lanes";
import { BANK_BYTES, BANKS } from "./model";
import { loadWavefronts } from "./wavefronts";

/** What a loop of load and `ATOMS.CAST.SPIN` executes, over all its rounds. */
export interface SpinCost {
  /** Rounds until every lane has succeeded: as many `LDS` and as many `ATOMS`. */
  readonly rounds: number;
  readonly loadWavefronts: number;
  readonly atomicWavefronts: number;
  /**
   * Lanes that try, over all rounds: each computes what it would store. A warp of which 16 lanes add to one place takes 16
   * rounds and 136 additions (measured on an H200, CUDA 13.0, November 2026).
   */
  readonly attempts: number;
  /** Bytes that the loads bring, of several lanes that want the same ones once. */
  readonly bytes: number;
}

/**
 * The loop for atomics that shared memory lacks (`float` addition, 64-bit integers). In a round one lane of each bank
 * tries, the lowest that is left; of 8-byte values one of each bank and half warp, and the upper half fails where the
 * lower one has just changed the same address. A round takes two wavefronts for each half (4 bytes: the warp) with lanes.
 */
export function spinLoop(offsets: WarpOffsets, mask: number, width: number): SpinCost {
  const shift = width === 8 ? 3 : 2;
  const lastBank = ((BANKS * BANK_BYTES) >> shift) - 1;
  const groups = width === 8 ? [0xffff, 0xffff0000] : [0xffffffff];
  let rounds = 0;
  let loads = 0;
  let atomics = 0;
  let attempts = 0;
  let bytes = 0;
  for (let left = mask | 0; left !== 0; rounds++) {
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
  return { rounds, loadWavefronts: loads, atomicWavefronts: atomics, attempts, bytes };
}

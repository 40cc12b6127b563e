/**
 * Shared atomics by kind: plain, counted increments, compare-and-swap, and the loop that nvcc makes of what shared memory
 * cannot do in one instruction.
 *
 * Reference: `ATOMS.*` and `SHARED_*_ADD` of `test/hardware/sweep2/sweep2.json` (96 and 24 warps, all explained) and
 * `ATOMS.ADD` of `test/hardware/sweep/sweep.json` (130 of 130).
 */
import type { WarpOffsets } from "./lanes";
import { BANKS } from "./model";
import { loadWavefronts, worstBank } from "./wavefronts";

const bankLanes = new Int32Array(BANKS);

/** Over the banks, the largest number of active lanes; of 8-byte accesses over their 16 double banks. */
function mostLanes(offsets: WarpOffsets, mask: number, width: number): number {
  const shift = width === 8 ? 3 : 2;
  const lastBank = (BANKS * 4 >> shift) - 1;
  bankLanes.fill(0);
  let most = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const bank = (offsets[31 - Math.clz32(rest & -rest)]! >>> shift) & lastBank;
    const lanes = bankLanes[bank]! + 1;
    bankLanes[bank] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
}

/**
 * Wavefronts of a shared atomic: lanes of one bank one after the other, same address or not; 8 bytes half a warp at a
 * time.
 */
export function atomicWavefronts(offsets: WarpOffsets, mask: number, width = 4): number {
  if (width <= 4) return mostLanes(offsets, mask, 4);
  return mostLanes(offsets, mask & 0xffff, 8) + mostLanes(offsets, mask & 0xffff0000, 8);
}

/** Wavefronts of `ATOMS.POPC.INC`: lanes of one word are counted first, so the words of a bank are what is left. */
export function incrementWavefronts(offsets: WarpOffsets, mask: number): number {
  return worstBank(offsets, mask, 4);
}

/** Wavefronts of a plain `ATOMS.CAS`: a compare and a swap where another atomic needs one turn. */
export function swapWavefronts(offsets: WarpOffsets, mask: number, width: number): number {
  return 2 * atomicWavefronts(offsets, mask, width);
}

/** What a loop of load and `ATOMS.CAST.SPIN` executes, over all its rounds. */
export interface SpinCost {
  /** Rounds until every lane has succeeded: as many `LDS` and as many `ATOMS`. */
  readonly rounds: number;
  readonly loadWavefronts: number;
  readonly atomicWavefronts: number;
}

/**
 * The loop for atomics that shared memory lacks (`float` addition, 64-bit integers). In a round one lane of each bank
 * tries, the lowest that is left; of 8-byte values one of each bank and half warp, and the upper half fails where the
 * lower one has just changed the same address. A round takes two wavefronts for each half (4 bytes: the warp) with lanes.
 */
export function spinLoop(offsets: WarpOffsets, mask: number, width: number): SpinCost {
  const shift = width === 8 ? 3 : 2;
  const lastBank = (BANKS * 4 >> shift) - 1;
  const groups = width === 8 ? [0xffff, 0xffff0000] : [0xffffffff];
  let rounds = 0;
  let loads = 0;
  let atomics = 0;
  for (let left = mask | 0; left !== 0; rounds++) {
    loads += loadWavefronts(offsets, left, width);
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
  return { rounds, loadWavefronts: loads, atomicWavefronts: atomics };
}

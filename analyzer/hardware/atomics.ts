/**
 * Shared atomics by kind: plain, counted increments, compare-and-swap.
 *
 * Reference: `ATOMS_*` and `RED_*` of `test/hardware/sweep2/sweep2.json` (96 warps each, all explained) and `ATOMS.ADD` of
 * `test/hardware/sweep/sweep.json` (130 of 130).
 */
import { mostLanes, worstBank } from "./banks";
import type { WarpOffsets } from "./lanes";

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

/** How one instruction performs a shared atomic; loops of compare-and-swap are in `spin.ts`. */
export type SharedAtomic = "plain" | "popc-inc" | "cas";

/** Wavefronts of a shared atomic by its kind. */
export function sharedAtomicWavefronts(kind: SharedAtomic, offsets: WarpOffsets, mask: number, width: number): number {
  if (kind === "popc-inc") return incrementWavefronts(offsets, mask);
  return kind === "cas" ? swapWavefronts(offsets, mask, width) : atomicWavefronts(offsets, mask, width);
}

/**
 * Shared atomics by kind: plain, counted increments, compare-and-swap.
 *
 * Reference: `ATOMS_*` and `RED_*` of `test/hardware/sweep2/sweep2.json` (96 warps each, all explained) and `ATOMS.ADD` of
 * `test/hardware/sweep/sweep.json` (130 of 130).
 */
import { mostLanes, worstBank } from "./banks";
import type { WarpOffsets } from "./lanes";

/**
 * Wavefronts of a shared atomic: lanes of one bank are served one after the other, at the same address or not; 8-byte
 * atomics are served by half warps.
 */
export function atomicWavefronts(offsets: WarpOffsets, mask: number, width = 4): number {
  if (width <= 4) return mostLanes(offsets, mask, 4);
  return mostLanes(offsets, mask & 0xffff, 8) + mostLanes(offsets, mask & 0xffff0000, 8);
}

/** Wavefronts of `ATOMS.POPC.INC`: the lanes of a word count as one, so that the words of the worst bank decide. */
export function incrementWavefronts(offsets: WarpOffsets, mask: number): number {
  return worstBank(offsets, mask, 4);
}

/** Wavefronts of a plain `ATOMS.CAS`: two where another atomic needs one, for the comparison and the exchange. */
export function swapWavefronts(offsets: WarpOffsets, mask: number, width: number): number {
  return 2 * atomicWavefronts(offsets, mask, width);
}

/** How one instruction performs a shared atomic; compare-and-swap loops are in `casLoop.ts`. */
export type SharedAtomic = "plain" | "popc-inc" | "cas";

/** Wavefronts of a shared atomic by its kind. */
export function sharedAtomicWavefronts(kind: SharedAtomic, offsets: WarpOffsets, mask: number, width: number): number {
  if (kind === "popc-inc") return incrementWavefronts(offsets, mask);
  return kind === "cas" ? swapWavefronts(offsets, mask, width) : atomicWavefronts(offsets, mask, width);
}

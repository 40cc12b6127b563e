/**
 * Wavefronts of one shared-memory request by width and direction.
 *
 * Reference: docs/counters.md, "Wavefronts by width", fitted to `test/hardware/sweep/sweep.json`: 130 of 130 random
 * warps for every width and direction but 16-byte loads, of which five with sparse masks over very few addresses are
 * not explained; confirmed by 96 further warps in `test/hardware/sweep2/`, where 16-byte loads miss nine of the same
 * kind. Offsets are bytes into shared memory; addresses are aligned to the width, as the hardware demands.
 */
import { atomicWavefronts, type SharedAtomic } from "./atomics";
import { worstBank } from "./banks";
import type { WarpOffsets } from "./lanes";

/**
 * Whether the active lanes pair up over `distance` 1 or 2: wherever a lane and its partner (`lane xor distance`) are
 * both active, they have the same address.
 */
function pairUp(offsets: WarpOffsets, mask: number, distance: 1 | 2): boolean {
  const lower = mask & (mask >>> distance) & (distance === 1 ? 0x55555555 : 0x33333333);
  for (let rest = lower; rest !== 0; rest &= rest - 1) {
    const lane = 31 - Math.clz32(rest & -rest);
    if (offsets[lane] !== offsets[lane + distance]) return false;
  }
  return true;
}

function servedTogether(offsets: WarpOffsets, mask: number, width: number): boolean {
  if (!pairUp(offsets, mask, 1) && !pairUp(offsets, mask, 2)) return false;
  return worstBank(offsets, mask, width) === 1;
}

/** Wavefronts of a shared store: 8 bytes are served in two groups of 16 lanes, 16 bytes in four groups of 8. */
export function storeWavefronts(offsets: WarpOffsets, mask: number, width: number): number {
  if (width <= 4) return worstBank(offsets, mask, width);
  if (width === 8) return worstBank(offsets, mask & 0xffff, 8) + worstBank(offsets, mask & 0xffff0000, 8);
  return halfBySixteen(offsets, mask & 0xffff) + halfBySixteen(offsets, mask & 0xffff0000);
}

function halfBySixteen(offsets: WarpOffsets, half: number): number {
  return worstBank(offsets, half & 0x00ff00ff, 16) + worstBank(offsets, half & 0xff00ff00, 16);
}

/**
 * Wavefronts of a shared load: as a store, but lanes that pair up and leave no bank with two words are served together,
 * the whole warp at 8 bytes, a half warp at 16.
 */
export function loadWavefronts(offsets: WarpOffsets, mask: number, width: number): number {
  if (mask === 0) return 0;
  if (width <= 4) return worstBank(offsets, mask, width);
  if (width === 8) return servedTogether(offsets, mask, 8) ? 1 : storeWavefronts(offsets, mask, 8);
  return loadHalf(offsets, mask & 0xffff) + loadHalf(offsets, mask & 0xffff0000);
}

function loadHalf(offsets: WarpOffsets, half: number): number {
  if (half === 0) return 0;
  return servedTogether(offsets, half, 16) ? 1 : halfBySixteen(offsets, half);
}

/** Ideal wavefronts, without bank conflicts: 1 for up to 4 bytes per lane, 2 for 8, 4 for 16; at most `wavefronts`. */
export function idealWavefronts(wavefronts: number, width: number): number {
  return Math.min(wavefronts, width <= 4 ? 1 : width / 4);
}

/** Ideal wavefronts of a shared atomic, at most `wavefronts`: a compare-and-swap compares, then exchanges. */
export function idealAtomicWavefronts(kind: SharedAtomic, wavefronts: number, width: number): number {
  return Math.min(wavefronts, (kind === "cas" ? 2 : 1) * idealWavefronts(wavefronts, width));
}

/** What a shared request does; reductions count as atomics. */
export type Direction = "load" | "store" | "atomic";

/** Wavefronts of a shared request by direction; offsets are bytes into shared memory. */
export function sharedWavefronts(offsets: WarpOffsets, mask: number, width: number, direction: Direction): number {
  if (direction === "load") return loadWavefronts(offsets, mask, width);
  if (direction === "store") return storeWavefronts(offsets, mask, width);
  return atomicWavefronts(offsets, mask, width);
}

const MATRIX_ROWS = 8;

/**
 * Wavefronts of a matrix load or store (`LDSM`, `STSM`) of `matrices` 8×8 matrices: lanes 8·m to 8·m + 7 give the
 * 16-byte rows of matrix m, and each matrix is served by itself. All lanes take part.
 *
 * Reference: `LDSM_1`, `LDSM_2`, `LDSM_4`, `LDSM_4_T` and `STSM_4` of `test/hardware/sweep2/sweep2.json`, 96 of 96 each.
 */
export function matrixWavefronts(offsets: WarpOffsets, matrices: number): number {
  let sum = 0;
  for (let matrix = 0; matrix < matrices; matrix++) sum += worstBank(offsets, 0xff << (MATRIX_ROWS * matrix), 16);
  return sum;
}

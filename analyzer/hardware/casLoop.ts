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

/** A request to such an atomic: offsets in shared memory by lane, and the lanes that take part. */
export interface CasRequest {
  readonly offsets: WarpOffsets;
  readonly mask: number;
}

/** Costs that are being added up. */
type Sum = { -readonly [Name in keyof CasLoopCost]: number };

/** The lanes of a warp that succeed in an iteration, in which others may have changed offsets before; adds its cost. */
function iterate(sum: Sum, { offsets, mask: left }: CasRequest, width: number, changed: Set<number>): number {
  const shift = width === 8 ? 3 : 2;
  const lastBank = ((BANKS * BANK_BYTES) >> shift) - 1;
  sum.iterations += 1;
  sum.loadWavefronts += loadWavefronts(offsets, left, width);
  sum.attempts += activeLanes(left);
  sum.bytes += width * distinctUnits(offsets, left, width);
  let done = 0;
  for (const group of width === 8 ? HALF_WARPS : WHOLE_WARP) {
    if ((left & group) === 0) continue;
    sum.atomicWavefronts += 2;
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
  return done;
}

const WHOLE_WARP = [0xffffffff] as const;
const HALF_WARPS = [0xffff, 0xffff0000] as const;

/**
 * The cost of one request of such an atomic (`float` addition, 64-bit integers). In an iteration the lowest remaining lane of
 * each bank succeeds; for 8-byte values one lane of each bank and half warp, but not where the lower half has changed the
 * same address in this iteration. An iteration takes two wavefronts for the warp, or for each half warp with active lanes.
 */
export const casLoop = (offsets: WarpOffsets, mask: number, width: number): CasLoopCost =>
  contendedCasLoop([{ offsets, mask }], width);

/**
 * The cost of requests of several warps that arrive together. All that have lanes left try in turn; who succeeded comes last
 * in the next turn. With one address and 2, 3, 4 and 8 warps that is 127, 285, 506 and 2,020 iterations as on an H100, whose
 * count is the same in each run up to three warps, and differs by up to 2 % with four and 6 % with eight (CUDA 13.0, 2026-11-27).
 * With more warps, or blocks beside each other, warps do not arrive together and try less often.
 */
export function contendedCasLoop(requests: readonly CasRequest[], width: number): CasLoopCost {
  const sum: Sum = { iterations: 0, loadWavefronts: 0, atomicWavefronts: 0, attempts: 0, bytes: 0 };
  let waiting = requests.filter(({ mask }) => mask !== 0);
  while (waiting.length > 0) {
    const changed = new Set<number>();
    const [failed, succeeded]: [CasRequest[], CasRequest[]] = [[], []];
    for (const one of waiting) {
      const done = iterate(sum, one, width, changed);
      const left = one.mask & ~done;
      if (left !== 0) (done === 0 ? failed : succeeded).push({ offsets: one.offsets, mask: left });
    }
    waiting = [...failed, ...succeeded];
  }
  return sum;
}

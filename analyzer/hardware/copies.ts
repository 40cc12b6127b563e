/**
 * Asynchronous copies from global to shared memory (`LDGSTS`).
 *
 * Reference: `LDGSTS_*` of `test/hardware/sweep2/sweep2.json`: 4 and 8 bytes 96 of 96; of 16 bytes, which bypass L1, the
 * tags 96 of 96 and the sectors 157 of the 164 that the profiler gave.
 */
import { atomicWavefronts } from "./atomics";
import { distinctUnits, type WarpOffsets } from "./lanes";
import { SECTOR_BYTES } from "./model";

const HALF_SECTOR = 16;

/**
 * Sectors of a copy. Up to 8 bytes they are those of a load. Copies of 16 bytes move a sector at once when both its
 * halves go to the halves of one shared sector in the same order, else each half by itself; of two lanes with one
 * destination only one copies.
 */
export function copySectors(sources: WarpOffsets, destinations: WarpOffsets, mask: number, width: number): number {
  if (width < HALF_SECTOR) return distinctUnits(sources, mask, SECTOR_BYTES);
  const winners = new Map<number, number>();
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = 31 - Math.clz32(rest & -rest);
    winners.set(Math.floor(destinations[lane]! / HALF_SECTOR), Math.floor(sources[lane]! / HALF_SECTOR));
  }
  const moved = new Set<string>();
  for (const [to, from] of winners) moved.add(`${Math.floor(from / 2)} ${Math.floor(to / 2)} ${(from + to) % 2}`);
  return moved.size;
}

/**
 * Wavefronts of a copy of 4 or 8 bytes on the shared side: as an atomic's, lanes of one bank one after the other. Copies
 * of 16 bytes are written as their sectors arrive from L2, which has no simple rule: undefined.
 */
export function copyWavefronts(destinations: WarpOffsets, mask: number, width: number): number | undefined {
  return width < HALF_SECTOR ? atomicWavefronts(destinations, mask, width) : undefined;
}

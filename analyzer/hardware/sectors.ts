/**
 * Traffic of one global request: sectors, tags and ideal sectors.
 *
 * Reference: docs/counters.md, class A; `REDG.ADD` and `ATOMG.ADD` of `test/hardware/sweep/sweep.json` (130 of 130 warps each),
 * and every row of `memory_l2_theoretical_sectors_global` in the recorded programs.
 */
import { activeLanes, distinctUnits, type WarpOffsets } from "./lanes";
import { LINE_BYTES, SECTOR_BYTES } from "./model";

/**
 * Sectors of a global load, store, atomic or reduction: distinct aligned 32-byte pieces over the active lanes. The width
 * does not matter, because the hardware only executes accesses that are aligned to their width of at most 16 bytes.
 */
export function globalSectors(offsets: WarpOffsets, mask: number): number {
  return distinctUnits(offsets, mask, SECTOR_BYTES);
}

/** Tags of a global request: distinct 128-byte lines over the active lanes. */
export function globalTags(offsets: WarpOffsets, mask: number): number {
  return distinctUnits(offsets, mask, LINE_BYTES);
}

/**
 * The sectors that the active lanes' bytes would fill without gaps: never more than the request has.
 *
 * Reference: `memory_l2_theoretical_sectors_global_ideal`, 495 of 495 recorded full-warp rows.
 */
export function idealSectors(sectors: number, mask: number, width: number): number {
  return Math.min(sectors, Math.ceil((activeLanes(mask) * width) / SECTOR_BYTES));
}

/**
 * Texture fetches.
 *
 * Reference: `TLD_LINE` and `TEX_IMAGE` of `test/hardware/sweep2/sweep2.json`: `float` texels, point filter, 24 of 24
 * warps each. Requests and sectors of textures are class B in docs/counters.md.
 */
import type { WarpOffsets } from "./lanes";
import { SECTOR_BYTES } from "./model";

/** Neighbouring lanes that one request of a fetch from linear memory serves. */
export const LINEAR_GROUP = 8;
/** Neighbouring lanes that one request of a fetch from an array serves. */
export const IMAGE_GROUP = 4;

function groupsOf(mask: number, lanes: number): number {
  let count = 0;
  for (let shift = 0; shift < 32; shift += lanes) if (((mask >>> shift) & ((1 << lanes) - 1)) !== 0) count++;
  return count;
}

/** Requests of a fetch from linear memory (`tex1Dfetch`): one for each eight lanes with an active one. */
export function linearTextureRequests(mask: number): number {
  return groupsOf(mask, LINEAR_GROUP);
}

/** Requests of a fetch from an array (`tex2D`): one for each quad of lanes with an active one. */
export function imageTextureRequests(mask: number): number {
  return groupsOf(mask, IMAGE_GROUP);
}

/** Sectors of a fetch from linear memory: distinct 32-byte sectors within each group of eight lanes, added up. */
export function linearTextureSectors(offsets: WarpOffsets, mask: number): number {
  let sum = 0;
  for (let first = 0; first < 32; first += LINEAR_GROUP) {
    const seen = new Set<number>();
    for (let lane = first; lane < first + LINEAR_GROUP; lane++)
      if ((mask >>> lane) & 1) seen.add(Math.floor(offsets[lane]! / SECTOR_BYTES));
    sum += seen.size;
  }
  return sum;
}

/**
 * Sectors of a fetch of 4-byte texels from a two-dimensional array, whose sectors hold 4 × 2 texels: distinct ones within
 * each quad of lanes, added up. `columns` and `rows` are texel coordinates.
 */
export function imageTextureSectors(columns: WarpOffsets, rows: WarpOffsets, mask: number): number {
  let sum = 0;
  for (let first = 0; first < 32; first += IMAGE_GROUP) {
    const seen = new Set<number>();
    for (let lane = first; lane < first + IMAGE_GROUP; lane++)
      if ((mask >>> lane) & 1) seen.add(Math.floor(columns[lane]! / 4) * 0x10000 + Math.floor(rows[lane]! / 2));
    sum += seen.size;
  }
  return sum;
}

/**
 * Local memory as the hardware lays it out: a warp's threads interleaved word by word, so that lanes which use the same
 * offset fill whole lines.
 *
 * Reference: CUDA C++ Programming Guide, "Local Memory" ("consecutive 32-bit words are accessed by consecutive thread
 * IDs"); `memory_l2_theoretical_sectors_local` of the recorded programs.
 */
import { activeLanes, firstLane, type WarpOffsets } from "./lanes";
import { LINE_BYTES, SECTOR_BYTES } from "./model";

const WORD = 4;

/** The position of byte `offset` of a lane's local memory within the memory of its warp, in bytes. */
export function localLayout(offset: number, lane: number): number {
  return Math.floor(offset / WORD) * LINE_BYTES + lane * WORD + (offset % WORD);
}

const seen = new Float64Array(128);

function isUniform(offsets: WarpOffsets, mask: number): boolean {
  const offset = offsets[firstLane(mask)]!;
  for (let rest = mask & (mask - 1); rest !== 0; rest &= rest - 1) {
    if (offsets[31 - Math.clz32(rest & -rest)] !== offset) return false;
  }
  return true;
}

/** Groups of eight neighbouring lanes with an active lane: the sectors of a row that they all use. */
function octets(mask: number): number {
  let count = 0;
  for (let shift = 0; shift < 32; shift += 8) if (((mask >>> shift) & 0xff) !== 0) count++;
  return count;
}

/** Sectors of a local request whose lanes use these byte offsets into their own local memory, `width` bytes each. */
export function localSectors(offsets: WarpOffsets, mask: number, width: number): number {
  if (mask === 0) return 0;
  if (isUniform(offsets, mask)) return octets(mask) * Math.ceil(width / WORD);
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = 31 - Math.clz32(rest & -rest);
    const offset = offsets[lane]!;
    for (let byte = 0; byte < width; byte += WORD) {
      const sector = Math.floor(localLayout(offset + byte, lane) / SECTOR_BYTES);
      let at = 0;
      while (at < count && seen[at] !== sector) at++;
      if (at === count) seen[count++] = sector;
    }
  }
  return count;
}

/** Tags of a local request: distinct 128-byte lines, one a word row. */
export function localTags(offsets: WarpOffsets, mask: number, width: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const offset = offsets[31 - Math.clz32(rest & -rest)]!;
    for (let byte = 0; byte < width; byte += WORD) {
      const line = Math.floor((offset + byte) / WORD);
      let at = 0;
      while (at < count && seen[at] !== line) at++;
      if (at === count) seen[count++] = line;
    }
  }
  return count;
}

/** Sectors that the active lanes would need, were their words packed. */
export function idealLocalSectors(sectors: number, mask: number, width: number): number {
  return Math.min(sectors, Math.ceil((activeLanes(mask) * Math.max(width, WORD)) / SECTOR_BYTES));
}

/**
 * What every counting rule starts from: the active lanes of a warp and the distinct numbers among them.
 *
 * Nothing here allocates: the simulator asks once per warp access, so scratch memory belongs to the module. The
 * functions are pure all the same, since nothing of the scratch survives a call.
 */

/**
 * One number a lane, 32 of them: addresses below 2^53, or offsets from a base that is aligned to 128 bytes. Entries of
 * inactive lanes are never read.
 */
export type WarpOffsets = Float64Array | Uint32Array;

/** A mask with all 32 lanes, as the signed number that bit operations give. */
export const FULL_MASK = -1;

/** Number of active lanes. `mask` may be signed or unsigned; only its 32 bits count. */
export function activeLanes(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
  return Math.imul(bits, 0x01010101) >>> 24;
}

/** The lowest active lane of a mask that is not empty. */
export function firstLane(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

const SLOTS = 64;
const slotValue = new Float64Array(SLOTS);
const slotCall = new Float64Array(SLOTS);
let call = 0;

/**
 * How many different values `floor(offset / unit)` takes over the active lanes. `unit` is a power of two.
 *
 * Most warps ascend, so the first pass only counts steps; the first step down leads to the hash table, which is right
 * for any order.
 */
export function distinctUnits(offsets: WarpOffsets, mask: number, unit: number): number {
  if (mask === 0) return 0;
  const scale = 1 / unit;
  let previous = -1;
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const value = Math.floor(offsets[31 - Math.clz32(rest & -rest)]! * scale);
    if (value === previous) continue;
    if (value < previous) return distinctUnordered(offsets, mask, scale);
    previous = value;
    count++;
  }
  return count;
}

function distinctUnordered(offsets: WarpOffsets, mask: number, scale: number): number {
  call++;
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const value = Math.floor(offsets[31 - Math.clz32(rest & -rest)]! * scale);
    let slot = Math.imul(value | 0, 0x9e3779b1) >>> 26;
    while (slotCall[slot] === call && slotValue[slot] !== value) slot = (slot + 1) & (SLOTS - 1);
    if (slotCall[slot] === call) continue;
    slotCall[slot] = call;
    slotValue[slot] = value;
    count++;
  }
  return count;
}

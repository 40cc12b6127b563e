/**
 * The basis of the counting rules: the active lanes of a warp and the distinct numbers among them.
 *
 * Nothing here allocates, because the simulator calls it for every request: scratch memory belongs to the module. The
 * functions are pure, because no scratch value survives a call.
 */

/**
 * One number per lane, 32 of them: addresses below 2^53, or offsets from a base that is aligned to 128 bytes. Entries of
 * inactive lanes are never read.
 */
export type WarpOffsets = Float64Array | Uint32Array;

/** A mask with all 32 lanes, as the signed number that bit operations give. */
export const FULL_MASK = -1;

/** Number of bits that are set in a word, which may be signed or unsigned; only its 32 bits count. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
  return Math.imul(bits, 0x01010101) >>> 24;
}

/** Number of active lanes of a mask. */
export const activeLanes = bitCount;

/** The lowest active lane of a mask that is not empty. */
export function firstLane(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

const SLOTS = 64;
const slotValue = new Float64Array(SLOTS);
const slotCall = new Float64Array(SLOTS);
let call = 0;

/**
 * The number of distinct values of `floor(offset / unit)` over the active lanes. `unit` is a power of two.
 *
 * In most requests the values ascend, so that counting the changes suffices; the first descent switches to a hash table,
 * which works for any order.
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

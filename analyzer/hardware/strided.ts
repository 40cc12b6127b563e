/**
 * Closed forms for the cost of a request whose lane `first + i` accesses `start + i * stride`, for `lanes` neighbouring
 * lanes. They equal the general rules of `sectors.ts` and `wavefronts.ts` without a loop over 32 addresses.
 */
import { BANK_BYTES, BANKS, LINE_BYTES, SECTOR_BYTES } from "./model";
import type { Direction } from "./wavefronts";

function unitsTouched(start: number, stride: number, lanes: number, unit: number): number {
  if (lanes === 0) return 0;
  const step = Math.abs(stride);
  if (step >= unit) return lanes;
  const low = stride < 0 ? start + stride * (lanes - 1) : start;
  return Math.floor((low + step * (lanes - 1)) / unit) - Math.floor(low / unit) + 1;
}

/** Sectors of a strided global request. `start` may be relative to any base that is aligned to 32 bytes. */
export function stridedSectors(start: number, stride: number, lanes: number): number {
  return unitsTouched(start, stride, lanes, SECTOR_BYTES);
}

/** 128-byte lines of a strided global request. `start` may be relative to any base that is aligned to 128 bytes. */
export function stridedTags(start: number, stride: number, lanes: number): number {
  return unitsTouched(start, stride, lanes, LINE_BYTES);
}

function greatestPowerOfTwo(value: number): number {
  return value & -value;
}

/**
 * Wavefronts of a strided shared request by a full warp, or `undefined` where no closed form is known (strides that are
 * no multiple of the word or the width). Where the stride is 0 all lanes read or write one address.
 */
export function stridedWavefronts(stride: number, width: number, direction: Direction): number | undefined {
  if (direction === "atomic") return width === 4 ? stridedAtomic(stride) : undefined;
  const unit = Math.max(width, BANK_BYTES);
  // Groups that are served one after the other: the warp, its halves or its quarters.
  const groups = unit / BANK_BYTES;
  if (stride === 0) return direction === "load" ? Math.max(1, groups / 2) : groups;
  if (Math.abs(stride) <= BANK_BYTES) return width <= BANK_BYTES ? 1 : undefined;
  if (stride % unit !== 0) return undefined;
  const unitBanks = BANKS / groups;
  return groups * Math.min(unitBanks, greatestPowerOfTwo(stride / unit));
}

function stridedAtomic(stride: number): number | undefined {
  if (stride === 0) return BANKS;
  if (stride % BANK_BYTES !== 0) return undefined;
  return Math.min(BANKS, greatestPowerOfTwo(stride / BANK_BYTES));
}

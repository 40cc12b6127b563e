/** How far the addresses of neighbouring lanes are apart. */
import { type Dim3, WARP_SIZE } from "../../hardware/model";
import type { Term } from "../forms/forms";
import { type Lanes, laneAt } from "../forms/lanes";
import type { Footprint } from "../model";

/**
 * The distances between neighbours that are one number, in bytes.
 * @param block threads along x, y and z
 * @param known the part of each thread's address that is known
 * @param varying the terms of the address that differ between the lanes of a warp
 */
export function stridesOf(
  block: Dim3,
  known: Lanes,
  varying: readonly Term[],
): Pick<Footprint, "laneStride" | "rowStride"> {
  const [width, height, depth] = block;
  const threads = width * height * depth;
  if (threads < 2) return {};
  const isAll = varying.length === 0 && isEven(known, threads, WARP_SIZE);
  const stride = laneAt(known, 1) - laneAt(known, 0);
  if (isAll) return { laneStride: stride };
  const hasRows = width > 1 && width < WARP_SIZE && threads > width;
  const isRows =
    hasRows && isEven(known, threads, width) && varying.every((one) => isSame(one.coefficient, threads, width));
  return isRows ? { rowStride: stride } : {};
}

/** Whether the lanes of each row of `length` threads are one distance apart, the same in all rows. */
function isEven(lanes: Lanes, threads: number, length: number): boolean {
  const stride = laneAt(lanes, 1) - laneAt(lanes, 0);
  for (let thread = 2; thread < threads; thread++)
    if (thread % length !== 0 && laneAt(lanes, thread) - laneAt(lanes, thread - 1) !== stride) return false;
  return true;
}

/** Whether the lanes of each row have one value. */
function isSame(lanes: Lanes, threads: number, length: number): boolean {
  for (let thread = 1; thread < threads; thread++)
    if (thread % length !== 0 && laneAt(lanes, thread) !== laneAt(lanes, thread - 1)) return false;
  return true;
}

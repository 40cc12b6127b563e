/** Values over the threads of a block: one number where the value is uniform in the block, else one per thread. */
import { WARP_SIZE } from "../../hardware/model";

/** `number`: the same for every thread. The array is indexed by the thread's linear index in its block. */
export type Lanes = number | Float64Array;

/** The value of one thread. */
export function laneAt(lanes: Lanes, thread: number): number {
  return typeof lanes === "number" ? lanes : lanes[thread]!;
}

/** The value as one number if all threads have the same, else the array. */
export function compact(lanes: Float64Array): Lanes {
  const first = lanes[0]!;
  for (let t = 1; t < lanes.length; t++) if (lanes[t] !== first) return lanes;
  return first;
}

/** Applies an operation in every lane; `undefined` where one lane has no exact result. */
export function mapLanes(a: Lanes, operation: (a: number) => number | undefined): Lanes | undefined {
  if (typeof a === "number") return operation(a);
  const result = new Float64Array(a.length);
  for (let t = 0; t < a.length; t++) {
    const value = operation(a[t]!);
    if (value === undefined) return undefined;
    result[t] = value;
  }
  return compact(result);
}

/** Applies an operation to two values in every lane; `undefined` where one lane has no exact result. */
export function zipLanes(
  a: Lanes,
  b: Lanes,
  operation: (a: number, b: number) => number | undefined,
): Lanes | undefined {
  if (typeof a === "number" && typeof b === "number") return operation(a, b);
  const length = typeof a === "number" ? (b as Float64Array).length : a.length;
  const result = new Float64Array(length);
  for (let t = 0; t < length; t++) {
    const value = operation(laneAt(a, t), laneAt(b, t));
    if (value === undefined) return undefined;
    result[t] = value;
  }
  return compact(result);
}

/** The sum; `undefined` where it leaves the integers that a double represents exactly. */
export const addLanes = (a: Lanes, b: Lanes): Lanes | undefined => zipLanes(a, b, (x, y) => safe(x + y));
/** The product; `undefined` where it leaves the integers that a double represents exactly. */
export const multiplyLanes = (a: Lanes, b: Lanes): Lanes | undefined => zipLanes(a, b, (x, y) => safe(x * y));

/** The value itself if a double represents it exactly, with 0 for -0; else `undefined`. */
export function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** The threads of one warp that have a number other than 0, as bits; `first`: its first thread of the block's `threads`. */
export function warpBits(lanes: Lanes, first: number, threads: number): number {
  let bits = 0;
  for (let lane = 0; lane < WARP_SIZE && first + lane < threads; lane++)
    if (laneAt(lanes, first + lane)) bits |= 1 << lane;
  return bits;
}

/** Whether a value is uniform in each warp; warps may differ. */
export function isWarpUniform(lanes: Lanes): boolean {
  if (typeof lanes === "number") return true;
  for (let t = 0; t < lanes.length; t++) if (lanes[t] !== lanes[t - (t % WARP_SIZE)]) return false;
  return true;
}

/** Whether two values are equal in every lane. */
export function sameLanes(a: Lanes, b: Lanes): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return a.every((value, t) => value === b[t]);
}

/** The greatest common divisor of two non-negative integers; that of 0 and n is n. */
export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** The greatest number that divides the value of every lane; 0 when all are 0. */
export function commonDivisor(lanes: Lanes): number {
  if (typeof lanes === "number") return Math.abs(lanes);
  let divisor = 0;
  for (const value of lanes) {
    divisor = gcd(divisor, value);
    if (divisor === 1) break;
  }
  return divisor;
}

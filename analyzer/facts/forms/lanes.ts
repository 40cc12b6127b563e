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

/** Whether a result is one of the integers that a double represents exactly; both operands are. */
const isSafe = (value: number): boolean => value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;

/**
 * The sum; `undefined` where it leaves the integers that a double represents exactly. Addresses are sums over all threads of
 * many blocks and iterations, so that this loop and the next call nothing.
 */
export function addLanes(a: Lanes, b: Lanes): Lanes | undefined {
  if (typeof a === "number") return typeof b === "number" ? safe(a + b) : addedTo(b, a);
  if (typeof b === "number") return addedTo(a, b);
  const result = new Float64Array(a.length);
  for (let t = 0; t < result.length; t++) {
    const sum = a[t]! + b[t]!;
    if (!isSafe(sum)) return undefined;
    result[t] = sum + 0;
  }
  return compact(result);
}

function addedTo(lanes: Float64Array, by: number): Lanes | undefined {
  if (by === 0) return lanes;
  const result = new Float64Array(lanes.length);
  for (let t = 0; t < result.length; t++) {
    const sum = lanes[t]! + by;
    if (!isSafe(sum)) return undefined;
    result[t] = sum + 0;
  }
  return result;
}

/** The product; `undefined` where it leaves the integers that a double represents exactly. */
export function multiplyLanes(a: Lanes, b: Lanes): Lanes | undefined {
  if (typeof a === "number") return typeof b === "number" ? safe(a * b) : multipliedBy(b, a);
  if (typeof b === "number") return multipliedBy(a, b);
  const result = new Float64Array(a.length);
  for (let t = 0; t < result.length; t++) {
    const product = a[t]! * b[t]!;
    if (!isSafe(product)) return undefined;
    result[t] = product + 0;
  }
  return compact(result);
}

function multipliedBy(lanes: Float64Array, by: number): Lanes | undefined {
  if (by === 0 || by === 1) return by === 0 ? 0 : lanes;
  const result = new Float64Array(lanes.length);
  for (let t = 0; t < result.length; t++) {
    const product = lanes[t]! * by;
    if (!isSafe(product)) return undefined;
    result[t] = product + 0;
  }
  return result;
}

/** Of two masks, with 1 for each thread and 0 for the others, the threads in both. */
export function both(a: Lanes, b: Lanes): Lanes {
  if (a === 0 || b === 0) return 0;
  if (a === 1 || b === 1 || a === b) return a === 1 ? b : a;
  return zipLanes(a, b, (x, y) => x * y)!;
}

/** Of two masks, with 1 for each thread and 0 for the others, the threads in one of them. */
export function either(a: Lanes, b: Lanes): Lanes {
  if (a === 1 || b === 1) return 1;
  if (a === 0 || b === 0 || a === b) return a === 0 ? b : a;
  return zipLanes(a, b, (x, y) => x + y - x * y)!;
}

/** The value itself if a double represents it exactly, with 0 for -0; else `undefined`. */
export function safe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** The threads of one warp that have a number other than 0, as bits; `first`: its first thread of the block's `threads`. */
export function warpBits(lanes: Lanes, first: number, threads: number): number {
  const count = Math.min(WARP_SIZE, threads - first);
  if (typeof lanes === "number") return lanes === 0 ? 0 : count === WARP_SIZE ? -1 : (1 << count) - 1;
  let bits = 0;
  for (let lane = 0; lane < count; lane++) if (lanes[first + lane]) bits |= 1 << lane;
  return bits;
}

/** Whether a value is uniform in each warp; warps may differ. */
export function isWarpUniform(lanes: Lanes): boolean {
  if (typeof lanes === "number") return true;
  for (let t = 0; t < lanes.length; t++) if (lanes[t] !== lanes[t - (t % WARP_SIZE)]) return false;
  return true;
}

/** Whether no lane is negative. */
export function isNonNegative(lanes: Lanes): boolean {
  if (typeof lanes === "number") return lanes >= 0;
  for (let t = 0; t < lanes.length; t++) if (lanes[t]! < 0) return false;
  return true;
}

/** Whether two values are equal in every lane. */
export function sameLanes(a: Lanes, b: Lanes): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  if (a === b) return true;
  for (let t = 0; t < a.length; t++) if (a[t] !== b[t]) return false;
  return true;
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

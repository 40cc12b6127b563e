/** What one request of a warp costs, over all shifts that unknown values allow. */
import { firstLane } from "../../hardware/lanes";
import { WARP_SIZE } from "../../hardware/model";
import type { MemoryAccess } from "../../lower/model";
import { multipleOf, type Term } from "../forms/forms";
import { laneAt } from "../forms/lanes";

/** How requests of a memory space are counted: cost and ideal from 32 offsets and a mask. */
export interface Counting {
  readonly unit: "sectors" | "wavefronts";
  /** Shifting a request by a multiple of this many bytes changes no count. */
  readonly period: number;
  cost(offsets: Float64Array, mask: number): number;
  ideal(cost: number, mask: number): number;
}

/** Groups of lanes with equal unknown coefficients, whose relative offsets are known; the groups' relative offsets are not. */
function groupLanes(mask: number, first: number, spread: readonly Term[]): readonly number[] {
  let groups: readonly number[] = [mask];
  for (const { atom, coefficient } of spread) {
    const keyOf = (lane: number): number => (atom.scope === "lane" ? lane : laneAt(coefficient, first + lane));
    groups = groups.flatMap((group) => lanesByKey(group, keyOf));
  }
  return groups;
}

function lanesByKey(mask: number, keyOf: (lane: number) => number): readonly number[] {
  const groups = new Map<number, number>();
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    const key = keyOf(lane);
    groups.set(key, (groups.get(key) ?? 0) | (1 << lane));
  }
  return [...groups.values()];
}

/** The unknown part of a request's address. */
export interface UnknownOffset {
  /** Terms that differ between the lanes of a warp. */
  readonly spread: readonly Term[];
  /** The bytes of which the request's shift is a multiple; and where lanes differ, the shift of each group. */
  readonly step: number;
  readonly splitStep: number;
}

/** The number of bytes, within a period, of which the terms are a multiple. */
export function stepOf(period: number, terms: readonly Term[]): number {
  const multiple = multipleOf(terms);
  return multiple === 0 ? period : Math.min(period, greatestPowerIn(multiple));
}

/** The possible shifts of a request within a period, from the first in equal steps; accesses are aligned to their width. */
function shiftsOf(
  period: number,
  step: number,
  width: number,
  start: number,
): readonly [first: number, stride: number] {
  // Steps, widths and periods are powers of two, so that one of any two divides the other: the multiples of `step` that align
  // the request are `stride` apart and begin at `first`, or there are none.
  const align = Math.min(width, period);
  const first = ((-start % align) + align) % align;
  return first % step === 0 ? [first, Math.max(step, align)] : [0, period];
}

/** The greatest power of two that divides an integer, at most 2^30. */
const greatestPowerIn = (value: number): number => {
  const rest = Math.abs(value % 2 ** 30);
  return rest === 0 ? 2 ** 30 : rest & -rest;
};

const scratch = new Float64Array(WARP_SIZE);

/** The least and the most that the lanes of a group cost, over all shifts of them that are possible. */
function costsOfGroup(
  { counting, access }: { readonly counting: Counting; readonly access: Pick<MemoryAccess, "width"> },
  offsets: Float64Array,
  group: number,
  step: number,
): readonly [least: number, most: number] {
  const { period } = counting;
  const [first, stride] = shiftsOf(period, step, access.width, offsets[firstLane(group)]!);
  let lowest = 0;
  for (let rest = group; rest !== 0; rest &= rest - 1) lowest = Math.min(lowest, offsets[firstLane(rest)]!);
  // Offsets are made positive by a multiple of the period, which changes no count.
  const up = Math.ceil(-lowest / 4096) * 4096;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let by = first; by < period; by += stride) {
    for (let rest = group; rest !== 0; rest &= rest - 1) {
      const lane = firstLane(rest);
      scratch[lane] = offsets[lane]! + up + by;
    }
    const cost = counting.cost(scratch, group);
    [least, most] = [Math.min(least, cost), Math.max(most, cost)];
  }
  return [least, most];
}

/** What one request costs, over all shifts that are possible. */
export interface RequestCost {
  readonly least: number;
  readonly most: number;
  readonly typical: number;
  readonly ideal: number;
  readonly leastIdeal: number;
  readonly typicalIdeal: number;
  readonly dependsOnShift: boolean;
}

/** The request that was counted last: most warps make one that costs the same. */
export interface Counted {
  readonly offsets: Float64Array;
  readonly mask: number;
  readonly cost: RequestCost;
}

/** Whether a request is another one shifted by a multiple of the period, which changes no count. */
export function isShiftOf({ offsets, mask }: Counted, other: Float64Array, otherMask: number, period: number): boolean {
  if (mask !== otherMask) return false;
  const first = firstLane(mask);
  const by = other[first]! - offsets[first]!;
  if (by % period !== 0) return false;
  for (let rest = mask & (mask - 1); rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    if (other[lane]! - offsets[lane]! !== by) return false;
  }
  return true;
}

/** What a request costs; `first` is the thread of its first lane. */
export function costOfRequest(
  question: { readonly counting: Counting; readonly access: Pick<MemoryAccess, "width"> },
  offsets: Float64Array,
  mask: number,
  first: number,
  { spread, step, splitStep }: UnknownOffset,
): RequestCost {
  const groups = spread.length ? groupLanes(mask, first, spread) : [mask];
  let [least, most, typical] = [0, 0, 0];
  let dependsOnShift = false;
  for (const group of groups) {
    const [low, high] = costsOfGroup(question, offsets, group, groups.length > 1 ? splitStep : step);
    if (low !== high) dependsOnShift = true;
    least = Math.max(least, low);
    most += high;
    typical += low;
  }
  const idealOf = (cost: number): number => question.counting.ideal(cost, mask);
  return {
    least,
    most,
    typical,
    ideal: idealOf(most),
    leastIdeal: idealOf(least),
    typicalIdeal: idealOf(typical),
    dependsOnShift,
  };
}

/** One expression over all lanes of all warps of a block: what each holds, which differ, which the filter lets through. */
import { LANES } from "../pictures/lanes";
import type { WatchedLanes } from "../pictures/watch";
import { evaluate, type Lanes, NotKnown } from "./evaluate";
import { readWatch } from "./expression";
import type { Recording } from "./recording";
import { isTrue, printValue } from "./values";

/** Every lane true or false, as a condition is. */
export const isCondition = ({ values }: WatchedLanes): boolean =>
  values.some((one) => one !== null) && values.every((one) => one === null || one === "true" || one === "false");

const nothing = (warp: number, unknown: string): WatchedLanes => ({
  warp,
  values: Array<null>(LANES).fill(null),
  differs: Array<boolean>(LANES).fill(false),
  passes: Array<boolean>(LANES).fill(false),
  unknown,
});

/** Compared as printed: a NaN is not equal to itself, and still the same. */
function described(warp: number, lanes: Lanes, filter: Lanes | undefined): WatchedLanes {
  const values = lanes.map((one) => (one ? printValue(one) : null));
  const first = values.find((one) => one !== null);
  return {
    warp,
    values,
    differs: values.map((one) => one !== null && one !== first),
    passes: values.map((one, lane) => one !== null && (!filter || (filter[lane] ? isTrue(filter[lane]) : false))),
  };
}

/** Watches an expression in the given warps. A sentence where it cannot be read. */
export function watch(
  recording: Recording,
  time: number,
  text: string,
  warps: readonly number[],
): readonly WatchedLanes[] | string {
  const watched = readWatch(text);
  if (typeof watched === "string") return watched;
  const { expression, filter } = watched;
  return warps.map((warp) => {
    const names = recording.namesOf(warp, time);
    try {
      return described(warp, evaluate(expression, names), filter && evaluate(filter, names));
    } catch (error) {
      if (error instanceof NotKnown) return nothing(warp, error.message);
      throw error;
    }
  });
}

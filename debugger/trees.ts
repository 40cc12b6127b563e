/** Values of a warp as rows that unfold: a variable in a line, its lanes beneath, and the other warps as small maps. */
import { lanesWhere, ranges } from "../pictures/lanes";
import type { WatchedLanes } from "../pictures/watch";
import type { Variable } from "./protocol";
import { isCondition } from "./watch";

/** Lanes that hold one value share a part; more than these are not listed. */
const PARTS = 3;

function shares(values: readonly (string | null)[], lanes: readonly number[]): [string, number[]][] {
  const byValue = new Map<string, number[]>();
  for (const lane of lanes) {
    const value = values[lane];
    if (typeof value === "string") byValue.set(value, [...(byValue.get(value) ?? []), lane]);
  }
  return [...byValue];
}

/** A warp in a line: `5`, `0–15: 1, 16–31: 2`, `0 … 62, 32 different values`, of a condition the lanes where it holds. */
export function inOneLine(warp: WatchedLanes): string {
  if (warp.unknown !== undefined) return warp.unknown;
  const lanes = lanesWhere(warp.passes);
  if (lanes.length === 0) return "no lane";
  const parts = shares(warp.values, lanes);
  const all = lanesWhere(warp.values.map((one) => one !== null));
  if (isCondition(warp) && parts.length > 1) {
    const held = parts.find(([value]) => value === "true")![1];
    return `true in ${held.length === 1 ? "lane" : "lanes"} ${ranges(held)}`;
  }
  if (parts.length === 1) {
    const where = lanes.length === all.length ? "" : ` in ${ranges(lanes)}`;
    return `${parts[0]![0]}${where}`;
  }
  if (parts.length <= PARTS) return parts.map(([value, own]) => `${ranges(own)}: ${value}`).join(", ");
  return `${parts[0]![0]} … ${parts.at(-1)![0]}, ${parts.length} different values`;
}

/** One character a lane: `■` differs from the first, `·` does not, a blank holds nothing or is filtered out. */
export const mapOf = ({ values, differs, passes }: WatchedLanes): string =>
  values.map((one, lane) => (one === null || !passes[lane] ? " " : differs[lane] ? "■" : "·")).join("");

/** The value that more than half of the lanes hold, if there is one. */
function commonValue(values: readonly (string | null)[], lanes: readonly number[]): string | undefined {
  const [value, own] = shares(values, lanes).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ["", []];
  return own.length * 2 > lanes.length ? value : undefined;
}

/**
 * The lanes that the filter lets through, each with its value. The few that hold another value than most say so; where most
 * differ from each other, a mark on each would say nothing that their number in the line above does not.
 */
export function laneRows({ values, passes }: WatchedLanes, mask: number | undefined): Variable[] {
  const lanes = lanesWhere(passes);
  const common = commonValue(values, lanes);
  return lanes.map((lane) => {
    const idle = mask !== undefined && ((mask >>> lane) & 1) === 0;
    const isOdd = common !== undefined && values[lane] !== common;
    const marks = [...(isOdd ? [`most lanes hold ${common}`] : []), ...(idle ? ["not active"] : [])];
    return {
      name: `lane ${lane}`,
      value: `${values[lane]}${marks.length ? `   ${marks.join(", ")}` : ""}`,
      variablesReference: 0,
    };
  });
}

/** Every warp of a block as a small map with its values in a line. */
export const warpRows = (warps: readonly WatchedLanes[]): Variable[] =>
  warps.map((one) => ({
    name: `warp ${one.warp}`,
    value: one.unknown === undefined ? `${mapOf(one)}  ${inOneLine(one)}` : one.unknown,
    variablesReference: 0,
  }));

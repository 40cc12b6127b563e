/** How many lanes take part in what warps execute, line by line, and where warps diverge: of IR instructions, so class C. */
import { frames } from "../../analyzer/ir/frames";
import type { Instruction, Location } from "../../analyzer/ir/model";
import type { DivergentBranch, Lanes, Mix } from "../model";
import type { RegionCount } from "./mix";

/** Fewer active lanes in an instruction than this, on average, are worth a sentence: an eighth of the work is lost. */
const FEW = 28;

/** Whether many lanes were idle in what a launch executed. */
export const hasFewLanes = ({ warpInstructions, threadInstructions }: LaneTotals): boolean =>
  threadInstructions < FEW * warpInstructions;

type LaneTotals = Pick<Mix, "warpInstructions" | "threadInstructions">;

/** A name for a place in the code, the same for the lines of a function wherever it is inlined there. */
const placeKey = (location: Location | undefined): string =>
  frames(location)
    .map(({ file, line }) => `${file}:${line}`)
    .join(" ");

/** Adds counts of one place. */
function merge<T extends { readonly location: Location | undefined }>(
  all: readonly T[],
  add: (to: T, one: T) => void,
): readonly T[] {
  const places = new Map<string, T>();
  for (const one of all) {
    const key = placeKey(one.location);
    const known = places.get(key);
    if (known) add(known, one);
    else places.set(key, { ...one });
  }
  return [...places.values()];
}

/** The sum of several parts of a launch, or of several functions. */
export function addLanes(parts: readonly Lanes[]): Lanes {
  return {
    lines: merge(
      parts.flatMap(({ lines }) => lines),
      (to, one) => {
        to.warpInstructions += one.warpInstructions;
        to.threadInstructions += one.threadInstructions;
      },
    ),
    branches: merge(
      parts.flatMap(({ branches }) => branches),
      (to, one) => {
        to.executions += one.executions;
        to.divergent += one.divergent;
      },
    ),
  };
}

function branchOf({ region, warps, divergent }: RegionCount): DivergentBranch[] {
  const last: Instruction | undefined = region.block.instructions[region.to - 1];
  return divergent > 0 && last ? [{ location: last.location, executions: warps, divergent }] : [];
}

/** The lanes of what one function executed. */
export function countLanes(counts: readonly RegionCount[]): Lanes {
  const executed = counts.filter(({ warps }) => warps > 0);
  const lines = executed.flatMap(({ region, warps, lanes }) =>
    region.block.instructions
      .slice(region.from, region.to)
      .map(({ location }) => ({ location, warpInstructions: warps, threadInstructions: lanes })),
  );
  return addLanes([{ lines, branches: executed.flatMap(branchOf) }]);
}

/** Launches of one kernel, made into the few shapes that facts are computed for. */
import type { Func } from "../../ir/model";
import { ALLOCATION_ALIGNMENT } from "../forms/inputForms";
import { gcd } from "../forms/lanes";
import type { LaunchShape } from "../model";
import type { LaunchRoute } from "./evaluate/explore";
import type { ProgramLaunch } from "./program";

/** Shapes of one site with one block, and of one kernel: facts are computed for each. */
const GRIDS_OF_A_SITE = 3;
const SHAPES = 6;

const rank: Readonly<Record<LaunchRoute, number>> = { run: 0, main: 1, possible: 2, function: 3 };

/**
 * The shapes of launches whose block is known, those on the program's own path first. Launches that differ in their
 * arguments alone are one shape, with the arguments on which they agree.
 * @param folded the sites in the text: what is known of the alignment of arguments that the evaluation does not know
 */
export function shapesOf(
  kernel: Func,
  launches: readonly ProgramLaunch[],
  folded: readonly LaunchShape[],
): readonly LaunchShape[] {
  const groups = new Map<string, ProgramLaunch[]>();
  const grids = new Map<string, number>();
  for (const launch of launches.toSorted((a, b) => rank[a.route] - rank[b.route])) {
    const { line, path, block, shared, grid } = launch;
    const site = JSON.stringify([line, path, block, shared]);
    const key = `${site} ${grid}`;
    const known = groups.get(key);
    if (known) known.push(launch);
    else if ((grids.get(site) ?? 0) < GRIDS_OF_A_SITE) {
      grids.set(site, (grids.get(site) ?? 0) + 1);
      groups.set(key, [launch]);
    }
  }
  return [...groups.values()].slice(0, SHAPES).map((group) => shapeOf(kernel, group, folded));
}

function shapeOf(kernel: Func, group: readonly ProgramLaunch[], folded: readonly LaunchShape[]): LaunchShape {
  const [first] = group as readonly [ProgramLaunch];
  const { grid, block, shared, line, path, route, startedWith, isDefaultStream, arguments: given } = first;
  const site = path === undefined ? folded.find((one) => one.line === line) : undefined;
  const agree = group.every((one) => one.isDefaultStream === isDefaultStream);
  return {
    // A size of zero, such as a variable that is set elsewhere, is that of no launch.
    grid: grid?.every((one) => one > 0) ? grid : undefined,
    block: block!,
    shared,
    from: "site",
    arguments: agreedIntegers(kernel, group),
    alignments: alignmentsOf(kernel, group, site),
    ...(line !== undefined && { line }),
    ...(path !== undefined && { path }),
    ...(route !== "main" && { route }),
    ...(startedWith !== undefined && { startedWith }),
    ...(isDefaultStream !== undefined && agree && { isDefaultStream }),
    ...(!group.some((one) => one.isUncounted) && { times: group.length }),
    given,
  };
}

/** Whole parameters that are one integer in every launch of a group. */
function agreedIntegers(kernel: Func, group: readonly ProgramLaunch[]): ReadonlyMap<number, bigint> {
  const agreed = new Map<number, bigint>();
  for (const { index, type } of kernel.arguments) {
    if (type.kind !== "int") continue;
    const values = group.map(({ arguments: given }) => {
      const part = given[index]?.find((one) => one.offset === 0)?.value;
      return typeof part === "bigint" ? BigInt.asIntN(type.bits, part) : undefined;
    });
    const [value] = values;
    if (value !== undefined && values.every((one) => one === value)) agreed.set(index, value);
  }
  return agreed;
}

/** Alignments of pointer parameters that do not get the beginning of an allocation in every launch. */
function alignmentsOf(
  kernel: Func,
  group: readonly ProgramLaunch[],
  site: LaunchShape | undefined,
): ReadonlyMap<number, number> {
  const alignments = new Map<number, number>();
  for (const { index, type } of kernel.arguments) {
    if (type.kind !== "pointer") continue;
    const offsets = group.flatMap(({ arguments: given }) => {
      const buffers = (given[index] ?? []).flatMap(({ value }) => (typeof value === "object" ? [value] : []));
      return buffers.length > 0 ? buffers.map((one) => one.offset) : [undefined];
    });
    const isKnown = offsets.every((one) => one !== undefined);
    const written = site?.alignments?.get(index);
    const alignment = isKnown
      ? offsets.reduce<number>((all, one) => gcd(all, Math.abs(one!)), ALLOCATION_ALIGNMENT)
      : written;
    if (alignment !== undefined && alignment !== ALLOCATION_ALIGNMENT) alignments.set(index, alignment);
  }
  return alignments;
}

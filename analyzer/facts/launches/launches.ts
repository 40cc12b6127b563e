/**
 * The launches of a kernel: those that the evaluated host code makes, else from the sites in the text, else from
 * `__launch_bounds__`, else from the setting, else a block that fits the thread indices that the kernel uses.
 */

import type { Dim3 } from "../../hardware/model";
import { demangle, type FunctionName } from "../../ir/demangle";
import type { Func } from "../../ir/model";
import { type FoldedLaunch, foldLaunches } from "../../syntax/launches";
import type { Outline } from "../../syntax/model";
import { canonicalType } from "../../syntax/text/integers";
import { pattern } from "../../syntax/text/patterns";
import type { LaunchShape } from "../model";
import { argumentAlignments } from "./alignments";
import type { ProgramLaunch } from "./program";
import { shapesOf } from "./shapes";

/** Block of kernels whose threads have one index, and of those with two or three. */
const LINE: Dim3 = [256, 1, 1];
const PLANE: Dim3 = [32, 8, 1];
const VOLUME: Dim3 = [32, 4, 2];

/** What beside the kernel decides its launches. */
export interface LaunchSources {
  /** The text that the outline was made of. */
  readonly text: string;
  readonly outline: Outline;
  /** Block shape of the user's settings. */
  readonly block: Dim3 | undefined;
  /** Launches of the program, from its host code; absent before that has been evaluated. */
  readonly program?: readonly ProgramLaunch[] | undefined;
}

/** Launch shapes of a kernel, at least one. */
export function launchesOf(kernel: Func, sources: LaunchSources): readonly LaunchShape[] {
  const sites = sitesOf(kernel, sources);
  const folded = sites.filter(({ block }) => isPossible(block)).map((site) => siteShape(kernel, site, sources));
  // Where the compiler merged launches of the kernel, the first of them in the text stands for all.
  const line = sites[0]?.line;
  const launched = (sources.program ?? [])
    .filter((one) => one.kernel === kernel.name)
    .map((one) => (one.isMerged && one.path === undefined && line !== undefined ? { ...one, line } : one));
  const evaluated = shapesOf(
    kernel,
    launched.filter((one) => isPossible(one.block)),
    folded,
  );
  // Where the evaluation reached a site, it knows better what the text says there.
  const lines = new Set(launched.flatMap((one) => (one.block && one.path === undefined ? [one.line] : [])));
  const known = [...evaluated, ...folded.filter((one) => one.line === undefined || !lines.has(one.line))];
  if (known.length) return distinct(known);
  const assumed = assumedShape(kernel, sources);
  const [seen] = [...launched, ...sites];
  if (!seen) return [assumed];
  const place = {
    ...(seen.line !== undefined && { line: seen.line }),
    ...("path" in seen && seen.path !== undefined && { path: seen.path }),
  };
  const grid = seen.grid?.every((one) => one >= 1) ? seen.grid : undefined;
  return [{ ...assumed, grid, shared: seen.shared, ...place }];
}

function assumedShape(kernel: Func, { block }: LaunchSources): LaunchShape {
  const bounds = launchBounds(kernel);
  if (bounds) return shape(bounds, "bounds");
  return block ? shape(block, "setting") : shape(assumedBlock(kernel), "assumed");
}

const shape = (block: Dim3, from: LaunchShape["from"]): LaunchShape => ({
  grid: undefined,
  block,
  shared: undefined,
  from,
  arguments: new Map(),
});

/** Threads of a block on every architecture. Reference: CUDA C++ Programming Guide, "Technical Specifications". */
const MAX_THREADS = 1024;

/** A launch that fails says nothing about the cost of the kernel. */
function isPossible(block: Dim3 | undefined): block is Dim3 {
  if (!block) return false;
  const [x, y, z] = block;
  return x >= 1 && y >= 1 && z >= 1 && z <= 64 && x * y * z <= MAX_THREADS;
}

/** The launch sites that can run this function: by name, and by the template arguments that they write. */
function sitesOf(kernel: Func, { text, outline }: LaunchSources): readonly FoldedLaunch[] {
  const name = demangle(kernel.name);
  const own = `::${name.qualifiedName}`;
  return [...foldLaunches(text, outline)].flatMap(([written, sites]) =>
    own.endsWith(`::${written.replace(/^::/, "")}`)
      ? sites.filter((site) => couldInstantiate(site, name, outline))
      : [],
  );
}

function couldInstantiate(site: FoldedLaunch, { templateArguments }: FunctionName, outline: Outline): boolean {
  const parameters = site.within === undefined ? "" : (outline.functions[site.within]?.template ?? "");
  return site.templateArguments.every((written, i) => {
    const given = templateArguments[i];
    if (given === undefined) return false;
    if (canonical(written) === canonical(given)) return true;
    // A parameter of the launching template is whatever it was instantiated with.
    return /^[A-Za-z_]\w*$/.test(written) && pattern`\b${written}\b`.test(parameters);
  });
}

const canonical = (argument: string): string =>
  /^-?\d+[ul]*$/i.test(argument) ? argument.replace(/[ul]+$/i, "") : canonicalType(argument);

function siteShape(kernel: Func, site: FoldedLaunch, sources: LaunchSources): LaunchShape {
  return {
    grid: site.grid,
    block: site.block!,
    shared: site.shared,
    from: "site",
    arguments: site.arguments,
    alignments: argumentAlignments(kernel, site, sources),
    line: site.line,
    ...(site.isDefaultStream && { isDefaultStream: true }),
  };
}

/** Launches that cost the same are one: the first stands for all. */
function distinct(launches: readonly LaunchShape[]): readonly LaunchShape[] {
  const seen = new Map<string, LaunchShape>();
  for (const launch of launches) {
    const key = JSON.stringify([
      launch.grid,
      launch.block,
      launch.shared,
      entries(launch.arguments),
      entries(launch.alignments),
    ]);
    if (!seen.has(key)) seen.set(key, launch);
  }
  return [...seen.values()];
}

const entries = (map: ReadonlyMap<number, bigint | number> | undefined): readonly string[] =>
  [...(map ?? [])].map(([index, value]) => `${index}=${value}`);

/** The largest block that `__launch_bounds__` allows, laid out over the indices that the kernel uses. */
function launchBounds(kernel: Func): Dim3 | undefined {
  const attribute = kernel.attributes.get("nvvm.maxntid");
  if (typeof attribute !== "string") return undefined;
  const [threads = 0, y = 1, z = 1] = attribute.split(",").map(Number);
  if (!Number.isInteger(threads) || threads < 1) return undefined;
  if (y > 1 || z > 1) return [threads, y, z];
  const axes = usedAxes(kernel);
  if (axes === 1 || threads % 32 !== 0) return [threads, 1, 1];
  return [32, threads / 32, 1];
}

function assumedBlock(kernel: Func): Dim3 {
  const axes = usedAxes(kernel);
  return axes === 1 ? LINE : axes === 2 ? PLANE : VOLUME;
}

/** How many of `threadIdx`'s axes the kernel reads, the last one deciding. */
function usedAxes(kernel: Func): 1 | 2 | 3 {
  let axes: 1 | 2 | 3 = 1;
  for (const block of kernel.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op !== "call" || instruction.callee.kind !== "function") continue;
      const { name } = instruction.callee;
      if (name.endsWith("sreg.tid.z")) return 3;
      if (name.endsWith("sreg.tid.y")) axes = 2;
    }
  }
  return axes;
}

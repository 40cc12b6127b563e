/** A launch's report as plain data: places instead of the IR that the worker keeps. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Location } from "../../analyzer/ir/model";
import { divergentBarrier } from "../../simulator/check/findings";
import { countsOf, type LaunchReport, type LineCount } from "../../simulator/model";
import type { Reuse } from "../../simulator/observers/reuse";
import type { LaunchResult, LineResult, ReuseResult } from "../model/job";
import { localArrays } from "./localArrays";
import type { Observation } from "./observe";

function lineResult(line: LineCount, { sampleOf }: Observation, arrayOf: ReturnType<typeof localArrays>): LineResult {
  const { access } = line;
  const { location, op, space, width } = access;
  const sample = sampleOf(line);
  const localArray = arrayOf(access);
  const place = { access: access.id, served: line.space, location, op, space, width };
  return {
    ...place,
    counts: countsOf(line),
    ...(access.isLibrary && { isLibrary: true }),
    ...(sample && { sample }),
    ...(localArray && { localArray }),
  };
}

function reuseResult({ blocks, counts, loads }: Reuse, grid: Dim3): ReuseResult {
  const of = grid[0] * grid[1] * grid[2];
  return {
    blocks,
    of,
    accesses: counts.map(({ access: { location, op, width }, ...bytes }) => ({ location, op, width, ...bytes })),
    ...(loads && { loads }),
  };
}

/** What was made of parts that several launches share, and that nothing was observed of. */
const [lineResults, reuseResults] = [
  new WeakMap<readonly LineCount[], readonly LineResult[]>(),
  new WeakMap<Reuse, ReuseResult>(),
];

function linesOf(lines: readonly LineCount[], observation: Observation): readonly LineResult[] {
  const isPlain = observation.observers.length === 0;
  const known = isPlain && lineResults.get(lines);
  if (known) return known;
  const arrayOf = localArrays();
  const made = lines.map((line) => lineResult(line, observation, arrayOf));
  if (isPlain) lineResults.set(lines, made);
  return made;
}

function reuseOnce(reuse: Reuse, grid: Dim3): ReuseResult {
  const result = reuseResults.get(reuse) ?? reuseResult(reuse, grid);
  reuseResults.set(reuse, result);
  return result;
}

/** What a launch did, with what was observed of it, and where the host launched it. */
export function launchResult(
  report: LaunchReport,
  observation: Observation,
  { launchedAt, reuse }: { readonly launchedAt?: Location; readonly reuse?: Reuse } = {},
): LaunchResult {
  const { launch, outcome, metrics, lines, sampled, lanes, repeats, divergent, demand, largeAngles, contended } =
    report;
  const { kernel, grid, block, shared } = launch;
  return {
    kernel,
    grid,
    block,
    shared,
    ...(launchedAt && { launchedAt }),
    outcome,
    metrics,
    lines: linesOf(lines, observation),
    ...(sampled && { sampled }),
    ...(repeats !== undefined && { repeats }),
    ...(lanes && { lanes }),
    ...(demand && { demand }),
    ...(largeAngles && { largeAngles }),
    ...(contended && { contended }),
    ...(reuse && outcome.kind === "completed" && reuse.blocks > 0 && { reuse: reuseOnce(reuse, grid) }),
    ...(divergent && {
      findings: divergent.map((one) => ({ severity: "error" as const, ...divergentBarrier(one), times: one.times })),
    }),
    ...observation.result(report),
  };
}

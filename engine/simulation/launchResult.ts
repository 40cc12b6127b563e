/** A launch's report as plain data: places instead of the IR that the worker keeps. */
import type { Location } from "../../analyzer/ir/model";
import { countsOf, type LaunchReport, type LineCount } from "../../simulator/model";
import type { LaunchResult, LineResult } from "../model/job";
import type { Observation } from "./observe";

function lineResult(line: LineCount, { sampleOf }: Observation): LineResult {
  const { access } = line;
  const { location, op, space, width } = access;
  const sample = sampleOf(line);
  const place = { access: access.id, served: line.space, location, op, space, width };
  return { ...place, counts: countsOf(line), ...(sample && { sample }) };
}

/** What a launch did, with what was observed of it, and where the host launched it. */
export function launchResult(report: LaunchReport, observation: Observation, launchedAt?: Location): LaunchResult {
  const { launch, outcome, metrics, lines, sampled } = report;
  const { kernel, grid, block, shared } = launch;
  return {
    kernel,
    grid,
    block,
    shared,
    ...(launchedAt && { launchedAt }),
    outcome,
    metrics,
    lines: lines.map((line) => lineResult(line, observation)),
    ...(sampled && { sampled }),
    ...observation.result(report),
  };
}

/** Looks for arguments with which a checked run of a kernel finds something. */
import type { LaunchReportJson } from "../formats/launch";
import type { SimulateJson } from "../formats/simulation";
import type { SearchRequest, SimulateRequest } from "../model";
import { argumentSets } from "./argumentSets";

/** What a search needs. */
export interface SearchInput {
  /** Integers that the kernel's code compares with. */
  readonly compared: readonly bigint[];
  readonly request: SimulateRequest;
  readonly search: SearchRequest;
  /** Runs the kernel with arguments. */
  run(request: SimulateRequest): Promise<SimulateJson>;
}

/** Steps of one run at most: arguments that make a kernel run longer are passed over. */
const STEPS = 20_000_000;

/** Limits of each run of a search; of one in a number of runs that look for a launch, a part of them. */
export const searchLimits = <Limits extends { readonly steps: number }>(limits: Limits, parts = 1): Limits => ({
  ...limits,
  steps: Math.min(limits.steps, STEPS / parts),
});

/**
 * Findings that hold whatever the size of the caller's buffers is: an index out of bounds of a buffer that the search made up
 * may be the search's own fault.
 */
function certainty({ outcome, launches }: SimulateJson): "certain" | "doubtful" | "none" {
  const findings = launches.flatMap((launch) => launch.findings);
  const isBounds = ({ rule }: LaunchReportJson["findings"][number]) =>
    rule === "out-of-bounds" || rule === "misaligned";
  const rest = findings.filter((finding) => !isBounds(finding) && finding.rule !== "limit");
  if (outcome === "unsupported" || outcome === "limit" || outcome === "refused") return "none";
  if (rest.length > 0 && !findings.some(isBounds)) return "certain";
  return findings.length > 0 ? "doubtful" : "none";
}

/**
 * Runs a kernel with varied arguments until one run finds something. The result is that run with its arguments, or else the
 * first run, that with the kernel's own arguments; arguments that the request gives are never varied.
 */
export async function searchArguments(
  input: SearchInput,
  first: SimulateJson,
  signal?: AbortSignal,
): Promise<SimulateJson> {
  const { compared, request, search, run } = input;
  const report = first.launches[0];
  let doubtful: { readonly result: SimulateJson; readonly tried: number } | undefined;
  let [result, tried] = [first, 1];
  const failing = (): SimulateJson | undefined => {
    const kind = certainty(result);
    if (kind === "doubtful") doubtful ??= { result, tried };
    return kind === "certain" ? { ...result, search: { tried, found: true, arguments: written(result) } } : undefined;
  };
  const already = failing();
  if (already || !report) return already ?? first;
  const parameters = report.arguments.filter(({ name }) => !request.arguments.has(name));
  const { grid, block } = report;
  const sets = argumentSets({ parameters, compared, grid, block, seed: search.seed });
  for (const set of sets) {
    if (tried >= search.tries || signal?.aborted) break;
    result = await run({
      ...request,
      grid,
      block,
      shared: report.shared,
      arguments: new Map([...set, ...request.arguments]),
    });
    tried++;
    const found = failing();
    if (found) return found;
  }
  if (doubtful) {
    const { result: known } = doubtful;
    return { ...known, search: { tried: doubtful.tried, found: true, arguments: written(known) } };
  }
  return { ...first, search: { tried, found: false, arguments: [] } };
}

/** The arguments of a run as `NAME=SPEC`. */
function written({ launches }: SimulateJson): readonly string[] {
  return launches.flatMap((launch) => launch.arguments.map(({ name, spec }) => `${name}=${spec}`));
}

/** One launch as the documented JSON: counts by line, and what was asked for beyond them. */
import { demangle } from "../analyzer/facts/demangle";
import type { Location } from "../analyzer/ir/model";
import type { CheckFinding } from "../simulator/check/model";
import { counterClasses } from "../simulator/report";
import type {
  BranchJson,
  LaunchReportJson,
  LineJson,
  RequestSampleJson,
  RunFindingJson,
  TraceStepJson,
} from "./formats";
import { frameIn, placeOf, type SourceText, textOf } from "./places";
import type { BranchResult, LaunchResult, LineResult, ObservedResult } from "./simulation/job";
import { virtualPath } from "./sources";

const LANES = 32;

/** One value by lane, null for lanes that are not in the mask. */
function byLane<T>(mask: number, of: (lane: number) => T): (T | null)[] {
  return Array.from({ length: LANES }, (_, lane) => ((mask >>> lane) & 1 ? of(lane) : null));
}

/** An address as JSON numbers can carry it. */
const shortened = (address: bigint): number => Number(BigInt.asUintN(53, address));

function sampleJson({ block, warp, mask, addresses }: NonNullable<LineResult["sample"]>): RequestSampleJson {
  return { block, warp, mask: mask >>> 0, addresses: byLane(mask, (lane) => shortened(addresses[lane]!)) };
}

/** The function of the user's file that a place is in. */
function functionName(text: SourceText, location: Location | undefined, otherwise: string): string {
  const frame = frameIn(location, virtualPath(textOf(text, location).document.path))?.frame ?? location;
  return demangle(frame?.function ?? otherwise).name;
}

function branchJson(text: SourceText, branch: BranchResult): BranchJson {
  const { location, executions, divergent, lanes, taken, sample } = branch;
  return {
    ...placeOf(text, location),
    function: functionName(text, location, branch.function),
    executions,
    divergent,
    lanes,
    taken,
    ...(sample && { sample: { ...sample, mask: sample.mask >>> 0, taken: sample.taken >>> 0 } }),
  };
}

type Step = NonNullable<ObservedResult["trace"]>["steps"][number];

function valuesOf({ mask, addresses, taken }: Step): (string | null)[] | undefined {
  if (addresses) return byLane(mask, (lane) => `0x${addresses[lane]!.toString(16)}`);
  if (taken !== undefined) return byLane(mask, (lane) => ((taken >>> lane) & 1 ? "taken" : "not taken"));
  return undefined;
}

function stepJson(text: SourceText, step: Step): TraceStepJson {
  const { op, location, mask, space } = step;
  const { line, column, endColumn } = placeOf(text, location, op);
  const values = valuesOf(step);
  return { line, column, endColumn, mask: mask >>> 0, op, ...(space && { space }), ...(values && { values }) };
}

function findingJson(text: SourceText, finding: CheckFinding): RunFindingJson {
  const { rule, message, location, block, thread, other, times } = finding;
  const placed = (at: Location | undefined) => {
    const place = at && placeOf(text, at);
    return { line: place?.line || null, ...(place?.path && { path: place.path }) };
  };
  return {
    rule,
    message,
    ...placed(location),
    block,
    thread,
    ...(other && { other: { message: other.message, ...placed(other.location), block, thread: other.thread } }),
    times,
  };
}

const byPlace = (a: { line: number; column: number }, b: { line: number; column: number }) =>
  a.line - b.line || a.column - b.column;

function observedJson(text: SourceText, observed: ObservedResult): Partial<LaunchReportJson> {
  const { branches, traffic, warps, trace } = observed;
  return {
    ...(branches && { branches: branches.map((one) => branchJson(text, one)).sort(byPlace) }),
    ...(traffic && { traffic }),
    ...(warps && { warps }),
    ...(trace && {
      trace: { steps: trace.steps.map((one) => stepJson(text, one)), truncated: trace.truncated },
    }),
  };
}

function lineJson(text: SourceText, kernel: string, line: LineResult, sampled: boolean): LineJson {
  const { location, op, space, width, requests, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal, lanes } = line;
  const place = placeOf(text, location, op);
  const figures = { requests, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal, lanes };
  return {
    ...place,
    function: functionName(text, location, kernel),
    op,
    space,
    width,
    ...figures,
    class: sampled ? "C" : space === "generic" || space === "constant" || space === "texture" ? "B" : "A",
    ...(line.sample && { sample: sampleJson(line.sample) }),
  };
}

/** A launch in lines and columns of the document; `described` says what its parameters got. */
export function launchJson(
  text: SourceText,
  result: LaunchResult,
  described: LaunchReportJson["arguments"],
): LaunchReportJson {
  const { outcome, metrics, grid, block, shared, sampled } = result;
  const isChecked = result.findings !== undefined;
  const place = outcome.location && placeOf(text, outcome.location);
  const finding = {
    rule: outcome.kind,
    message: outcome.message,
    line: place?.line || null,
    ...(place?.path && { path: place.path }),
    block: outcome.block ?? null,
    thread: outcome.thread ?? null,
  };
  return {
    kernel: demangle(result.kernel).name,
    signature: demangle(result.kernel).display,
    grid,
    block,
    shared,
    ...(sampled && { sampled }),
    // What a checked run executes is not what the device would: its counts are nobody's.
    metrics: isChecked ? {} : metrics,
    classes: Object.fromEntries(
      Object.keys(isChecked ? {} : metrics).flatMap((name) => {
        const known = (!sampled && counterClasses[name]) || "C";
        return known === "A" ? [] : [[name, known] as const];
      }),
    ),
    lines: (isChecked ? [] : result.lines).map((one) => lineJson(text, result.kernel, one, !!sampled)).sort(byPlace),
    ...observedJson(text, result),
    findings: [
      ...(outcome.kind === "completed" ? [] : [finding]),
      ...(result.findings ?? []).map((one) => findingJson(text, one)),
    ],
    arguments: described,
  };
}

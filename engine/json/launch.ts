/** One launch as the documented JSON: counts by line, and what was asked for beyond them. */

import type { Architecture, Dim3 } from "../../analyzer/hardware/model";
import { demangle } from "../../analyzer/ir/demangle";
import type { Location } from "../../analyzer/ir/model";
import type { CheckFinding } from "../../simulator/check/model";
import { hasFewLanes } from "../../simulator/estimates/laneUse";
import type { Lanes } from "../../simulator/model";
import { counterClasses } from "../../simulator/report/metrics";
import { boundsOf } from "../bounds/bounds";
import { libraryOf, shortSignature, signatureOf } from "../documents/kernelNames";
import { frameIn, frameInHeader, placeOf, type SourceText, textOf } from "../documents/sourceLocation";
import type {
  BranchJson,
  LanesJson,
  LaunchReportJson,
  LineJson,
  RequestSampleJson,
  ReuseJson,
  RunFindingJson,
} from "../formats/launch";
import type { BranchResult, LaunchResult, LineResult, ObservedResult, ReuseResult } from "../model/job";
import { virtualPath } from "../sources/paths";
import { localArraysJson } from "./localArrays";
import { byLane, traceJson } from "./trace";

type ReuseCounts = NonNullable<ReuseResult["loads"]>;

/** An address as JSON numbers can carry it. */
const shortened = (address: bigint): number => Number(BigInt.asUintN(53, address));

function sampleJson({ block, warp, mask, addresses }: NonNullable<LineResult["sample"]>): RequestSampleJson {
  return { block, warp, mask: mask >>> 0, addresses: byLane(mask, (lane) => shortened(addresses[lane]!)) };
}

/** The function of the user's file that a place is in. */
function functionName(text: SourceText, location: Location | undefined, otherwise: string): string {
  const frame =
    frameIn(location, virtualPath(textOf(text, location).document.path))?.frame ?? frameInHeader(location) ?? location;
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

function findingJson(text: SourceText, finding: CheckFinding): RunFindingJson {
  const { rule, severity, cause, message, fix, location, block, thread, other, times } = finding;
  const placed = (at: Location | undefined) => {
    const place = at && placeOf(text, at);
    return { line: place?.line || null, ...(place?.path && { path: place.path }) };
  };
  const otherSide = (side: NonNullable<CheckFinding["other"]>, own: Dim3) => {
    return { message: side.message, ...placed(side.location), block: side.block ?? own, thread: side.thread };
  };
  return {
    rule,
    severity,
    ...(cause && { cause }),
    message,
    ...(fix && { fix }),
    ...placed(location),
    block,
    thread,
    ...(other && { other: otherSide(other, block) }),
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
    ...(trace && { trace: traceJson(text, trace) }),
  };
}

/** Lines and branches that are listed at most. */
const LISTED = 8;

function lanesJson(text: SourceText, { lines, branches }: Lanes): LanesJson | undefined {
  const sum = (of: (one: Lanes["lines"][number]) => number) => lines.reduce((total, one) => total + of(one), 0);
  const totals = {
    warpInstructions: sum((one) => one.warpInstructions),
    threadInstructions: sum((one) => one.threadInstructions),
  };
  if (!hasFewLanes(totals)) return undefined;
  const placed = (location: Location | undefined) => {
    const { line, path } = placeOf(text, location);
    return { line, ...(path !== undefined && { path }) };
  };
  const key = ({ line, path }: { readonly line: number; readonly path?: string }) => `${path ?? ""}:${line}`;
  const byLine = new Map<string, Mutable<LanesJson["lines"][number]>>();
  for (const { location, warpInstructions, threadInstructions } of lines) {
    const place = placed(location);
    const known = byLine.get(key(place)) ?? { ...place, warpInstructions: 0, threadInstructions: 0 };
    byLine.set(key(place), known);
    known.warpInstructions += warpInstructions;
    known.threadInstructions += threadInstructions;
  }
  const idle = (one: LanesJson["lines"][number]) => 32 * one.warpInstructions - one.threadInstructions;
  return {
    ...totals,
    lines: [...byLine.values()].sort((a, b) => idle(b) - idle(a) || a.line - b.line).slice(0, LISTED),
    branches: branches
      .map(({ location, executions, divergent }) => ({ ...placed(location), executions, divergent }))
      .sort((a, b) => b.divergent - a.divergent || a.line - b.line)
      .slice(0, LISTED),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function reuseJson(text: SourceText, { blocks, of, accesses, loads }: ReuseResult): ReuseJson {
  const bytes = ({ threadBytes, requestBytes, blockBytes, launchBytes }: ReuseCounts) => ({
    threadBytes,
    requestBytes,
    blockBytes,
    ...(blocks === of && { launchBytes }),
  });
  return {
    blocks,
    of,
    accesses: accesses
      .map((one) => ({ ...placeOf(text, one.location, one.op), op: one.op, width: one.width, ...bytes(one) }))
      .sort(byPlace),
    ...(loads && { loads: bytes(loads) }),
  };
}

function lineJson(text: SourceText, kernel: string, line: LineResult, isModelled: boolean): LineJson {
  const { location, op, space, width, counts } = line;
  const place = placeOf(text, location, op);
  return {
    ...place,
    function: functionName(text, location, kernel),
    op,
    space,
    width,
    ...counts,
    ...(line.isLibrary && { isLibrary: true as const }),
    class: isModelled ? "C" : space === "generic" || space === "constant" || space === "texture" ? "B" : "A",
    ...(line.sample && { sample: sampleJson(line.sample) }),
  };
}

/** What is said beside the counts: idle lanes, bytes that are loaded again, and arrays that are not in registers. */
function insightsJson(
  text: SourceText,
  { lanes, reuse, lines }: LaunchResult,
): Pick<LaunchReportJson, "lanes" | "reuse" | "localArrays"> {
  const used = lanes && lanesJson(text, lanes);
  const localArrays = localArraysJson(text, lines);
  return {
    ...(used && { lanes: used }),
    ...(reuse && { reuse: reuseJson(text, reuse) }),
    ...(localArrays.length > 0 && { localArrays }),
  };
}

/** Counters of instructions and branches, which leave out those by which large angles are reduced. */
const reducingCounter = /^smsp__(?:thread_)?inst_executed(?:_pred_on)?$|_op_(?:branch|ldc)$|^smsp__sass_branch_/;

/** Counters of shared memory and of additions, which have each try of a loop of compare-and-swap. */
const contendedCounter = /_mem_shared(?:_op_(?:ld|atom))?$|_op_shared_(?:ld|atom)$|_op_[fd]add_pred_on$/;

/** Whether a counter of a launch is modelled, whatever its class is elsewhere. */
const isModelledIn = ({ largeAngles, contended }: LaunchResult, name: string): boolean =>
  (largeAngles === true && reducingCounter.test(name)) || (contended === true && contendedCounter.test(name));

/**
 * A launch in lines and columns of the document; `described` says what its parameters got. Nothing is counted of code that
 * is not optimised: what it executes is not what the device would.
 */
export function launchJson(
  text: SourceText,
  result: LaunchResult,
  device: Architecture,
  described: LaunchReportJson["arguments"],
  isCounted = true,
): LaunchReportJson {
  const { outcome, metrics, grid, block, shared, sampled, repeats } = result;
  const place = outcome.location && placeOf(text, outcome.location);
  const library = libraryOf(result.kernel);
  const counted = isCounted ? metrics : {};
  const isModelled = sampled !== undefined || library !== undefined;
  // What our own headers access is no business of the program's; what its functors access is.
  const shown = library ? result.lines.filter(({ location }) => frameInHeader(location)) : result.lines;
  const finding = {
    rule: outcome.kind,
    severity: "error",
    message: outcome.message,
    line: place?.line || null,
    ...(place?.path && { path: place.path }),
    block: outcome.block ?? null,
    thread: outcome.thread ?? null,
    times: outcome.times ?? 1,
  } as const;
  const lines = (isCounted ? shown : []).map((one) => lineJson(text, result.kernel, one, isModelled)).sort(byPlace);
  const isBounded = outcome.kind === "completed" && Object.keys(counted).length > 0 && library === undefined;
  return {
    kernel: demangle(result.kernel).name,
    signature: library ? shortSignature(result.kernel) : signatureOf(result.kernel),
    ...(library && { library }),
    grid,
    block,
    shared,
    ...(sampled && { sampled }),
    ...(repeats !== undefined && { repeats }),
    metrics: counted,
    classes: Object.fromEntries(
      Object.keys(counted).flatMap((name) => {
        const known = isModelled || isModelledIn(result, name) ? "C" : (counterClasses[name] ?? "C");
        return known === "A" ? [] : [[name, known] as const];
      }),
    ),
    lines,
    ...(isCounted && !library && insightsJson(text, result)),
    ...(isCounted && result.largeAngles && { largeAngles: true as const }),
    ...(isCounted && result.contended && { contended: true as const }),
    bounds: isBounded ? boundsOf(result, lines, device) : null,
    ...observedJson(text, result),
    findings: [
      ...(outcome.kind === "completed" ? [] : [finding]),
      ...(result.findings ?? []).map((one) => findingJson(text, one)),
    ],
    ...(result.unlisted !== undefined && { unlistedFindings: result.unlisted }),
    arguments: described,
  };
}

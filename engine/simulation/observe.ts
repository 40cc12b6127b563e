/** What a job wants to know of a launch beyond its counts: the observers for it, and what they saw as plain data. */
import type { SourceVariable } from "../../analyzer/ir/model";
import { checkLaunch } from "../../simulator/check/check";
import type { LaunchReport, LineCount, Observer } from "../../simulator/model";
import { countBranches } from "../../simulator/observers/branches";
import { spaceTraffic } from "../../simulator/observers/bytes";
import { type Samples, sampleRequests } from "../../simulator/observers/samples";
import { traceWarp } from "../../simulator/observers/trace";
import { countWarps } from "../../simulator/observers/warps";
import type { ObservedResult, ObserveJob } from "../model/job";

/** Warps whose figures are kept, and steps of a trace: enough for any view, and still a small message. */
const KEPT_WARPS = 4096;
const KEPT_STEPS = 20_000;
/** The same where all warps of a block are followed. */
const KEPT_STEPS_OF_BLOCK = 50_000;

/** The observers of one launch, and their results. */
export interface Observation {
  readonly observers: readonly Observer[];
  result(report: LaunchReport): ObservedResult;
  readonly sampleOf: (line: LineCount) => ReturnType<Samples["of"]>;
}

/** Without observers: runs stay as fast as they are. */
const noObservation: Observation = { observers: [], result: () => ({}), sampleOf: () => undefined };

function detail(): Observation {
  const [samples, branches, warps] = [sampleRequests(), countBranches(), countWarps(KEPT_WARPS)];
  return {
    observers: [samples.observer, branches.observer, warps.observer],
    result: ({ lines }) => ({
      branches: branches.counts().map(({ instruction, ...counts }) => ({
        location: instruction.location,
        function: instruction.block.function.name,
        ...counts,
      })),
      traffic: spaceTraffic(lines),
      warps: warps.result(),
    }),
    sampleOf: ({ access, space }) => samples.of(access, space),
  };
}

/** Bits of a stack variable's values. */
function bitsOf({ allocated }: SourceVariable["place"]): number {
  if (allocated.kind === "int") return allocated.bits;
  if (allocated.kind !== "float") return 64;
  return allocated.format === "double" ? 64 : allocated.format === "float" ? 32 : 16;
}

function trace(warp: NonNullable<ObserveJob["trace"]>, followed: readonly SourceVariable[]): Observation {
  const traced = traceWarp(warp, warp.warp === "all" ? KEPT_STEPS_OF_BLOCK : KEPT_STEPS);
  const variables = followed.map(({ place, ...variable }) => ({ ...variable, bits: bitsOf(place) }));
  return {
    observers: [traced.observer],
    result: () => ({ trace: { ...traced.result(), variables } }),
    sampleOf: noObservation.sampleOf,
  };
}

function checked(): Observation {
  const check = checkLaunch();
  return {
    observers: [check.observer],
    result: () => ({ findings: check.findings(), ...(check.unlisted() > 0 && { unlisted: check.unlisted() }) }),
    sampleOf: noObservation.sampleOf,
  };
}

/** Observers for one launch; `followed` are the variables of whose values its code notifies. */
export function observe(
  job: ObserveJob | undefined,
  check = false,
  followed: readonly SourceVariable[] = [],
): Observation {
  const parts = [
    ...(job?.detail ? [detail()] : []),
    ...(job?.trace ? [trace(job.trace, followed)] : []),
    ...(check ? [checked()] : []),
  ];
  return parts.reduce(
    (a, b) => ({
      observers: [...a.observers, ...b.observers],
      result: (report) => ({ ...a.result(report), ...b.result(report) }),
      sampleOf: (line) => a.sampleOf(line) ?? b.sampleOf(line),
    }),
    noObservation,
  );
}

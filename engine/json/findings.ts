/** Analyses and findings as the documented JSON. */
import type { AccessWork, BarrierInterval, KernelFacts, LaunchShape } from "../../analyzer/facts/model";
import type { Figures, Finding } from "../../analyzer/rules/model";
import { predictedBounds } from "../bounds/predicted";
import { instanceOf, kernelName, signatureOf } from "../documents/kernelNames";
import { besides, placeOf, rangeOf } from "../documents/sourceLocation";
import type {
  FileFindingsJson,
  FindingJson,
  LaunchJson,
  LeftOutJson,
  SuppressedFindingJson,
} from "../formats/findings";
import type { AccessJson, InspectJson, KnownLaunchJson } from "../formats/inspection";
import { FORMAT_VERSION } from "../formats/version";
import type { Analysis } from "../model";
import { deviceName } from "./device";
import { fingerprints } from "./fingerprints";

function launchJson(launch: Pick<LaunchShape, "grid" | "block" | "from">): LaunchJson {
  return { grid: launch.grid ?? null, block: launch.block, from: launch.from };
}

function knownLaunchJson(analysis: Analysis, launch: LaunchShape, bounds: KnownLaunchJson["bounds"]): KnownLaunchJson {
  const { shared, line, path, route, startedWith, times, isDefaultStream } = launch;
  return {
    ...launchJson(launch),
    shared: shared ?? null,
    stream: isDefaultStream === undefined ? null : isDefaultStream ? "default" : "created",
    line: line === undefined ? null : line + 1,
    ...(path !== undefined && { path: besides(analysis.document.path, path) }),
    ...(route && { route }),
    ...(startedWith !== undefined && { started_with: startedWith }),
    ...(times !== undefined && { times }),
    bounds,
  };
}

function perRequestJson({ perRequest }: Figures): NonNullable<FindingJson["figures"]>["perRequest"] {
  const [least, most] = perRequest.ideal;
  return { ...perRequest, ideal: most, ...(least !== most && { idealRange: perRequest.ideal }) };
}

function findingJson(analysis: Analysis, finding: Finding, fingerprint: string): FindingJson {
  const { rule, severity, certainty, message, figures } = finding;
  return {
    rule,
    severity,
    certainty,
    message,
    range: rangeOf(analysis, finding.span),
    related: finding.related.map((one) => ({ range: rangeOf(analysis, one.span), message: one.message })),
    figures: figures
      ? { perRequest: perRequestJson(figures), share: figures.share ?? null, launch: launchJson(figures.launch) }
      : null,
    ...(finding.sketch ? { sketch: finding.sketch } : {}),
    fixes: finding.fixes.map((fix) => ({
      title: fix.title,
      safe: fix.safe,
      edits: fix.edits.map((edit) => ({ range: rangeOf(analysis, edit), newText: edit.newText })),
    })),
    fingerprint,
  };
}

/** What could not be compiled, each reason with its place. */
export function leftOutJson(analysis: Analysis): LeftOutJson[] {
  return analysis.leftOut.map(({ function: name, reason, line, file }) => {
    const isSaid = line === undefined || reason.includes(`line ${line}`);
    const place = file === undefined ? `line ${line}` : `line ${line} of ${file.split("/").at(-1)}`;
    return { function: name, reason: isSaid ? reason : `${reason.replace(/\.$/, "")} (${place}).` };
  });
}

/** The findings of a document as documented JSON. */
export function findingsJson(analysis: Analysis): FileFindingsJson {
  const { findings, suppressed } = analysis;
  const known = fingerprints(analysis, [...findings, ...suppressed.map((one) => one.finding)]);
  return {
    path: analysis.document.path,
    findings: findings.map((finding) => findingJson(analysis, finding, known.get(finding)!)),
    suppressed: suppressed.map(({ finding, suppression }): SuppressedFindingJson => {
      const line = analysis.lines.positionAt(suppression.start).line + 1;
      const json = findingJson(analysis, finding, known.get(finding)!);
      return { ...json, suppression: { kind: "comment", reason: suppression.reason, line } };
    }),
    left_out: leftOutJson(analysis),
  };
}

/** Lines of barriers, in the order of the text; null comes first. */
function linesOf(analysis: Analysis, barriers: BarrierInterval["after"]): readonly (number | null)[] {
  const lines = barriers.map((location) => (location ? placeOf(analysis, location).line : null));
  return [...new Set(lines)].sort((a, b) => (a ?? 0) - (b ?? 0));
}

/** The least time of one of a kernel's launches, as far as the code says it. */
function launchBounds(analysis: Analysis, facts: KernelFacts, launch: LaunchShape): KnownLaunchJson["bounds"] {
  const work = facts.work.find((one) => one.launch === launch);
  const place = ({ access }: AccessWork) => placeOf(analysis, access.location, access.op);
  return work ? predictedBounds(work, facts.lowered, place, analysis.device) : null;
}

/** All that is known of a document's kernels as documented JSON. */
export function inspectJson(analysis: Analysis): InspectJson {
  const kernels = analysis.kernels.map((facts) => ({
    kernel: kernelName(facts.kernel),
    signature: signatureOf(facts.kernel.name),
    mangled: facts.kernel.name,
    ...instanceOf(analysis, facts.kernel.name),
    launches: facts.launches.map((one) => knownLaunchJson(analysis, one, launchBounds(analysis, facts, one))),
    accesses: facts.accesses.map(({ access, footprint, launch, interval }): AccessJson => {
      const { certainty, sectors, wavefronts, ideal, mean, dependsOn, laneStride, fullWarpsOnly } = footprint;
      return {
        ...placeOf(analysis, access.location, access.op),
        op: access.op,
        space: access.space,
        width: access.width,
        footprint: {
          certainty,
          ...(sectors ? { sectors } : {}),
          ...(wavefronts ? { wavefronts } : {}),
          ideal: ideal[1],
          ...(ideal[0] !== ideal[1] && { ideal_range: ideal }),
          ...(certainty === "exact" && mean ? { mean } : {}),
          ...(dependsOn === undefined ? {} : { depends_on: dependsOn }),
          ...(laneStride === undefined ? {} : { lane_stride: laneStride }),
          ...(fullWarpsOnly ? { full_warps_only: true } : {}),
        },
        launch: launchJson(launch),
        ...(interval
          ? { interval: { after: linesOf(analysis, interval.after), before: linesOf(analysis, interval.before) } }
          : {}),
      };
    }),
    barriers: facts.barriers.map((one) => ({
      ...placeOf(analysis, one.location),
      divergent: one.divergentOn !== undefined,
    })),
    branches: facts.branches.map((one) => ({ ...placeOf(analysis, one.location), kind: one.kind })),
  }));
  return {
    version: FORMAT_VERSION,
    device: deviceName(analysis.device.name),
    path: analysis.document.path,
    kernels,
    left_out: leftOutJson(analysis),
  };
}

/** The sentences at the top of a report: what a launch cost, where most of that is, and how a program went. */
import type { LaunchReportJson, LineJson, RunFindingJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";
import { divergenceSentence } from "./divergence";
import {
  counted,
  decimal,
  excessOf,
  groupBy,
  idealOf,
  isCounted,
  measuredOf,
  numbered,
  placeName,
  unitOf,
} from "./figures";
import { unlistedSentence } from "./findings";
import { localMemorySentences } from "./localMemory";
import { removedSentence } from "./removed";
import { reuseSentence } from "./reuse";
import { excessBytes, lineShares } from "./shares";
import { textureSentence } from "./textures";
import { isUseless } from "./worth";

interface Pattern {
  readonly name: string;
  /** What usually mends it. */
  readonly fix: string;
}

/** The pattern of an access that costs more than its bytes need. */
function patternOf({ space, op }: LineJson): Pattern {
  if (space === "shared")
    return {
      name: `bank conflicts of the shared ${op}`,
      fix: "let the lanes of a warp access different banks, for example by rows that are one element longer",
    };
  if (space === "constant")
    return {
      name: "a constant load at several addresses",
      fix: "let all lanes of a warp read one address, or keep the data in global or shared memory",
    };
  if (space === "local")
    return { name: `local ${op}`, fix: "let the index be constant, so that the array is kept in registers" };
  if (space === "bulk" || space === "cluster")
    return {
      name: `a bulk ${op} in more pieces than its bytes need`,
      fix: "let it begin at a multiple of 128 bytes in both memories, as with alignas(128)",
    };
  if (op === "atomic" || op === "reduction")
    return { name: `scattered ${space} ${op}`, fix: "add up in shared memory first, and write each total once" };
  return { name: `uncoalesced ${space} ${op}`, fix: "let neighbouring threads access neighbouring addresses" };
}

/** Accesses of one space, so that sectors are never added to wavefronts. */
function costOf(lines: readonly LineJson[]): { readonly measured: number; readonly ideal: number } {
  const sum = (figure: (line: LineJson) => number) => lines.reduce((total, line) => total + figure(line), 0);
  return { measured: sum(measuredOf), ideal: sum(idealOf) };
}

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

/** What kept a kernel from completing, by the rule of its finding. */
const stopped: Readonly<Record<string, string>> = {
  trapped: "The kernel trapped",
  deadlock: "The kernel hung",
  limit: "The kernel reached a limit of the simulation",
  unsupported: "The kernel does what the simulator does not support",
  cancelled: "The run of the kernel was cancelled",
};

/** What there is to say first of a launch, in the parts of one sentence. */
export interface Verdict {
  /** `faulty` and `stopped` launches come first to whoever reads, then `costly` ones; the rest has nothing to mend. */
  readonly kind: "stopped" | "faulty" | "costly" | "ideal";
  readonly headline: string;
  /** What it comes from, and what usually mends it; absent where there is nothing to mend. */
  readonly cause?: string;
  readonly advice?: string;
}

/** Where something happened, as a sentence goes on with it; `path` where it is not in the first file. */
const placed = (line: number, path: string | undefined): string =>
  ` at line ${line}${path ? ` of ${path.split("/").at(-1)}` : ""}`;

/** That a launch did not complete, what a checked run found, or what its accesses cost, in parts. */
export function verdictOf(launch: LaunchReportJson): Verdict {
  const { findings, metrics } = launch;
  const end = findings.find(({ rule }) => rule in stopped);
  if (end) {
    const where = end.line === null ? "" : placed(end.line, end.path);
    const what = end.assumed ? "Under assumed values the run ends" : stopped[end.rule];
    return { kind: "stopped", headline: `${what}${where}; its counters end there.` };
  }
  const found = findings.length > 0 ? `${numbered(findings.length, "fault")}, listed below` : "no fault";
  if (Object.keys(metrics).length === 0)
    return {
      kind: findings.length > 0 ? "faulty" : "ideal",
      headline: `The checked run found ${found}; it counts nothing.`,
    };
  const cost = costVerdict(launch);
  if (findings.length === 0) return cost;
  return { ...cost, kind: "faulty", headline: `The run found ${found}. ${cost.headline}` };
}

/** {@link verdictOf} as one sentence. */
export function launchVerdict(launch: LaunchReportJson): string {
  const { headline, cause, advice } = verdictOf(launch);
  return cause === undefined || advice === undefined ? headline : `${headline}: ${cause}; ${advice}.`;
}

/** What the memory accesses of a launch cost. */
function costVerdict(launch: LaunchReportJson): Verdict {
  const { lines } = launch;
  const known = lines.filter(isCounted);
  if (lines.length === 0)
    return {
      kind: "ideal",
      headline: launch.library
        ? "No memory access stands in the program's own code."
        : launch.removed
          ? "No memory access was executed."
          : "No memory access was executed: no thread reached one, or the compiler removed them, because nothing that the kernel computes is stored.",
    };
  if (known.length === 0) return { kind: "ideal", headline: "No access of the kernel is of a kind that is counted." };
  const [first] = lineShares(launch);
  if (!first) {
    const again = reuseSentence(launch);
    const isWhole = known.length === lines.length;
    const each = `${isWhole ? "Every" : "Every counted"} request costs the least that its bytes need`;
    return { kind: "ideal", headline: again ? `${each}, but bytes are loaded again. ${again}` : `${each}.` };
  }
  const line = first.accesses.toSorted((a, b) => excessOf(b) - excessOf(a))[0]!;
  const each = `${counted(measuredOf(line) / line.requests, unitOf(line))} a request, ideal ${decimal(idealOf(line) / line.requests)}`;
  const { space } = line;
  const { measured, ideal } = costOf(known.filter((one) => one.space === space));
  const traffic =
    ideal > 0
      ? `${decimal(Math.round((10 * measured) / ideal) / 10)}× the ideal ${space} traffic`
      : `More ${space} traffic than the ideal`;
  const { name, fix } = patternOf(line);
  return {
    kind: "costly",
    headline: `${traffic}; ${placeName(line)} is ${percent(first.share, 1)} of the excess${isUseless(launch.bounds, first) ? ", which does not move the least time" : ""}`,
    cause: `${name} (${each})`,
    advice: fix,
  };
}

/**
 * What else there is to say of a launch, a sentence or two each: what the compiler removed, what idle lanes cost, what its
 * textures move, and which arrays are not in registers.
 */
export const launchRemarks = (launch: LaunchReportJson): readonly string[] =>
  [
    unlistedSentence(launch),
    anglesSentence(launch),
    contentionSentence(launch),
    removedSentence(launch),
    divergenceSentence(launch),
    textureSentence(launch),
    ...localMemorySentences(launch),
  ].filter((one) => one !== undefined);

/** What the counters of a launch with large angles leave out. */
function anglesSentence({ largeAngles }: LaunchReportJson): string | undefined {
  if (!largeAngles) return undefined;
  return "Sines, cosines or tangents got large arguments, which the device reduces with further instructions: counters of instructions and branches leave these out (class C).";
}

/** What follows from time in a launch whose lanes contend for an address. */
function contentionSentence({ contended }: LaunchReportJson): string | undefined {
  if (!contended) return undefined;
  return "Atomic operations that shared memory lacks are loops of compare-and-swap, and here lanes contend for an address: how often they try depends on time, and the counters of these loops are modelled (class C).";
}

/** Bytes that the accesses of a launch cost above the least. */
const launchExcess = ({ lines }: LaunchReportJson): number =>
  lines.reduce((total, line) => total + excessBytes(line), 0);

/** A signature without its parameters: `void add<float>(float*, int)` is `add<float>`. */
const shortName = (signature: string): string => signature.replace(/\([^()]*\)$/, "").replace(/^\w+ (?=\w)/, "");

/** The kernel that causes most of the excess traffic, and what its costliest launch has to say; empty where all are ideal. */
function heaviestKernel(launches: readonly LaunchReportJson[]): string {
  const kernels = groupBy(launches, ({ signature }) => signature);
  const costs = [...kernels].map(([name, some]) => ({
    name: shortName(name),
    worst: some.toSorted((a, b) => launchExcess(b) - launchExcess(a))[0]!,
    excess: some.reduce((sum, one) => sum + launchExcess(one), 0),
  }));
  const total = costs.reduce((sum, { excess }) => sum + excess, 0);
  const [first] = costs.toSorted((a, b) => b.excess - a.excess);
  if (!first || total === 0) return "";
  const { headline } = costVerdict(first.worst);
  if (kernels.size < 2) return ` ${first.name}: ${headline}.`;
  return ` ${first.name} causes ${percent(first.excess, total)} of the traffic above the ideal: ${headline}.`;
}

/** Whether a finding of the whole run says why a kernel did not complete, so that the launch does not repeat it. */
export function isExplained({ rule, line, path }: RunFindingJson, { findings = [] }: SimulateJson): boolean {
  const isEnd = rule === "trapped" || rule === "deadlock";
  return isEnd && findings.some((one) => line === null || (one.line === line && one.path === path));
}

/** What kept a program that ended by itself from running whole; a finding below says where and why. */
const spoiled: Partial<Record<SimulateJson["outcome"], string>> = {
  trapped: "A kernel trapped",
  deadlock: "A kernel hung",
  refused: "A launch was refused, and its kernel did not run",
};

/** Why a program did not end by itself. */
const ended: Partial<Record<SimulateJson["outcome"], string>> = {
  trapped: "The program trapped",
  deadlock: "The program hung",
  limit: "The run reached a limit",
  refused: "The program was refused",
};

/** How a program went: to its end, to an end that a kernel spoiled, or no further than to where the message says. */
function endOf({ outcome, message, launches, line, path, exit_code }: SimulateJson): string {
  if (outcome === "completed") {
    const run = launches.length > 0 ? numbered(launches.length, "launch") : "no launches";
    return `The program completed with ${run}${exit_code ? ` and exit code ${exit_code}` : ""}`;
  }
  const isKernel =
    outcome === "refused" || launches.some(({ findings }) => findings.some(({ rule }) => rule in stopped));
  if (isKernel && typeof exit_code === "number" && spoiled[outcome]) return spoiled[outcome];
  const where = line === undefined ? "" : placed(line, path ?? undefined);
  const how = ended[outcome];
  return `${how ? `${how}${where}` : outcome}: ${message.replace(/\.$/, "")}`;
}

/** One sentence about a program: how it ended, and what was found. */
export function programVerdict(result: SimulateJson): string {
  const { launches, findings = [] } = result;
  const inKernels = launches.flatMap((one) => one.findings.filter((finding) => !isExplained(finding, result)));
  // A fault that several launches have at one place is one.
  const distinct = new Map(inKernels.map((one) => [`${one.rule} ${one.path}:${one.line}`, one]));
  const all = [...findings, ...distinct.values()];
  const errors = all.filter(({ severity }) => severity === "error").length;
  const others = all.length - errors;
  const found = [
    ...(errors > 0 ? [numbered(errors, "error")] : []),
    ...(others > 0 ? [numbered(others, errors > 0 ? "other finding" : "finding")] : []),
  ].join(" and ");
  const heaviest = heaviestKernel(launches);
  const nothing = result.outcome === "completed" ? "; no errors were found" : "";
  return `${endOf(result)}${found ? `; the run has ${found}` : nothing}.${heaviest}`;
}

/** How the run ended, and what its counters are worth: those of class A are exact where everything completed. */
export function ending(result: SimulateJson): string {
  const { device, outcome, launches } = result;
  const how = `Simulated ${device}, ${outcome}.`;
  if (launches.length === 0) return `${how} No kernel has run.`;
  if (outcome === "completed" && launches.every(({ metrics }) => Object.keys(metrics).length === 0))
    return `${how} A checked run counts nothing.`;
  if (outcome === "completed")
    return `${how} Counters of class A: they equal the hardware's on supported programs (docs/counters.md). A checked run also finds data races and reads of memory that nothing has written.`;
  if (outcome === "limit" && launches.at(-1)!.sampled)
    return `${how} Counters of class A of the launches before the last equal the hardware's on supported programs (docs/counters.md); those of the last are estimates.`;
  if (outcome === "refused")
    return `${how} A refused launch has no counters; those of the others are of class A (docs/counters.md).`;
  return `${how} Counters of a kernel that did not complete stop where it stopped: they are not the hardware's.`;
}

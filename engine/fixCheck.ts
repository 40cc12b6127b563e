/**
 * A fix tried before it is made: the edited text is analysed again, and the kernel that it changes is simulated before and
 * after. Lazily, when the fix is shown: it costs a compile and two runs.
 */
import type { Dim3 } from "../analyzer/hardware/model";
import type { Finding, Fix, TextEdit } from "../analyzer/rules/model";
import { kernelName } from "./documents/kernelNames";
import type { FixCheckJson } from "./formats/findings";
import type { Analysis, CompiledKernel, Document, FixChoice } from "./model";
import type { Configuration } from "./model/configuration";
import { UsageError } from "./model/errors";
import type { BufferJob, SimulationResult } from "./model/job";
import type { Platform } from "./model/platform";
import { prepare } from "./simulate";

/** What a check needs beside the text: the analysis of any text of the same path, and a worker to simulate in. */
export interface FixCheckRoom {
  readonly configuration: Configuration;
  readonly platform: Platform;
  analyse(document: Document): Promise<Analysis>;
}

/** Throws UsageError when the text has no such finding or fix. */
export async function checkFix(
  before: Analysis,
  choice: FixChoice,
  room: FixCheckRoom,
  signal?: AbortSignal,
): Promise<FixCheckJson> {
  const finding = before.findings.find(
    ({ rule, span, fixes }) =>
      rule === choice.rule && span.start === choice.start && fixes.some(({ title }) => title === choice.title),
  );
  const fix = finding?.fixes.find(({ title }) => title === choice.title);
  if (!finding || !fix) {
    throw new UsageError(
      `${before.document.path}: there is no fix "${choice.title}" of ${choice.rule} at offset ${choice.start}.`,
    );
  }
  const { path, text } = before.document;
  const after = await room.analyse({ path, text: edited(text, fix.edits) });
  const lost = new Set(everyLeftOut(before).map((one) => one.function));
  const compiles = everyLeftOut(after).every((one) => lost.has(one.function));
  const resolved = compiles && !isStillThere(finding, fix, after.findings);
  const run = compiles ? await compareRuns(finding, before, after, room, signal) : undefined;
  const simulated = typeof run === "object" ? run : null;
  return {
    title: simulated ? simulatedTitle(fix, simulated) : fix.title,
    compiles,
    resolved,
    simulated,
    reason: typeof run === "string" ? run : null,
  };
}

/** `Pad tile to [32][33] (31 → 0 conflicts, simulated)` */
function simulatedTitle({ title }: Fix, { counter, before, after }: NonNullable<FixCheckJson["simulated"]>): string {
  return `${title.replace(/ \([^()]*→[^()]*\)$/, "")} (${before} → ${after} ${counter}, simulated)`;
}

/** What is left out, with what follows from a header that is not found one by one. */
const everyLeftOut = ({ leftOut }: Analysis) => leftOut.flatMap((one) => one.follows ?? one);

function edited(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}

function isStillThere({ rule, span }: Finding, { edits }: Fix, findings: readonly Finding[]): boolean {
  const moved = edits
    .filter(({ end }) => end <= span.start)
    .reduce((sum, { start, end, newText }) => sum + newText.length - (end - start), 0);
  return findings.some((one) => one.rule === rule && one.span.start === span.start + moved);
}

type Comparison = FixCheckJson["simulated"] & object;

/** Both runs of the kernel around a finding, or the sentence that says why there are none. */
async function compareRuns(
  { span, rule }: Finding,
  before: Analysis,
  after: Analysis,
  room: FixCheckRoom,
  signal: AbortSignal | undefined,
): Promise<Comparison | string> {
  const owner = before.outline.functions.find(({ body }) => body && body.start <= span.start && span.end <= body.end);
  const kernel = before.compiled.find((one) => kernelName(one.kernel).split("::").at(-1) === owner?.name);
  if (!owner?.isKernel || !kernel) return "The finding is not inside a kernel, so there is nothing to simulate.";
  let [old, now] = [
    await run(before, kernel, BUFFER_FACTORS[0], room, signal),
    await run(after, kernel, BUFFER_FACTORS[0], room, signal),
  ];
  for (const factor of BUFFER_FACTORS.slice(1)) {
    if (old.result.outcome.kind !== "trapped" && now.result.outcome.kind !== "trapped") break;
    [old, now] = [await run(before, kernel, factor, room, signal), await run(after, kernel, factor, room, signal)];
  }
  const failed = [old, now].find(({ result }) => result.outcome.kind !== "completed");
  if (failed) return `The kernel cannot be simulated: ${failed.result.outcome.message}`;
  if (old.result.launches[0]!.sampled) return "The launch is too large to simulate in full.";
  const counter = counterOf(rule);
  return {
    kernel: owner.name,
    grid: old.grid,
    block: old.block,
    counter: counter.name,
    before: counter.of(old.result),
    after: counter.of(now.result),
    same_output: old.result.digests!.every((digest, i) => digest === now.result.digests![i]),
  };
}

/** Sizes of default buffers that are tried, in turn: how large the program's own are, the kernel alone does not say. */
const BUFFER_FACTORS = [1, 16, 64] as const;

interface Run {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly result: SimulationResult;
}

async function run(
  analysis: Analysis,
  { kernel }: CompiledKernel,
  factor: number,
  { configuration, platform }: FixCheckRoom,
  signal: AbortSignal | undefined,
): Promise<Run> {
  const { job } = await prepare(analysis, { kernel: kernel.name, arguments: new Map() }, configuration, platform);
  const buffers = job.buffers.map((buffer) => enlarged(buffer, factor));
  const result = await platform.simulate({ ...job, buffers, digest: true }, signal);
  return { grid: job.grid, block: job.block, result };
}

function enlarged({ bytes, content }: BufferJob, factor: number): BufferJob {
  return content.kind === "pattern"
    ? { bytes: bytes * factor, content: { ...content, count: content.count * factor } }
    : { bytes, content };
}

interface Counter {
  readonly name: Comparison["counter"];
  of(result: SimulationResult): number;
}

const sum = (result: SimulationResult, of: (line: SimulationResult["launches"][number]["lines"][number]) => number) =>
  result.launches[0]!.lines.reduce((total, line) => total + of(line), 0);

/** What a rule's fixes are to lower. Conflicts are wavefronts beyond the ideal (COUNTERS: "bank conflicts"). */
function counterOf(rule: string): Counter {
  if (rule === "shared-bank-conflict") {
    return {
      name: "conflicts",
      of: (result) =>
        sum(result, (line) => (line.space === "shared" ? line.counts.wavefronts - line.counts.wavefrontsIdeal : 0)),
    };
  }
  return {
    name: "sectors",
    of: (result) => sum(result, (line) => (line.space === "global" ? line.counts.sectors : 0)),
  };
}

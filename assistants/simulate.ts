/** `simulate`: a kernel or a whole program on the simulated GPU, with the counters of Nsight Compute. */
import { z } from "zod";
import type { LaunchReportJson } from "../engine/formats/launch";
import type { SimulateJson } from "../engine/formats/simulation";
import type { Document } from "../engine/model";
import { UsageError } from "../engine/model/errors";
import { groupBy } from "../pictures/figures";
import { ending, programVerdict } from "../pictures/verdict";
import { launchInput, requestOf, sourceInput, sourceOf, validated } from "./inputs";
import { launchSummary } from "./launch";
import type { Tool } from "./model";
import { MOST_FINDINGS, MOST_LAUNCHES, shortened, shortOutput } from "./text";

const input = z.strictObject({
  ...sourceInput,
  ...launchInput,
  program: z
    .boolean()
    .optional()
    .describe("Run main() and every kernel that it launches, instead of one kernel by itself."),
  words: z.array(z.string()).optional().describe("With program: its command-line arguments."),
  check: z
    .boolean()
    .optional()
    .describe("A checked run: data races and reads of shared memory that nothing has written. Slow; counts nothing."),
});

type Input = z.infer<typeof input>;

/** Throws UsageError for what holds only for a kernel by itself, or only for a program. */
function refuseMixtures({ program, words, ...launch }: Input): void {
  if (!program && words) throw new UsageError("simulate: words requires program.");
  const alone = (["kernel", "grid", "block", "shared", "arguments"] as const).filter(
    (key) => launch[key] !== undefined,
  );
  if (program && alone.length > 0)
    throw new UsageError(`simulate: ${alone.join(", ")} cannot be given with program: its host code launches kernels.`);
}

/** Launches that are alike in all that is shown stand once, with their number. */
function distinct(launches: readonly LaunchReportJson[], text: string) {
  const summaries = launches.map((one) => launchSummary(one, text));
  return [...groupBy(summaries, (one) => JSON.stringify(one)).values()].map((same) => ({
    ...(same.length > 1 && { times: same.length }),
    ...same[0]!,
  }));
}

/** What host code did: its output, its findings and its exit code. */
function programPart(report: SimulateJson) {
  if (report.stdout === undefined) return {};
  const { stdout, stderr = "", exit_code, findings = [] } = report;
  return {
    verdict: programVerdict(report),
    exit_code,
    ...(stdout !== "" && { stdout: shortOutput(stdout) }),
    ...(stderr !== "" && { stderr: shortOutput(stderr) }),
    ...(findings.length > 0 && shortened("findings", findings, MOST_FINDINGS, (one) => one)),
  };
}

function result(report: SimulateJson, { text }: Document) {
  const { device, outcome, message, assumed, line, path, launches } = report;
  return {
    device,
    outcome,
    ...(outcome !== "completed" && { message }),
    ...(line !== undefined && { line, ...(path !== undefined && { path }) }),
    ...(assumed && { assumed }),
    ...programPart(report),
    ...shortened("launches", distinct(launches, text), MOST_LAUNCHES, (one) => one),
    figures: ending(report),
  };
}

/** A run on the simulated GPU. */
export const simulate: Tool = {
  name: "simulate",
  title: "Simulate CUDA code",
  description:
    "Runs a CUDA kernel, or a whole program with its main(), on a simulated NVIDIA GPU and counts what Nsight Compute would count: requests, sectors and wavefronts of every memory access, beside the least that its bytes need, with the source line. Gives a verdict in a sentence, totals, accesses (the costliest first), the least possible time, and what went wrong (traps, deadlocks, with check also races). Class A figures equal those of the hardware. Needs no GPU, changes nothing: what a program writes stays in memory.",
  input,
  async run(given, workplace, signal) {
    const asked = validated(simulate, input, given);
    refuseMixtures(asked);
    const document = await sourceOf(asked, workplace);
    const { device } = asked;
    const check = asked.check ? { check: true } : {};
    const report = asked.program
      ? await workplace.engine.simulateProgram(
          document,
          { arguments: asked.words ?? [], ...(device !== undefined && { device }), ...check },
          signal,
        )
      : await workplace.engine.simulate(
          document,
          { ...(await requestOf(document, asked, workplace)), ...check },
          signal,
        );
    return result(report, document);
  },
};

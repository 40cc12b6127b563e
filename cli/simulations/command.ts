/** `warplens simulate PATH… --all`: every kernel, for a look at a whole project and for CI. */
import { dirname } from "node:path";
import type { SimulationsJson } from "../../engine/formats/simulations";
import type { EngineOptions } from "../../engine/index";
import { UsageError } from "../../engine/model/errors";
import { configurations } from "../check/configuration";
import { selectSources } from "../check/select";
import { renderJson } from "../common/json";
import { oneOf } from "../common/options";
import { writeOutput } from "../common/output";
import { say } from "../common/say";
import { shownReport } from "../common/shown";
import { renderSimulations } from "../render/simulations";
import type { ShardJson } from "../shards/shard";
import { type EachRequest, runAll } from "./all";
import { reaches, runSeverities, severitiesOf } from "./judge";

/** Options of `simulate` that are about one kernel, or one program. */
const single = ["kernel", "program", "grid", "block", "shared", "arg", "detail", "trace", "launch", "search"] as const;

/** What `--all` reads of the options. */
interface AllValues extends Partial<Record<(typeof single)[number], unknown>> {
  readonly format: string;
  readonly output?: string | undefined;
  readonly shard?: string | undefined;
  readonly "fail-on": string;
}

/** The report of a shard says so. */
type Report = SimulationsJson & { readonly shard?: ShardJson };

const renderers: Readonly<Record<"text" | "json", (report: Report) => string>> = {
  text: (report) => renderSimulations(shownReport(report)),
  json: ({ version, checked, shard, files }) => renderJson({ version, checked, ...(shard && { shard }), files }),
};

function requireAlone(values: AllValues): void {
  for (const name of single) {
    const value = values[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (isGiven) throw new UsageError(`--${name} is about one kernel or program, and --all runs every kernel.`);
  }
}

/** Gives the exit code: 1 where a run found something at or above the level that fails. */
export async function simulateAll(
  words: readonly string[],
  values: AllValues,
  engine: EngineOptions,
  request: EachRequest,
): Promise<number> {
  requireAlone(values);
  const format = oneOf("format", values.format, ["text", "json"] as const);
  const failOn = oneOf("fail-on", values["fail-on"], runSeverities);
  const configurationOf = configurations(engine);
  const chosen = { stdin: false, shard: values.shard };
  const { sources, shard, problems, notes } = await selectSources(words, chosen, configurationOf, "simulate");
  for (const note of [...notes, ...problems]) say(note);
  for (const source of sources) await configurationOf(dirname(source.path));
  const report = await runAll(sources, engine, request);
  await writeOutput(values.output, renderers[format](shard ? { ...report, shard } : report));
  if (problems.length > 0) return 2;
  const runs = report.files.flatMap(({ kernels }) => kernels.flatMap(({ result }) => result ?? []));
  const found = runs.flatMap((result) => severitiesOf(result, report.checked));
  return found.some((one) => reaches(one, failOn)) ? 1 : 0;
}

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { severities } from "../../engine/configuration/layer";
import type { EngineOptions } from "../../engine/index";
import type { Layer } from "../../engine/model/configurationFile";
import { UsageError } from "../../engine/model/errors";
import { numbered } from "../../pictures/figures";
import {
  applyBaseline,
  type Baseline,
  pruneBaseline,
  readBaseline,
  staleEntries,
  writeBaseline,
} from "../check/baseline";
import { configurations, printConfiguration } from "../check/configuration";
import { reachesLimits } from "../check/judge";
import { defaultWorkers, openPool } from "../check/pool";
import { rememberedFindings } from "../check/remembered";
import type { CheckReport } from "../check/report";
import { runLayer } from "../check/runLayer";
import { selectSources } from "../check/select";
import type { Source } from "../common/documents";
import { shownPath } from "../common/documents";
import { describeInterruption } from "../common/interruption";
import { type Command, compileHelp, oneOf, readCompileOptions, readCount } from "../common/options";
import { writeOutput } from "../common/output";
import { progress } from "../common/progress";
import { say } from "../common/say";
import { checkFormats, renderers, renderText } from "../render/formats";

const options = {
  format: { type: "string", default: "text" },
  output: { type: "string", short: "o" },
  "changed-since": { type: "string" },
  stdin: { type: "boolean", default: false },
  "stdin-filename": { type: "string" },
  "fail-on": { type: "string" },
  "max-warnings": { type: "string" },
  "exit-zero": { type: "boolean", default: false },
  baseline: { type: "string" },
  "write-baseline": { type: "boolean", default: false },
  "prune-baseline": { type: "boolean", default: false },
  "print-config": { type: "boolean", default: false },
  workers: { type: "string" },
  shard: { type: "string" },
  watch: { type: "boolean", default: false },
} as const;

const help = `warplens check PATH… [options]

PATH is a file, a folder (every .cu and .cuh below it) or a pattern such as 'src/**/*.cu'.

  --format text|json|sarif|github|html
                             text is for people; json is documented in docs/json.md; sarif is SARIF 2.1.0; github are
                             annotations of a workflow; html is one file
  -o, --output FILE          write the report there instead of to standard output
  --changed-since REV        only what differs from a revision of git; within PATH where there is one
  --stdin                    check standard input; --stdin-filename NAME says which file it is
  --fail-on LEVEL            error, warning (default), information or hint: exit 1 from this severity up
  --max-warnings N           let up to N warnings pass
  --exit-zero                exit 0 whatever is found
  --baseline FILE            findings that this file knows are suppressed
  --write-baseline           write the findings of now into the baseline
  --prune-baseline           take entries out of the baseline that nothing matches any more
  --print-config             print the configuration that holds for the first PATH, or here, and end
  --workers N                threads, each with a clang of its own (about 400 MB); by cores, memory and files
  --watch                    check again what changes, until Ctrl+C; text only
  --shard I/N                this one of N parts of the files, balanced by their sizes, for N machines; warplens merge
                             joins the reports
${compileHelp}
Examples:
  warplens check transpose.cu
  warplens check src --format sarif --output warplens.sarif
  warplens check --changed-since origin/main --format github
  warplens check src --baseline .warplens-baseline.json --write-baseline
  cat kernel.cu | warplens check --stdin --stdin-filename src/kernel.cu -I include
`;

/** Checks the sources and gives the report. */
async function runChecks(sources: readonly Source[], engine: EngineOptions, workers: number): Promise<CheckReport> {
  const shown = new Map(sources.map((one) => [one.path, one.shown]));
  const line = progress(sources.length);
  let done = 0;
  describeInterruption(() => `check: interrupted after ${done} of ${numbered(sources.length, "file")}.`);
  try {
    const onFile = (path: string) => {
      done++;
      line.step(shown.get(path)!);
    };
    const remembered = rememberedFindings(engine, new URL("checkWorker.mjs", import.meta.url));
    const pool = openPool({ workers, engine, remembered });
    const files = await pool.check(sources, onFile).finally(pool.close);
    return { files: files.map((file, i) => ({ ...file, path: sources[i]!.shown, text: sources[i]!.text })) };
  } finally {
    line.end();
  }
}

interface BaselineWish {
  readonly write: boolean;
  readonly prune: boolean;
}

/** The baseline of a run, before anything is checked: a missing one should not cost the time of a check. */
async function openBaseline(file: string | undefined, { write, prune }: BaselineWish): Promise<Baseline | undefined> {
  if (file !== undefined) return write && !existsSync(file) ? { file, entries: [] } : readBaseline(file);
  if (!write && !prune) return undefined;
  throw new UsageError(`--${write ? "write" : "prune"}-baseline: name the file with --baseline FILE.`);
}

/** Writes the baseline, or holds the report against it and says what is stale in it. */
async function withBaseline(report: CheckReport, old: Baseline, { write, prune }: BaselineWish): Promise<CheckReport> {
  const { file } = old;
  const baseline = write ? await writeBaseline(file, report, old) : old;
  if (write) say(`${shownPath(file)}: ${numbered(baseline.entries.length, "finding")} written.`);
  const stale = staleEntries(report, baseline, existsSync);
  if (stale.length > 0 && prune) {
    await pruneBaseline(baseline, stale);
    say(`${shownPath(file)}: ${stale.length === 1 ? "1 entry" : `${stale.length} entries`} removed.`);
  } else if (stale.length > 0) {
    for (const { path, rule, message } of stale) say(`${shownPath(file)}: stale: ${path}: ${rule}: ${message}`);
    say(`${shownPath(file)}: remove stale entries with --prune-baseline.`);
  }
  return applyBaseline(report, baseline);
}

type Values = Awaited<ReturnType<typeof readCompileOptions<typeof options>>>["values"];

/** Options that are about one report, which a watch never writes. */
const once = ["stdin", "changed-since", "shard", "output", "write-baseline", "prune-baseline"] as const;

/** Checks until Ctrl+C. Throws UsageError for what does not go with it. */
async function watching(words: readonly string[], values: Values, engine: EngineOptions): Promise<never> {
  for (const name of once) {
    if (values[name]) throw new UsageError(`--${name} is about one report, and --watch writes one after another.`);
  }
  if (values.format !== "text") throw new UsageError("--watch writes text only.");
  const workers = values.workers === undefined ? undefined : readCount("workers", values.workers, 1);
  describeInterruption(() => "check: no longer watching.");
  const { watchChecks } = await import("../check/watch");
  return watchChecks({
    words,
    async select() {
      const { sources, problems, notes } = await selectSources(words, values, configurations(engine));
      for (const note of [...notes, ...problems]) say(note);
      return sources;
    },
    open: (files) => openPool({ workers: workers ?? defaultWorkers(files), engine }),
    show: (report) => void process.stdout.write(renderText(report)),
    say,
  });
}

/** `warplens check PATH…`. */
export const check: Command = {
  help,
  async run(words) {
    const { values, positionals, engine } = await readCompileOptions(words, options);
    const format = oneOf("format", values.format, checkFormats);
    const configurationOf = configurations(engine);
    const here = await configurationOf(process.cwd());
    const flags: Layer = {
      ...(values["fail-on"] === undefined ? {} : { failOn: oneOf("fail-on", values["fail-on"], severities) }),
      ...(values["max-warnings"] === undefined
        ? {}
        : { maxWarnings: readCount("max-warnings", values["max-warnings"], 0) }),
      ...(values.baseline === undefined ? {} : { baseline: values.baseline }),
    };
    const run = runLayer(flags, here?.layer);
    if (values["print-config"]) {
      await printConfiguration(positionals[0] ?? ".", engine, run);
      return 0;
    }
    if (values.watch) return watching(positionals, values, engine);
    const { sources, shard, problems, notes } = await selectSources(positionals, values, configurationOf);
    for (const note of [...notes, ...problems]) say(note);
    for (const source of sources) await configurationOf(dirname(source.path));
    const workers = values.workers === undefined ? undefined : readCount("workers", values.workers, 1);
    const wish = { write: values["write-baseline"], prune: values["prune-baseline"] };
    const baseline = await openBaseline(run.baseline, wish);
    const checked = await runChecks(sources, engine, workers ?? defaultWorkers(sources.length));
    const whole = shard ? { ...checked, shard } : checked;
    const report = baseline ? await withBaseline(whole, baseline, wish) : whole;
    await writeOutput(values.output, (await renderers[format]())(report));
    if (problems.length > 0) return 2;
    const found = report.files.flatMap((file) => file.findings.map(({ severity }) => severity));
    return !values["exit-zero"] && reachesLimits(found, run) ? 1 : 0;
  },
};

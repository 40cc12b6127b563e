import { severities } from "../../engine/configuration/layer";
import { UsageError } from "../../engine/model/errors";
import { reachesLimits } from "../check/judge";
import { readText, shownPath } from "../common/documents";
import { type Command, oneOf, readCount, readOptions } from "../common/options";
import { writeOutput } from "../common/output";
import { baseline } from "../merge/baselines";
import { checkJson, checkPage } from "../merge/checks";
import type { ReportFile, ReportKind } from "../merge/kind";
import { sarif } from "../merge/sarif";
import { simulations } from "../merge/simulations";

const options = {
  output: { type: "string", short: "o" },
  "fail-on": { type: "string", default: "warning" },
  "max-warnings": { type: "string" },
  "exit-zero": { type: "boolean", default: false },
} as const;

/** The first kind that knows a file has it. */
const kinds: readonly ReportKind[] = [sarif, simulations, checkJson, checkPage, baseline];

async function readReport(path: string): Promise<ReportFile> {
  const name = shownPath(path);
  let reason = "there is no such file";
  const text = await readText(path, (why) => {
    reason = why;
  });
  if (text === undefined) throw new UsageError(`${name}: ${reason}.`);
  try {
    return { name, text, value: JSON.parse(text) };
  } catch {
    return { name, text, value: undefined };
  }
}

/** The one kind of all reports. Throws UsageError where there is none. */
function kindOf(files: readonly ReportFile[]): ReportKind {
  const [first, ...others] = files.map((file) => {
    const kind = kinds.find((one) => one.is(file));
    if (kind) return { file, kind };
    throw new UsageError(
      `${file.name}: this is no report of check or simulate --all in json, sarif or html, and no baseline.`,
    );
  });
  const other = others.find(({ kind }) => kind !== first!.kind);
  if (!other) return first!.kind;
  throw new UsageError(
    `${other.file.name} is ${other.kind.title}, and ${first!.file.name} is ${first!.kind.title}: merge one kind at a time.`,
  );
}

/** `warplens merge REPORT…`. */
export const merge: Command = {
  help: `warplens merge REPORT… [options]

REPORT is what a shard wrote: check in json, sarif or html, simulate --all in json, or a baseline. All are of one kind. The
joined report is the one that a run without --shard writes. A shard that is missing is an error.

  -o, --output FILE          write the report there instead of to standard output
  --fail-on LEVEL            error, warning (default), information or hint: exit 1 from this severity up
  --max-warnings N           let up to N warnings pass
  --exit-zero                exit 0 whatever is found

Examples:
  warplens merge report-*.json -o report.json
  warplens merge warplens-*.sarif -o warplens.sarif --exit-zero
  warplens merge part-*.html -o warplens.html --fail-on error
`,
  async run(words) {
    const { values, positionals } = readOptions(words, options);
    const failOn = oneOf("fail-on", values["fail-on"], severities);
    const most = values["max-warnings"];
    const maxWarnings = most === undefined ? undefined : readCount("max-warnings", most, 0);
    if (positionals.length === 0) throw new UsageError("merge: name the reports to join.");
    const files = await Promise.all(positionals.map(readReport));
    const joined = kindOf(files).join(files, values.output);
    await writeOutput(values.output, joined.text);
    return !values["exit-zero"] && reachesLimits(joined.severities, { failOn, maxWarnings }) ? 1 : 0;
  },
};

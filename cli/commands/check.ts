import type { Severity } from "../../analyzer/rules/model";
import { UsageError } from "../../engine/errors";
import {
  type Command,
  compileFlags,
  compileHelp,
  configurationFrom,
  oneOf,
  readDocument,
  readOptions,
} from "../options";
import { renderFindings } from "../render/findings";
import { withEngine } from "../withEngine";

const severities = ["error", "warning", "information", "hint"] as const satisfies readonly Severity[];

/** `warplens check FILE…`. */
export const check: Command = {
  help: `warplens check FILE… [options]

  --format text|json         text is for people; json is documented in docs/json.md
  --fail-on LEVEL            error, warning (default), information or hint: exit 1 from this severity up
${compileHelp}
  warplens check transpose.cu
  warplens check --format json -I include src/*.cu
`,
  async run(words) {
    const { values, positionals } = readOptions(words, {
      ...compileFlags,
      format: { type: "string", default: "text" },
      "fail-on": { type: "string", default: "warning" },
    });
    const format = oneOf("format", values.format, ["text", "json"]);
    const level = severities.indexOf(oneOf("fail-on", values["fail-on"], severities));
    if (positionals.length === 0) throw new UsageError("check: name at least one file.");
    const documents = await Promise.all(positionals.map(readDocument));
    return withEngine(configurationFrom(values), async (engine) => {
      const result = await engine.check(documents);
      const files = result.files.map((file, i) => ({ ...file, path: positionals[i]! }));
      process.stdout.write(
        format === "json" ? `${JSON.stringify({ ...result, files }, null, 2)}\n` : renderFindings(files, documents),
      );
      const worst = files
        .flatMap((file) => file.findings)
        .some((finding) => severities.indexOf(finding.severity) <= level);
      return worst ? 1 : 0;
    });
  },
};

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
import { renderInspection } from "../render/inspection";
import { withEngine } from "../withEngine";

/** `warplens inspect FILE`. */
export const inspect: Command = {
  help: `warplens inspect FILE [options]

Prints what the analyzer knows of every memory access, barrier and branch, finding or not.

  --format text|json         json is documented in docs/json.md
${compileHelp}
  warplens inspect --format json transpose.cu
`,
  async run(words) {
    const { values, positionals } = readOptions(words, {
      ...compileFlags,
      format: { type: "string", default: "text" },
    });
    const format = oneOf("format", values.format, ["text", "json"]);
    if (positionals.length !== 1) throw new UsageError("inspect: name one file.");
    const document = await readDocument(positionals[0]!);
    return withEngine(configurationFrom(values), async (engine) => {
      const result = { ...(await engine.inspect(document)), path: positionals[0]! };
      process.stdout.write(
        format === "json" ? `${JSON.stringify(result, null, 2)}\n` : renderInspection(result, document),
      );
      return 0;
    });
  },
};

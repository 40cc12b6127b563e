import { UsageError } from "../../engine/model/errors";
import { readSource } from "../common/documents";
import { renderJson } from "../common/json";
import { type Command, compileHelp, oneOf, readCompileOptions } from "../common/options";
import { writeOutput } from "../common/output";
import { splitArguments } from "../common/program";
import { shownReport } from "../common/shown";
import { sourceTexts } from "../common/sourceTexts";
import { withEngine } from "../common/withEngine";
import { renderInspection } from "../render/inspection";

/** `warplens inspect FILE`. */
export const inspect: Command = {
  help: `warplens inspect FILE [options] [-- ARGUMENT…]

Prints what the analyzer knows of every memory access, barrier and branch, finding or not. The launches of the
file's kernels are those of its program when it is started with the arguments after --; without them with those of the
Makefile beside it, or none.

  --format text|json         json is documented in docs/json.md
  -o, --output FILE          write there instead of to standard output
${compileHelp}
Examples:
  warplens inspect transpose.cu
  warplens inspect --format json -arch=sm_80 transpose.cu
`,
  async run(words) {
    const [own, program] = splitArguments(words);
    const { values, positionals, engine } = await readCompileOptions(own, {
      format: { type: "string", default: "text" },
      output: { type: "string", short: "o" },
    });
    const format = oneOf("format", values.format, ["text", "json"]);
    if (positionals.length !== 1) throw new UsageError("inspect: name one file.");
    const document = await readSource(positionals[0]!);
    const started = { ...engine, ...(words.includes("--") && { programArguments: program }) };
    return withEngine(started, document.path, async (ready) => {
      const result = { ...(await ready.inspect(document)), path: document.shown };
      const text = async () => {
        const places = result.kernels.flatMap(({ accesses }) => accesses);
        return renderInspection(shownReport(result), await sourceTexts(document, places));
      };
      await writeOutput(values.output, format === "json" ? renderJson(result) : await text());
      return 0;
    });
  },
};

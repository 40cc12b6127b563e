import { resolve } from "node:path";
import type { Workplace } from "../../assistants";
import { UsageError } from "../../engine/model/errors";
import { readSource } from "../common/documents";
import { type Command, compileHelp, readCompileOptions } from "../common/options";
import { withEngine } from "../common/withEngine";
import { serveTools } from "../mcp/server";

/** The name under which code that is in no file is compiled, in the folder of the project. */
const DRAFT = "draft.cu";

/** `warplens mcp`: the tools for assistants over the Model Context Protocol. */
export const mcp: Command = {
  help: `warplens mcp [options]

Serves the tools check, simulate, compare and explain to an assistant, over the Model Context Protocol on standard input
and output. Paths are from the folder in which it is started. It changes no file and sends nothing over the network.

${compileHelp}
Examples:
  warplens mcp
  warplens mcp -I include -arch=sm_80
`,
  async run(words) {
    const { positionals, engine: options } = await readCompileOptions(words, {});
    if (positionals.length > 0) throw new UsageError("mcp: it takes no files; its client names them.");
    return withEngine(options, resolve(DRAFT), async (engine) => {
      const workplace: Workplace = {
        engine,
        read: readSource,
        draft: (code) => ({ path: resolve(DRAFT), named: DRAFT, text: code }),
      };
      await serveTools(workplace);
      return 0;
    });
  },
};

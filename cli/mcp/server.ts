/** The tools over the Model Context Protocol, on standard input and output. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { callTool, inputSchema, tools, type Workplace } from "../../assistants";
import { UsageError } from "../../engine/model/errors";
import { version } from "../common/version";

/** What a client may tell its model of all tools together. */
const instructions =
  "WarpLens measures CUDA C++ without a GPU. Check code that you wrote; simulate it to see what each memory access costs; after a change, compare both versions. Explain a rule before you argue with its finding.";

const listed: Tool[] = tools.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchema(tool) as Tool["inputSchema"],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}));

/** Answers until the client closes its end. Calls run one after another, as there is one compiler. */
export async function serveTools(workplace: Workplace): Promise<void> {
  const server = new Server({ name: "warplens", version: version() }, { capabilities: { tools: {} }, instructions });
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }, { signal }) => {
    const call = last.then(async () => {
      signal.throwIfAborted();
      // Between two calls, any file may have been edited.
      workplace.engine.forgetConfigurations();
      workplace.engine.forgetSources();
      return callTool(name, input, workplace, signal);
    });
    last = call.catch(() => undefined);
    try {
      return { content: [{ type: "text", text: JSON.stringify(await call) }] };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { content: [{ type: "text", text: error.message }], isError: true };
    }
  });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await last;
  await server.close();
}

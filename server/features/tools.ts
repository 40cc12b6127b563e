/** The tools for assistants over the protocol: an editor that lends them to its own assistants calls them here. */
import { URI, Utils } from "vscode-uri";
import { callTool, type Workplace } from "../../assistants";
import { UsageError } from "../../engine/model/errors";
import type { Feature, ServerContext } from "../common/context";
import { guarded, REJECT, signalOf } from "../common/handlers";
import { pathOf } from "../common/snapshots";
import { CALL_TOOL, type CallToolParams, type CallToolResult } from "../protocol";

/** The name under which code that is in no file is compiled, in the folder of the workspace. */
const DRAFT = "draft.cu";

/** A path of a call as a URI: absolute ones stay, others are from the folder of the workspace. */
function uriOf(path: string, folder: string | undefined): string {
  if (/^[a-z][\w+.-]+:\/\//i.test(path)) return path;
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) return URI.file(path).toString();
  if (folder === undefined) throw new UsageError(`${path}: no folder is open. Give an absolute path.`);
  return Utils.joinPath(URI.parse(folder), path).toString();
}

function workplaceOf({ engine, readText }: ServerContext, folder: string | undefined): Workplace {
  return {
    engine,
    async read(path) {
      const full = pathOf(uriOf(path, folder));
      const text = await readText(full);
      if (text === undefined) throw new UsageError(`${path} cannot be read. Check the path.`);
      return { path: full, named: path, text };
    },
    draft: (code) => ({ path: pathOf(folder ? uriOf(DRAFT, folder) : `untitled:${DRAFT}`), named: DRAFT, text: code }),
  };
}

/** Lends the tools of `assistants/` to the client. */
export const tools: Feature = {
  name: "tools for assistants",
  register(context) {
    context.connection.onRequest<CallToolResult, void>(
      CALL_TOOL,
      guarded(context, CALL_TOOL, REJECT, async ({ name, input, folder }: CallToolParams, token) => {
        const { signal, dispose } = signalOf(token);
        try {
          return { result: await callTool(name, input, workplaceOf(context, folder), signal) };
        } finally {
          dispose();
        }
      }),
    );
    return undefined;
  },
};

/** The language server as a Node process: `node dist/server.cjs --stdio`, or over the pipe that a client names. */
import { setFlagsFromString } from "node:v8";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";
import { wellFormed } from "../common/wellFormed";
import { serve } from "../session/serve";
import { endWithClient } from "./orphan";

endWithClient();
/**
 * By how much of what is live the heap may grow before V8 looks for what is dead. Its default, up to three times as much
 * again, made 900 MB of 160 when a file of 2,000 kernels was analysed: an editor has better uses for memory.
 */
const HEAP_GROWTH_PERCENT = 50;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

serve(createConnection(ProposedFeatures.all, { messageStrategy: wellFormed }), () =>
  nodePlatform(new URL(".", import.meta.url), { store: defaultStore("settled") }),
);

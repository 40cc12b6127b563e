/** The language server as a Node process: `node dist/server.cjs --stdio`, or over the pipe that a client names. */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";
import { wellFormed } from "../common/wellFormed";
import { serve } from "../session/serve";
import { endWithClient } from "./orphan";

endWithClient();
serve(createConnection(ProposedFeatures.all, { messageStrategy: wellFormed }), () =>
  nodePlatform(new URL(".", import.meta.url), { store: defaultStore("headers") }),
);

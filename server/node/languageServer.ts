/** The language server of a Node process, once that has begun what takes time. */
import type { Worker } from "node:worker_threads";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";
import { wellFormed } from "../common/wellFormed";
import { serve } from "../session/serve";
import { endWithClient } from "./orphan";

/** Answers on the connection that the command line names. `folder` is where the bundles lie; clang may have its thread already. */
export function run(folder: URL, clangThread: Worker | undefined): void {
  endWithClient();
  serve(createConnection(ProposedFeatures.all, { messageStrategy: wellFormed }), () =>
    nodePlatform(folder, { store: defaultStore("settled"), ...(clangThread && { clangThread }) }),
  );
}

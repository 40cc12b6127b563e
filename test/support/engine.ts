/** An engine on this machine's files with the real clang, as the command line makes it, from the built bundles. */
import { pathToFileURL } from "node:url";
import { createEngine } from "../../engine";
import type { Engine } from "../../engine/model";
import type { Configuration } from "../../engine/model/configuration";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";

/** @param isBrief with the limits of the command line, whose compiles may take longer than those of the editor */
export function nodeEngine(configuration?: Configuration, isBrief = false): Engine {
  const store = defaultStore("everything");
  const platform = nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { store, isBrief });
  return createEngine(platform, configuration);
}

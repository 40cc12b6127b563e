/** An engine on this machine's files with the real clang, as the command line makes it, from the built bundles. */
import { pathToFileURL } from "node:url";
import { createEngine } from "../../engine";
import type { Engine } from "../../engine/model";
import type { Configuration } from "../../engine/model/configuration";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";

export function nodeEngine(configuration?: Configuration): Engine {
  const platform = nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { store: defaultStore("everything") });
  return createEngine(platform, configuration);
}

import type { Configuration } from "../engine/config";
import { createEngine } from "../engine/index";
import type { Engine } from "../engine/model";
import { nodePlatform } from "../engine/node/platform";

/** Gives a command an engine on this machine's files, and takes it down afterwards whatever happens. */
export async function withEngine<T>(configuration: Configuration, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = createEngine(nodePlatform(new URL(".", import.meta.url)), configuration);
  try {
    return await use(engine);
  } finally {
    engine.dispose();
  }
}

import { createEngine, type EngineOptions } from "../../engine/index";
import type { Engine } from "../../engine/model";
import { defaultConfiguration } from "../../engine/model/configuration";
import { UsageError } from "../../engine/model/errors";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";
import { describeProblems } from "./documents";

/** Gives a command an engine on this machine's files, and takes it down afterwards whatever happens. */
export async function withEngine<T>(
  options: EngineOptions,
  path: string,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = createEngine(
    nodePlatform(new URL(".", import.meta.url), {
      isBrief: true,
      store: defaultStore("everything"),
      program: new URL(import.meta.url),
    }),
    defaultConfiguration,
    options,
  );
  try {
    const file = await engine.configurationFile(path);
    if (file && file.problems.length > 0) throw new UsageError(describeProblems(file.problems));
    return await use(engine);
  } finally {
    engine.dispose();
  }
}

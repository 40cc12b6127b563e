/** Entry of a worker of `warplens check`: an engine with a clang of its own, which checks what it is sent. */
import { parentPort, workerData } from "node:worker_threads";
import { createEngine } from "../../engine/index";
import { defaultConfiguration } from "../../engine/model/configuration";
import { defaultStore } from "../../engine/node/compileStore";
import { keepHeapsSmall } from "../../engine/node/heapGrowth";
import { nodePlatform } from "../../engine/node/platform";
import { recordingReads } from "../../engine/node/recordedReads";
import { type CheckAnswer, type CheckMessage, type CheckTask, IN_FLIGHT, type WorkerStart } from "./task";

keepHeapsSmall();
const { bundles, options, isAlone } = workerData as WorkerStart;
const platform = nodePlatform(new URL(bundles), {
  isBrief: true,
  store: defaultStore("everything"),
  program: new URL(import.meta.url),
});
const recording = isAlone ? recordingReads(platform) : undefined;
// Nothing asks for a file again before it changes.
const engine = createEngine(recording?.platform ?? platform, defaultConfiguration, {
  ...options,
  keptFiles: IN_FLIGHT,
});

async function answer({ index, path, text }: CheckTask): Promise<CheckAnswer> {
  try {
    const { files } = await engine.check([{ path, text }]);
    return { index, result: files[0]!, reads: recording?.reads() };
  } catch (error) {
    return { index, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort!.on("message", async (message: CheckMessage) => {
  if (message.kind === "check") parentPort!.postMessage(await answer(message));
  else for (const path of message.paths) engine.sourceChanged(path);
});

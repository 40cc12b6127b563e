/** Simulations in a web worker: one is kept warm, a cancelled one is terminated at once. */
import { type Answer, createSimulations } from "../simulation/worker";
import type { WebWorker } from "./webWorker";

export function simulateInWebWorker(create: () => WebWorker) {
  return createSimulations((onAnswer) => {
    const worker = create();
    worker.addEventListener("message", (event) => onAnswer(event.data as Answer));
    worker.addEventListener("error", (event) => onAnswer({ error: event.message ?? "the simulation worker died" }));
    return { post: (job) => worker.postMessage(job), terminate: () => worker.terminate() };
  });
}

/** Simulations in web workers: they are kept warm, a cancelled one is terminated at once. */
import { type Answer, createSimulations, workersFor } from "../simulation/worker";
import type { WebWorker } from "./webWorker";

/** The part of the browser's global that is used here; the project's types know no DOM outside the webview. */
declare const navigator: { readonly hardwareConcurrency?: number };

/** Simulations in web workers. */
export function simulateInWebWorker(create: () => WebWorker) {
  return createSimulations(
    (onAnswer) => {
      const worker = create();
      worker.addEventListener("message", (event) => onAnswer(event.data as Answer));
      worker.addEventListener("error", (event) => onAnswer({ error: event.message ?? "the simulation worker died" }));
      return { post: (job) => worker.postMessage(job), terminate: () => worker.terminate() };
    },
    workersFor(navigator.hardwareConcurrency ?? 1),
  );
}

/** Simulations in worker threads: they are kept warm, a cancelled one is terminated at once. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Answer, createSimulations, workersFor } from "../simulation/worker";

/** Simulations in worker threads. */
export function simulateInWorker(script: URL) {
  return createSimulations((onAnswer) => {
    const worker = new Worker(script);
    // An idle worker must not keep a command line alive.
    worker.unref();
    worker.on("message", (answer: Answer) => {
      if (!("news" in answer)) worker.unref();
      onAnswer(answer);
    });
    worker.on("error", (error) => onAnswer({ error: error.message }));
    return {
      post(job) {
        worker.ref();
        worker.postMessage(job);
      },
      terminate: () => void worker.terminate(),
    };
  }, workersFor(availableParallelism()));
}

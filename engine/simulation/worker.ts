/** What both kinds of simulation worker share: the queue on one side, the answer on the other. */
import type { SimulationJob, SimulationResult } from "./job";
import { runJob } from "./run";

export type Answer = { readonly result: SimulationResult } | { readonly error: string };

/** A worker as both hosts have it. */
export interface SimulationPort {
  post(job: SimulationJob): void;
  terminate(): void;
}

/** Starts a worker; `onAnswer` is called once per job, with an error when the worker died. */
export type StartWorker = (onAnswer: (answer: Answer) => void) => SimulationPort;

export interface Simulations {
  simulate(job: SimulationJob, signal?: AbortSignal): Promise<SimulationResult>;
  dispose(): void;
}

/** Inside the worker: a job's answer. Errors travel as text, since not every error can be cloned. */
export function answer(job: SimulationJob): Answer {
  try {
    return { result: runJob(job) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const cancelled: SimulationResult = {
  outcome: { kind: "cancelled", message: "The simulation was cancelled." },
  launches: [],
};

/** Outside: jobs run one after the other in one warm worker; cancelling terminates it and the next job gets a fresh one. */
export function createSimulations(start: StartWorker): Simulations {
  let port: SimulationPort | undefined;
  let waiting: ((answer: Answer) => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function drop(): void {
    port?.terminate();
    port = undefined;
    waiting = undefined;
  }

  function run(job: SimulationJob, signal?: AbortSignal): Promise<SimulationResult> {
    if (signal?.aborted) return Promise.resolve(cancelled);
    port ??= start((message) => waiting?.(message));
    const mine = port;
    return new Promise((resolve, reject) => {
      const stop = () => {
        drop();
        resolve(cancelled);
      };
      signal?.addEventListener("abort", stop, { once: true });
      waiting = (message) => {
        signal?.removeEventListener("abort", stop);
        if ("result" in message) resolve(message.result);
        else {
          drop();
          reject(new Error(message.error));
        }
      };
      mine.post(job);
    });
  }

  return {
    simulate(job, signal) {
      const next = last.then(() => run(job, signal));
      last = next.catch(() => {});
      return next;
    },
    dispose: drop,
  };
}

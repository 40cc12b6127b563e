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

/**
 * Outside: jobs run one after the other in one warm worker. Cancelling ends the worker, whatever it does, and starts the
 * next one at once, so that the job behind finds it warm; a job that waits is cancelled without anybody noticing.
 */
export function createSimulations(start: StartWorker): Simulations {
  let port: SimulationPort | undefined;
  let waiting: ((answer: Answer) => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let disposed = false;

  function fresh(): SimulationPort {
    // A late message of a worker that was replaced must not answer for its successor.
    const mine: SimulationPort = start((answer) => {
      if (port === mine) waiting?.(answer);
    });
    return mine;
  }

  function replace(): void {
    port?.terminate();
    waiting = undefined;
    port = disposed ? undefined : fresh();
  }

  function run(job: SimulationJob, signal?: AbortSignal): Promise<SimulationResult> {
    if (signal?.aborted) return Promise.resolve(cancelled);
    port ??= fresh();
    const mine = port;
    return new Promise((resolve, reject) => {
      const stop = () => {
        replace();
        resolve(cancelled);
      };
      signal?.addEventListener("abort", stop, { once: true });
      waiting = (message) => {
        signal?.removeEventListener("abort", stop);
        waiting = undefined;
        if ("result" in message) resolve(message.result);
        else {
          replace();
          reject(new Error(message.error));
        }
      };
      mine.post(job);
    });
  }

  return {
    simulate(job, signal) {
      const done = last.then(() => run(job, signal));
      last = done.catch(() => {});
      if (!signal) return done;
      const aborted = new Promise<SimulationResult>((resolve) => {
        if (signal.aborted) resolve(cancelled);
        else signal.addEventListener("abort", () => resolve(cancelled), { once: true });
      });
      return Promise.race([done, aborted]);
    },
    dispose() {
      disposed = true;
      replace();
    },
  };
}

/** Simulations in workers of either host: the queue of jobs, and what is asked and answered. */
import { abortable } from "../abortable";
import type { ProgramNews, SimulationJob, SimulationResult } from "../model/job";
import { cancelledRun, KeptNews } from "./news";
import { joinParts, partsOf } from "./parts";

/** What a worker answers: once with a result or an error, before it with any number of news. */
export type Answer =
  | { readonly result: SimulationResult }
  | { readonly error: string }
  | { readonly news: ProgramNews };

/** A worker as both hosts have it. */
export interface SimulationPort {
  post(job: PostedJob): void;
  terminate(): void;
}

/** Starts a worker; `onAnswer` is called once per job besides its news, with an error when the worker died. */
export type StartWorker = (onAnswer: (answer: Answer) => void) => SimulationPort;

/** Runs jobs in workers. */
export interface Simulations {
  simulate(job: SimulationJob, signal?: AbortSignal, onNews?: (news: ProgramNews) => void): Promise<SimulationResult>;
  /** Whether a job runs or waits. */
  isRunning(): boolean;
  dispose(): void;
}

/** A job as a worker gets it: news are sent only where somebody listens. */
export interface PostedJob {
  readonly job: SimulationJob;
  readonly wantsNews: boolean;
}

/** The most workers: each has the whole memory of the simulated device, and more of them gain little. */
const MOST_WORKERS = 4;

/** Workers for a machine with `cores` cores: one core is left to the process that waits for the result. */
export function workersFor(cores: number): number {
  return Math.max(1, Math.min(MOST_WORKERS, cores - 1));
}

/** One warm worker. */
interface Runner {
  /** One job at a time. */
  run(job: SimulationJob, onNews?: (news: ProgramNews) => void): Promise<SimulationResult>;
  /** Ends what runs, whatever it does, and starts the next worker at once, so that the job after finds it warm. */
  stop(): void;
  dispose(): void;
}

function createRunner(start: StartWorker): Runner {
  let port: SimulationPort | undefined;
  let waiting: ((answer: Answer) => void) | undefined;

  function fresh(): SimulationPort {
    // A late message of a worker that was replaced must not answer for its successor.
    const mine: SimulationPort = start((answer) => {
      if (port === mine) waiting?.(answer);
    });
    return mine;
  }

  function end(): void {
    port?.terminate();
    port = undefined;
    const stopped = waiting;
    waiting = undefined;
    stopped?.({ result: cancelledRun });
  }

  return {
    run(job, onNews) {
      port ??= fresh();
      port.post({ job, wantsNews: onNews !== undefined });
      return new Promise((resolve, reject) => {
        waiting = (answer) => {
          if ("news" in answer) return onNews?.(answer.news);
          waiting = undefined;
          if ("result" in answer) return resolve(answer.result);
          end();
          reject(new Error(answer.error));
        };
      });
    },
    stop() {
      end();
      port = fresh();
    },
    dispose: end,
  };
}

/**
 * Outside: jobs run one after the other, a large launch in parts over several workers (`parts.ts`). A job that waits is
 * cancelled before it has any effect. `workers`: how many share a launch that does not say so itself.
 */
export function createSimulations(start: StartWorker, workers = 1): Simulations {
  const runners = [createRunner(start)];
  let last: Promise<unknown> = Promise.resolve();
  let present = 0;

  const runner = (index: number): Runner => {
    runners[index] ??= createRunner(start);
    return runners[index];
  };

  async function work(
    job: SimulationJob,
    signal?: AbortSignal,
    onNews?: (news: ProgramNews) => void,
  ): Promise<SimulationResult> {
    const parts = partsOf(job, workers);
    if (parts.length) {
      const ended = await Promise.allSettled(parts.map((part, index) => runner(index).run(part)));
      const results = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const joined = results.length === parts.length ? joinParts(results) : undefined;
      if (joined || signal?.aborted) return joined ?? cancelledRun;
    }
    return runner(0).run(job, onNews);
  }

  function run(
    job: SimulationJob,
    signal?: AbortSignal,
    onNews?: (news: ProgramNews) => void,
  ): Promise<SimulationResult> {
    if (signal?.aborted) return Promise.resolve(cancelledRun);
    const stop = () => {
      for (const one of runners) one.stop();
    };
    signal?.addEventListener("abort", stop, { once: true });
    return work(job, signal, onNews).finally(() => signal?.removeEventListener("abort", stop));
  }

  return {
    simulate(job, signal, onNews) {
      const kept = onNews && new KeptNews();
      const take = (news: ProgramNews) => {
        kept?.take(news);
        onNews?.(news);
      };
      present++;
      const done = last.then(() => run(job, signal, onNews && take)).finally(() => present--);
      last = done.catch(() => {});
      if (!signal) return done;
      return abortable(done, signal).catch((error: unknown) => {
        if (signal.aborted) return kept ? kept.cancelled() : cancelledRun;
        throw error;
      });
    },
    isRunning: () => present > 0,
    dispose() {
      for (const one of runners) one.dispose();
    },
  };
}

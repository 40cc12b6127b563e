/** Checks files in worker threads, each with a clang of its own; results come back in the order of the files. */
import { availableParallelism, freemem } from "node:os";
import { Worker } from "node:worker_threads";
import type { FileFindingsJson } from "../../engine/formats/findings";
import type { EngineOptions } from "../../engine/index";
import type { Document } from "../../engine/model";
import { groupBy } from "../../pictures/figures";
import type { Remembered } from "./remembered";
import { type CheckAnswer, type CheckMessage, type CheckTask, IN_FLIGHT, type WorkerStart } from "./task";

/**
 * Bytes of memory that a worker should find free: 380 MB are the peak where files are small (clang's memory, its compiled code
 * and the grammar, by `npm run bench:cli`), the rest is for large ones.
 */
const WORKER_BYTES = 700 << 20;
/** The fewest files that a further worker pays for: loading clang takes about two seconds. */
const FILES_EACH = 8;

/** By cores, memory and work. */
export function defaultWorkers(files: number): number {
  const byMemory = Math.floor(freemem() / WORKER_BYTES);
  return Math.max(1, Math.min(availableParallelism(), byMemory, Math.ceil(files / FILES_EACH)));
}

/** Workers that outlive a run. Runs follow one another: `check` is called again once its promise is settled. */
export interface Pool {
  /** Results in the order of the documents; `onFile` is called after each. */
  check(documents: readonly Document[], onFile: (path: string) => void): Promise<FileFindingsJson[]>;
  /** Says that files have changed on disk, so that what read them is checked anew. */
  changed(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** One run of a pool: hands out documents, and collects what comes back. */
interface Run {
  answer(worker: Worker, answer: CheckAnswer): void;
  fail(error: Error): void;
}

/** How many workers a pool has, and what their engines are made with. */
export interface PoolOptions {
  readonly workers: number;
  readonly engine: EngineOptions;
  /** Findings of earlier processes: a run of one file asks for them first. */
  readonly remembered?: ((document: Document) => Remembered) | undefined;
}

/** The documents of a run that no worker has yet. `homes` has the worker that checked a path last, which still knows it. */
function queue(documents: readonly Document[], homes: Map<string, Worker>) {
  const waiting = groupBy([...documents.keys()], (index) => homes.get(documents[index]!.path));
  const queues = new Map([...waiting].map(([home, indices]) => [home, indices.values()]));
  const next = (home: Worker | undefined): number | undefined => queues.get(home)?.next().value;
  return {
    /** The next document for a worker: one that it knows, else one that no worker knows. */
    take(worker: Worker): CheckTask | undefined {
      const index = next(worker) ?? next(undefined);
      if (index === undefined) return undefined;
      const { path, text } = documents[index]!;
      homes.set(path, worker);
      return { kind: "check", index, path, text };
    },
  };
}

/** Starts no worker before there is a document for it. */
export function openPool({ workers: most, engine, remembered }: PoolOptions): Pool {
  const script = new URL("checkWorker.mjs", import.meta.url);
  const workers: Worker[] = [];
  const homes = new Map<string, Worker>();
  let run: Run | undefined;
  const send = (worker: Worker, message: CheckMessage) => worker.postMessage(message);

  function grow(count: number): void {
    const isAlone = remembered !== undefined && count === 1;
    const start: WorkerStart = { bundles: new URL(".", import.meta.url).href, options: engine, isAlone };
    while (workers.length < Math.min(most, count)) {
      const worker = new Worker(script, { workerData: start });
      workers.push(worker);
      worker.on("message", (answer: CheckAnswer) => run?.answer(worker, answer));
      worker.on("error", (error) => run?.fail(new Error(`a worker died: ${error.message}`)));
    }
  }

  return {
    async check(documents, onFile) {
      const [only, ...others] = documents;
      const alone = only && others.length === 0 ? remembered?.(only) : undefined;
      const known = await alone?.find();
      if (known) {
        onFile(only!.path);
        return [known];
      }
      const results: FileFindingsJson[] = [];
      let kept: Promise<void> | undefined;
      const { take } = queue(documents, homes);
      const feed = (worker: Worker) => {
        const task = take(worker);
        if (task) send(worker, task);
      };
      return new Promise<FileFindingsJson[]>((resolve, reject) => {
        let done = 0;
        const answer = (worker: Worker, given: CheckAnswer) => {
          const { path } = documents[given.index]!;
          if ("error" in given) return reject(new Error(`${path}: ${given.error}`));
          results[given.index] = given.result;
          if (given.reads) kept = alone?.keep(given.result, given.reads);
          done++;
          onFile(path);
          if (done === documents.length) void (kept ?? Promise.resolve()).then(() => resolve(results));
          else feed(worker);
        };
        run = { answer, fail: reject };
        if (documents.length === 0) return resolve(results);
        grow(documents.length);
        for (const worker of workers) for (let task = 0; task < IN_FLIGHT; task++) feed(worker);
      });
    },
    changed(paths) {
      for (const worker of workers) send(worker, { kind: "changed", paths });
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  };
}

/** Checks files in worker threads, each with a clang of its own; results come back in the order of the files. */
import { availableParallelism, freemem } from "node:os";
import { Worker } from "node:worker_threads";
import type { FileFindingsJson } from "../../engine/formats/findings";
import type { EngineOptions } from "../../engine/index";
import type { Document } from "../../engine/model";
import type { CheckAnswer, CheckTask, WorkerStart } from "./task";

/** Peak of one worker in bytes: clang's memory, its compiled code and the grammar; measured by `npm run bench:cli`. */
const WORKER_BYTES = 700 << 20;
/** The fewest files that a further worker pays for: loading clang takes about two seconds. */
const FILES_EACH = 8;
/** Files that one worker has at a time: while clang compiles one, the rules read the other. */
const IN_FLIGHT = 2;

/** By cores, memory and work. */
export function defaultWorkers(files: number): number {
  const byMemory = Math.floor(freemem() / WORKER_BYTES);
  return Math.max(1, Math.min(availableParallelism(), byMemory, Math.ceil(files / FILES_EACH)));
}

/** How files are checked in parallel. */
export interface PoolOptions {
  readonly workers: number;
  readonly engine: EngineOptions;
  /** Called after each file. */
  onFile(path: string): void;
}

/** Results in the order of the documents. */
export function checkAll(documents: readonly Document[], options: PoolOptions): Promise<FileFindingsJson[]> {
  const { onFile } = options;
  const results: FileFindingsJson[] = [];
  const start: WorkerStart = { bundles: new URL(".", import.meta.url).href, options: options.engine };
  const workers: Worker[] = [];
  let next = 0;
  let done = 0;

  return new Promise<FileFindingsJson[]>((resolve, reject) => {
    const feed = (worker: Worker) => {
      if (next >= documents.length) return;
      const index = next++;
      const { path, text } = documents[index]!;
      worker.postMessage({ index, path, text } satisfies CheckTask);
    };
    const hear = (worker: Worker, answer: CheckAnswer) => {
      const { path } = documents[answer.index]!;
      if ("error" in answer) return reject(new Error(`${path}: ${answer.error}`));
      results[answer.index] = answer.result;
      done++;
      onFile(path);
      if (done === documents.length) resolve(results);
      else feed(worker);
    };
    if (documents.length === 0) return resolve(results);
    for (let i = 0; i < Math.min(options.workers, documents.length); i++) {
      const worker = new Worker(new URL("checkWorker.mjs", import.meta.url), { workerData: start });
      workers.push(worker);
      worker.on("message", (answer: CheckAnswer) => hear(worker, answer));
      worker.on("error", (error) => reject(new Error(`a worker died: ${error.message}`)));
      for (let task = 0; task < IN_FLIGHT; task++) feed(worker);
    }
  }).finally(() => Promise.all(workers.map((worker) => worker.terminate())));
}

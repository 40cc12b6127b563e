/** Clang in a worker thread. */
import type { Worker } from "node:worker_threads";
import { createClangQueue, type RestartableClang } from "../clang/queue";
import { SentFiles } from "../clang/sentFiles";
import { type ClangUrls, isAlive, startClangThread } from "./clangThread";

/**
 * Milliseconds of processor time for the compiles of one answer; a command line's clang is less optimised. An answer takes
 * 10 s at most, of which reading the text and judging what clang gives need up to 3 (a file of CUB's collectives).
 */
const LIMIT = 7_000;
const BRIEF_LIMIT = 30_000;

/**
 * Host code of thousands of lines takes seconds, and what is typed meanwhile would wait: a second clang is there after some
 * 0.6 s of processor time.
 */
const HOST_OVERDUE = 500;

/** Bytes of the process above which no second clang is started: it and the first may grow by some 400 MB each. */
const ROOM = 1000 << 20;

/**
 * The worker starts with the first request and does not keep the process alive while nothing is asked of it.
 * @param started a thread that was started before, which is the first worker
 */
export function createNodeClang(urls: ClangUrls, started?: Worker): RestartableClang {
  const { bundle, whole, isBrief = false } = urls;
  let ready = started;
  return createClangQueue(
    (onAnswer, _, wanted) => {
      // What was started before has the clang that is asked for first.
      const worker = ready && isAlive(ready) ? ready : startClangThread({ ...urls, bundle: new URL(wanted) });
      ready = undefined;
      const files = new SentFiles();
      worker.on("message", (answer) => {
        worker.unref();
        onAnswer(answer);
      });
      // Out of memory kills the worker itself: the engine's limit, not an error that it could answer.
      worker.on("error", (error) => onAnswer({ crash: `the clang worker died: ${error.message}` }));
      worker.on("exit", (code) => onAnswer({ crash: `the clang worker ended with code ${code}` }));
      return {
        post(request) {
          worker.ref();
          files.send(request, (sent) => worker.postMessage(sent));
        },
        terminate: () => worker.terminate(),
      };
    },
    { bundle: bundle.href, whole: whole?.href },
    {
      overdue: 3_000,
      limit: isBrief ? BRIEF_LIMIT : LIMIT,
      ...(!isBrief && { hostOverdue: HOST_OVERDUE, hasRoom: () => process.memoryUsage.rss() <= ROOM }),
      processorTime: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
    },
  );
}

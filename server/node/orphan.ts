/** Ends a server whose client is gone while it computes and so hears nothing of it. */
import { Worker } from "node:worker_threads";

/** Milliseconds between two looks at the client's process. */
const INTERVAL = 2000;

/**
 * The watch as a text, which needs no file beside the bundle. A client that is found gone gets one more interval: a server
 * that is not busy ends by itself, and in order. Reference: POSIX, `_exit`: a process whose parent ended gets another one;
 * Windows keeps the number, of which nothing answers any more.
 */
const watch = `
const parent = require("node:worker_threads").workerData;
const isGone = () => {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
};
let seen = 0;
setInterval(() => {
  seen = isGone() ? seen + 1 : 0;
  if (seen > 1) process.kill(process.pid, "SIGKILL");
}, ${INTERVAL});
`;

/**
 * Watches the process that started this one, in a thread of its own, which keeps nothing alive. It starts at once: the first
 * text that is opened may be the one that the server computes on without end.
 */
export function endWithClient(): void {
  const options = { eval: true, stdin: false, resourceLimits: { maxOldGenerationSizeMb: 8 }, workerData: process.ppid };
  const worker = new Worker(watch, options);
  worker.unref();
  // Without the watch everything works, as long as clients end in order.
  worker.on("error", () => undefined);
}

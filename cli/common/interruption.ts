/**
 * Ctrl+C ends the process at once, in every phase, and shells say 130. Where nothing listens for the signal the system itself
 * ends the process, however busy this thread is: a listener would wait for the end of an analysis that takes seconds. Only a
 * command whose workers do the work, so that this thread is free to answer, says how far it had come.
 */
import { writeSync } from "node:fs";

const INTERRUPTED = 130;

let sentence: (() => string) | undefined;

function end(): never {
  // A stream's own write may be asynchronous and would be lost with the process.
  const clear = process.stderr.isTTY ? "\r\u001b[K" : "";
  writeSync(process.stderr.fd, `${clear}warplens: ${sentence!()}\n`);
  process.exit(INTERRUPTED);
}

/** From here on Ctrl+C says how far the command had come, and ends it with exit code 130. Only where this thread waits. */
export function describeInterruption(describe: () => string): void {
  if (!sentence) process.once("SIGINT", end);
  sentence = describe;
}

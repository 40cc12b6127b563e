/**
 * Ctrl+C ends the process at once, in every phase, with one sentence and exit code 130, as shells have it. Nothing is
 * printed as if it were whole, and workers end with the process. Importing this file is enough, and comes first.
 */
import { writeSync } from "node:fs";

const INTERRUPTED = 130;

let sentence = () => "interrupted.";

process.once("SIGINT", () => {
  // A stream's own write may be asynchronous and would be lost with the process.
  const clear = process.stderr.isTTY ? "\r\u001b[K" : "";
  writeSync(process.stderr.fd, `${clear}warplens: ${sentence()}\n`);
  process.exit(INTERRUPTED);
});

/** What Ctrl+C says from here on: which command it interrupted, and how far that had come. */
export function describeInterruption(describe: () => string): void {
  sentence = describe;
}

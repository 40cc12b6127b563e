/** One line on standard error that says how far long work is; only where a person looks, and gone at the end. */
import { shownLine } from "./shown";
import { bold, dim } from "./terminal";

/** Work that ends within this many milliseconds needs no line. */
const PATIENCE = 1000;
const REDRAW = 100;
const BAR = 20;

/** A progress bar on standard error. */
export interface Progress {
  step(what: string): void;
  end(): void;
}

/** A progress bar for a count of files; shows nothing where standard error is no terminal. */
export function progress(total: number): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { step() {}, end() {} };
  const started = performance.now();
  let done = 0;
  let drawn = 0;
  return {
    step(what) {
      done++;
      const now = performance.now();
      if (now - started < PATIENCE || now - drawn < REDRAW) return;
      drawn = now;
      const full = Math.round((done / total) * BAR);
      const line = `${"━".repeat(full)}${" ".repeat(BAR - full)} ${done} of ${total} files`;
      const room = Math.max(0, (stderr.columns ?? 80) - line.length - 2);
      stderr.write(`\r\u001b[K${bold(line)} ${dim(shownLine(what).slice(0, room))}`);
    },
    end() {
      if (drawn > 0) stderr.write("\r\u001b[K");
    },
  };
}

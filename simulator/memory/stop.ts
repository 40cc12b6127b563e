/** How a run ends before its end: thrown through WebAssembly, caught by `runLaunch`. */
import type { Outcome } from "../model";

/** The end of a run, with what it ended with. */
export class Stop extends Error {
  constructor(readonly outcome: Outcome) {
    super(outcome.message);
  }
}

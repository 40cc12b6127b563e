/** Collecting what is dead now: V8 looks for it when a heap grows, and knows little of memory outside of its own. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collector: (() => void) | undefined;

/** Collects what is dead in this thread. The collector is made when it is first needed: short-lived threads never collect. */
export function collect(): void {
  if (!collector) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc") as () => void;
    setFlagsFromString("--no-expose-gc");
  }
  collector();
}

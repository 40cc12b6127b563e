/** Loads by the use of their values: flags that a loop polls, and first guesses of compare-and-swap loops. */
import { isInCycle } from "../../analyzer/ir/loops";
import type { Instruction, Value } from "../../analyzer/ir/model";
import { usesIn } from "../../analyzer/ir/uses";

/** Whether a load's value reaches an instruction, directly or through instructions whose results carry it on. */
export function reaches(
  load: Instruction,
  isGoal: (user: Instruction, value: Value) => boolean,
  carries: (user: Instruction) => boolean,
): boolean {
  const uses = usesIn(load.block.function);
  const seen = new Set<Value>();
  const work: Instruction[] = [load];
  for (let at = work.pop(); at; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const user of uses.of(at)) {
      if (isGoal(user, at)) return true;
      if (carries(user)) work.push(user);
    }
  }
  return false;
}

/** A property of loads, computed once for each. */
function perLoad(property: (load: Instruction) => boolean): (load: Instruction) => boolean {
  const known = new WeakMap<Instruction, boolean>();
  return (load) => {
    const found = known.get(load) ?? property(load);
    known.set(load, found);
    return found;
  };
}

/** Whether a branch of the loop around a load depends on the loaded value. */
export const isPolled = perLoad(
  (load) =>
    isInCycle(load.block) &&
    reaches(
      load,
      ({ op }) => op === "condbr" || op === "switch",
      ({ op }) => op !== "store" && op !== "load" && op !== "ret",
    ),
);

/**
 * Whether a loaded value is only the first guess of a compare-and-swap, which replaces it where it was wrong. CUDA's
 * programming guide builds the atomic functions that the hardware lacks from such loops.
 */
export const isFirstGuess = perLoad((load) =>
  reaches(
    load,
    (user, value) => user.op === "cmpxchg" && user.expected === value,
    ({ op }) => op === "phi" || op === "cast" || op === "freeze",
  ),
);

/** Loads by the use of their values: flags that a loop polls, and first guesses of compare-and-swap loops. */
import type { Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";

const knownUsers = new WeakMap<Func, ReadonlyMap<Value, readonly Instruction[]>>();

/** The instructions of a function that use each value. */
export function usersOf(fn: Func): ReadonlyMap<Value, readonly Instruction[]> {
  const known = knownUsers.get(fn);
  if (known) return known;
  const found = new Map<Value, Instruction[]>();
  for (const { instructions } of fn.blocks) {
    for (const each of instructions) {
      for (const value of operands(each)) {
        if (value.kind !== "instruction") continue;
        const list = found.get(value) ?? [];
        list.push(each);
        found.set(value, list);
      }
    }
  }
  knownUsers.set(fn, found);
  return found;
}

/** Whether control returns from a block to itself. */
function isInLoop(block: Block): boolean {
  const seen = new Set<Block>();
  const work = [...block.successors];
  for (let at = work.pop(); at; at = work.pop()) {
    if (at === block) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...at.successors);
  }
  return false;
}

/** Whether a load's value reaches an instruction, directly or through instructions whose results carry it on. */
export function reaches(
  load: Instruction,
  isGoal: (user: Instruction, value: Value) => boolean,
  carries: (user: Instruction) => boolean,
): boolean {
  const uses = usersOf(load.block.function);
  const seen = new Set<Value>();
  const work: Instruction[] = [load];
  for (let at = work.pop(); at; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const user of uses.get(at) ?? []) {
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
    isInLoop(load.block) &&
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

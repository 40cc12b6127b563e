/** Loads by what becomes of them: flags that threads wait for in a loop, and first guesses of compare-and-swap loops. */
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

/** Can control come from a block back to itself? */
function repeats(block: Block): boolean {
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

const polled = new WeakMap<Instruction, boolean>();

/** Does a branch of the loop around a load follow from what it finds? */
export function isPolled(load: Instruction): boolean {
  const known = polled.get(load);
  if (known !== undefined) return known;
  const found = repeats(load.block) && decides(load);
  polled.set(load, found);
  return found;
}

const guesses = new WeakMap<Instruction, boolean>();

/**
 * Is what a load finds only a first guess, which a compare-and-swap replaces where it was wrong? Such loops are how CUDA's
 * own guide makes atomic functions that the hardware lacks.
 */
export function isFirstGuess(load: Instruction): boolean {
  const known = guesses.get(load);
  if (known !== undefined) return known;
  const found = feedsSwap(load);
  guesses.set(load, found);
  return found;
}

function feedsSwap(load: Instruction): boolean {
  const uses = usersOf(load.block.function);
  const seen = new Set<Value>();
  const work: Instruction[] = [load];
  for (let at = work.pop(); at; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const user of uses.get(at) ?? []) {
      if (user.op === "cmpxchg" && user.expected === at) return true;
      if (user.op === "phi" || user.op === "cast" || user.op === "freeze") work.push(user);
    }
  }
  return false;
}

function decides(load: Instruction): boolean {
  const uses = usersOf(load.block.function);
  const seen = new Set<Value>();
  const work: Instruction[] = [load];
  for (let at = work.pop(); at; at = work.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const user of uses.get(at) ?? []) {
      if (user.op === "condbr" || user.op === "switch") return true;
      if (user.op !== "store" && user.op !== "load" && user.op !== "ret") work.push(user);
    }
  }
  return false;
}

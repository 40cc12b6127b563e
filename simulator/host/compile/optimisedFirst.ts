/**
 * Functions that an engine should optimise before they run: those with loops that are called seldom, as what is called often is
 * optimised by itself, from the next call on.
 */
import type { Func } from "../../../analyzer/ir/model";
import { operands } from "../../../analyzer/ir/uses";
import type { FunctionBuilder } from "../../wasm/function";

/** Bytes of code that are optimised before a run: V8 takes 1.2 ms of processor time for a KB. */
const MOST_BYTES = 48 << 10;

/** Functions of the program that a function names: it calls them, or hands them on. */
const named = ({ blocks }: Func): Func[] =>
  blocks
    .flatMap(({ instructions }) => instructions)
    .flatMap((one) => operands(one).filter((value) => value.kind === "function"));

/** The program's functions by their distance from `main`, in calls. */
function fromMain(compiled: ReadonlyMap<Func, FunctionBuilder>): ReadonlySet<Func> {
  // What is added to a set while it is walked is walked, too.
  const met = new Set([...compiled.keys()].filter(({ name }) => name === "main"));
  for (const func of met) for (const one of named(func)) if (compiled.has(one)) met.add(one);
  return met;
}

/** Those with loops that are nearest to `main`, as far as their code is short enough together. */
export function optimisedFirst(compiled: ReadonlyMap<Func, FunctionBuilder>): ReadonlySet<Func> {
  const chosen = new Set<Func>();
  let bytes = 0;
  for (const func of fromMain(compiled)) {
    const { code } = compiled.get(func)!;
    if (!code.hasLoop || bytes + code.length > MOST_BYTES) continue;
    bytes += code.length;
    chosen.add(func);
  }
  return chosen;
}

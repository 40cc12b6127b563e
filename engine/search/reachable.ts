import type { Func } from "../../analyzer/ir/model";

/** A kernel, and the functions that it calls by name. */
export function reachable(kernel: Func): readonly Func[] {
  const found = new Set([kernel]);
  for (const func of found) {
    for (const { instructions } of func.blocks) {
      for (const one of instructions) {
        if (one.op === "call" && one.callee.kind === "function" && one.callee.blocks.length) found.add(one.callee);
      }
    }
  }
  return [...found];
}

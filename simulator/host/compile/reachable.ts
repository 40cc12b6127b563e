/** What a host program reaches: functions, declarations of the library, variables, static constructors and destructors. */
import type { Constant, Func, GlobalVariable, Module, Value } from "../../../analyzer/ir/model";
import { constantOperands, operands } from "../../../analyzer/ir/uses";

/** What the program reaches from its roots. */
export interface Reachable {
  readonly functions: readonly Func[];
  readonly declarations: readonly Func[];
  readonly globals: readonly GlobalVariable[];
  readonly constructors: readonly Func[];
  readonly destructors: readonly Func[];
}

/** The functions of `@llvm.global_ctors` or `@llvm.global_dtors`, by priority. */
function staticFunctions(module: Module, name: "llvm.global_ctors" | "llvm.global_dtors"): Func[] {
  const list = module.globals.find((one) => one.name === name)?.initializer;
  if (list?.kind !== "aggregate") return [];
  return list.elements
    .flatMap((entry) => {
      if (entry.kind !== "aggregate") return [];
      const [priority, callee] = entry.elements;
      return priority?.kind === "int" && callee?.kind === "function" ? [{ priority: priority.value, callee }] : [];
    })
    .sort((a, b) => Number(a.priority - b.priority))
    .map(({ callee }) => callee);
}

/** What a constant leads to: its parts, and for a variable its initial value. */
function reachedFrom(constant: Constant): readonly Constant[] {
  if (constant.kind === "global") return constant.initializer ? [constant.initializer] : [];
  return constantOperands(constant);
}

/** Walks from `main`, the constructors and the variables that the device shares. */
export function reachable(module: Module): Reachable {
  const constructors = staticFunctions(module, "llvm.global_ctors");
  const destructors = staticFunctions(module, "llvm.global_dtors").reverse();
  const seen = new Set<Value>();
  const queue: Value[] = [...constructors, ...destructors, ...module.functions.filter((one) => one.name === "main")];
  // A variable that only the device touches still has a shadow that the program may name at run time.
  const ends = { constructors, destructors };
  const found = { functions: [] as Func[], declarations: [] as Func[], globals: [] as GlobalVariable[], ...ends };
  while (queue.length > 0) {
    const value = queue.pop()!;
    if (seen.has(value) || value.kind === "instruction" || value.kind === "argument") continue;
    if (value.kind === "asm" || value.kind === "metadata") continue;
    seen.add(value);
    if (value.kind === "function") {
      (value.blocks.length > 0 ? found.functions : found.declarations).push(value);
      for (const block of value.blocks) for (const one of block.instructions) queue.push(...operands(one));
      continue;
    }
    if (value.kind === "global") found.globals.push(value);
    queue.push(...reachedFrom(value));
  }
  return found;
}

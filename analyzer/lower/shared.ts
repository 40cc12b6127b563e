/**
 * Where the assembler puts a kernel's shared variables: one after the other in the module's order, each at its own
 * alignment, the dynamic part behind them at 16. The place decides which accesses to arrays of `float` it can merge.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of the kernels under `test/lower/kernels/`.
 */
import type { Layout } from "../ir/layout";
import type { Func, GlobalVariable, Module, Value } from "../ir/model";
import { operands } from "../ir/uses";

/** Alignment that nvcc gives the dynamic part (`.extern .shared .align 16`). */
const DYNAMIC_ALIGNMENT = 16;

/** Byte offset of each shared variable that a function reaches, within the static shared memory of its block. */
export interface SharedPlacement {
  /** Offset of a variable; undefined where the function does not use it. */
  offsetOf(variable: GlobalVariable): number | undefined;
}

/** A shared array whose size the launch decides: external, and without a size of its own. */
export function isDynamicShared(variable: GlobalVariable, layout: Layout): boolean {
  return variable.space === 3 && variable.initializer === undefined && layout.size(variable.valueType) === 0;
}

export function sharedPlacement(func: Func, module: Module, layout: Layout): SharedPlacement {
  const used = sharedVariables(func);
  const offsets = new Map<GlobalVariable, number>();
  let end = 0;
  for (const variable of module.globals) {
    if (!used.has(variable) || isDynamicShared(variable, layout)) continue;
    end = roundUp(end, variable.align || layout.align(variable.valueType));
    offsets.set(variable, end);
    end += layout.size(variable.valueType);
  }
  for (const variable of used) {
    if (isDynamicShared(variable, layout)) offsets.set(variable, roundUp(end, DYNAMIC_ALIGNMENT));
  }
  return { offsetOf: (variable) => offsets.get(variable) };
}

/** Shared variables that a function or one that it calls names. */
function sharedVariables(func: Func): ReadonlySet<GlobalVariable> {
  const found = new Set<GlobalVariable>();
  const functions = new Set<Func>();
  const look = (value: Value): void => {
    if (value.kind === "global" && value.space === 3) found.add(value);
    else if (value.kind === "function") visit(value);
    else if (value.kind === "aggregate") value.elements.forEach(look);
    else if (value.kind === "expression") {
      const { expression } = value;
      if (expression.op === "cast") look(expression.value);
      else if (expression.op === "gep") [expression.base, ...expression.indices].forEach(look);
      else if (expression.op === "binary") [expression.left, expression.right].forEach(look);
    }
  };
  const visit = (callee: Func): void => {
    if (functions.has(callee)) return;
    functions.add(callee);
    for (const block of callee.blocks)
      for (const instruction of block.instructions) operands(instruction).forEach(look);
  };
  visit(func);
  return found;
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

/**
 * The layout of a kernel's shared memory: ptxas places the variables in the module's order, each at its alignment, and
 * dynamic shared memory after them, aligned to 16 bytes. The offsets decide which accesses to arrays of `float` it merges.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of the kernels under `test/lower/kernels/`.
 */
import type { Layout } from "../ir/layout";
import type { Func, GlobalVariable, Module, Value } from "../ir/model";
import { operands } from "../ir/uses";

/** The alignment of dynamic shared memory in nvcc's PTX (`.extern .shared .align 16`), in bytes. */
const DYNAMIC_ALIGNMENT = 16;

/** Offsets of the shared variables that a function uses, in bytes from the beginning of the block's shared memory. */
export interface SharedLayout {
  /** The offset of a variable; undefined where the function does not use it. */
  offsetOf(variable: GlobalVariable): number | undefined;
}

/** Whether a variable is dynamic shared memory, whose size the launch decides: external, and of size zero. */
export function isDynamicShared(variable: GlobalVariable, layout: Layout): boolean {
  return variable.space === 3 && variable.initializer === undefined && layout.size(variable.valueType) === 0;
}

/** The layout for a function: of the variables that it or a function that it calls uses. */
export function sharedLayout(func: Func, module: Module, layout: Layout): SharedLayout {
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

/** The shared variables that a function uses, directly or in a function that it calls. */
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

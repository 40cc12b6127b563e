/**
 * Instruments code to notify of assignments. After every store to a variable of the source that only assignments change, a
 * call of an undefined function is inserted, with the stored value as its operand. The simulator handles the call; promotion
 * removes the store and keeps the call.
 */

import type { FunctionBuilder, MutableBlock } from "./build";
import { declaredFunction, VOID } from "./build";
import { copyModule } from "./copy";
import type { Func, Instruction, Module, SourceVariable } from "./model";
import { promotable } from "./promotion";

/** The prefix of the called functions' names; a point and the number of the variable follow. */
export const ASSIGNED = "warplens.assigned";

/** An instrumented module, with its variables by number. */
export interface InstrumentedModule {
  readonly module: Module;
  readonly variables: readonly SourceVariable[];
}

/** The number of the variable of which an instruction notifies; undefined for other instructions. */
export function assignedVariable(one: Instruction): number | undefined {
  if (one.op !== "call" || one.callee.kind !== "function" || !one.callee.name.startsWith(`${ASSIGNED}.`))
    return undefined;
  return Number(one.callee.name.slice(ASSIGNED.length + 1));
}

/**
 * An instrumented copy of a module that was read from bitcode with debug information of variables. Numbers begin at
 * `firstNumber`, so that those of linked modules differ.
 */
export function instrumentVariables(module: Module, firstNumber = 0): InstrumentedModule {
  const copy = copyModule(module);
  const variables: SourceVariable[] = [];
  const declared: Func[] = [];
  module.functions.forEach((func, index) => {
    const stores = observedStores(func);
    const declarations = new Map<SourceVariable, Func>();
    for (const variable of new Set(stores.values())) {
      const one = declaredFunction(`${ASSIGNED}.${firstNumber + variables.length}`, func.type, VOID, [
        variable.place.allocated,
      ]);
      declarations.set(variable, one);
      declared.push(one);
      variables.push(variable);
    }
    insertCalls(func, copy.functions[index] as FunctionBuilder, stores, declarations);
  });
  return { module: { ...copy, functions: [...copy.functions, ...declared] }, variables };
}

/** The variables by the number of the store in the function that changes them. */
function observedStores(func: Func): Map<number, SourceVariable> {
  const own = new Set(promotable(func));
  const known = (func.variables ?? []).filter(({ place }) => own.has(place));
  const byPlace = new Map<Instruction, SourceVariable>(known.map((one) => [one.place, one]));
  const stores = new Map<number, SourceVariable>();
  for (const block of func.blocks) {
    for (const one of block.instructions) {
      if (one.op !== "store" || one.pointer.kind !== "instruction") continue;
      const variable = byPlace.get(one.pointer);
      if (variable) stores.set(one.id, variable);
    }
  }
  return stores;
}

/** Inserts the calls after the stores of the copied body, and renumbers its instructions. */
function insertCalls(
  from: Func,
  made: FunctionBuilder,
  stores: ReadonlyMap<number, SourceVariable>,
  declarations: ReadonlyMap<SourceVariable, Func>,
): void {
  let count = 0;
  for (const block of made.blocks as unknown as MutableBlock[]) {
    block.instructions = block.instructions.flatMap((one) => {
      const variable = one.op === "store" ? stores.get(one.id) : undefined;
      if (one.op !== "store" || !variable) return [one];
      // No statement of the source stores the initial value of a parameter.
      const location = one.location ?? from.location ?? variable.location;
      const call: Instruction = {
        kind: "instruction",
        id: 0,
        name: "",
        type: VOID,
        block: one.block,
        op: "call",
        callee: declarations.get(variable)!,
        arguments: [one.value],
        signature: declarations.get(variable)!.signature,
        attributes: new Map(),
        flags: 0,
        location,
      };
      return [one, call];
    });
    for (const one of block.instructions) Object.assign(one, { id: count++ });
  }
  made.instructionCount = count;
}

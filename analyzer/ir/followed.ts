/**
 * Code that tells what its variables become: behind every store to a variable of the source that nothing but the source's own
 * assignments changes stands a call of a function that does not exist, with the stored value. Whoever runs the code hears
 * of it there; promotion takes the store away and leaves the call.
 */

import type { FunctionBuilder, MutableBlock } from "./build";
import { declaredFunction, VOID } from "./build";
import { copyModule } from "./copy";
import type { Func, Instruction, Module, SourceVariable } from "./model";
import { promotable } from "./promotion";

/** The functions that are called: this, a point, and the number of the variable. */
export const FOLLOWED = "warplens.assigned";

/** A module whose code tells, with the variables that it tells of by number. */
export interface FollowedModule {
  readonly module: Module;
  readonly variables: readonly SourceVariable[];
}

/** The number of the variable that an instruction tells of. */
export function assignedVariable(one: Instruction): number | undefined {
  if (one.op !== "call" || one.callee.kind !== "function" || !one.callee.name.startsWith(`${FOLLOWED}.`))
    return undefined;
  return Number(one.callee.name.slice(FOLLOWED.length + 1));
}

/**
 * A copy of the module that tells; the module was read from bitcode with debug information of variables. Numbers begin at
 * `firstNumber`, so that those of modules that are linked do not meet.
 */
export function followVariables(module: Module, firstNumber = 0): FollowedModule {
  const copy = copyModule(module);
  const variables: SourceVariable[] = [];
  const declared: Func[] = [];
  module.functions.forEach((func, index) => {
    const stores = tellingStores(func);
    const declarations = new Map<SourceVariable, Func>();
    for (const variable of new Set(stores.values())) {
      const one = declaredFunction(`${FOLLOWED}.${firstNumber + variables.length}`, func.type, VOID, [
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

/** Stores by their number in the function → the variable that they change. */
function tellingStores(func: Func): Map<number, SourceVariable> {
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

/** Puts the calls behind the stores of the copied body, and numbers its instructions anew. */
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
      // What a parameter begins with is stored nowhere in the source.
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

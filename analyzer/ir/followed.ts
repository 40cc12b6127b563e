/**
 * Code that tells what its variables become: behind every store to a variable of the source that nothing but the source's own
 * assignments changes stands a call of a function that does not exist, with the stored value. Whoever runs the code hears
 * of it there; promotion takes the store away and leaves the call.
 */
import type { BlockUnderway, FuncUnderway } from "./build";
import { copyBody, ModuleCopy } from "./copy";
import type { Alias, Func, GlobalVariable, Instruction, Module, SourceVariable, Type } from "./model";
import { promotable } from "./promotion";
import { VOID } from "./types";

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
  const copy = new ModuleCopy();
  const functions = module.functions.map((func) => copy.shell(func));
  const globals = module.globals.map((global) => copy.constant(global) as GlobalVariable);
  const aliases = module.aliases.map((alias) => copy.constant(alias) as Alias);
  const variables: SourceVariable[] = [];
  const declared: Func[] = [];
  module.functions.forEach((func, index) => {
    const made = functions[index] as FuncUnderway;
    if (!func.blocks.length) return;
    copyBody(func, made, copy);
    const stores = tellingStores(func);
    const declarations = new Map<SourceVariable, Func>();
    for (const variable of new Set(stores.values())) {
      const one = declaration(`${FOLLOWED}.${firstNumber + variables.length}`, variable, func);
      declarations.set(variable, one);
      declared.push(one);
      variables.push(variable);
    }
    insertCalls(func, made, stores, declarations);
  });
  return { module: { ...module, functions: [...(functions as Func[]), ...declared], globals, aliases }, variables };
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

function declaration(name: string, { place }: SourceVariable, model: Func): Func {
  const signature: Extract<Type, { kind: "function" }> = {
    kind: "function",
    result: VOID,
    parameters: [place.allocated],
    variadic: false,
  };
  return {
    kind: "function",
    name,
    type: model.type,
    signature,
    arguments: [],
    blocks: [],
    attributes: new Map(),
    linkage: "external",
    isKernel: false,
    instructionCount: 0,
  };
}

/** Puts the calls behind the stores of the copied body, and numbers its instructions anew. */
function insertCalls(
  from: Func,
  made: FuncUnderway,
  stores: ReadonlyMap<number, SourceVariable>,
  declarations: ReadonlyMap<SourceVariable, Func>,
): void {
  let count = 0;
  for (const block of made.blocks as unknown as BlockUnderway[]) {
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

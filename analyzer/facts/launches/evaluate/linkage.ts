/** What names mean across the modules of a program: its definition, and for a name that a module has to itself its own. */
import type { Func, GlobalVariable, Module } from "../../../ir/model";

/** The functions and variables of several modules, as a linker resolves them; the first of equal definitions counts. */
export interface Linkage {
  /** The definitions of functions. */
  readonly definitions: ReadonlyMap<string, Func>;
  /** The function with its body; undefined where no module has one. */
  definition(func: Func): Func | undefined;
  /** The variable with its initialiser; where no module has one, the first declaration of its name. */
  variable(declared: GlobalVariable): GlobalVariable;
  /** The variable that modules share under a name, if they mention it. */
  named(name: string): GlobalVariable | undefined;
}

/** Whether a name is known in its own module alone. */
const isLocal = (linkage: string): boolean => linkage === "internal" || linkage === "private";

/** Resolves the names of some modules. */
export function linkageOf(modules: readonly Module[]): Linkage {
  const definitions = new Map<string, Func>();
  const variables = new Map<string, GlobalVariable>();
  const declarations = new Map<string, GlobalVariable>();
  for (const { functions, globals } of modules) {
    for (const one of functions) {
      if (one.blocks.length > 0 && !definitions.has(one.name)) definitions.set(one.name, one);
    }
    for (const one of globals) {
      if (isLocal(one.linkage)) continue;
      const known = one.initializer ? variables : declarations;
      if (!known.has(one.name)) known.set(one.name, one);
    }
  }
  const named = (name: string) => variables.get(name) ?? declarations.get(name);
  return {
    definitions,
    named,
    definition: (func) => (func.blocks.length > 0 && isLocal(func.linkage) ? func : definitions.get(func.name)),
    variable: (declared) => (isLocal(declared.linkage) ? declared : (named(declared.name) ?? declared)),
  };
}

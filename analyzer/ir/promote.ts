/**
 * Promotion of stack variables to SSA values: our own `mem2reg`, for the level of IR from which clang has removed
 * nothing. A variable that is read before it is written becomes `undef` there, which is how that read stays visible.
 *
 * Reference: Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph"
 * (1991); phis are placed only where the variable is still read (pruned form).
 */
import type { FuncUnderway } from "./build";
import { copyBody, ModuleCopy } from "./copy";
import type { Alias, Func, GlobalVariable, Module } from "./model";
import { planPromotion } from "./promotion";

/**
 * A copy of the module in which no promotable stack variable is left. Functions, globals and aliases are new objects that
 * refer to one another; the given module stays as it is.
 */
export function promoteModule(module: Module): Module {
  const copy = new ModuleCopy();
  const functions = module.functions.map((func) => copy.shell(func));
  const globals = module.globals.map((global) => copy.constant(global) as GlobalVariable);
  const aliases = module.aliases.map((alias) => copy.constant(alias) as Alias);
  module.functions.forEach((func, index) => {
    if (func.blocks.length) copyBody(func, functions[index] as FuncUnderway, copy, planPromotion(func));
  });
  return { ...module, functions: functions as Func[], globals, aliases };
}

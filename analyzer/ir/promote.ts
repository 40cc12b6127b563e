/**
 * Promotion of stack variables to SSA values: our own `mem2reg`, for the level of IR from which clang has removed
 * nothing. A variable that is read before it is written becomes `undef` there, which is how that read stays visible.
 *
 * Reference: Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph"
 * (1991); phis are placed only where the variable is still read (pruned form).
 */
import { copyModule } from "./copy";
import type { Module } from "./model";
import { planPromotion } from "./promotion";

/**
 * A copy of the module in which no promotable stack variable is left. Functions, globals and aliases are new objects that
 * refer to one another; the given module stays as it is.
 */
export function promoteModule(module: Module): Module {
  return copyModule(module, planPromotion);
}

/**
 * Promotes stack variables to SSA values, as LLVM's `mem2reg` does, in unoptimised IR. A read before the first write becomes
 * `undef`, so that checks still see it.
 *
 * Reference: Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph"
 * (1991); phis are placed only where the variable is still read (pruned form).
 */
import { copyModule } from "./copy";
import type { Module } from "./model";
import { planPromotion } from "./promotion";

/**
 * A copy of the module without promotable stack variables. Functions, globals and aliases are new objects that refer to one
 * another; the given module stays as it is.
 */
export function promoteModule(module: Module): Module {
  return copyModule(module, planPromotion);
}

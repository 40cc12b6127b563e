/**
 * Errors of WarpLens itself: a kernel whose facts cannot be computed and a rule that fails are left out by their names, with what
 * went wrong, and everything else is analysed.
 */
import type { KernelFacts } from "../../analyzer/facts/model";
import { demangle } from "../../analyzer/ir/demangle";
import type { RuleContext } from "../../analyzer/rules/model";
import { judge, type RuleSetting, type Verdict } from "../../analyzer/rules/run";
import type { Defect } from "../model";

/** The verdict on what could be analysed. */
interface SoundVerdict extends Pick<Verdict, "findings" | "suppressed"> {
  /** The kernels whose facts can be read without an error. */
  readonly kernels: readonly KernelFacts[];
  readonly defects: readonly Defect[];
}

/** Runs the rules; where one fails, again without the kernels whose facts cannot be computed. */
export function soundVerdict(context: RuleContext, settings?: Readonly<Record<string, RuleSetting>>): SoundVerdict {
  const first = judge(context, settings);
  // Facts are computed when a rule reads them, so that only a rule that fails is a reason to look for kernels that do.
  const broken = first.failed.length === 0 ? [] : context.kernels.flatMap((facts) => brokenKernel(facts) ?? []);
  const kernels = context.kernels.filter((facts) => !broken.some((one) => one.facts === facts));
  const verdict = broken.length === 0 ? first : judge({ ...context, kernels }, settings);
  return {
    findings: verdict.findings,
    suppressed: verdict.suppressed,
    kernels,
    defects: [
      ...broken.map(({ facts, error }) => defect(demangle(facts.kernel.name).qualifiedName, error)),
      ...verdict.failed.map(({ rule, error }) => defect(`the rule ${rule}`, error)),
    ],
  };
}

/** A kernel of whose facts one group throws; undefined where all of them can be read. */
function brokenKernel(facts: KernelFacts): { readonly facts: KernelFacts; readonly error: unknown } | undefined {
  try {
    void Object.values(facts);
    return undefined;
  } catch (error) {
    return { facts, error };
  }
}

function defect(name: string, error: unknown): Defect {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const reason = `a defect of WarpLens (${words.replace(/\s+/g, " ").slice(0, 200)}). Please report it with this file.`;
  return { leftOut: { function: name, reason }, error };
}

/** A rule whose state is the finding itself: most rules of host code find a place, a sentence and its repair in one go. */
import type { Span } from "../../syntax/model";
import type { FactName, FindingCertainty, Fix, Related, Rule, RuleContext, RuleMeta, Severity } from ".";

/** One fault, with its message and its fixes. */
export interface Problem {
  readonly span: Span;
  /** One line: what, how much, what to do. */
  readonly message: string;
  readonly certainty: FindingCertainty;
  /** Where it is not the rule's own. */
  readonly severity?: Severity;
  /** Cause, place of origin, advice. */
  readonly related?: readonly Related[];
  readonly fixes?: readonly Fix[];
  /** Code to write instead, where no edit can do it. */
  readonly sketch?: string;
}

/** A rule that finds problems. */
export function problemRule(
  meta: RuleMeta,
  requires: readonly FactName[],
  run: (context: RuleContext) => readonly Problem[],
): Rule<Problem> {
  return {
    meta,
    requires,
    run,
    explain: ({ span, message, certainty, severity, related = [], sketch }) => ({
      span,
      message,
      certainty,
      related,
      ...(severity ? { severity } : {}),
      ...(sketch ? { sketch } : {}),
    }),
    fixes: ({ fixes = [] }) => fixes,
  };
}

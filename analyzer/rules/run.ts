/** Runs rules over one file: suppressions, severities, order. */
import type { Suppression } from "../syntax/model";
import { rules } from "./index";
import type { Finding, Fix, Rule, RuleContext, Severity } from "./model";
import { inOneLine } from "./text/oneLine";

/** What the user says of a rule: another severity, or nothing of it at all. */
export type RuleSetting = Severity | "off";

/** A finding that a comment silences. */
export interface SuppressedFinding {
  readonly finding: Finding;
  readonly suppression: Suppression;
}

/** A rule that threw: what it would have found is missing. */
export interface FailedRule {
  readonly rule: string;
  readonly error: unknown;
}

/** Findings in the order of the text, without duplicates. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly failed: readonly FailedRule[];
}

/** Findings in the order of the text, without duplicates and without what comments silence. A rule that fails throws. */
export function runRules(
  context: RuleContext,
  settings: Readonly<Record<string, RuleSetting>> = {},
): readonly Finding[] {
  const { findings, failed } = judge(context, settings);
  for (const { error } of failed) throw error;
  return findings;
}

/** What the rules find, and what comments silence of it. A rule that fails takes none of the others down. */
export function judge(context: RuleContext, settings: Readonly<Record<string, RuleSetting>> = {}): Verdict {
  const lines = lineStarts(context.text);
  const failed: FailedRule[] = [];
  const findings = rules.flatMap((rule) => {
    try {
      return runRule(rule, context, settings[rule.meta.id]);
    } catch (error) {
      failed.push({ rule: rule.meta.id, error });
      return [];
    }
  });
  const seen = new Set<string>();
  const distinct = findings
    .filter(({ rule, span, message }) => {
      const key = `${rule} ${span.start} ${span.end} ${message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .map((finding) => ({ finding, suppression: suppressionOf(finding, context.outline.suppressions, lines) }));
  return {
    findings: distinct.filter((one) => !one.suppression).map((one) => one.finding),
    suppressed: distinct.flatMap(({ finding, suppression }) => (suppression ? [{ finding, suppression }] : [])),
    failed,
  };
}

function runRule<State>(rule: Rule<State>, context: RuleContext, setting: RuleSetting | undefined): readonly Finding[] {
  if (setting === "off" || (setting === undefined && rule.meta.isOptIn)) return [];
  return rule.run(context).map((state) => {
    const explained = inOneLine(rule.explain(state, context));
    return {
      ...explained,
      rule: rule.meta.id,
      severity: setting ?? explained.severity ?? rule.meta.severity,
      fixes: rule.fixes(state, context).map((fix) => withLineEnds(fix, context.text)),
    };
  });
}

/** New lines end as those of the text do. */
function withLineEnds(fix: Fix, text: string): Fix {
  if (!text.includes("\r\n")) return fix;
  return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, newText: edit.newText.replace(/\r?\n/g, "\r\n") })) };
}

function suppressionOf(
  { rule, span }: Finding,
  suppressions: readonly Suppression[],
  lines: readonly number[],
): Suppression | undefined {
  const line = lineOf(lines, span.start);
  return suppressions.find(
    (one) => (one.line === undefined || one.line === line) && (one.rules.length === 0 || one.rules.includes(rule)),
  );
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

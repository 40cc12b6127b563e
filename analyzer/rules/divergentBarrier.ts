/** Barriers that some of the threads that have to meet there may not reach. Page: `docs/rules/divergent-barrier.md`. */
import type { BarrierFact, KernelFacts } from "../facts/model";
import type { Span } from "../syntax/model";
import { guardRegion } from "./guardedRegion";
import { hoist } from "./hoistBarrier";
import type { Rule, RuleContext } from "./model";
import { type Condition, closingBracket, conditionAround, offsetOf } from "./places";
import { launchWords } from "./words";

/** One barrier of the text, with the branch that keeps threads from it. */
export interface LostBarrier {
  readonly span: Span;
  readonly fact: BarrierFact;
  readonly kernel: KernelFacts;
  readonly condition: Condition | undefined;
}

export const divergentBarrier: Rule<LostBarrier> = {
  meta: {
    id: "divergent-barrier",
    title: "Barrier in divergent code",
    category: "correctness",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "unsafe",
  },

  run(context) {
    const found = new Map<number, LostBarrier>();
    for (const kernel of context.kernels) {
      for (const fact of kernel.barriers) {
        const lost = fact.divergentOn && lostBarrier(kernel, fact, context);
        if (!lost) continue;
        const known = found.get(lost.span.start);
        if (!known || (fact.certain && !known.fact.certain)) found.set(lost.span.start, lost);
      }
    }
    return [...found.values()].sort((a, b) => a.span.start - b.span.start);
  },

  explain({ span, fact, kernel, condition }, { text }) {
    const isBlock = fact.scope !== "warp";
    const name = text.slice(span.start, span.end).replace(/\s*\(.*$/s, "");
    const written = condition && text.slice(condition.span.start, condition.span.end).replace(/\s+/g, " ").trim();
    const group = isBlock ? "block" : "warp";
    const why =
      condition && written
        ? `the condition of this \`${condition.keyword} (${written})\` can differ within a ${group}`
        : `a condition around it can differ within a ${group}`;
    const turns = `threads of a ${group} turn the loop${written ? ` \`${condition!.keyword} (${written})\`` : ""} differently often`;
    // The guard in front of a loop is the loop's own condition.
    const isLoop = fact.divergence === "loop" || condition?.keyword === "for" || condition?.keyword === "while";
    const consequence = fact.certain ? "does not reach every" : "may not be reached by every";
    const where = fact.certain && fact.launch ? ` (${launchWords(kernel, fact.launch)})` : "";
    return {
      certainty: fact.certain ? "proved" : "bounded",
      severity: fact.certain ? "error" : "warning",
      message:
        `This ${name} ${consequence} thread of the ${group}${where}: ${isLoop ? turns : why}, and threads that wait for others that never come hang or read unfinished data. ` +
        "Let all threads reach the barrier, and put only the work under the condition.",
      span,
      related: condition ? [{ span: condition.span, message: `Threads of a ${group} can disagree here` }] : [],
    };
  },

  fixes(lost, context) {
    const { condition, fact } = lost;
    const fix =
      hoist(lost, context) ??
      (condition && fact.divergence !== "loop" ? guardRegion(condition.start, context) : undefined);
    return fix ? [fix] : [];
  },
};

function lostBarrier(kernel: KernelFacts, fact: BarrierFact, context: RuleContext): LostBarrier | undefined {
  const { text, outline } = context;
  const at = offsetOf(context, fact.location);
  if (at === undefined) return undefined;
  const span = callAt(text, at);
  const within = outline.functions.find(({ body }) => body && body.start <= at && at < body.end)?.body;
  const branch = offsetOf(context, fact.divergentOn!.location);
  const condition = branch === undefined || !within ? undefined : conditionAround(text, within, branch);
  return { span, fact, kernel, condition };
}

/** The call at, or just before, the point that clang gives for it: `block.sync()` points at `sync`. */
function callAt(text: string, at: number): Span {
  let start = at;
  while (start > 0 && /[\w.:>]/.test(text[start - 1]!)) start--;
  const open = text.indexOf("(", at);
  const close = open < 0 ? undefined : closingBracket(text, open);
  const isNear = open >= 0 && /^[\w.:>\s-]*$/.test(text.slice(at, open));
  return {
    start,
    end: isNear && close !== undefined ? close + 1 : at + (/^\w+/.exec(text.slice(at))?.[0].length ?? 1),
  };
}

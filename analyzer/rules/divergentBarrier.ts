/** Barriers that some of the threads that have to arrive may not reach. Page: `docs/rules/divergent-barrier.md`. */

import type { BarrierFact, KernelFacts } from "../facts/model";
import { enclosingFunction } from "../syntax/enclosing";
import type { Span } from "../syntax/model";
import { closingBracket } from "../syntax/text/brackets";
import { codeOf, pathTo, statementsIn } from "../syntax/text/statements";
import { guardRegion } from "./fixes/guardedRegion";
import { hoist, type LostBarrier } from "./fixes/hoistBarrier";
import type { Rule, RuleContext } from "./model";
import { conditionAround, offsetOf } from "./text/offsets";
import { codeWords, underWords } from "./text/words";

/** Barriers of a block or warp that some of its threads do not reach. */
export const divergentBarrier: Rule<LostBarrier> = {
  meta: {
    id: "divergent-barrier",
    title: "Barrier in divergent code",
    category: "correctness",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "unsafe",
  },
  requires: ["barriers"],

  run(context) {
    const found = new Map<number, LostBarrier>();
    for (const kernel of context.kernels) {
      for (const fact of kernel.barriers) {
        const lost = fact.divergentOn && lostBarrier(kernel, fact, context);
        if (!lost || isOfOneRole(lost, context) || (fact.othersExit && !isGoverned(lost, context))) continue;
        const known = found.get(lost.span.start);
        if (!known || (fact.certain && !known.fact.certain)) found.set(lost.span.start, lost);
      }
    }
    return [...found.values()].sort((a, b) => a.span.start - b.span.start);
  },

  explain(lost, { text }) {
    const { span, fact, kernel, condition } = lost;
    const group = fact.tile ? "tile" : (fact.scope ?? "block");
    const name = nameOf(text.slice(span.start, span.end));
    const reaches = fact.certain ? "does not reach" : "may not reach";
    return {
      certainty: fact.certain ? "proved" : "bounded",
      severity: fact.othersExit ? "information" : fact.certain ? "error" : "warning",
      message: `${name} ${reaches} every thread of the ${group}: ${causeOf(lost, text)}.`,
      span,
      related: [
        ...(condition ? [{ span: condition.span, message: `Threads of a ${group} can disagree here` }] : []),
        ...(fact.certain && fact.launch ? [{ span, message: `For ${underWords(kernel, fact.launch)}` }] : []),
        { span, message: consequenceOf(lost, group) },
      ],
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

/**
 * `grid.sync` of `grid.sync()`, `cg::this_grid().sync` of the group that a function gives, `Sum` of what is called of an object
 * that has no name.
 */
const nameOf = (call: string): string => call.replace(/^(?:\.|->)\s*|\s*\([^()]*\)\s*;?\s*$/g, "");

/** Does the barrier stand inside of what an `if` governs, rather than after a return? */
function isGoverned({ condition, span, isBehindReturn }: LostBarrier, { text, outline }: RuleContext): boolean {
  const body = enclosingFunction(outline, span.start, span.end)?.body;
  if (condition?.keyword !== "if" || isBehindReturn || !body) return false;
  const path = pathTo(statementsIn(codeOf(text), body) ?? [], span);
  return path.some((one) => one.kind === "if" && one.start === condition.start);
}

/** Of a pipeline whose threads have roles, producers and consumers each call their own functions. */
function isOfOneRole({ span }: LostBarrier, { text }: RuleContext): boolean {
  const isOfPipeline = /\.(?:consumer_(?:wait|release)|producer_(?:acquire|commit))\b/.test(
    text.slice(span.start, span.end),
  );
  return isOfPipeline && /\bpipeline_role\b/.test(text);
}

/** Characters of a reason that fit into the line of a message beside a condition. */
const LONGEST_REASON = 20;

/** Which condition it is, and why it can differ. */
function causeOf({ fact, condition }: LostBarrier, text: string): string {
  const written = condition && text.slice(condition.span.start, condition.span.end).trim();
  // The guard before a loop is the loop's own condition.
  const isLoop = fact.divergence === "loop" || condition?.keyword === "for" || condition?.keyword === "while";
  const named = condition && written ? codeWords(`${condition.keyword} (${written})`, isLoop ? 16 : 28) : undefined;
  const because = fact.because && fact.because.length <= LONGEST_REASON ? ` by ${fact.because}` : "";
  return isLoop
    ? `the iterations of ${named ?? "this loop"} differ${because}`
    : `${named ?? "a condition around it"} differs${because}`;
}

/** What comes of it. Threads that have left the kernel are not waited for from compute capability 7.0 on. */
function consequenceOf(lost: LostBarrier, group: "grid" | "block" | "warp" | "tile"): string {
  if (lost.fact.othersExit) {
    return "The other lanes have nothing left to do and exit, so that it waits for none of them: leave it out, or let all lanes of the group reach it";
  }
  if (lost.isBehindReturn && group !== "grid") {
    return (
      "Threads that have returned do not take part: what they should have written is missing after the barrier, and devices before compute capability 7.0 hang. " +
      "Guard the work with the condition instead, and let every thread reach the barrier"
    );
  }
  return `Threads that wait for others that never come hang or read unfinished data. Let all threads of the ${group} reach the barrier, and put only the work under the condition`;
}

function lostBarrier(kernel: KernelFacts, fact: BarrierFact, context: RuleContext): LostBarrier | undefined {
  const { text, outline } = context;
  const at = offsetOf(context, fact.location);
  if (at === undefined) return undefined;
  const span = callAt(text, at);
  const within = enclosingFunction(outline, at)?.body;
  const branch = offsetOf(context, fact.divergentOn!.location);
  const condition = branch === undefined || !within ? undefined : conditionAround(text, within, branch);
  const isBehindReturn = condition?.keyword === "if" && /^\)\s*\{?\s*return\b/.test(text.slice(condition.span.end));
  return { span, fact, kernel, condition, isBehindReturn };
}

/** The call at, or just before, the point that clang gives for it: `block.sync()` points at `sync`. */
function callAt(text: string, at: number): Span {
  let start = at;
  while (start > 0 && /[\w.:>]/.test(text[start - 1]!)) start--;
  // `this_grid().sync()` is one call by its group.
  const before = /(?:\w+::)*this_\w+\s*\(\s*\)\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const group = /^(?:\w+::)*this_\w+\s*\(\s*\)\s*\.\s*/.exec(text.slice(start, at + 80))?.[0].length ?? 0;
  const name = Math.max(at, start + group);
  const open = text.indexOf("(", name);
  const close = open < 0 ? undefined : closingBracket(text, open);
  const isNear = open >= 0 && /^[\w.:>\s-]*$/.test(text.slice(name, open));
  return {
    start: start - before,
    end: isNear && close !== undefined ? close + 1 : at + (/^\w+/.exec(text.slice(at))?.[0].length ?? 1),
  };
}

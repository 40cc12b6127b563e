/** The fix for a barrier at the beginning or the end of what an `if` governs: it moves before the `if` or after it. */

import type { BarrierFact, KernelFacts } from "../../facts/model";
import { enclosingFunction } from "../../syntax/enclosing";
import type { Span } from "../../syntax/model";
import { codeOf, pathTo, type Statement, statementsIn } from "../../syntax/text/statements";
import type { Fix, RuleContext, TextEdit } from "../model";
import type { Condition } from "../text/offsets";

/** One barrier of the text, with the branch that keeps threads from it. */
export interface LostBarrier {
  readonly span: Span;
  readonly fact: BarrierFact;
  readonly kernel: KernelFacts;
  readonly condition: Condition | undefined;
  /** The threads that miss it have left the function before. */
  readonly isBehindReturn: boolean;
}

/** Moves a barrier out of the `if` around it, when it is the first or the last statement of every branch that there is. */
export function hoist({ span, fact, condition }: LostBarrier, { text, outline }: RuleContext): Fix | undefined {
  if (condition?.keyword !== "if" || fact.divergence === "loop") return undefined;
  const owner = enclosingFunction(outline, span.start, span.end);
  const code = codeOf(text);
  const path = owner?.body && pathTo(statementsIn(code, owner.body) ?? [], span);
  const at = path?.findIndex((one) => one.kind === "if" && one.start === condition.start) ?? -1;
  const around = path?.[at];
  // An `else if` is only run when the conditions before it did not hold: there is no place above it.
  if (!path || !around || /\belse\s*$/.test(code.slice(0, around.start))) return undefined;
  const barrier = path.at(-1)!;
  const called = text.slice(barrier.start, barrier.end).replace(/\s*;$/, ";");
  if (around.children.length === 1 && around.children[0] === barrier) {
    return {
      title: "Let every thread reach the barrier",
      edits: [{ start: around.start, end: barrier.end, newText: called }],
      safe: false,
    };
  }
  const branches = around.children.map((branch) => twin(branch, called, text));
  const side = (["last", "first"] as const).find((which) => branches.every((one) => one?.[which]));
  if (!side || !branches.some((one) => one?.[side] === barrier)) return undefined;
  const indentation = /[ \t]*$/.exec(text.slice(0, around.start))![0];
  const put: TextEdit =
    side === "last"
      ? { start: around.end, end: around.end, newText: `\n${indentation}${called}` }
      : { start: around.start, end: around.start, newText: `${called}\n${indentation}` };
  const taken = branches.map((one) => ({ ...wholeLine(text, one![side]!), newText: "" }));
  return {
    title: `Move the barrier ${side === "last" ? "after" : "before"} the if`,
    edits: [...taken, put].sort((a, b) => a.start - b.start),
    safe: false,
  };
}

/** The same call where a branch begins and where it ends. */
function twin(
  branch: Statement,
  called: string,
  text: string,
): { readonly first: Statement | undefined; readonly last: Statement | undefined } | undefined {
  if (branch.kind !== "block") return undefined;
  const same = (one: Statement | undefined): Statement | undefined =>
    one && text.slice(one.start, one.end).replace(/\s*;$/, ";") === called ? one : undefined;
  return { first: same(branch.children[0]), last: same(branch.children.at(-1)) };
}

/** The statement with its line, when it has one of its own. */
function wholeLine(text: string, { start, end }: Span): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const isAlone = text.slice(lineStart, start).trim() === "" && lineEnd >= 0 && text.slice(end, lineEnd).trim() === "";
  return isAlone ? { start: lineStart, end: lineEnd + 1 } : { start, end };
}

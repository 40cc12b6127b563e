/** Where statements of a function stand to each other: which can follow which, and which loops are around them. */
import type { Span } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import { codeOf, pathTo, type Statement, statementsIn } from "../../syntax/text/statements";
import type { HostSource } from "./sizes";

/** The statements around a place, outermost first. */
export type StatementPath = readonly Statement[];

/** Finds the statements around places of one function's body. */
export function pathsIn(code: string, body: Span): (place: Span) => StatementPath {
  const statements = statementsIn(code, body) ?? [];
  return (place) => pathTo(statements, place);
}

/** Can a run that passes the first place pass the second one too, in one iteration of the loops around both? */
export function canFollow(first: StatementPath, second: StatementPath): boolean {
  const depth = first.findIndex((one, at) => second[at] !== one);
  const common = depth < 0 ? first.at(-1) : first[depth - 1];
  if (!common || depth < 0) return true;
  // The arms of one `if` exclude each other; so may those of a `switch`.
  return common.kind !== "if" && common.kind !== "switch";
}

/** Does a place run only under a condition that the other one does not run under? */
export function isConditional(place: StatementPath, other: StatementPath): boolean {
  return place.some((one) => (one.kind === "if" || one.kind === "switch") && !other.includes(one));
}

/** The loops around a place, outermost first. */
export const loopsOf = (path: StatementPath): readonly Statement[] =>
  path.filter(({ kind }) => kind === "for" || kind === "while" || kind === "do");

/** Does a text name a variable? */
export const namesIn = (name: string, text: string): boolean => pattern`(?<![\w.])${name}\b`.test(text);

/** Does an expression change from iteration to iteration: by the counter, or by what the loop assigns or declares? */
export function changesInLoop(expression: string, loop: Statement, { text, outline }: HostSource): boolean {
  const names = expression.match(/[A-Za-z_]\w*/g) ?? [];
  const head = loop.head ? text.slice(loop.head.start, loop.head.end) : "";
  const code = codeOf(text).slice(loop.start, loop.end);
  return names.some(
    (name) =>
      namesIn(name, head) ||
      (outline.variables ?? []).some(
        (one) => one.name === name && one.nameSpan.start >= loop.start && one.nameSpan.end <= loop.end,
      ) ||
      pattern`\b${name}\s*(?:[-+*/]?=(?!=)|\+\+|--)|(?:\+\+|--|swap\s*\([^)]*)\s*${name}\b`.test(code),
  );
}

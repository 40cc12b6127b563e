/** Where statements of a function stand to each other: which can follow which, and which loops are around them. */
import type { Span } from "../../syntax/model";
import { pathTo, type Statement, statementsIn } from "../../syntax/text/statements";

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

/** Branches that split every warp, with what both sides cost. Page: `docs/rules/divergent-branch.md`. */

import type { BranchFact } from "../facts/model";
import { enclosingFunction } from "../syntax/enclosing";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { conditionAround, offsetOf } from "./text/offsets";

/** Instructions of both sides together that are worth a line; fewer are often executed under a predicate. */
const LEAST = 12;
/** The same where some of them are in a loop, which may well run often. */
const LEAST_IN_LOOP = 6;

/** Branches whose two sides both run in every warp, with the instructions of each side. */
export const divergentBranch = problemRule(
  {
    id: "divergent-branch",
    title: "Branch that splits every warp",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["branches"],
  (context) => {
    const found = context.kernels.flatMap(({ branches }) => branches.flatMap((fact) => problemOf(fact, context) ?? []));
    return [...new Map(found.map((one) => [one.span.start, one])).values()];
  },
);

function problemOf({ sides, hasLoop, location }: BranchFact, context: RuleContext): Problem | undefined {
  const at = offsetOf(context, location);
  const within = at === undefined ? undefined : enclosingFunction(context.outline, at)?.body;
  const condition = at === undefined || !within ? undefined : conditionAround(context.text, within, at);
  const total = (sides?.[0] ?? 0) + (sides?.[1] ?? 0);
  if (
    !sides ||
    !condition ||
    (condition.keyword !== "if" && condition.keyword !== "switch") ||
    total < (hasLoop ? LEAST_IN_LOOP : LEAST)
  )
    return undefined;
  const written = context.text.slice(condition.span.start, condition.span.end).replace(/\s+/g, " ").trim();
  const [more, less] = [Math.max(...sides), Math.min(...sides)];
  const cost =
    less === 0
      ? `${more} instructions run with a part of the lanes`
      : condition.keyword === "switch"
        ? `its cases, ${more + less} instructions, run one after the other`
        : `its sides, ${more} and ${less} instructions, run one after the other`;
  return {
    span: condition.span,
    message: `${condition.keyword} (${written}) splits every warp: ${cost}.`,
    certainty: "proved",
    related: [
      {
        span: condition.span,
        message: "Let whole warps take one side: decide by the warp's number, or reorder the data",
      },
    ],
  };
}

/** Global accesses through an index that is loaded. Page: `docs/rules/indexed-access.md`. */

import { typeOf } from "../facts/host/declarations";
import type { AccessFact } from "../facts/model";
import { pattern } from "../syntax/text/patterns";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { operationWords } from "./text/words";

/** Gathers and scatters: how many sectors a request touches depends on data. */
export const indexedAccess = problemRule(
  {
    id: "indexed-access",
    title: "Global access through a loaded index",
    category: "performance",
    severity: "information",
    isOptIn: true,
    since: "0.3.0",
    fixSafety: "none",
  },
  ["accesses"],
  (context) => {
    const found = context.kernels.flatMap(({ accesses }) => accesses.flatMap((fact) => problemOf(fact, context) ?? []));
    return [...new Map(found.map((one) => [one.span.start, one])).values()];
  },
);

/** `in[(t * 2) % size]`: where the index wraps decides how many sectors a request touches. */
function wrapped(fact: AccessFact, context: RuleContext): Problem | undefined {
  const { sectors, dependsOn } = fact.footprint;
  const span = context.accessSpan(fact);
  const by = span && /%\s*([A-Za-z_][\w.]*)\s*\)*\s*\]$/.exec(context.text.slice(span.start, span.end))?.[1];
  if (!span || !by || !sectors || sectors[0] === sectors[1] || !pattern`\b${by}\b`.test(dependsOn ?? ""))
    return undefined;
  return {
    span,
    message: `The index of this global ${operationWords(fact)} wraps at ${by}: ${sectors[0]} to ${sectors[1]} sectors per request.`,
    certainty: "bounded",
    related: [{ span, message: `${fact.access.width}-byte accesses; a run counts their sectors` }],
  };
}

function problemOf(fact: AccessFact, context: RuleContext): Problem | undefined {
  const { access, footprint, uniform } = fact;
  if (access.space !== "global" || uniform) return undefined;
  if (footprint.certainty === "bounded") return wrapped(fact, context);
  if (footprint.certainty !== "unknown") return undefined;
  if (!/^a loaded value$/.test(footprint.dependsOn ?? "")) return undefined;
  const span = context.accessSpan(fact);
  const root = span && /^([A-Za-z_]\w*)\s*\[/.exec(context.text.slice(span.start, span.end))?.[1];
  // Of an array of pointers the pointer is loaded, not the index.
  if (!span || !root || !/^[^*]*\*[^*]*$/.test(typeOf(root, span.start, context.outline) ?? "")) return undefined;
  return {
    span,
    message: `The index of this global ${operationWords(fact)} is loaded: 1 to 32 sectors per request, as the data are.`,
    certainty: "bounded",
    related: [
      {
        span,
        message: `${access.width}-byte accesses. Sorted indices, or data in the order of their use, touch fewer sectors; a run counts them`,
      },
    ],
  };
}

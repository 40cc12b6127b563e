/** Constant memory that the lanes of a warp read at different words. Page: `docs/rules/constant-divergence.md`. */
import { meanCost } from "../facts";
import type { AccessFact } from "../facts/model";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { figure, underWords } from "./text/words";

/** Words of a request above which it is worth a line. */
const LEAST = 1.25;

/** Reads of constant memory with different words in a warp; the count is the passes of one request. */
export const constantDivergence = problemRule(
  {
    id: "constant-divergence",
    title: "Divergent index into constant memory",
    category: "performance",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["constants"],
  (context) => {
    const found = context.kernels.flatMap((kernel) =>
      kernel.constants.flatMap((fact): readonly Problem[] => {
        const problem = problemOf(fact, context);
        const where = `Counted for ${underWords(kernel, fact.launch)}`;
        return problem ? [{ ...problem, related: [{ span: problem.span, message: `${where}. ${ADVICE}` }] }] : [];
      }),
    );
    return [...new Map(found.map((one) => [one.span.start, one])).values()];
  },
);

const ADVICE = "Copy the table to shared memory, or read it from global memory through const __restrict__";

function problemOf(fact: AccessFact, context: RuleContext): Problem | undefined {
  const span = context.accessSpan(fact);
  if (!span || fact.uniform) return undefined;
  // The span is the array with its index only where clang's position leads to one.
  const name = /^(\w+)\s*\[/.exec(context.text.slice(span.start, span.end))?.[1] ?? "a constant array";
  const { certainty, mean, dependsOn } = fact.footprint;
  const cost = meanCost(fact.footprint);
  if (certainty !== "unknown" && mean && cost !== undefined) {
    if (cost < LEAST) return undefined;
    return {
      span,
      message: `A warp reads ${figure(cost)} different words of ${name}: constant memory serves them in ${figure(cost)} passes.`,
      certainty: "proved",
    };
  }
  if (certainty !== "unknown" || !dependsOn) return undefined;
  return {
    span,
    message: `The index into ${name} depends on ${dependsOn}: constant memory takes 1 to 32 passes, one for each word.`,
    certainty: "bounded",
    severity: "information",
  };
}

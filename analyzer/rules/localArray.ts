/** Arrays of a thread that lie in local memory, and why. Page: `docs/rules/local-array.md`. */

import { meanCost } from "../facts";
import { constantOf, sizeAt } from "../facts/host/sizes";
import type { AccessFact, KernelFacts } from "../facts/model";
import { enclosingFunctionIndex } from "../syntax/enclosing";
import type { ArrayOutline, Span } from "../syntax/model";
import { closingBracket } from "../syntax/text/brackets";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { figure, underWords } from "./text/words";

/** Arrays of a thread in local memory, with their bytes and the index that puts them there. */
export const localArray = problemRule(
  {
    id: "local-array",
    title: "Array in local memory",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["accesses"],
  (context) => {
    const found = context.kernels.flatMap((kernel) =>
      kernel.accesses.flatMap((fact) =>
        fact.access.space === "local" ? (problemOf(fact, kernel, context) ?? []) : [],
      ),
    );
    return [...new Map(found.map((one) => [one.key, one.problem])).values()];
  },
);

function problemOf(
  fact: AccessFact,
  kernel: KernelFacts,
  context: RuleContext,
): { readonly key: number; readonly problem: Problem } | undefined {
  const span = context.accessSpan(fact);
  const array = span && arrayAt(span, context);
  if (!span || !array) return undefined;
  const { text, outline } = context;
  // `a[idx[i] % 100]`, `bins[in[i] & 63]++`: from the first bracket to the one that closes it.
  const open = text.indexOf("[", span.start);
  const close = open < 0 ? undefined : closingBracket(text, open);
  const index = close === undefined ? undefined : text.slice(open + 1, close).trim();
  // A constant index alone puts no array into memory.
  if (index === undefined || /^\d+$/.test(index)) return undefined;
  const bytes = constantOf(sizeAt(`sizeof(${array.name})`, { text, outline }, array.end));
  const cost = meanCost(fact.footprint);
  const size = bytes === undefined ? "" : ` (${bytes} bytes a thread)`;
  const price = cost === undefined ? "" : ` ${figure(cost)} sectors per request.`;
  return {
    key: array.start,
    problem: {
      span,
      message: `${array.name} lies in local memory${size}: the index ${index} is known only at run time.${price}`,
      certainty: "proved",
      related: [
        { span: { start: array.start, end: array.end }, message: "The array is declared here" },
        {
          span,
          message: `Registers cannot be indexed: unroll the loop so that its indices are constants, or use shared memory. Counted for ${underWords(kernel, fact.launch)}`,
        },
      ],
    },
  };
}

/** The array of the function that an access names. */
function arrayAt({ start, end }: Span, { text, outline }: RuleContext): ArrayOutline | undefined {
  const name = /^[^\w]*([A-Za-z_]\w*)\s*\[/.exec(text.slice(start, end))?.[1];
  const owner = enclosingFunctionIndex(outline, start);
  if (owner === undefined) return undefined;
  return outline.arrays.findLast(
    (one) => one.name === name && one.within === owner && !one.isShared && one.start < start,
  );
}

/** Rows that are reached through an array of pointers. Page: `docs/rules/double-indirection.md`. */
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Accesses through arrays of row pointers, which load 8 bytes a row first. */
export const doubleIndirection = problemRule(
  {
    id: "double-indirection",
    title: "Rows behind an array of pointers",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  [],
  ({ outline, text }: RuleContext) => {
    const kernels = outline.functions.filter(({ isKernel, body }) => isKernel && body);
    return kernels.flatMap(({ parameters, body }) =>
      parameters.flatMap(({ name, type }): readonly Problem[] => {
        if (!name || !/\*\s*(?:const\s*)?(?:__restrict__\s*)?\*/.test(type)) return [];
        const access = (outline.accesses ?? []).find(
          (one) =>
            one.kind === "subscript" &&
            one.name === name &&
            one.start >= body!.start &&
            one.end <= body!.end &&
            /^\w+\s*\[[^\]]*\]\s*\[/.test(text.slice(one.start, one.end)),
        );
        if (!access) return [];
        return [
          {
            span: { start: access.start, end: access.end },
            message: `Each access through ${name} first loads a row's pointer: one more 8-byte request, and its latency.`,
            certainty: "proved",
            related: [
              {
                span: { start: access.start, end: access.end },
                message: `One flat array, ${name}[y * width + x], needs one request`,
              },
            ],
          },
        ];
      }),
    );
  },
);

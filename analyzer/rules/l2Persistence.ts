/** Access-policy windows that are refused, and persisting lines that are never given back. Page: `docs/rules/l2-persistence.md`. */
import { written } from "../facts/host";
import type { AssignmentOutline } from "../syntax/model";
import { codeOf } from "../syntax/text/statements";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Window sizes, hit ratios and properties that a call refuses, and a set-aside that nothing resets. */
export const l2Persistence = problemRule(
  {
    id: "l2-persistence",
    title: "Window of persisting L2 accesses",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) => {
    if (!/accessPolicyWindow|cudaAccessProperty/.test(context.text)) return [];
    const found = (context.outline.assignments ?? []).flatMap((one) => windowProblem(one, context) ?? []);
    const reset = neverReset(context);
    return reset ? [...found, reset] : found;
  },
);

/** The member of a window that an assignment sets: `hitRatio` for `attr.accessPolicyWindow.hitRatio = …`. */
function memberOf({ target, operator }: AssignmentOutline, text: string): string | undefined {
  return operator === "="
    ? /[.>]\s*(hitRatio|missProp|hitProp|num_bytes)$/.exec(text.slice(target.start, target.end))?.[1]
    : undefined;
}

function windowProblem(one: AssignmentOutline, { text }: RuleContext): Problem | undefined {
  const member = memberOf(one, text);
  const value = one.value ?? "";
  const span = { start: one.start, end: one.end };
  if (member === "hitRatio" && /^[-+]?(?:\d+\.?\d*|\.\d+)[fF]?$/.test(value)) {
    const ratio = Number.parseFloat(value);
    if (ratio >= 0 && ratio <= 1) return undefined;
    const right = ratio > 1 ? "1.0f" : "0.0f";
    const from = written({ start: one.operatorAt + 1, end: one.end }, text);
    return {
      span,
      message: `hitRatio ${value} is outside of 0 to 1: the attribute is refused with cudaErrorInvalidValue.`,
      certainty: "proved",
      severity: "error",
      fixes: [{ title: `Use ${right}`, edits: [{ start: from.start, end: from.end, newText: right }], safe: false }],
    };
  }
  if (member === "missProp" && value.endsWith("cudaAccessPropertyPersisting")) {
    const from = written({ start: one.operatorAt + 1, end: one.end }, text);
    const newText = value.replace(/cudaAccessPropertyPersisting$/, "cudaAccessPropertyStreaming");
    return {
      span,
      message: "missProp cannot be persisting: the attribute is refused. Use streaming or normal.",
      certainty: "proved",
      severity: "error",
      fixes: [
        {
          title: "Use cudaAccessPropertyStreaming",
          edits: [{ start: from.start, end: from.end, newText }],
          safe: false,
        },
      ],
    };
  }
  return undefined;
}

/** Lines that persist outlive the kernel, until they are reset. */
function neverReset({ outline, text }: RuleContext): Problem | undefined {
  const code = codeOf(text);
  if (/cudaCtxResetPersistingL2Cache|cuCtxResetPersistingL2Cache/.test(code)) return undefined;
  const persisting = (outline.assignments ?? []).find(
    (one) => memberOf(one, text) === "hitProp" && one.value?.endsWith("cudaAccessPropertyPersisting"),
  );
  if (!persisting || !outline.functions.some(({ name, body }) => name === "main" && body)) return undefined;
  return {
    span: { start: persisting.start, end: persisting.end },
    message:
      "Persisting lines stay in L2 after the kernels that use them: call cudaCtxResetPersistingL2Cache when they are done.",
    certainty: "likely",
    severity: "information",
  };
}

/** Access-policy windows that are refused, and persisting lines that are never given back. Page: `docs/rules/l2-persistence.md`. */
import { written } from "../facts/host";
import { constantOf } from "../facts/host/sizes";
import { LARGEST_L2_WINDOW, persistingL2Bytes } from "../hardware/architectures";
import type { AssignmentOutline, CallOutline } from "../syntax/model";
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
    if (!/accessPolicyWindow|cudaAccessProperty|PersistingL2/.test(context.text)) return [];
    const found = (context.outline.assignments ?? []).flatMap((one) => windowProblem(one, context) ?? []);
    const reset = neverReset(context);
    return [
      ...found,
      ...context.outline.calls.flatMap((call) => setAside(call, context) ?? []),
      ...(reset ? [reset] : []),
    ];
  },
);

/** The member of a window that an assignment sets: `hitRatio` for `attr.accessPolicyWindow.hitRatio = …`. */
function memberOf({ target, operator }: AssignmentOutline, text: string): string | undefined {
  return operator === "="
    ? /[.>]\s*(hitRatio|missProp|hitProp|num_bytes)$/.exec(text.slice(target.start, target.end))?.[1]
    : undefined;
}

/** `cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes)` of more than the device allows. */
function setAside(call: CallOutline, { text, host, architecture }: RuleContext): Problem | undefined {
  const [limit, size] = call.arguments.map((span) => written(span, text));
  if (call.callee !== "cudaDeviceSetLimit" || limit?.text !== "cudaLimitPersistingL2CacheSize" || !size)
    return undefined;
  const bytes = constantOf(host.size(size));
  const most = persistingL2Bytes(architecture);
  if (bytes === undefined || bytes <= BigInt(most)) return undefined;
  return {
    span: { start: size.start, end: size.end },
    message: `${bytes} bytes are to be set aside of L2, but ${architecture.name} allows ${most}: the call fails.`,
    certainty: "bounded",
    related: [
      { span: call, message: "Take the smaller of it and persistingL2CacheMaxSize of the device's properties" },
    ],
  };
}

/** A window of more bytes than any device takes. */
function tooLargeWindow(one: AssignmentOutline, { host, text }: RuleContext): Problem | undefined {
  const size = written({ start: one.operatorAt + 1, end: one.end }, text);
  const bytes = constantOf(host.size(size));
  if (bytes === undefined || bytes <= LARGEST_L2_WINDOW) return undefined;
  return {
    span: { start: one.start, end: one.end },
    message: `The window has ${bytes} bytes, but accessPolicyMaxWindowSize is ${LARGEST_L2_WINDOW}: the attribute is refused.`,
    certainty: "bounded",
    related: [
      { span: one, message: "Take the smaller of it and accessPolicyMaxWindowSize of the device's properties" },
    ],
  };
}

function windowProblem(one: AssignmentOutline, context: RuleContext): Problem | undefined {
  const { text } = context;
  const member = memberOf(one, text);
  const value = one.value ?? "";
  const span = { start: one.start, end: one.end };
  if (member === "num_bytes") return tooLargeWindow(one, context);
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

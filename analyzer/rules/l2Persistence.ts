/** Access-policy windows that are refused, and persisting lines that are never given back. Page: `docs/rules/l2-persistence.md`. */
import { written } from "../facts/host";
import { constantOf } from "../facts/host/sizes";
import { LARGEST_L2_WINDOW, persistingL2Bytes } from "../hardware/architectures";
import type { AssignmentOutline, CallOutline, Span } from "../syntax/model";
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
    const settings = (context.outline.assignments ?? []).flatMap((one) => settingsOf(one, context.text));
    const found = settings.flatMap((one) => windowProblem(one, context) ?? []);
    const reset = neverReset(context);
    return [
      ...found,
      ...context.outline.calls.flatMap((call) => setAside(call, context) ?? []),
      ...(reset ? [reset] : []),
    ];
  },
);

/** A member of a window that is set: the whole of it, and where its value stands. */
interface Setting {
  readonly member: string;
  readonly span: Span;
  readonly from: Span;
  readonly value: string;
}

/** Members of `cudaAccessPolicyWindow` in their order. */
const MEMBERS = ["base_ptr", "num_bytes", "hitRatio", "hitProp", "missProp"];

/** The parts of `{…}` between commas outside of brackets. */
function partsOf({ start, end }: Span, text: string): Span[] {
  const parts: Span[] = [];
  let [depth, from] = [0, start + 1];
  for (let at = start + 1; at < end; at++) {
    const character = text[at]!;
    const isEnd = depth === 0 && (character === "," || character === "}");
    if (isEnd) {
      parts.push({ start: from, end: at });
      from = at + 1;
    }
    if (isEnd && character === "}") break;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
  }
  return parts;
}

/** Members that an assignment sets: one, as `attr.accessPolicyWindow.hitRatio = …`, or all by `accessPolicyWindow = {…}`. */
function settingsOf({ target, operator, operatorAt, start, end }: AssignmentOutline, text: string): Setting[] {
  if (operator !== "=") return [];
  const from = written({ start: operatorAt + 1, end }, text);
  const name = text.slice(target.start, target.end);
  const member = /[.>]\s*(hitRatio|hitProp|missProp|num_bytes)$/.exec(name)?.[1];
  if (member) return [{ member, span: { start, end }, from, value: from.text }];
  const brace = text.indexOf("{", from.start);
  if (!/\baccessPolicyWindow$/.test(name) || brace < 0 || brace >= from.end) return [];
  return partsOf({ start: brace, end }, text).map((part, index): Setting => {
    const named = /^\s*\.\s*(\w+)\s*=/.exec(text.slice(part.start, part.end));
    const value = written({ start: part.start + (named?.[0].length ?? 0), end: part.end }, text);
    return { member: named?.[1] ?? MEMBERS[index] ?? "", span: value, from: value, value: value.text };
  });
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
function tooLargeWindow({ from, span }: Setting, { host, text }: RuleContext): Problem | undefined {
  const bytes = constantOf(host.size(written(from, text)));
  if (bytes === undefined || bytes <= LARGEST_L2_WINDOW) return undefined;
  return {
    span,
    message: `The window has ${bytes} bytes, but accessPolicyMaxWindowSize is ${LARGEST_L2_WINDOW}: the attribute is refused.`,
    certainty: "bounded",
    related: [{ span, message: "Take the smaller of it and accessPolicyMaxWindowSize of the device's properties" }],
  };
}

function windowProblem(one: Setting, context: RuleContext): Problem | undefined {
  const { member, value, span, from } = one;
  if (member === "num_bytes") return tooLargeWindow(one, context);
  if (member === "hitRatio" && /^[-+]?(?:\d+\.?\d*|\.\d+)[fF]?$/.test(value)) {
    const ratio = Number.parseFloat(value);
    if (ratio >= 0 && ratio <= 1) return undefined;
    const right = ratio > 1 ? "1.0f" : "0.0f";
    return {
      span,
      message: `hitRatio ${value} is outside of 0 to 1: the attribute is refused with cudaErrorInvalidValue.`,
      certainty: "proved",
      severity: "error",
      fixes: [{ title: `Use ${right}`, edits: [{ start: from.start, end: from.end, newText: right }], safe: false }],
    };
  }
  if (member === "missProp" && value.endsWith("cudaAccessPropertyPersisting")) {
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
  const persisting = (outline.assignments ?? [])
    .flatMap((one) => settingsOf(one, text))
    .find(({ member, value }) => member === "hitProp" && value.endsWith("cudaAccessPropertyPersisting"));
  if (!persisting || !outline.functions.some(({ name, body }) => name === "main" && body)) return undefined;
  return {
    span: persisting.span,
    message:
      "Persisting lines stay in L2 after the kernels that use them: call cudaCtxResetPersistingL2Cache when they are done.",
    certainty: "likely",
    severity: "information",
  };
}

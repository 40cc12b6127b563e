/** Functions, types and members that newer toolkits lack. Page: `docs/rules/removed-api.md`. */
import type { Span } from "../syntax/model";
import { patternWith } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import type { RuleContext, Severity } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** What became of a name. Reference: CUDA Toolkit release notes, "Deprecated and Dropped Features". */
interface Fate {
  /** In words: `removed with CUDA 12`. */
  readonly since: string;
  /** What to use instead. */
  readonly instead: string;
  /** The name that takes its place, with the same arguments. */
  readonly rename?: string;
  readonly severity: Severity;
}

const removed = (since: string, instead: string): Fate => ({
  since: `was removed with CUDA ${since}`,
  instead,
  severity: "warning",
});
const renamed = (name: string): Fate => ({
  since: "is deprecated",
  instead: name,
  rename: name,
  severity: "information",
});

const references = removed("12", "cudaTextureObject_t");
const sync = (instead: string): Fate => ({ since: "was removed for sm_70 and later", instead, severity: "warning" });
const property = (instead: string): Fate => ({
  since: "is gone with CUDA 13",
  instead,
  severity: "information",
});

const functions: Readonly<Record<string, Fate>> = {
  cudaBindTexture: references,
  cudaBindTexture2D: references,
  cudaBindTextureToArray: references,
  cudaBindTextureToMipmappedArray: references,
  cudaUnbindTexture: references,
  cudaGetTextureReference: references,
  cudaGetTextureAlignmentOffset: references,
  cudaBindSurfaceToArray: removed("12", "cudaSurfaceObject_t"),
  cudaThreadSynchronize: renamed("cudaDeviceSynchronize"),
  cudaThreadExit: renamed("cudaDeviceReset"),
  cudaThreadGetLimit: renamed("cudaDeviceGetLimit"),
  cudaThreadSetLimit: renamed("cudaDeviceSetLimit"),
  cudaMemcpyToArray: { since: "is deprecated", instead: "cudaMemcpy2DToArray", severity: "information" },
  cudaMemcpyFromArray: { since: "is deprecated", instead: "cudaMemcpy2DFromArray", severity: "information" },
  cudaConfigureCall: removed("10.1", "cudaLaunchKernel"),
  cudaSetupArgument: removed("10.1", "cudaLaunchKernel"),
  cudaLaunch: removed("10.1", "cudaLaunchKernel"),
  cudaLaunchCooperativeKernelMultiDevice: removed("13", "cudaLaunchCooperativeKernel on each device"),
  __shfl: sync("__shfl_sync"),
  __shfl_up: sync("__shfl_up_sync"),
  __shfl_down: sync("__shfl_down_sync"),
  __shfl_xor: sync("__shfl_xor_sync"),
  __ballot: sync("__ballot_sync"),
  __any: sync("__any_sync"),
  __all: sync("__all_sync"),
};

const properties: Readonly<Record<string, Fate & { readonly member?: string }>> = {
  deviceOverlap: { ...property("asyncEngineCount"), rename: "asyncEngineCount" },
  kernelExecTimeoutEnabled: property("cudaDeviceGetAttribute(…, cudaDevAttrKernelExecTimeout, …)"),
  computeMode: property("cudaDeviceGetAttribute(…, cudaDevAttrComputeMode, …)"),
};

/** Uses of interfaces that are deprecated or gone, with the toolkit that removed them and what replaces them. */
export const removedApi = problemRule(
  {
    id: "removed-api",
    title: "Interface that newer toolkits lack",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "safe",
  },
  [],
  (context) => {
    // Code for several toolkits or makers has the old name in one arm and the new one in the other.
    const { uncertainArms = [] } = context.outline;
    const isUncertain = ({ span }: Problem) =>
      uncertainArms.some((arm) => arm.start <= span.start && span.end <= arm.end);
    const all = [...calledNames(context), ...members(context), ...textureReferences(context)];
    return all.filter((one) => !isUncertain(one));
  },
);

function calledNames({ outline, text }: RuleContext): readonly Problem[] {
  return outline.calls.flatMap((call): readonly Problem[] => {
    const fate = Object.hasOwn(functions, call.callee) ? functions[call.callee] : undefined;
    // A function of that name in the file is the file's own.
    if (!fate || outline.functions.some(({ name }) => name === call.callee)) return [];
    if (outline.macros.some(({ name }) => name === call.callee)) return [];
    const span = { start: call.start, end: call.start + call.callee.length };
    return [problemOf(call.callee, span, fate, /^__/.test(call.callee) ? maskFix(call.callee, call, text) : [])];
  });
}

function problemOf(name: string, span: Span, fate: Fate, fixes: Problem["fixes"] = []): Problem {
  const rename = fate.rename
    ? [{ title: `Use ${fate.rename}`, edits: [{ ...span, newText: fate.rename }], safe: true }]
    : [];
  return {
    span,
    message: `${name} ${fate.since}. Use ${fate.instead}.`,
    certainty: "proved",
    severity: fate.severity,
    fixes: [...rename, ...(fixes ?? [])],
  };
}

/** `__shfl(v, lane)` → `__shfl_sync(0xffffffff, v, lane)`: all lanes take part, as they had to before. */
function maskFix(name: string, { start, end }: Span, text: string): Problem["fixes"] {
  const open = text.indexOf("(", start + name.length);
  if (open < 0 || open >= end) return [];
  const edits = [{ start, end: open + 1, newText: `${name}_sync(0xffffffff, ` }];
  return [{ title: `Use ${name}_sync with all lanes`, edits, safe: false }];
}

/** `prop.deviceOverlap` of a variable that is a `cudaDeviceProp`. */
function members({ text, outline }: RuleContext): readonly Problem[] {
  const owners = (outline.variables ?? [])
    .filter(({ type }) => /\bcudaDeviceProp\b/.test(type))
    .map(({ name }) => name);
  const arrays = outline.arrays.filter(({ type }) => /\bcudaDeviceProp\b/.test(type)).map(({ name }) => name);
  const parameters = outline.functions.flatMap((one) =>
    one.parameters.filter(({ type }) => /\bcudaDeviceProp\b/.test(type)).map(({ name }) => name),
  );
  const names = new Set([...owners, ...arrays, ...parameters].filter(Boolean));
  if (!names.size) return [];
  const read = patternWith("g")`\b${names}(?:\s*\[[^\]]*\])?\s*(?:\.|->)\s*(${Object.keys(properties)})\b`;
  return [...codeOf(text).matchAll(read)].map(({ index, 0: whole, 1: name }) => {
    const end = index + whole.length;
    return problemOf(name!, { start: end - name!.length, end }, properties[name!]!);
  });
}

/** `texture<float, 2> reference;` at namespace scope. */
function textureReferences({ text }: RuleContext): readonly Problem[] {
  return [
    ...codeOf(text).matchAll(
      /(?<![\w:.>])(?:texture\s*<[^<>;()]*>|surface\s*<\s*void\b[^<>;()]*>)(?=\s*\w+\s*[;=,[])/g,
    ),
  ].map(({ index, 0: whole }) => {
    const kind = whole.startsWith("surface") ? "Surface" : "Texture";
    return {
      span: { start: index, end: index + whole.length },
      message: `${kind} references were removed in CUDA 12. Use cuda${kind}Object_t.`,
      certainty: "proved",
      severity: "warning",
    };
  });
}

/** Streams, events and textures that are made and never destroyed. Page: `docs/rules/undestroyed-resource.md`. */
import type { HostCall } from "../facts/host";
import { variableAt } from "../facts/host/declarations";
import { rootName } from "../facts/host/streams";
import { pattern, patternWith } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** What each function makes, and what destroys it. */
const kinds: readonly (readonly [RegExp, string, string])[] = [
  [/^cudaStreamCreate/, "stream", "cudaStreamDestroy"],
  [/^cudaEventCreate/, "event", "cudaEventDestroy"],
  [/^cudaCreateTextureObject$/, "texture object", "cudaDestroyTextureObject"],
  [/^cudaCreateSurfaceObject$/, "surface object", "cudaDestroySurfaceObject"],
];

/** Streams, events and texture objects that `main` creates and never destroys. */
export const undestroyedResource = problemRule(
  {
    id: "undestroyed-resource",
    title: "Resource that is never destroyed",
    category: "correctness",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const found = context.host.calls
      .filter(({ api }) => api.action === "create")
      .flatMap((call) => problemOf(call, context) ?? []);
    return [...new Map(found.map((one) => [one.message, one])).values()];
  },
);

function problemOf(call: HostCall, context: RuleContext): Problem | undefined {
  const { outline, text } = context;
  const kind = kinds.find(([creates]) => creates.test(call.name));
  const name = rootName(call);
  const written = call.argument("pointer")?.text ?? "";
  if (!kind || !name || !pattern`^(?:\([^()]*\)\s*)?&?\s*${name}(?:\s*\[[^\]]*\])?$`.test(written)) return undefined;
  const variable = variableAt(name, call.start, outline);
  const array = outline.arrays.findLast(
    (one) => one.name === name && one.within === call.within && one.start < call.start,
  );
  const owner = call.within === undefined ? undefined : outline.functions[call.within];
  // What outlives the function, or is known by another name, may be destroyed anywhere.
  const isLocal =
    (variable?.within === call.within && !variable?.isStatic && !/[&*]|vector|array/.test(variable?.type ?? "")) ||
    array;
  if (!owner?.body || !isLocal) return undefined;
  const code = codeOf(text).slice(owner.body.start, owner.body.end);
  const mentions = [...code.matchAll(patternWith("g")`(?<![\w.>])${name}\b`)];
  const isHandedOn = mentions.some(({ index }) => !isKnownUse(code, index, name));
  if (isHandedOn) return undefined;
  const [, what, destroy] = kind;
  if (pattern`\b${destroy}\s*\(\s*${name}\b`.test(code)) return undefined;
  const message = array
    ? `The ${what}s in ${name} are never destroyed. Call ${destroy} for each when its work is done.`
    : `The ${what} ${name} is never destroyed. Call ${destroy} when its work is done.`;
  return {
    span: { start: call.start, end: call.end },
    message,
    certainty: "proved",
  };
}

/** Is a mention a declaration, an argument of the runtime or a slot of a launch, so that no other code gets it? */
function isKnownUse(code: string, at: number, name: string): boolean {
  const before = code.slice(0, at);
  const after = code.slice(at + name.length);
  if (
    /\b(?:cudaStream_t|cudaEvent_t|cudaTextureObject_t|cudaSurfaceObject_t|CHECK\w*)\s*(?:\w+\s*(?:\[[^\]]*\])?\s*(?:=[^,;]*)?,\s*)*$/.test(
      before,
    )
  )
    return true;
  if (/<<<[^;]*$/.test(before) && /^[^;]*>>>/.test(after)) return true;
  if (/>>>\s*\([^;]*$/.test(before)) return true;
  return /\bcuda[A-Z]\w*\s*\([^;]*$/.test(before.slice(before.lastIndexOf(";") + 1));
}

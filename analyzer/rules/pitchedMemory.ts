/** Pitched memory whose rows are addressed as if they had no pitch. Page: `docs/rules/pitched-memory.md`. */
import type { HostCall } from "../facts/host";
import { written } from "../facts/host";
import { kernelOf } from "../facts/host/kernels";
import { rootOf } from "../facts/host/memory";
import type { FunctionOutline, LaunchOutline, Span } from "../syntax/model";
import { sizeOfType } from "../syntax/text/integers";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { lineNumber } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Rows of `cudaMallocPitch` memory that are indexed or copied without the pitch, or with a pitch in elements. */
export const pitchedMemory = problemRule(
  {
    id: "pitched-memory",
    title: "Pitched memory addressed without its pitch",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const allocations = context.host.calls.flatMap((call) => pitchedBy(call) ?? []);
    if (!allocations.length) return [];
    return [
      ...context.host.calls.flatMap((call) => plainCopy(call, allocations, context) ?? []),
      ...context.outline.launches.flatMap((launch) => inKernel(launch, allocations, context)),
    ];
  },
);

/** One `cudaMallocPitch(&pointer, &pitch, width, height)`. */
interface Pitched {
  readonly call: HostCall;
  readonly pointer: string;
  readonly pitch: string;
}

function pitchedBy(call: HostCall): Pitched | undefined {
  if (call.name === "cudaMalloc3D") {
    const name = /^&\s*(\w+)$/.exec(call.argument("pointer")?.text ?? "")?.[1];
    return name ? { call, pointer: `${name}.ptr`, pitch: `${name}.pitch` } : undefined;
  }
  const [pointer, pitch] = [call.argument("pointer"), call.argument("pitch")];
  const name = pointer && rootOf(pointer.text);
  const length = pitch && rootOf(pitch.text);
  return call.name === "cudaMallocPitch" && name && length ? { call, pointer: name, pitch: length } : undefined;
}

/** `cudaMemcpy` into memory with a pitch, of bytes that do not name it; a 2-D copy with another pitch. */
function plainCopy(call: HostCall, allocations: readonly Pitched[], context: RuleContext): Problem | undefined {
  for (const role of ["destination", "source"] as const) {
    const argument = call.argument(role);
    const pitched = argument && allocationOf(argument, allocations, context);
    if (!argument || !pitched) continue;
    const mentions = ({ text }: { readonly text: string }): boolean =>
      pattern`\b${pitched.pitch.split(/\.|->/).at(-1)!}\b`.test(text);
    const [bytes, height] = [call.argument("bytes"), pitched.call.argument("height")];
    if (/^cudaMemcpy(?:Async)?$/.test(call.name) && bytes && !mentions(bytes)) {
      // One row, or less, has no pitch inside.
      const isRows =
        height && pattern`(?<![\w.])${height.text}(?![\w.])`.test(expanded(bytes.text, bytes.start, context));
      if (!isRows) continue;
      return {
        span: argument,
        message: `Rows of ${argument.text} are ${pitched.pitch} bytes apart (cudaMallocPitch): ${call.name} ignores that. Use cudaMemcpy2D.`,
        certainty: "proved",
        related: [origin(pitched)],
      };
    }
    const own = call.argument(role === "destination" ? "destinationPitch" : "sourcePitch");
    if (!own || !/^cudaMemcpy2D(?:Async)?$/.test(call.name) || mentions(own) || !/[*]|sizeof/.test(own.text)) continue;
    return {
      span: own,
      message: `Rows of ${argument.text} are ${pitched.pitch} bytes apart (cudaMallocPitch), not ${own.text}. Pass ${pitched.pitch}.`,
      certainty: "proved",
      related: [origin(pitched)],
    };
  }
  return undefined;
}

/** Bytes with what the variable that holds them starts with. */
function expanded(bytes: string, at: number, { outline }: RuleContext): string {
  if (!/^\w+$/.test(bytes)) return bytes;
  const variable = outline.variables?.findLast((one) => one.name === bytes && one.nameSpan.start < at);
  return variable?.initializer?.parts[0] ?? bytes;
}

const origin = ({ call }: Pitched) => ({
  span: { start: call.start, end: call.end },
  message: "Its rows get a pitch here",
});

function allocationOf(
  argument: { readonly text: string; readonly start: number; readonly end: number },
  allocations: readonly Pitched[],
  { host }: RuleContext,
): Pitched | undefined {
  const path = rootOf(argument.text);
  const volume = allocations.find(({ call, pointer }) => call.name === "cudaMalloc3D" && pointer === path);
  if (volume) return volume;
  const own = host.memory(argument)?.allocation;
  return own && !own.isOneOfSeveral ? allocations.find(({ call }) => call.call === own.call) : undefined;
}

/** Subscripts of a kernel's parameter that is given pitched memory. */
function inKernel(launch: LaunchOutline, allocations: readonly Pitched[], context: RuleContext): readonly Problem[] {
  const kernel = kernelOf(launch, context.outline);
  if (!kernel?.body) return [];
  const given = launch.arguments.map((span) => written(span, context.text));
  return given.flatMap((argument, index) => {
    const pitched = allocationOf(argument, allocations, context);
    const parameter = kernel.parameters[index];
    if (!pitched || !parameter?.name) return [];
    const position = given.findIndex(({ text }) => pattern`^${pitched.pitch}$`.test(text));
    const pitch = position < 0 ? undefined : kernel.parameters[position]?.name;
    // A pitch that is passed in elements, as a part of something, may be anything.
    if (pitch === undefined && given.some(({ text }) => text.includes(pitched.pitch))) return [];
    return subscripts(parameter.name, kernel, context).flatMap((span) =>
      wrongSubscript({ span, parameter: parameter.name, type: parameter.type, pitch, pitched, launch }, context),
    );
  });
}

function subscripts(name: string, kernel: FunctionOutline, { outline }: RuleContext): readonly Span[] {
  const { start, end } = kernel.body!;
  return (outline.accesses ?? []).filter(
    (one) => one.kind === "subscript" && one.name === name && one.start >= start && one.end <= end,
  );
}

interface Subscript {
  readonly span: Span;
  readonly parameter: string;
  readonly type: string;
  /** The kernel's parameter that is given the pitch in bytes. */
  readonly pitch: string | undefined;
  readonly pitched: Pitched;
  readonly launch: LaunchOutline;
}

function wrongSubscript(
  { span, parameter, type, pitch, pitched, launch }: Subscript,
  context: RuleContext,
): readonly Problem[] {
  const code = codeOf(context.text).slice(span.start, span.end);
  if (!pattern`^${parameter}\s*\[`.test(code)) return [];
  const written = code.slice(code.indexOf("[") + 1, code.lastIndexOf("]"));
  const index = /^\s*\w+\s*$/.test(written) ? indexOf(written.trim(), span.start, context) : written;
  const element = type
    .replace(/\bconst\b|\b__restrict__\b/g, "")
    .replace(/\*.*$/, "")
    .trim();
  const bytes = sizeOfType(element);
  const related = [origin(pitched), { span: { start: launch.start, end: launch.end }, message: "It is launched here" }];
  const { start, end } = span;
  if (pitch !== undefined && pattern`\b${pitch}\b`.test(index)) {
    const inElements = pattern`\b${pitch}\b\s*\)?\s*(?:/|>>)`.test(index);
    const isBytes = pattern`\b${pitch}\b\s*\*|\*\s*${pitch}\b`.test(index);
    if (inElements || !isBytes || bytes === undefined || bytes === 1) return [];
    return [
      {
        span: { start, end },
        message: `${pitch} counts bytes, but the index of ${parameter} counts elements of ${bytes}: divide by sizeof(${element}).`,
        certainty: "proved",
        severity: "error",
        related,
        sketch: `((${element}*)((char*)${parameter} + y * ${pitch}))[x]`,
      },
    ];
  }
  if (!/\*/.test(index)) return [];
  return [
    {
      span: { start, end },
      message: `Rows of ${parameter} are ${pitched.pitch} bytes apart (${pitched.call.name}, line ${lineNumber(pitched.call.start, context)}): this index ignores that.`,
      certainty: "likely",
      related,
      sketch: `((${element}*)((char*)${parameter} + y * pitch))[x]`,
    },
  ];
}

/** What a variable of the kernel that is used as index starts with. */
function indexOf(name: string, at: number, { outline }: RuleContext): string {
  const variable = outline.variables?.findLast(
    (one) => one.name === name && one.nameSpan.start < at && one.scope.start <= at && at < one.scope.end,
  );
  return variable?.initializer?.parts[0] ?? name;
}

/** Copies, fills and allocations whose size is not the bytes that are meant. Page: `docs/rules/copy-size.md`. */
import type { HostCall, HostMemory, Written } from "../facts/host";
import { typeOf } from "../facts/host/declarations";
import { constantOf, isSame, multipleOf, type Size } from "../facts/host/sizes";
import { pattern } from "../syntax/text/patterns";
import { allocatedBytes } from "./host/allocations";
import { countText, elementOf, plain, usedAsElements } from "./host/elementCounts";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Byte counts that are element counts, `sizeof` of a pointer, or more than an allocation or a symbol holds. */
export const copySize = problemRule(
  {
    id: "copy-size",
    title: "Size that is not the bytes that are meant",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) => context.host.calls.flatMap((call) => problemOf(call, context) ?? []),
);

function problemOf(call: HostCall, context: RuleContext): Problem | undefined {
  const bytes = call.argument("bytes");
  if (!bytes) return undefined;
  switch (call.api.action) {
    case "copy":
    case "fill":
      return (
        pointerSize(call, bytes, context) ?? elementsCopied(call, bytes, context) ?? tooLarge(call, bytes, context)
      );
    case "allocate":
      return elementsAllocated(call, bytes, context);
    default:
      return undefined;
  }
}

/** One end of a copy with what is known of its memory. */
interface End {
  readonly argument: Written;
  readonly memory: HostMemory | undefined;
}

function endsOf(call: HostCall, { host }: RuleContext): readonly End[] {
  return (["destination", "source"] as const).flatMap((role) => {
    const argument = call.argument(role);
    return argument ? [{ argument, memory: host.memory(argument) }] : [];
  });
}

/** `sizeof(h)` of a pointer. */
function pointerSize(call: HostCall, bytes: Written, context: RuleContext): Problem | undefined {
  const name = /^sizeof\s*\(?\s*([A-Za-z_]\w*)\s*\)?$/.exec(bytes.text)?.[1];
  if (!name || context.outline.arrays.some((one) => one.name === name && !isHidden(name, bytes, context)))
    return undefined;
  const type = typeOf(name, bytes.start, context.outline);
  // A parameter that is declared as an array is a pointer too.
  if (type === undefined || !/\*\s*$|^[^[\]]*\[[^[\]]*\]$/.test(type)) return undefined;
  const ends = endsOf(call, context);
  const isValue = ends.some(({ argument }) => argument.text.includes("&"));
  const isBuffer = ends.some(({ argument }) => pattern`^${name}\b`.test(argument.text)) || ends.length > 1;
  if (isValue || !isBuffer) return undefined;
  const whole = ends.map(({ memory }) => memory && allocatedText(memory, context)).find((one) => one !== undefined);
  const fixes: readonly Fix[] = whole
    ? [{ title: `Use ${whole}`, edits: [{ start: bytes.start, end: bytes.end, newText: whole }], safe: false }]
    : [];
  return {
    span: bytes,
    message: `${bytes.text} is 8 bytes, the size of the pointer, not of the memory that ${name} points to.`,
    certainty: "proved",
    severity: "error",
    fixes,
  };
}

const isHidden = (name: string, { start }: Written, { outline }: RuleContext): boolean =>
  !!outline.variables?.some((one) => one.name === name && one.scope.start <= start && start < one.scope.end);

/** The bytes that an allocation names, as text. */
function allocatedText({ allocation }: HostMemory, { host, text }: RuleContext): string | undefined {
  const { call, expression } = allocation;
  const found = call && host.calls.find((one) => one.call === call)?.argument("bytes");
  const bytes = found?.text ?? (expression === undefined ? undefined : allocatedBytes(expression)?.bytes);
  return bytes === undefined || text.length === 0 ? undefined : bytes;
}

/** The bytes that memory has, where the text names them. */
function sizeOfMemory({ allocation, registration }: HostMemory, context: RuleContext): Size | undefined {
  const { call, expression, isOneOfSeveral, span, owner, variable } = allocation;
  if (isOneOfSeveral || registration) return undefined;
  const at = allocation.assignment?.start ?? span.start;
  const sized = (text: string): Size | undefined => context.host.size({ text, start: at, end: at });
  if (owner?.kind === "array")
    return context.host.size({ text: `sizeof(${owner.name})`, start: span.end, end: span.end });
  if (owner?.kind === "container") {
    const element = /<\s*([\w:]+)\s*>$/.exec(variable?.type ?? "")?.[1];
    const length = variable?.initializer?.form === "arguments" ? variable.initializer.parts[0] : undefined;
    return element && length ? sized(`(${length}) * sizeof(${element})`) : undefined;
  }
  if (call) {
    const bytes = context.host.calls.find((one) => one.call === call)?.argument("bytes");
    return bytes && context.host.size(bytes);
  }
  const bytes = expression === undefined ? undefined : allocatedBytes(expression)?.bytes;
  return bytes === undefined ? undefined : sized(bytes);
}

/** `cudaMemcpy(h, d, N, …)` of memory that was allocated as `N * sizeof(float)`. */
function elementsCopied(call: HostCall, bytes: Written, context: RuleContext): Problem | undefined {
  const size = context.host.size(bytes);
  if (!size || /\bsizeof\b/.test(bytes.text)) return undefined;
  const ends = endsOf(call, context);
  const isExact = ends.some(({ memory }) => {
    const all = memory && sizeOfMemory(memory, context);
    return all && isSame(all, size);
  });
  if (isExact) return undefined;
  for (const { argument, memory } of ends) {
    const allocated = memory && sizeOfMemory(memory, context);
    const element = elementOf(argument, context);
    const text = memory && allocatedText(memory, context);
    if (!allocated || !element || text === undefined || multipleOf(size, allocated) !== element.bytes) continue;
    // A part of the elements can happen to be that many bytes: the count itself has to be written.
    if (countText(text, memory.allocation.span.start, context) !== plain(bytes.text)) continue;
    const [few, all] = [constantOf(size), constantOf(allocated)];
    const much = few !== undefined && all !== undefined ? `${few} bytes of ${all}` : `1/${element.bytes} of the memory`;
    const verb = call.api.action === "copy" ? "copies" : "fills";
    return {
      span: bytes,
      message: `${call.name} ${verb} ${much}: its size is in bytes. Multiply by sizeof(${element.type}).`,
      certainty: "proved",
      related: [{ span: memory.allocation.span, message: "The memory is allocated here" }],
      fixes: [timesSizeof(bytes, element.type)],
    };
  }
  return undefined;
}

function timesSizeof(bytes: Written, type: string): Fix {
  const factor = /^[\w.>-]+$/.test(bytes.text) ? bytes.text : `(${bytes.text})`;
  const newText = `${factor} * sizeof(${type})`;
  return {
    title: `Multiply by sizeof(${type})`,
    edits: [{ start: bytes.start, end: bytes.end, newText }],
    safe: false,
  };
}

/** More bytes than one of the ends has; where the allocation lacks the factor, it is reported there. */
function tooLarge(call: HostCall, bytes: Written, context: RuleContext): Problem | undefined {
  const size = context.host.size(bytes);
  const most = constantOf(size);
  if (!size) return undefined;
  for (const { argument, memory } of endsOf(call, context)) {
    const allocated = memory && sizeOfMemory(memory, context);
    const limit = constantOf(allocated);
    if (!allocated || most === undefined || limit === undefined || most <= limit) continue;
    if (memory.allocation.call && lacksFactor(memory.allocation.call.start, allocated, context)) continue;
    const verb = call.api.action === "copy" ? "copies" : "fills";
    return {
      span: bytes,
      message: `${call.name} ${verb} ${most} bytes, but ${argument.text} has ${limit} (line ${lineNumber(memory.allocation.span.start, context)}).`,
      certainty: "proved",
      severity: "error",
      related: [{ span: memory.allocation.span, message: `${limit} bytes are allocated here` }],
    };
  }
  return undefined;
}

const lacksFactor = (at: number, allocated: Size, context: RuleContext): boolean => {
  const call = context.host.calls.find(({ start }) => start === at);
  const bytes = call?.argument("bytes");
  return !!call && !!bytes && !!elementsAllocated(call, bytes, context) && allocated.size > 0;
};

/** `cudaMalloc(&d, N)` of memory that is used with N elements. */
function elementsAllocated(call: HostCall, bytes: Written, context: RuleContext): Problem | undefined {
  const found = usedAsElements(call, bytes, context);
  if (!found) return undefined;
  const { name, element, use, isSure } = found;
  return {
    span: bytes,
    message: `${call.name} allocates ${bytes.text} bytes, but ${name} is used with as many elements of type ${element}. Multiply by sizeof(${element}).`,
    certainty: isSure ? "proved" : "likely",
    severity: isSure ? "error" : "warning",
    related: [{ span: use, message: "It is used here" }],
    fixes: [timesSizeof(bytes, element)],
  };
}

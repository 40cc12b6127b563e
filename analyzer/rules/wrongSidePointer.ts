/** Pointers that are followed on the side where their memory is not. Page: `docs/rules/wrong-side-pointer.md`. */

import type { HostCall, HostMemory, Written } from "../facts/host";
import { written } from "../facts/host";
import { typeOf, variableAt } from "../facts/host/declarations";
import { kernelOf } from "../facts/host/kernels";
import { enclosingFunction, enclosingFunctionIndex } from "../syntax/enclosing";
import type { AccessOutline, LaunchOutline, Span, StructureOutline } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { originOf, originWords } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Host pointers in kernels, and device pointers that host code dereferences. */
export const wrongSidePointer = problemRule(
  {
    id: "wrong-side-pointer",
    title: "Pointer followed on the wrong side",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => [
    ...context.outline.launches.flatMap((launch) => [...launched(launch, context), ...structures(launch, context)]),
    ...context.host.calls.flatMap((call) => copiedStructure(call, context)),
    ...(context.outline.accesses ?? []).flatMap((access) => followed(access, context) ?? []),
  ],
);

/** A kernel that is given memory of `malloc`, `new` or a container. */
function launched(launch: LaunchOutline, context: RuleContext): readonly Problem[] {
  const kernel = kernelOf(launch, context.outline);
  return launch.arguments.flatMap((span, index): readonly Problem[] => {
    const argument = written(span, context.text);
    const parameter = kernel?.parameters[index];
    const isPointer = parameter ? /[*]/.test(parameter.type) : /\.\s*data\s*\(\s*\)$|^\w+$/.test(argument.text);
    const memory = isPointer ? context.host.memory(argument) : undefined;
    if (memory?.kind === "pinned") return mappedByHost(argument, memory, context);
    if (memory?.kind !== "pageable" || memory.allocation.owner?.kind === "value") return [];
    // The name of an object that is handed over as a whole, and that has a conversion of its own.
    if (memory.allocation.owner?.kind === "container" && !/data|&/.test(argument.text)) return [];
    return [
      {
        span: argument,
        message: `${argument.text} is pageable host memory (${originWords(memory, context)}); the kernel cannot follow it. Copy it to the device.`,
        certainty: "proved",
        // Machines whose GPU translates host addresses can.
        severity: "warning",
        related: originOf(memory),
      },
    ];
  });
}

/** Mapped memory by the host's pointer: the same under unified addressing, and another address without it. */
function mappedByHost(argument: Written, { what, allocation }: HostMemory, context: RuleContext): readonly Problem[] {
  const flags = context.host.calls.find(({ call }) => call === allocation.call)?.argument("flags");
  if (what !== "cudaHostAlloc" || !flags || !/\bcudaHostAllocMapped\b/.test(flags.text)) return [];
  return [
    {
      span: argument,
      message: `${argument.text} is mapped host memory: without unified addressing a kernel needs cudaHostGetDevicePointer.`,
      certainty: "bounded",
      severity: "hint",
      related: [{ span: allocation.span, message: "The memory comes from here" }],
    },
  ];
}

/** Pointer members of a structure that lead to pageable memory, where the structure is used. */
function hostMembers(
  name: string,
  at: number,
  context: RuleContext,
): { member: string; memory: HostMemory } | undefined {
  const declared = typeOf(name, at, context.outline)?.replace(/^const\s+|^struct\s+/g, "");
  const [type, arrow] = declared?.endsWith("*") ? [declared.slice(0, -1).trim(), "->"] : [declared, "."];
  const structure = context.outline.structures?.find((one: StructureOutline) => one.name === type);
  for (const member of structure?.members ?? []) {
    if (!/^[\w\s]+\*$/.test(member.type)) continue;
    const path = `${name}${arrow}${member.name}`;
    const memory = context.host.memory({ text: path, start: at, end: at });
    // Other objects of the type may lead elsewhere.
    const isOwn = memory?.allocation.owner?.name === path && /^(?:malloc|calloc|new|strdup)$/.test(memory.what);
    if (memory?.kind === "pageable" && (isOwn || isSetTo(path, memory, at, context))) {
      return { member: member.name, memory };
    }
    const started = structure && startedWith(name, structure, member.name, at, context);
    if (started?.kind === "pageable") return { member: member.name, memory: started };
  }
  return undefined;
}

/** `v.d = stack;` of an array or a container: the member leads to what the statement names. */
function isSetTo(path: string, { allocation }: HostMemory, at: number, { outline, text }: RuleContext): boolean {
  const { owner } = allocation;
  if (owner?.kind !== "array" && owner?.kind !== "container") return false;
  const own = enclosingFunction(outline, at)?.body;
  return (outline.assignments ?? []).some(
    ({ target, operator, value, start }) =>
      operator === "=" &&
      own !== undefined &&
      start >= own.start &&
      start < at &&
      text.slice(target.start, target.end).replace(/\s+/g, "") === path &&
      value?.startsWith(owner.name),
  );
}

/** The memory that `Mesh m = {v.data(), n};` gives to a member, which nothing changes later. */
function startedWith(
  name: string,
  structure: StructureOutline,
  member: string,
  at: number,
  { outline, host }: RuleContext,
): HostMemory | undefined {
  const variable = variableAt(name, at, outline);
  const part =
    variable?.initializer?.form === "arguments"
      ? variable.initializer.parts[structure.members.findIndex((one) => one.name === member)]
      : undefined;
  const isChanged = (outline.assignments ?? []).some(
    (one) =>
      one.root === name &&
      (one.member === undefined || one.member === member) &&
      one.start > (variable?.scope.start ?? 0) &&
      one.start < at,
  );
  if (!variable || part === undefined || isChanged || variable.initializer?.parts.length !== structure.members.length)
    return undefined;
  return host.memory({ text: part.replace(/^\.\w+\s*=\s*/, ""), start: variable.nameSpan.start, end: at });
}

const structureProblem = (
  argument: { readonly start: number; readonly end: number; readonly text: string },
  name: string,
  found: { readonly member: string; readonly memory: HostMemory },
  context: RuleContext,
): Problem => ({
  span: { start: argument.start, end: argument.end },
  message: `${name}.${found.member} points to pageable host memory (${originWords(found.memory, context)}), which the device cannot follow.`,
  certainty: "proved",
  severity: "warning",
  related: [
    ...originOf(found.memory),
    {
      span: { start: argument.start, end: argument.end },
      message: "Copy what it points to, and store the device's pointer in the copy",
    },
  ],
});

/** A structure by value whose pointer leads to the host. */
function structures(launch: LaunchOutline, context: RuleContext): readonly Problem[] {
  return launch.arguments.flatMap((span) => {
    const argument = written(span, context.text);
    const isPointer = /\*$/.test(typeOf(argument.text, argument.start, context.outline) ?? "*");
    const found =
      /^\w+$/.test(argument.text) && !isPointer ? hostMembers(argument.text, argument.start, context) : undefined;
    return found ? [structureProblem(argument, argument.text, found, context)] : [];
  });
}

/** `cudaMemcpy(d, &e, sizeof(e), cudaMemcpyHostToDevice)`, unless the pointer in the copy is replaced later. */
function copiedStructure(call: HostCall, context: RuleContext): readonly Problem[] {
  const [source, destination] = [call.argument("source"), call.argument("destination")];
  const name = source && /^&?\s*([A-Za-z_]\w*)$/.exec(source.text)?.[1];
  if (!source || !destination || !name || call.argument("kind")?.text !== "cudaMemcpyHostToDevice") return [];
  const found = hostMembers(name, source.start, context);
  if (!found) return [];
  const body = enclosingFunction(context.outline, call.start)?.body;
  const after = codeOf(context.text).slice(call.end, body?.end);
  return pattern`(?:->|\.)\s*${found.member}\b[^;]*(?:cudaMemcpyHostToDevice|sizeof)`.test(after)
    ? []
    : [structureProblem(source, name, found, context)];
}

/** `buffers.d[3]` on the host, of a member that the same function allocates on the device. */
function memberFollowed({ kind, start, end }: AccessOutline, context: RuleContext): Problem | undefined {
  const { host, text } = context;
  const path = /^([A-Za-z_]\w*(?:(?:\.|->)\w+)+)\s*\[/.exec(text.slice(start, end))?.[1];
  if (
    kind !== "subscript" ||
    path === undefined ||
    /(?:\b(?:sizeof|decltype)\s*\(?|&)\s*\(?\s*$/.test(text.slice(0, start))
  )
    return undefined;
  const memory = host.memory({ text: path, start, end: start + path.length });
  const call = memory?.allocation.call;
  if (memory?.kind !== "device" || !call || memory.allocation.isOneOfSeveral || call.start > start) return undefined;
  if (memory.what === "cudaHostGetDevicePointer" || enclosingFunctionIndex(context.outline, start) !== call.within)
    return undefined;
  const pointer = call.arguments[0] && text.slice(call.arguments[0].start, call.arguments[0].end);
  if (!pattern`&\s*\(?\s*${path}\s*\)?$`.test(pointer ?? "")) return undefined;
  return followedProblem(path, { start, end }, memory, context);
}

const followedProblem = (name: string, span: Span, memory: HostMemory, context: RuleContext): Problem => ({
  span,
  message: `${name} is device memory (${originWords(memory, context)}); the host cannot follow it. Copy it with cudaMemcpy.`,
  certainty: "proved",
  related: originOf(memory),
});

/** `d[3]` of device memory on the host. */
function followed(access: AccessOutline, context: RuleContext): Problem | undefined {
  const { outline, host, text } = context;
  if (!["subscript", "dereference", "member"].includes(access.kind) || access.use === "address") return undefined;
  const own = enclosingFunction(outline, access.start);
  // Lambdas and directives of OpenACC and OpenMP move code to the device.
  if (
    !own?.body ||
    own.isDevice ||
    /__device__|__CUDA_ARCH__/.test(codeOf(text).slice(own.body.start, own.body.end)) ||
    /^\s*#\s*pragma\s+(?:acc|omp\s+target)\b/m.test(text.slice(own.body.start, own.body.end))
  )
    return undefined;
  const member = memberFollowed(access, context);
  if (member) return member;
  const variable = variableAt(access.name, access.start, outline);
  if (!variable || !/^[^*]*\*\s*$/.test(variable.type)) return undefined;
  const written = text.slice(access.start, access.end);
  const isFollowed =
    access.kind === "subscript"
      ? pattern`^\(*\s*${access.name}\s*\[`.test(written)
      : access.kind === "dereference"
        ? pattern`^\*\s*\(?\s*${access.name}\b`.test(written)
        : pattern`^${access.name}\s*->`.test(written);
  if (!isFollowed || /(?:\b(?:sizeof|decltype|offsetof)\s*\(?|&)\s*\(?\s*$/.test(text.slice(0, access.start)))
    return undefined;
  const memory = host.memory({ text: access.name, start: access.start, end: access.start });
  if (memory?.kind !== "device" || memory.what === "cudaHostGetDevicePointer") return undefined;
  if (!memory.allocation.call || memory.allocation.call.start > access.start) return undefined;
  return followedProblem(access.name, { start: access.start, end: access.end }, memory, context);
}

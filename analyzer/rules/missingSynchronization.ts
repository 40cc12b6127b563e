/** Host code that touches memory while the device may still use it. Page: `docs/rules/missing-synchronization.md`. */

import { type HostMemory, type Operation, type Touched, written } from "../facts/host";
import { rootOf } from "../facts/host/memory";
import { mayWait, mayWaitForVector } from "../facts/host/operations";
import { indexOf } from "../facts/host/outlineIndex";
import { canFollow, changesInLoop, isConditional, loopsOf } from "../facts/host/paths";
import { enclosingFunctionIndex } from "../syntax/enclosing";
import type { AccessOutline, CallOutline, Outline, Span } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { checked } from "./host/checkedCalls";
import { kernelUse, managedUses } from "./host/managedVariables";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** Host reads, writes and frees of memory that a launch or an asynchronous copy may still use. */
export const missingSynchronization = problemRule(
  {
    id: "missing-synchronization",
    title: "Host access while the device may still use the memory",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "safe",
  },
  ["host"],
  (context) => {
    const { host } = context;
    const started = host.operations.filter((one) => one.isAsynchronous && one.what !== "prefetch");
    if (!started.length) return [];
    const found = [
      ...usesOf(context).flatMap((use) => raceOf(use, started, context) ?? nextIteration(use, started, context) ?? []),
      ...[...managedUses(context)]
        .sort((a, b) => b.start - a.start)
        .flatMap((use) => managedRace(use, started, context) ?? []),
    ];
    // The first use that is too early is reported for those after it, up to the next synchronisation.
    return [...new Map(found.map((one) => [one.operation, one.problem])).values()];
  },
);

/** A place where the host reads, writes or frees memory. */
interface HostUse extends Span {
  readonly name: string;
  readonly does: "reads" | "writes" | "frees";
  readonly within: number;
}

/** Uses by the host, the last of the text first. */
function usesOf({ outline, text, host }: RuleContext): readonly HostUse[] {
  const code = codeOf(text);
  const accesses = (outline.accesses ?? []).flatMap((one): readonly HostUse[] => {
    const within = enclosingFunctionIndex(outline, one.start);
    if (within === undefined || outline.functions[within]!.isDevice) return [];
    if (one.use === "address") return [];
    const name = pathOf(one, code);
    if (!isFollowed({ ...one, name }, code)) return [];
    return [{ name, does: one.use === "read" ? "reads" : "writes", within, start: one.start, end: one.end }];
  });
  const frees = host.calls.flatMap((call): readonly HostUse[] => {
    const pointer = call.argument("pointer");
    if (call.within === undefined || !pointer || !/^(?:std::)?free$/.test(call.name)) return [];
    return [{ name: pointer.text, does: "frees", within: call.within, start: call.start, end: call.end }];
  });
  const functions = outline.calls.flatMap((call): readonly HostUse[] => {
    const reads = /^(?:std::)?(?:memcpy|memcmp|accumulate|fwrite|copy|equal|max_element|min_element)$/.test(
      call.callee,
    );
    const writes = /^(?:std::)?(?:memset|memcpy|fill|fread|iota)$/.test(call.callee);
    if (call.within === undefined || outline.functions[call.within]!.isDevice || (!reads && !writes)) return [];
    return call.arguments.flatMap((span, index) => {
      const argument = text.slice(span.start, span.end).trim();
      if (!/^[A-Za-z_]\w*$/.test(argument)) return [];
      const does = writes && index === 0 ? "writes" : "reads";
      return [{ name: argument, does, within: call.within!, start: call.start, end: call.end } as const];
    });
  });
  return [...accesses, ...frees, ...functions, ...copiedInto(outline)].sort((a, b) => b.start - a.start);
}

/** `std::vector<float> copy(h, h + n)` reads what `h` leads to. */
const copiedInto = ({ variables = [] }: Outline): readonly HostUse[] =>
  variables.flatMap(({ type, within, nameSpan, initializer }): readonly HostUse[] => {
    const [from, to] = initializer?.form === "arguments" ? initializer.parts : [];
    const isRange = from !== undefined && /^\w+$/.test(from) && to !== undefined && pattern`^${from}\s*\+`.test(to);
    return isRange && within !== undefined && /^std::\w+</.test(type)
      ? [{ name: from, does: "reads", within, start: nameSpan.start, end: nameSpan.end }]
      : [];
  });

/** `{ Sync s; }` of a class of the file that waits when it is built or destroyed. */
function isWaitedByObject(from: number, to: number, { outline, text }: RuleContext): boolean {
  return (outline.variables ?? []).some(({ type, nameSpan, scope }) => {
    const isBetween = (nameSpan.start >= from && nameSpan.start < to) || (scope.end >= from && scope.end < to);
    const own = isBetween ? outline.structures?.find(({ name }) => name === type.replace(/<.*$/, "")) : undefined;
    return own !== undefined && /Synchroni[sz]e|Query/.test(text.slice(own.start, own.end));
  });
}

/** `c->h` of `c->h[i]`: the pointer that an access follows last, where members lead to it. */
function pathOf({ kind, name, start, end }: AccessOutline, code: string): string {
  if (kind !== "subscript") return name;
  return /^(?:this\s*->\s*)?([A-Za-z_]\w*(?:(?:\.|->)\w+)+)\s*\[/.exec(code.slice(start, end))?.[1] ?? name;
}

/** `h[i]`, `*h`, `h->x`: the memory itself is touched, not the pointer. */
function isFollowed({ kind, name, start, end }: AccessOutline, code: string): boolean {
  const written = code.slice(start, end);
  if (/(?:\b(?:sizeof|decltype)\s*\(?|&)\s*$/.test(code.slice(Math.max(0, start - 12), start))) return false;
  switch (kind) {
    case "subscript":
      return pattern`^\(*\s*${name}\s*\[`.test(written);
    case "dereference":
      return pattern`^\*\s*\(?\s*${name}\b`.test(written);
    case "member":
      return pattern`^${name}\s*->`.test(written);
    default:
      return false;
  }
}

interface Race {
  readonly operation: Operation;
  readonly problem: Problem;
}

/** Does the host wait between an operation and a use, by a call or by an object whose lifetime waits? */
function isWaited(operation: Operation, use: HostUse, context: RuleContext): boolean {
  const { host, outline } = context;
  const isBetween = ({ within, start, end }: CallOutline): boolean =>
    within === use.within && start >= operation.end && end <= use.start;
  return (
    outline.calls.some((call) => isBetween(call) && mayWait(call, host, outline)) ||
    mayWaitForVector(codeOf(context.text), operation.end, use.start) ||
    isWaitedByObject(operation.end, use.start, context)
  );
}

function raceOf(use: HostUse, started: readonly Operation[], context: RuleContext): Race | undefined {
  const { host, text } = context;
  const isNamed = ({ within, end, touches }: Operation): boolean =>
    within === use.within &&
    end <= use.start &&
    touches.some(({ name }) => name === use.name || mapsTo(name, use.name, within, context));
  if (!started.some(isNamed)) return undefined;
  const memory = host.memory({ text: use.name, start: use.start, end: use.start });
  if (!memory || memory.kind === "device") return undefined;
  const operation = started.findLast(
    (one) => one.within === use.within && one.end <= use.start && touchOf(one, use, memory, context) !== undefined,
  );
  if (!operation || isInLambda(use, operation, text)) return undefined;
  const [before, after] = [host.path(operation), host.path(use)];
  if (!canFollow(before, after)) return undefined;
  if (isWaited(operation, use, context)) return undefined;
  if (/\bwhile\s*\([^)]*Query/.test(text.slice(operation.end, use.start))) return undefined;
  const touch = touchOf(operation, use, memory, context)!;
  return {
    operation,
    problem: problemOf({ use, operation, touch, isCertain: !isConditional(before, after) }, context),
  };
}

/** `for (…) { h[0] = step; copyAsync(d, h); }`: the next iteration uses what this one's operation may still use. */
function nextIteration(use: HostUse, started: readonly Operation[], context: RuleContext): Race | undefined {
  const { host, outline, text } = context;
  if (!/^[A-Za-z_]\w*$/.test(use.name)) return undefined;
  const isLater = (one: Operation): boolean => one.within === use.within && one.start >= use.end;
  if (!started.some((one) => isLater(one) && one.touches.some(({ name }) => name === use.name))) return undefined;
  const path = host.path(use);
  for (const loop of loopsOf(path)) {
    const isInside = ({ start, end }: Span): boolean => start >= loop.start && end <= loop.end;
    const memory = host.memory({ text: use.name, start: use.start, end: use.start });
    if (!memory || memory.kind === "device" || changesInLoop(use.name, loop, context)) continue;
    const isWaiting =
      outline.calls.some((call) => call.within === use.within && isInside(call) && mayWait(call, host, outline)) ||
      /Synchroni[sz]e|Query|Wait|Capture/.test(text.slice(loop.start, loop.end));
    if (isWaiting) continue;
    const operation = started.find((one) => {
      const touch = isLater(one) && isInside(one) ? touchOf(one, use, memory, context) : undefined;
      return touch !== undefined && touch.use !== "unknown" && touch.argument.text === use.name;
    });
    if (
      !operation ||
      isInLambda(use, operation, text) ||
      isInLambda({ ...use, start: operation.start }, { ...operation, end: use.end }, text)
    )
      continue;
    const after = host.path(operation);
    if (!canFollow(path, after)) continue;
    const touch = touchOf(operation, use, memory, context)!;
    const isCertain = !isConditional(path, after) && !isConditional(after, path);
    return { operation, problem: problemOf({ use, operation, touch, isCertain }, context) };
  }
  return undefined;
}

/** A managed variable that the kernel of an earlier launch names, and that nothing waits for. */
function managedRace(use: HostUse, started: readonly Operation[], context: RuleContext): Race | undefined {
  const { host, text } = context;
  const operation = started.findLast(
    (one) => one.within === use.within && one.end <= use.start && kernelUse(one, use.name, context) !== undefined,
  );
  const touches = operation && kernelUse(operation, use.name, context);
  if (!operation || !touches || (touches === "reads" && use.does === "reads")) return undefined;
  const [before, after] = [host.path(operation), host.path(use)];
  if (!canFollow(before, after) || isWaited(operation, use, context)) return undefined;
  if (isInLambda(use, operation, text)) return undefined;
  const touch: Touched = { name: use.name, argument: written(use, text), use: touches };
  return {
    operation,
    problem: problemOf({ use, operation, touch, isCertain: !isConditional(before, after) }, context),
  };
}

/** What an operation does to memory in a way that the host's use disturbs, or that disturbs it. */
function touchOf(operation: Operation, use: HostUse, memory: HostMemory, context: RuleContext): Touched | undefined {
  // A copy of pageable memory has been staged, or is done, when the call returns.
  if (memory.kind === "pageable") return undefined;
  return operation.touches.find((touch) => {
    const isSame = touch.name === use.name || mapsTo(touch.name, use.name, operation.within, context);
    if (!isSame) return false;
    if (touch.use === "unknown") return use.does !== "frees" && memory.kind === "managed";
    return touch.use === "writes" || use.does !== "reads";
  });
}

/** `cudaHostGetDevicePointer(&d, h, 0)`: the kernel's `d` is the host's `h`. */
function mapsTo(device: string, name: string, within: number | undefined, { outline, text }: RuleContext): boolean {
  return indexOf(outline)
    .calls(name, text)
    .some((call) => {
      if (call.callee !== "cudaHostGetDevicePointer" || call.within !== within) return false;
      const [to, from] = call.arguments.map(({ start, end }) => text.slice(start, end).trim());
      return pattern`&\s*${device}$`.test(to ?? "") && from !== undefined && rootOf(from) === name;
    });
}

/** Code of a lambda runs at another time than its text says. */
function isInLambda(use: Span, { end }: Operation, text: string): boolean {
  return /\[[&=\w\s,]*\]\s*(?:\([^()]*\))?\s*(?:mutable\s*)?\{[^}]*$/.test(text.slice(end, use.start));
}

interface Found {
  readonly use: HostUse;
  readonly operation: Operation;
  readonly touch: Touched;
  readonly isCertain: boolean;
}

function problemOf({ use, operation, touch, isCertain }: Found, context: RuleContext): Problem {
  const line = lineNumber(operation.start, context);
  const what = operation.what === "launch" ? `the kernel of line ${line}` : `the copy of line ${line}`;
  const does = touch.use === "reads" ? "reads" : "writes";
  return {
    span: { start: use.start, end: use.end },
    message: `The host ${use.does} ${use.name} while ${what} may still ${does.slice(0, -1)} it. Synchronize first.`,
    certainty: isCertain ? "proved" : "bounded",
    related: [
      {
        span: { start: operation.start, end: operation.end },
        message: `It is started here and ${does} ${touch.argument.text}`,
      },
    ],
    fixes: [synchronization(use, operation, context)].filter((one) => one !== undefined),
  };
}

/** Waits before the outermost statement that holds the use and not the operation. */
function synchronization(use: HostUse, operation: Operation, context: RuleContext): Fix | undefined {
  const { host, text } = context;
  const [before, after] = [host.path(operation), host.path(use)];
  const statement = after.find((one) => !before.includes(one));
  if (!statement || after[after.indexOf(statement) - 1]?.kind === "if") return undefined;
  const { kind, text: stream } = operation.stream;
  const call =
    kind === "created" && /^\w+$/.test(stream) ? `cudaStreamSynchronize(${stream})` : "cudaDeviceSynchronize()";
  const newText = `${checked(call, context)};\n${indentationAt(text, statement.start)}`;
  return { title: `Insert ${call}`, edits: [{ start: statement.start, end: statement.start, newText }], safe: true };
}

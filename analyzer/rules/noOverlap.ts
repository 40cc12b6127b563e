/** Streams whose work cannot overlap. Page: `docs/rules/no-overlap.md`. */
import type { HostCall, Operation } from "../facts/host";
import { variableAt } from "../facts/host/declarations";
import { mayWait } from "../facts/host/operations";
import { canFollow } from "../facts/host/paths";
import { areDifferent, nonBlockingStreams, rootName } from "../facts/host/streams";
import type { Outline, Span } from "../syntax/model";
import { mentionsOf, pattern, patternWith } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { lineNumber } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Streams that are created and run nothing, or whose work a synchronous call or the default stream serializes. */
export const noOverlap = problemRule(
  {
    id: "no-overlap",
    title: "Streams whose work cannot overlap",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const { host } = context;
    const created = host.calls.filter(({ name }) => /^cudaStreamCreate/.test(name));
    return [...unused(created, context), ...between(host.operations, context), ...oneStream(context)];
  },
);

/** Calls that name a stream without issuing work into it. */
const keeping =
  /\bcudaStream(?:Create\w*|Destroy|Synchronize|Query|GetPriority|GetFlags)\s*\(\s*(?:\(\s*cudaStream_t\s*\*\s*\)\s*)?&?\s*/;

/** Streams that a function makes and that no launch, copy or function is given. */
function unused(created: readonly HostCall[], context: RuleContext): readonly Problem[] {
  return [...new Set(created.map(({ within }) => within))].flatMap((within): readonly Problem[] => {
    const own = created.filter((one) => one.within === within);
    const issued = context.host.operations.filter(
      (one) => one.within === within && within !== undefined && one.isAsynchronous && one.what !== "prefetch",
    );
    const names = [...new Set(own.map((one) => madeBy(one, context)))].filter(Boolean);
    const owner = within === undefined ? undefined : context.outline.functions[within]?.body;
    const isLaunched = issued.some(({ what }) => what === "launch");
    if (!isLaunched || !owner || !names.every((name) => isKept(name, owner, context))) return [];
    const [first, ...others] = issued;
    const isPlural =
      names.length > 1 ||
      own.some((one) => rootName(one) !== names[0] || /\[/.test(one.argument("pointer")?.text ?? ""));
    const made = `${isPlural ? "streams" : "stream"} ${names.join(", ")}`;
    const line = lineNumber(own[0]!.start, context);
    return [
      {
        span: { start: first!.start, end: first!.end },
        message: `This ${first!.what} is in the default stream, the ${shortened(made)} (line ${line}) ${isPlural ? "get" : "gets"} no work: nothing overlaps.`,
        certainty: "proved",
        related: [
          {
            span: { start: own[0]!.start, end: own[0]!.end },
            message: "Pass what is created here to copies and launches",
          },
          ...others.slice(0, 4).map(({ start, end, what }) => ({
            span: { start, end },
            message: `This ${what} is in the default stream too`,
          })),
        ],
      },
    ];
  });
}

/** Names that would not fit into the line of a message are left out. */
const shortened = (made: string): string => (made.length > 40 ? "streams" : made);

/** Does every mention of a stream, or of an array of streams, in a function only declare, make or keep it? */
function isKept(name: string, { start, end }: Span, { outline, text }: RuleContext): boolean {
  const code = codeOf(text).slice(start, end);
  const isOwn = (at: number, type: string): boolean => start <= at && at < end && /\bcudaStream_t\b/.test(type);
  const declared =
    (outline.variables ?? []).filter((one) => one.name === name && isOwn(one.nameSpan.start, one.type)).length +
    outline.arrays.filter((one) => one.name === name && isOwn(one.start, one.type)).length;
  const loops = [...code.matchAll(patternWith("g")`${rangeLoop}${name}\s*\)`)].map(([, each]) => each!);
  const sizes = count(patternWith("g")`\b${name}\.size\s*\(`, code);
  const areKept = loops.every((each) => {
    const heads = count(patternWith("g")`\bfor\s*\([^():;]*\b${each}\s*:`, code);
    return mentionsOf(each, code).length === keptIn(each, code) + heads;
  });
  return (
    declared > 0 && areKept && mentionsOf(name, code).length === keptIn(name, code) + declared + loops.length + sizes
  );
}

/** `for (auto& stream : ` before the name of an array. */
const rangeLoop = /\bfor\s*\(\s*(?:const\s+)?(?:auto|cudaStream_t)\s*&{0,2}\s*(\w+)\s*:\s*/;

const count = (searched: RegExp, code: string): number => [...code.matchAll(searched)].length;
const keptIn = (name: string, code: string): number => count(patternWith("g")`${keeping}${name}\b`, code);

/** The stream, or the array whose elements a loop visits, that a call makes. */
function madeBy(call: HostCall, { text }: RuleContext): string {
  const name = rootName(call);
  const before = codeOf(text).slice(Math.max(0, call.start - 160), call.start);
  const loop = pattern`\bfor\s*\([^():;]*\b${name}\s*:\s*(\w+)\s*\)[^;]*$`.exec(before);
  return name && loop ? loop[1]! : name;
}

/** What the default stream does between two operations of other streams: it waits for one, and the other waits for it. */
function between(operations: readonly Operation[], context: RuleContext): readonly Problem[] {
  const { host } = context;
  const nonBlocking = nonBlockingStreams(host);
  const isOurs = ({ stream }: Operation): boolean =>
    stream.kind === "created" && !nonBlocking.has(/^\w+/.exec(stream.text)?.[0] ?? "");
  return operations.flatMap((one, at): readonly Problem[] => {
    if (one.stream.kind !== "default" || one.what === "prefetch") return [];
    const isNear = (other: Operation): boolean =>
      other.within === one.within &&
      isOurs(other) &&
      canFollow(host.path(one), host.path(other)) &&
      sameLoops(one, other, context);
    const before = operations.slice(0, at).findLast(isNear);
    // In a loop, the next iteration's work comes after it.
    const isAgain = before && /\[/.test(before.stream.text) && host.path(one).some(({ kind }) => kind === "for");
    const after = operations.slice(at + 1).find(isNear) ?? (isAgain ? before : undefined);
    if (!before || !after || isWaited(before, one, context) || isWaited(one, after, context)) return [];
    if (
      !areDifferent(before.stream, after.stream) &&
      before.stream.text === after.stream.text &&
      !/\[/.test(before.stream.text)
    )
      return [];
    const what = one.what === "launch" ? "This launch in the default stream" : "This copy in the default stream";
    return [
      {
        span: { start: one.start, end: one.end },
        message: `${what} waits for ${before.stream.text} (line ${lineNumber(before.start, context)}), and ${after.stream.text} waits for it: nothing overlaps.`,
        certainty: "proved",
        related: [
          { span: { start: before.start, end: before.end }, message: "It waits for this" },
          { span: { start: after.start, end: after.end }, message: "This waits for it" },
        ],
      },
    ];
  });
}

/** A loop that copies a chunk in, works on it and copies it out, all in one stream. */
function oneStream({ host, outline, text }: RuleContext): readonly Problem[] {
  const found = new Map<number, Problem>();
  for (const launch of host.operations.filter(({ what }) => what === "launch")) {
    const loop = host.path(launch).findLast(({ kind }) => kind === "for");
    if (!loop || launch.stream.kind !== "created" || !/^\w+$/.test(launch.stream.text)) continue;
    const inside = host.operations.filter(
      (one) => one.within === launch.within && one.start >= loop.start && one.end <= loop.end && one.isAsynchronous,
    );
    const copies = inside.filter(({ what }) => what === "copy");
    const head = loop.head ? text.slice(loop.head.start, loop.head.end) : "";
    const counter = /([A-Za-z_]\w*)\s*=(?!=)/.exec(head)?.[1];
    const isChunked = copies.some(({ touches }) =>
      touches.some(({ argument }) => counter && isOfChunk(argument.text, counter, argument.start, outline)),
    );
    const isAlone = inside.every(({ stream }) => stream.text === launch.stream.text);
    const waits = outline.calls.some(
      (call) => call.start >= loop.start && call.end <= loop.end && mayWait(call, host, outline),
    );
    if (copies.length < 2 || !isChunked || !isAlone || waits || copies[0]!.start > launch.start) continue;
    found.set(loop.start, {
      span: { start: launch.start, end: launch.end },
      message: `Every chunk of this loop is copied and computed in ${launch.stream.text}: no copy overlaps with a kernel.`,
      certainty: "proved",
      related: copies.map(({ start, end }) => ({
        span: { start, end },
        message: "Use one stream for each of two or more chunks in turn",
      })),
    });
  }
  return [...found.values()];
}

/** Does an expression, or what the variable that it names starts with, depend on the loop's counter? */
function isOfChunk(written: string, counter: string, at: number, outline: Outline): boolean {
  const own = pattern`\b${counter}\b|\boff\w*`;
  const root = /^&?\s*([A-Za-z_]\w*)/.exec(written)?.[1];
  const variable = root === undefined ? undefined : variableAt(root, at, outline);
  return own.test(written) || !!variable?.initializer?.parts.some((part) => own.test(part));
}

const sameLoops = (a: Operation, b: Operation, { host }: RuleContext): boolean => {
  const loops = (one: Operation): string =>
    host
      .path(one)
      .filter(({ kind }) => kind === "for" || kind === "while" || kind === "do")
      .map(({ start }) => start)
      .join();
  return loops(a) === loops(b);
};

/** Does the host wait between two operations anyway? */
function isWaited(first: Operation, second: Operation, { host, outline }: RuleContext): boolean {
  return outline.calls.some(
    (call) =>
      call.start >= first.end &&
      call.end <= second.start &&
      call.within === first.within &&
      mayWait(call, host, outline),
  );
}

/** Operations of different streams on one buffer, with nothing that orders them. Page: `docs/rules/stream-hazard.md`. */
import type { Operation, Touched } from "../facts/host";
import { mayWait } from "../facts/host/operations";
import { canFollow, changesInLoop, loopsOf, namesIn } from "../facts/host/paths";
import { areDifferent, nonBlockingStreams } from "../facts/host/streams";
import type { Statement } from "../syntax/text/statements";
import { lineNumber } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Pairs of operations of two streams on one buffer, one of them a write, without an event between. */
export const streamHazard = problemRule(
  {
    id: "stream-hazard",
    title: "Streams that use one buffer without an order",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const { host } = context;
    const operations = host.operations.filter((one) => one.isAsynchronous);
    if (operations.every(({ stream }) => stream.kind !== "created")) return [];
    return operations.flatMap(
      (second, at) =>
        hazardOf(second, operations.slice(0, at), context) ?? loopHazard(second, operations, context) ?? [],
    );
  },
);

/** The memory that two operations touch, where one of them writes it. */
function sharedBuffer(
  first: Operation,
  second: Operation,
  context: RuleContext,
): readonly [Touched, Touched] | undefined {
  for (const a of first.touches) {
    for (const b of second.touches) {
      if (a.argument.text !== b.argument.text || a.use === "unknown" || b.use === "unknown") continue;
      if (a.use !== "writes" && b.use !== "writes") continue;
      const memory = context.host.memory(a.argument);
      if (!memory && (isOnDevice(a, first, context) || isOnDevice(b, second, context))) return [a, b];
      if (memory?.kind === "device" || memory?.kind === "pinned" || memory?.kind === "managed") return [a, b];
    }
  }
  return undefined;
}

/** Does the kind of a copy say that one of its ends, of which nothing else is known, is memory of the device? */
function isOnDevice({ argument, use }: Touched, { what, call }: Operation, { host }: RuleContext): boolean {
  if (what !== "copy") return false;
  const kind = host.calls.find((one) => one.call === call)?.argument("kind")?.text ?? "";
  const isPlain = /^[A-Za-z_]\w*$/.test(argument.text);
  return isPlain && (use === "writes" ? /HostToDevice$|DeviceToDevice$/ : /DeviceToHost$|DeviceToDevice$/).test(kind);
}

/** Does something order two operations: the host waits, a stream waits, or one is in the default stream? */
function areOrdered(first: Operation, second: Operation, context: RuleContext): boolean {
  const { host, outline, text } = context;
  const blocking = nonBlockingStreams(host);
  const isBlocking = ({ stream }: Operation): boolean => !blocking.has(/^\w+/.exec(stream.text)?.[0] ?? "");
  const hasDefault = first.stream.kind === "default" || second.stream.kind === "default";
  if (hasDefault && isBlocking(first.stream.kind === "default" ? second : first)) return true;
  const between = outline.calls.filter(
    (call) => call.start >= first.end && call.end <= second.start && call.within === first.within,
  );
  const isDefaultBetween = outline.launches.some(
    (one) =>
      one.start >= first.end && one.end <= second.start && one.configuration.length < 4 && one.within === first.within,
  );
  return (
    isDefaultBetween ||
    between.some((call) => call.callee === "cudaStreamWaitEvent" || mayWait(call, host, outline)) ||
    /WaitEvent|Synchronize|BeginCapture/.test(text.slice(first.end, second.start))
  );
}

function hazardOf(second: Operation, before: readonly Operation[], context: RuleContext): Problem | undefined {
  for (const first of [...before].reverse()) {
    if (first.within !== second.within || !areDifferent(first.stream, second.stream)) continue;
    const shared = sharedBuffer(first, second, context);
    if (!shared || !canFollow(context.host.path(first), context.host.path(second))) continue;
    if (areOrdered(first, second, context)) return undefined;
    return problemOf(first, second, shared, context);
  }
  return undefined;
}

const verbs = { reads: "read", writes: "write", unknown: "use" } as const;

const operationWords = ({ what, start }: Operation, context: RuleContext): string =>
  `the ${what === "launch" ? "kernel" : what} of line ${lineNumber(start, context)}`;

function problemOf(
  first: Operation,
  second: Operation,
  [a, b]: readonly [Touched, Touched],
  context: RuleContext,
): Problem {
  const does = second.what === "launch" ? "This kernel" : `This ${second.what}`;
  return {
    span: b.argument,
    message: `${does} may ${verbs[b.use]} ${b.argument.text} while ${operationWords(first, context)} (${first.stream.text || "default stream"}) still ${a.use} it: no event orders them.`,
    certainty: "proved",
    related: [
      { span: a.argument, message: `Stream ${first.stream.text || "0"} ${a.use} it here` },
      {
        span: b.argument,
        message: "Use one stream, a buffer for each stream, or cudaEventRecord and cudaStreamWaitEvent",
      },
    ],
  };
}

/** `for (i …)` over streams `s[i]` that all use one buffer: the next iteration's operation, in the next stream, comes too early. */
function loopHazard(second: Operation, operations: readonly Operation[], context: RuleContext): Problem | undefined {
  const { host, outline, text } = context;
  const loop = loopsOf(host.path(second)).at(-1);
  const counter = loop && counterOf(loop, context);
  if (!loop || !counter || second.stream.kind !== "created" || !namesIn(counter, second.stream.text)) return undefined;
  const body = { start: loop.start, end: loop.end };
  const inside = operations.filter(
    (one) => one.start >= body.start && one.end <= body.end && one.within === second.within,
  );
  const isOrdered =
    outline.calls.some(
      (call) =>
        call.start >= body.start &&
        call.end <= body.end &&
        (call.callee === "cudaStreamWaitEvent" || mayWait(call, host, outline)),
    ) || /WaitEvent|Synchronize|Query|BeginCapture/.test(text.slice(body.start, body.end));
  if (isOrdered) return undefined;
  for (const touch of second.touches) {
    if (touch.use !== "writes" || changesInLoop(touch.argument.text, loop, context)) continue;
    const other = inside.find(
      (one) =>
        one !== second &&
        one.stream.text === second.stream.text &&
        one.touches.some(({ argument, use }) => argument.text === touch.argument.text && use !== "unknown"),
    );
    const memory = host.memory(touch.argument);
    if (!other || (memory?.kind !== "device" && memory?.kind !== "pinned")) continue;
    // Of two operations that both qualify, the first of the text is reported.
    const isFirst = inside.find((one) =>
      one.touches.some((mine) => mine.argument.text === touch.argument.text && mine.use === "writes"),
    );
    if (isFirst !== second) continue;
    const does = other.touches.find(({ argument }) => argument.text === touch.argument.text)!.use;
    return {
      span: touch.argument,
      message: `The next iteration writes ${touch.argument.text} in another stream, while ${operationWords(other, context)} may still ${verbs[does]} it.`,
      certainty: "proved",
      related: [
        {
          span: { start: other.start, end: other.end },
          message: "This operation of the iteration before is not waited for",
        },
        { span: touch.argument, message: "Use a buffer for each stream, or cudaEventRecord and cudaStreamWaitEvent" },
      ],
    };
  }
  return undefined;
}

/** The variable that a `for` counts. */
function counterOf(loop: Statement, { text }: RuleContext): string | undefined {
  const head = loop.kind === "for" && loop.head ? text.slice(loop.head.start, loop.head.end) : "";
  return /^\s*(?:[\w:]+\s+)*([A-Za-z_]\w*)\s*=/.exec(head)?.[1];
}

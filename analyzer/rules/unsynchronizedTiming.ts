/** Times that are taken before the device is done. Page: `docs/rules/unsynchronized-timing.md`. */
import type { HostCall } from "../facts/host";
import { written } from "../facts/host";
import { mayWait, mayWaitForVector } from "../facts/host/operations";
import { indexOf } from "../facts/host/outlineIndex";
import { canFollow } from "../facts/host/paths";
import type { CallOutline, Outline } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { checked } from "./host/checkedCalls";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** Host clocks around launches and elapsed times of events that are taken before the work is done. */
export const unsynchronizedTiming = problemRule(
  {
    id: "unsynchronized-timing",
    title: "Time taken before the device is done",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "safe",
  },
  ["host"],
  (context) => [...context.outline.calls.flatMap((call) => elapsed(call, context) ?? []), ...hostClocks(context)],
);

/** Does the host wait, or might it, between two places of a function? */
function isWaited(from: number, to: number, within: number | undefined, context: RuleContext): boolean {
  const { host, outline, text } = context;
  const calls = outline.calls.filter((call) => call.within === within && call.start >= from && call.end <= to);
  return calls.some((call) => mayWait(call, host, outline)) || mayWaitForVector(codeOf(text), from, to);
}

/** `cudaEventElapsedTime` of an event that the host has not waited for since it was recorded. */
function elapsed(call: CallOutline, context: RuleContext): Problem | undefined {
  if (call.callee !== "cudaEventElapsedTime" || !call.arguments[2]) return undefined;
  const { host, text } = context;
  const stop = written(call.arguments[2], text).text;
  const record = host.calls.findLast(
    (one: HostCall) =>
      one.api.action === "record" &&
      one.within === call.within &&
      one.end <= call.start &&
      one.argument("event")?.text === stop,
  );
  if (!record || !canFollow(host.path(record), host.path(call))) return undefined;
  if (isWaited(record.end, call.start, call.within, context)) return undefined;
  // Work before the record: an event of an empty stream is done at once.
  const isBusy = host.operations.some((one) => one.within === call.within && one.start < record.start);
  if (!isBusy) return undefined;
  return {
    span: { start: call.start, end: call.end },
    message: `${stop} (line ${lineNumber(record.start, context)}) is not waited for: cudaEventElapsedTime answers cudaErrorNotReady.`,
    certainty: "proved",
    related: [
      { span: { start: record.start, end: record.end }, message: `Call cudaEventSynchronize(${stop}) after this` },
    ],
    fixes: [inserted(`cudaEventSynchronize(${stop})`, call.start, context)].filter((one) => one !== undefined),
  };
}

/** A call in a line of its own before the statement at an offset. */
function inserted(call: string, at: number, context: RuleContext): Fix | undefined {
  const path = context.host.path({ start: at, end: at + 1 });
  const statement = path.at(-1);
  const around = path.at(-2);
  if (!statement || (around && around.kind !== "block")) return undefined;
  const newText = `${checked(call, context)};\n${indentationAt(context.text, statement.start)}`;
  return { title: `Insert ${call}`, edits: [{ start: statement.start, end: statement.start, newText }], safe: true };
}

const clocks =
  /^(?:clock|(?:\w+::)*\w*_clock::now|(?:\w+::)*Clock::now|gettimeofday|clock_gettime|omp_get_wtime|QueryPerformanceCounter|cpuSecond|MPI_Wtime)$/;

/** Does a function of the file, or a member of one of its classes, only read a clock: `double seconds() { … clock_gettime(…) … }`? */
function isClock(callee: string, outline: Outline): boolean {
  const { functions, calls } = outline;
  const name = callee.split(/\.|->/).at(-1)!;
  const isMember = name !== callee;
  const named = indexOf(outline).functions.get(name) ?? [];
  const found = named.filter((one) => !isMember || /::/.test(one.qualifiedName));
  const [first] = found;
  if (first === undefined || (isMember && found.length > 1)) return false;
  if (first.parameters.length > 0 || first.name === "main") return false;
  const index = functions.indexOf(first);
  const own = calls.filter(({ within }) => within === index);
  return own.some((call) => clocks.test(call.callee)) && own.every((call) => !/^cu/.test(call.callee));
}

/** `clk::now` after `using clk = std::chrono::steady_clock;`. */
function isAliasOfClock(callee: string, { text }: RuleContext): boolean {
  const name = /^(\w+)::now$/.exec(callee)?.[1];
  if (name === undefined) return false;
  return pattern`\busing\s+${name}\s*=\s*[\w:]*_clock\s*;|\btypedef\s+[\w:]*_clock\s+${name}\s*;`.test(codeOf(text));
}

/** The object whose member reads a clock; empty for clocks that are functions. */
const timerOf = ({ callee }: CallOutline): string => /^(.*)(?:\.|->)\w+$/.exec(callee)?.[1] ?? "";

/** The variable that a reading of a clock is kept in: `t` of `t = clock()` and of `gettimeofday(&t, …)`. */
function keptIn({ start, arguments: given }: CallOutline, { text }: RuleContext): string | undefined {
  const assigned = /([A-Za-z_]\w*)\s*=\s*(?:\(\s*\w+\s*\)\s*)?$/.exec(text.slice(Math.max(0, start - 80), start))?.[1];
  const handed = given
    .map((span) => /^&\s*([\w.]+)$/.exec(text.slice(span.start, span.end).trim())?.[1])
    .find((one) => one !== undefined);
  return assigned ?? handed;
}

/** Is the time between two readings computed: is the first one subtracted, or are both handed over together? */
function areCompared(first: CallOutline, second: CallOutline, context: RuleContext): boolean {
  const { text, outline } = context;
  const [from, to] = [keptIn(first, context), keptIn(second, context)];
  const body = outline.functions[second.within!]?.body;
  // A reading that is kept nowhere in sight may be compared anywhere.
  if (from === undefined || !body) return true;
  const own = pattern`\b${from}\b`;
  const end = text.indexOf(";", second.end);
  if (own.test(text.slice(second.end, end)) || pattern`-\s*${from}\s*$`.test(text.slice(first.end, second.start)))
    return true;
  if (to === undefined) return true;
  const other = pattern`\b${to}\b`;
  return text
    .slice(end, body.end)
    .split(";")
    .some((statement) => own.test(statement) && other.test(statement));
}

/** A clock of the host before and after a launch. */
function hostClocks(context: RuleContext): readonly Problem[] {
  const { outline, host } = context;
  const launches = host.operations.filter(({ what }) => what === "launch");
  const readings = outline.calls
    .filter(
      ({ callee, within }) =>
        within !== undefined &&
        !outline.functions[within]!.isDevice &&
        (clocks.test(callee) || isClock(callee, outline) || isAliasOfClock(callee, context)),
    )
    .sort((a, b) => a.start - b.start);
  return readings.flatMap((second, at): readonly Problem[] => {
    const first = readings
      .slice(0, at)
      .findLast((one) => one.within === second.within && timerOf(one) === timerOf(second));
    const launch =
      first &&
      launches.findLast((one) => one.within === second.within && one.start >= first.end && one.end <= second.start);
    if (!launch || !first || !areCompared(first, second, context)) return [];
    if (isWaited(launch.end, second.start, second.within, context)) return [];
    if (!canFollow(host.path(launch), host.path(second)) || !canFollow(host.path(first), host.path(launch))) return [];
    // Both readings in one loop, one launch in an inner one, are fine; a reading in another loop is not of this launch.
    return [
      {
        span: { start: second.start, end: second.end },
        message: `This times the launch of line ${lineNumber(launch.start, context)}, not the kernel: the launch returns at once. Synchronize first.`,
        certainty: "proved",
        related: [
          { span: { start: launch.start, end: launch.end }, message: "The kernel is launched here, and may run on" },
        ],
        fixes: [inserted("cudaDeviceSynchronize()", second.start, context)].filter((one) => one !== undefined),
      },
    ];
  });
}

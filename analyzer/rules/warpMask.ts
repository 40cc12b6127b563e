/** Masks of warp functions that do not fit the lanes that execute them. Page: `docs/rules/warp-mask.md`. */
import type { ExchangeFact } from "../facts/model";
import { frames } from "../ir/frames";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { offsetOf } from "./text/offsets";
import { laneWords } from "./text/words";

/** Masks of warp functions that omit a lane that executes the call, or name a lane that does not. */
export const warpMask = problemRule(
  {
    id: "warp-mask",
    title: "Mask that does not fit the lanes",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["exchanges"],
  (context) => {
    const found = context.kernels.flatMap(({ exchanges }) =>
      exchanges.flatMap((fact) => problemOf(fact, context) ?? []),
    );
    return [...new Map(found.map((one) => [one.span.start, one])).values()];
  },
);

const lanesOf = (mask: number): readonly number[] =>
  Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);

const wordAt = (at: number, { text }: RuleContext): string => /^\w+/.exec(text.slice(at))?.[0] ?? "";

const isWarpFunction = (name: string): boolean =>
  /^__(?:shfl|syncwarp|ballot|any|all|match|activemask|reduce)/.test(name);

function problemOf(
  { location, mask, missing, extra, launch }: ExchangeFact,
  context: RuleContext,
): Problem | undefined {
  const at = offsetOf(context, location);
  // A block that no launch shows may be as small as the mask.
  const isAssumed = launch.from === "assumed";
  if (at === undefined || (isAssumed && missing === 0)) return undefined;
  const called = wordAt(at, context);
  const within = frames(location)
    .map(({ file, line, column, function: of }) => offsetOf(context, { file, line, column, function: of }))
    .find((one) => one !== undefined && isWarpFunction(wordAt(one, context)));
  const inner = within === undefined ? "" : wordAt(within, context);
  if (within === undefined) return undefined;
  // In a function of the file it is the call, under its condition, that is wrong.
  const isInner = within !== at;
  const name = isInner ? `${inner} in ${called}` : called;
  const written = `0x${mask.toString(16)}`;
  const what =
    missing !== 0
      ? `names ${laneWords(lanesOf(missing))}, which ${lanesOf(missing).length === 1 ? "does" : "do"} not execute it`
      : `leaves out ${laneWords(lanesOf(extra))}, which ${lanesOf(extra).length === 1 ? "executes" : "execute"} it`;
  return {
    span: { start: at, end: at + called.length },
    message: `${name}: the mask ${written} ${what}. The result is undefined.`,
    certainty: isAssumed ? "likely" : "proved",
    ...(isAssumed ? { severity: "information" as const } : {}),
    related: [
      ...(isInner ? [{ span: { start: within, end: within + inner.length }, message: "The mask is given here" }] : []),
      {
        span: { start: at, end: at + called.length },
        message: "Call it outside of the condition with all lanes, or compute the mask with __ballot_sync before",
      },
    ],
  };
}

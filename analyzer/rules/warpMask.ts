/** Masks of warp functions that do not fit the lanes that execute them. Page: `docs/rules/warp-mask.md`. */
import type { ExchangeFact } from "../facts/model";
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

function problemOf(
  { location, mask, missing, extra, launch }: ExchangeFact,
  context: RuleContext,
): Problem | undefined {
  const at = offsetOf(context, location);
  // A block that no launch shows may be as small as the mask.
  const isAssumed = launch.from === "assumed";
  if (at === undefined || (isAssumed && missing === 0)) return undefined;
  const name = /^\w+/.exec(context.text.slice(at))?.[0] ?? "";
  if (!/^__(?:shfl|syncwarp|ballot|any|all|match|activemask|reduce)/.test(name)) return undefined;
  const written = `0x${mask.toString(16)}`;
  const what =
    missing !== 0
      ? `names ${laneWords(lanesOf(missing))}, which ${lanesOf(missing).length === 1 ? "does" : "do"} not execute it`
      : `leaves out ${laneWords(lanesOf(extra))}, which ${lanesOf(extra).length === 1 ? "executes" : "execute"} it`;
  return {
    span: { start: at, end: at + name.length },
    message: `${name}: the mask ${written} ${what}. The result is undefined.`,
    certainty: isAssumed ? "likely" : "proved",
    ...(isAssumed ? { severity: "information" as const } : {}),
    related: [
      {
        span: { start: at, end: at + name.length },
        message: "Call it outside of the condition with all lanes, or compute the mask with __ballot_sync before",
      },
    ],
  };
}

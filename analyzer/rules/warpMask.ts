/** Masks of warp functions that do not fit the lanes that execute them. Page: `docs/rules/warp-mask.md`. */
import type { ExchangeFact } from "../facts/model";
import { frames } from "../ir/frames";
import type { Span } from "../syntax/model";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { offsetOf } from "./text/offsets";
import { laneWords, siteWords } from "./text/words";

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

function problemOf(fact: ExchangeFact, context: RuleContext): Problem | undefined {
  const { location, missing, launch } = fact;
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
  const span = { start: at, end: at + called.length };
  const given = { start: within, end: within + inner.length };
  const { what, here, related } = fact.exited ? ofExited(fact, fact.exited, span, context) : ofMask(fact, span);
  return {
    span,
    message: `${isInner ? `${inner} in ${called}` : called}${what}`,
    certainty: isAssumed ? "likely" : "proved",
    // What an exited lane leaves behind is undefined, and often happens to be harmless.
    ...(isAssumed ? { severity: "information" as const } : fact.exited ? { severity: "warning" as const } : {}),
    related: [...(isInner ? [{ span: given, message: here }] : []), ...related],
  };
}

/** The end of a message, the note at a call inside a function of the file, and the notes after it. */
interface Explanation {
  readonly what: string;
  readonly here: string;
  readonly related: NonNullable<Problem["related"]>;
}

function ofMask({ mask, missing, extra }: ExchangeFact, span: Span): Explanation {
  const written = `0x${mask.toString(16)}`;
  const [lanes, verb, what] =
    missing !== 0 ? [lanesOf(missing), "do", "names"] : [lanesOf(extra), "execute", "leaves out"];
  const singular = verb === "do" ? "does" : "executes";
  const which = `which ${lanes.length === 1 ? singular : verb}${verb === "do" ? " not execute" : ""} it`;
  const advice = "Call it outside of the condition with all lanes, or compute the mask with __ballot_sync before";
  return {
    what: `: the mask ${written} ${what} ${laneWords(lanes)}, ${which}. The result is undefined.`,
    here: "The mask is given here",
    related: [{ span, message: advice }],
  };
}

function ofExited(
  { launch }: ExchangeFact,
  { lanes, user, use, warp, block }: NonNullable<ExchangeFact["exited"]>,
  span: Span,
  context: RuleContext,
): Explanation {
  const read = lanesOf(lanes);
  const at = offsetOf(context, use);
  const site = siteWords(launch);
  const line = site === undefined ? "" : ` of the launch in ${site}`;
  return {
    what: ` reads ${laneWords(read)}, which ${read.length === 1 ? "has" : "have"} exited: the value is undefined.`,
    here: "The shuffle stands here",
    related: [
      { span, message: `In warp ${warp} of block (${block.join(",")})${line}` },
      ...(at === undefined ? [] : [{ span: { start: at, end: at + 1 }, message: `Lane ${user} uses the value here` }]),
      { span, message: "Let lanes past the end of the data stay, with a value that changes nothing, as 0 in a sum" },
    ],
  };
}

/** Memory that threads of a block write and read with no barrier between. Page: `docs/rules/missing-barrier.md`. */

import type { KernelFacts, LaunchShape, RaceFact } from "../facts/model";
import { frames } from "../ir/frames";
import type { Location } from "../ir/model";
import type { MemoryAccess } from "../lower/model";
import { accessSpanAt } from "../syntax/accessSpan";
import { enclosingFunction } from "../syntax/enclosing";
import type { Span } from "../syntax/model";
import { lineIndex } from "../syntax/text/lineIndex";
import { codeOf, pathTo, type Statement, statementsIn } from "../syntax/text/statements";
import type { Fix, Rule, RuleContext } from "./model";
import { indentationAt, offsetOf } from "./text/offsets";
import { codeWords, underWords } from "./text/words";

/** Two expressions of the text that access one address, under the launch that shows it. */
export interface Race {
  readonly fact: RaceFact;
  readonly kernel: KernelFacts;
  /** Of the access that comes first, and of the one that comes after it. */
  readonly first: Span;
  readonly second: Span;
}

/** Shared and global memory that threads of different warps write and read without a barrier between. */
export const missingBarrier: Rule<Race> = {
  meta: {
    id: "missing-barrier",
    title: "Memory that threads share without a barrier",
    category: "correctness",
    severity: "warning",
    since: "0.2.0",
    fixSafety: "unsafe",
  },
  requires: ["races", "accesses"],

  run(context) {
    const found = new Map<number, Race>();
    for (const kernel of context.kernels) {
      for (const fact of kernel.races) {
        if (!isKnown(fact.launch)) continue;
        const [first, second] = spansOf(fact, kernel, context);
        if (!first || !second) continue;
        const known = found.get(second.start);
        if (!known || (fact.certain && !known.fact.certain)) found.set(second.start, { fact, kernel, first, second });
      }
    }
    return [...found.values()].sort((a, b) => a.second.start - b.second.start);
  },

  explain({ fact, kernel, first, second }, { text }) {
    const isSame = first.start === second.start;
    const advice = isSame
      ? "Read into a variable, let all threads arrive at __syncthreads(), then write"
      : "Let all threads of the block arrive at __syncthreads() between them";
    const order = "nothing keeps the one before the other: the threads belong to different warps";
    return {
      certainty: fact.certain ? "proved" : "bounded",
      severity: fact.certain ? "error" : "warning",
      message: messageOf({ fact, first, second }, text),
      span: second,
      related: [
        ...(isSame ? [] : [{ span: first, message: fact.first.op === "store" ? "Written here" : "Read here" }]),
        { span: second, message: `For ${underWords(kernel, fact.launch)}` },
        {
          span: second,
          message:
            fact.first === fact.second
              ? "Which value stays is chance. Let one thread store, or use an atomic operation"
              : fact.first.space === "global"
                ? `With no barrier, ${order}. Write to another array, so that no thread waits for another`
                : `With no barrier, ${order}. ${advice}`,
        },
      ],
    };
  },

  fixes(race, context) {
    const fix = barrierBetween(race, context);
    return fix ? [fix] : [];
  },
};

/** Which thread reads what which other one writes, and where. */
function messageOf({ fact, first, second }: Omit<Race, "kernel">, text: string): string {
  const [one, other] = fact.threads;
  if (fact.first === fact.second)
    return fact.certain
      ? `Threads ${one} and ${other} of a block store different values at one address here.`
      : `Threads ${one} and ${other} of a block store what each has loaded elsewhere at one address here.`;
  const line = text.slice(0, first.start).split("\n").length;
  const place =
    first.start === second.start
      ? "in this very statement"
      : `with ${codeWords(text.slice(first.start, first.end))} in line ${line}`;
  return fact.first.op === "store"
    ? `Thread ${other} reads here what thread ${one} writes ${place}, with no barrier between.`
    : `Thread ${other} overwrites here what thread ${one} reads ${place}, with no barrier between.`;
}

/** Which threads conflict depends on the block: an assumed or merely allowed one shows nothing. */
const isKnown = ({ from }: LaunchShape): boolean => from === "site" || from === "setting";

/** Both accesses, in the innermost function of the file that makes them both. */
function spansOf(
  { first, second }: RaceFact,
  kernel: KernelFacts,
  context: RuleContext,
): readonly [Span | undefined, Span | undefined] {
  const own = (access: MemoryAccess): Span | undefined => spanOf(access, kernel, context);
  const [one, other] = [first, second].map(({ location }) => frames(location).toReversed());
  // Calls that led to both: they are in the function that the last of these calls.
  const calls = one!.findIndex((frame, depth) => !isSamePlace(frame, other![depth]));
  const inner = calls < 0 ? one!.length - 1 : calls;
  if (inner < 1) return [own(first), own(second)];
  const [a, b] = [spanAt(one![inner], first, context), spanAt(other![inner], second, context)];
  return a && b ? [a, b] : [own(first), own(second)];
}

const isSamePlace = (a: Location, b: Location | undefined): boolean =>
  b !== undefined && a.file === b.file && a.line === b.line && a.column === b.column;

function spanAt(frame: Location | undefined, { op }: MemoryAccess, context: RuleContext): Span | undefined {
  const { text, outline } = context;
  if (!frame) return undefined;
  const { inlinedAt: _, ...alone } = frame;
  const at = offsetOf(context, alone);
  if (at === undefined) return undefined;
  const { line, column } = lineIndex(text).clangPositionAt(at);
  return accessSpanAt(text, outline, line, column, { op });
}

function spanOf(access: MemoryAccess, kernel: KernelFacts, context: RuleContext): Span | undefined {
  const fact = kernel.accesses.find((one) => one.access === access);
  const at = offsetOf(context, access.location);
  return (fact && context.accessSpan(fact)) ?? (at === undefined ? undefined : { start: at, end: at + 1 });
}

/**
 * `__syncthreads()` before the statement of the second access, or at the end of the loop that leads back to it. Only
 * where all threads arrive already: directly in the kernel's body, or in a block that has a barrier of its own.
 */
function barrierBetween({ fact, first, second }: Race, { text, outline }: RuleContext): Fix | undefined {
  const owner = enclosingFunction(outline, second.start, second.end);
  const code = codeOf(text);
  // Other blocks go on beside a barrier of this one.
  if (!owner?.body || first.start === second.start || fact.first.space === "global") return undefined;
  const statements = statementsIn(code, owner.body);
  const path = statements && pathTo(statements, second);
  const holdsFirst = ({ start, end }: Span): boolean => start <= first.start && first.end <= end;
  const depth = path?.findIndex((one) => !holdsFirst(one)) ?? -1;
  const statement = path?.[depth];
  if (!path || !statement || !holdsFirst(owner.body)) return undefined;
  const parent = depth === 0 ? undefined : path[depth - 1]!;
  const siblings = parent ? parent.children : statements!;
  if (parent && (parent.kind !== "block" || !siblings.some((one) => isBarrier(one, code)))) return undefined;
  // Callers of a function may be few threads, unless it has a barrier already.
  if (!owner.isKernel && !/\b__syncthreads\s*\(/.test(code.slice(owner.body.start, owner.body.end))) return undefined;
  // Threads that have exited do not reach a new barrier either.
  if (/\breturn\b/.test(code.slice(owner.body.start, statement.start))) return undefined;
  const isAgain = first.start > second.start;
  const last = siblings.at(-1)!;
  const at = isAgain ? last.end : statement.start;
  const indentation = indentationAt(text, isAgain ? last.start : at);
  return {
    title: isAgain ? "Add __syncthreads() at the end of the loop" : "Add __syncthreads() before this statement",
    edits: [
      {
        start: at,
        end: at,
        newText: isAgain ? `\n${indentation}__syncthreads();` : `__syncthreads();\n${indentation}`,
      },
    ],
    safe: false,
  };
}

const isBarrier = ({ start, end }: Statement, code: string): boolean =>
  /^__syncthreads\s*\(\s*\)\s*;?$/.test(code.slice(start, end));

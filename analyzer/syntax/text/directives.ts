/** Preprocessor lines without a preprocessor: includes, macros, and which arms of conditionals can stay in the text. */

import type { IncludeOutline, MacroOutline, Span } from "../model";
import { Balance } from "./brackets";
import { askedUndefined, asksWhatHolds, type Holds, type KnownMacros } from "./conditions";
import { type Lexical, lexical } from "./lexical";
import { ofText } from "./ofText";

/** The preprocessor directives of a text. */
export interface Directives {
  readonly includes: readonly IncludeOutline[];
  readonly macros: readonly MacroOutline[];
  /** Arms that cannot be read beside the arm that was chosen, or that no compiler reads. */
  readonly dropped: readonly Span[];
  /** Arms that stay and that a compile may not take: what they ask for is not defined in the text, or not known. */
  readonly uncertain: readonly Span[];
}

interface Arm {
  readonly body: Span;
  readonly taken: Holds;
  /** `#if 0`: dead on purpose. */
  readonly dead: boolean;
  /** It reads as a piece of its own. */
  readonly alone: boolean;
}

interface OpenConditional {
  readonly arms: Arm[];
  /** The name that the first arm asks not to be defined. */
  readonly unless: string | undefined;
  /** The first arm defines that name, as the guard of a header does. */
  isGuard: boolean;
  condition: Holds;
  dead: boolean;
  /** An arm before this one is taken, whatever headers and the command line define. */
  isDecided: boolean;
  bodyStart: number;
  /** Unmatched brackets of the arm that is read, and of all arms in order. */
  balance: Balance;
  readonly whole: Balance;
}

/** What every CUDA compile defines. `__CUDA_ARCH__` is defined in one of the two passes. */
const predefined = /^(__CUDACC__|__NVCC__|__cplusplus|__CUDA__|__clang__|__linux__|__x86_64__|__LP64__|__CUDA_ARCH__)$/;
/** Names that headers define and texts ask for: nothing is assumed about them. */
const headerName = /^(__|CUD|NV|THRUST|CUB|.*_VERSION)/;

/** The macros that a text has defined up to a directive. */
class TextMacros implements KnownMacros {
  /** @param macros as defined so far @param certain those of them that stand in no conditional */
  constructor(
    private readonly macros: ReadonlyMap<string, string>,
    private readonly certain: ReadonlySet<string>,
  ) {}

  /** Whether nothing but what this text defines outside of conditionals decides: no header and no command line does. */
  isCertain(condition: string): boolean {
    const names = condition.match(/[A-Za-z_]\w*/g)?.filter((name) => name !== "defined") ?? [];
    return names.length > 0 && names.every((name) => this.certain.has(name));
  }

  isDefined(name: string): Holds {
    if (this.macros.has(name) || predefined.test(name)) return "yes";
    return headerName.test(name) ? "unknown" : "no";
  }

  bodyOf(name: string): string | undefined {
    return this.macros.get(name);
  }
}

const defineLine = /^(\w+)(\(([^)]*)\))?([\s\S]*)$/;

function readDefine(span: Span, rest: string): MacroOutline | undefined {
  const match = defineLine.exec(rest);
  if (!match) return undefined;
  const list = match[3];
  const parameters = list
    ?.split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return { ...span, name: match[1]!, ...(parameters && { parameters }), body: match[4]!.trim() };
}

function readInclude(span: Span, rest: string): IncludeOutline | undefined {
  const path = /^(?:<([^>]+)>|"([^"]+)")/.exec(rest);
  return path ? { ...span, path: (path[1] ?? path[2])!, system: path[1] !== undefined } : undefined;
}

/** Follows the directives of a text from its first line to its last. */
class DirectiveReader {
  readonly includes: IncludeOutline[] = [];
  readonly macros: MacroOutline[] = [];
  readonly dropped: Span[] = [];
  readonly uncertain: Span[] = [];
  private readonly known = new Map<string, string>();
  private readonly certain = new Set<string>();
  private readonly names = new TextMacros(this.known, this.certain);
  private readonly open: OpenConditional[] = [];
  /** Up to here the text is in the balance of its arm. */
  private balanced = 0;

  constructor(
    private readonly skeleton: string,
    defines: readonly string[],
  ) {
    for (const define of defines) {
      const [name = "", value = "1"] = define.split(/=(.*)/s);
      this.known.set(name, value);
    }
  }

  read(word: string, rest: string, span: Span): void {
    const top = this.open.at(-1);
    switch (word) {
      case "include": {
        const include = readInclude(span, rest);
        if (include) this.includes.push(include);
        break;
      }
      case "define": {
        const macro = readDefine(span, rest);
        if (macro) this.define(macro);
        break;
      }
      case "undef":
        this.undefine(rest, span.start);
        break;
      case "if":
      case "ifdef":
      case "ifndef":
        this.begin(word, asksWhatHolds(word, rest, this.names), rest, span.end);
        break;
      case "elif":
      case "else":
        if (top) this.next(top, asksWhatHolds(word, rest, this.names), rest, span);
        break;
      case "endif":
        if (top) this.close(span.start, true);
        break;
    }
  }

  /** Conditionals that the text does not end yet reach to its end. */
  finish(end: number): void {
    while (this.open.length > 0) this.close(end, false);
  }

  private define(macro: MacroOutline): void {
    const top = this.open.at(-1);
    if (top?.unless === macro.name && top.arms.length === 0) top.isGuard = true;
    const skipped = this.open.some((one) => one.condition === "no");
    // Only headers of the user could have defined what the condition asks for.
    const certainlySkipped = skipped && this.includes.every((one) => one.system);
    if (certainlySkipped || this.open.some((one) => one.dead)) return;
    const conditional = this.open.some((one) => one.condition !== "yes");
    this.macros.push({ ...macro, ...(conditional && { conditional }) });
    if (!skipped) this.known.set(macro.name, macro.body);
    if (this.open.length === 0) this.certain.add(macro.name);
  }

  private undefine(name: string, at: number): void {
    if (this.open.some((one) => one.condition === "no")) return;
    this.known.delete(name);
    this.certain.delete(name);
    for (const [index, macro] of this.macros.entries()) {
      if (macro.name === name && macro.until === undefined) this.macros[index] = { ...macro, until: at };
    }
  }

  private begin(word: string, condition: Holds, asked: string, bodyStart: number): void {
    const isCertain = this.names.isCertain(asked);
    const dead = (word === "if" && asked === "0") || (isCertain && condition === "no");
    const isDecided = isCertain && condition === "yes";
    this.weigh(bodyStart);
    const unless = askedUndefined(word, asked);
    const balances = { balance: new Balance(), whole: new Balance() };
    this.open.push({ arms: [], unless, isGuard: false, condition, dead, bodyStart, isDecided, ...balances });
  }

  /** Adds the text before an offset to the balance of its arm. */
  private weigh(to: number): void {
    this.open.at(-1)?.balance.add(this.skeleton.slice(this.balanced, to));
    this.balanced = to;
  }

  private endArm(conditional: OpenConditional, end: number): void {
    const { arms, bodyStart, condition, dead, balance, whole } = conditional;
    this.weigh(end);
    arms.push({ body: { start: bodyStart, end }, taken: condition, dead, alone: balance.standsAlone() });
    whole.append(balance);
    conditional.balance = new Balance();
  }

  private next(conditional: OpenConditional, condition: Holds, asked: string, span: Span): void {
    this.endArm(conditional, span.start);
    const before = conditional.arms.map((arm) => arm.taken);
    if (before.includes("yes")) conditional.condition = "no";
    else conditional.condition = before.includes("unknown") && condition !== "no" ? "unknown" : condition;
    const isCertain = this.names.isCertain(asked);
    conditional.dead = conditional.isDecided || (isCertain && condition === "no");
    conditional.isDecided ||= isCertain && condition === "yes" && before.every((taken) => taken === "no");
    conditional.bodyStart = span.end;
  }

  /** What reads alone stays; of the others only the chosen arm does, or, in a conditional still being typed, the last. */
  private close(end: number, ended: boolean): void {
    const conditional = this.open.at(-1)!;
    this.endArm(conditional, end);
    this.open.pop();
    const { arms, whole } = conditional;
    this.open.at(-1)?.balance.append(whole);
    const chosen = ended ? arms.find((arm) => arm.taken !== "no") : arms.at(-1);
    for (const arm of arms) {
      // A condition that is still being typed, and has no end yet, rules nothing out.
      const isOpen = !ended && arms.length === 1;
      if ((arm.dead && !isOpen) || (arm !== chosen && !arm.alone)) this.dropped.push(arm.body);
      else if (arm.taken !== "yes" && ended && !conditional.isGuard) this.uncertain.push(arm.body);
    }
  }
}

/** A directive as it is read: `#ifdef NAME` is `ifdef` and `NAME`. */
export interface Directive {
  readonly word: string;
  /** What follows the word, comments in it read as one space and its lines joined. */
  readonly rest: string;
  readonly span: Span;
}

/** The text of a directive, comments in it read as one space and its lines joined. */
function content(text: string, span: Span, comments: readonly Span[]): string {
  let read = "";
  let at = span.start;
  for (const comment of comments) {
    read += `${text.slice(at, comment.start)} `;
    at = comment.end;
  }
  return (read + text.slice(at, span.end)).replace(/\\\r?\n/g, " ");
}

/** The directives of a text, first to last. */
function directiveLines(
  text: string,
  { directives: spans, comments }: Pick<Lexical, "directives" | "comments">,
): readonly Directive[] {
  const lines: Directive[] = [];
  let next = 0;
  for (const span of spans) {
    while (next < comments.length && comments[next]!.end <= span.start) next++;
    const first = next;
    while (next < comments.length && comments[next]!.start < span.end) next++;
    const match = /^#\s*(\w*)\s*([\s\S]*)$/.exec(content(text, span, comments.slice(first, next)));
    if (match) lines.push({ word: match[1]!, rest: match[2]!.trim(), span });
  }
  return lines;
}

/** The directives of a text as it is typed, first to last. */
export const directivesOf = ofText((text): readonly Directive[] => directiveLines(text, lexical(text)));

/**
 * Reads the directives of a text.
 * @param skeleton the text without comments, directives and what stands in literals, at the same offsets
 * @param defines `NAME` or `NAME=value` from the command line
 */
export function directives(
  text: string,
  skeleton: string,
  found: Pick<Lexical, "directives" | "comments">,
  defines: readonly string[],
): Directives {
  const reader = new DirectiveReader(skeleton, defines);
  for (const { word, rest, span } of directiveLines(text, found)) reader.read(word, rest, span);
  reader.finish(text.length);
  const { includes, macros, dropped, uncertain } = reader;
  return { includes, macros, dropped: outermost(dropped), uncertain: outermost(uncertain) };
}

/** Ordered, and without the spans that lie inside others. */
function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}

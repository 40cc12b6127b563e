/**
 * What the device pass needs of a host function that does not parse: its declarations and its calls, for these alone make
 * instances of templates and give lambdas their numbers. Each becomes a statement by itself, where it stands, whatever
 * the words around it; so an error in one says nothing about the others.
 */
import type { FunctionOutline, Outline, Span } from "../../syntax/model";
import { pattern, patternWith } from "../../syntax/text/patterns";
import type { Edit } from "./edits";
import { codeOnly } from "./statements";

/** A body in place of which its declarations and calls stand. */
export interface FlatBody extends Edit {
  /** Offsets from the start of the edit at which something did not compile. */
  readonly bad: readonly number[];
}

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Words that begin no call, no type and no name of a variable. */
const notNames = new Set(
  (
    "if else for while do switch case default return goto break continue new delete throw try catch sizeof alignof " +
    "decltype noexcept static_assert operator template typename using typedef public private protected co_return " +
    "co_await co_yield const constexpr static volatile extern struct class union enum auto void bool char short int " +
    "long float double signed unsigned inline register mutable true false nullptr this __global__ __device__ " +
    "__host__ __shared__ __constant__ __managed__"
  ).split(" "),
);

/** Words that are a type, and words that may stand before the name of one. */
const typeWord = /^(?:auto|void|bool|char|short|int|long|float|double|signed|unsigned)$/;
const specifier =
  /^(?:const|constexpr|static|volatile|extern|struct|class|union|enum|typename|mutable|inline|register|signed|unsigned|long|short)$/;

const literals = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * The quote of a line that has no partner, where there is one: that without which every literal stands between what may
 * stand around one, and the least of the line is in literals; else the last.
 */
function strayQuote(line: string): number | undefined {
  const last = codeOnly(line).search(/["']/);
  if (last < 0) return undefined;
  let best = { at: last, length: Number.POSITIVE_INFINITY };
  for (const { index: at } of line.matchAll(/["']/g)) {
    const without = withoutCharacter(line, at);
    if (/["']/.test(codeOnly(without))) continue;
    const found = [...without.matchAll(literals)];
    const isLikely = found.every(({ index, 0: one }) => {
      const before = without.slice(0, index).trimEnd();
      return (
        /(?:^|[^\w)\]"']|\b(?:u8|[uUL]|return|case))$/.test(before) &&
        /^\s*(?:[^\s\w"']|$)/.test(without.slice(index + one.length))
      );
    });
    const length = found.reduce((sum, [one]) => sum + one.length, 0);
    if (isLikely && length < best.length) best = { at, length };
  }
  return best.at;
}

const withoutCharacter = (text: string, at: number) => `${text.slice(0, at)} ${text.slice(at + 1)}`;

/** Quotes that nothing closes would hide the rest of their line. */
function withoutStrayQuotes(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      let mended = line;
      for (let tries = 0; tries < 3; tries++) {
        const stray = strayQuote(mended);
        if (stray === undefined) break;
        mended = withoutCharacter(mended, stray);
      }
      return mended;
    })
    .join("\n");
}

/** For every bracket of some code the place of its partner; brackets that have none are in no pair. */
function pairsOf(code: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly at: number; readonly closer: string; semicolons: number }[] = [];
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!;
    if (character in closers) {
      const isLoop = character === "(" && /\bfor\s*$/.test(code.slice(Math.max(0, at - 9), at));
      open.push({ at, closer: closers[character]!, semicolons: isLoop ? 2 : 0 });
    } else if (character === ";") {
      // A parenthesis ends with its statement, whether it is closed or not.
      while (open.length > 0 && open.at(-1)!.closer !== "}" && open.at(-1)!.semicolons === 0) open.pop();
      if (open.length > 0 && open.at(-1)!.closer !== "}") open.at(-1)!.semicolons--;
    } else if (character === ")" || character === "]" || character === "}") {
      const match = open.findLastIndex(({ closer }) => closer === character);
      const brace = open.findLastIndex(({ closer }) => closer === "}");
      if (match < 0 || (character !== "}" && match < brace)) continue;
      pairs.set(open[match]!.at, at).set(at, open[match]!.at);
      open.length = match;
    }
  }
  return pairs;
}

const argumentList = /<(?!<)(?:[^<>;(){}]|<[^<>;(){}]*>)*>\s*/;
const qualifiers = pattern`(?:::\s*)?(?:\b[A-Za-z_]\w*\s*${argumentList}?(?:::|\.|->)\s*(?:template\s+)?)*`;
const callHead = patternWith("g")`${qualifiers}\b([A-Za-z_]\w*)\s*${argumentList}?(?:<<<[^;{}]*?>>>\s*)?\(`;
/** The most words before the type of a declaration: a longer row of words is none, and is not searched. */
const wordsBefore = /((?:[A-Za-z_]\w*\s+){0,8})/;
const typeName = pattern`(?:::\s*)?([A-Za-z_]\w*)\s*${argumentList}?(?:::\s*\w+\s*${argumentList}?)*`;
const declarator = /(?:\s|\*|&|\bconst\b|\b__restrict__\b)*(?<=[\s*&>])([A-Za-z_]\w*)\s*(?:[=;,({[]|$)/;
const declaration = patternWith("y")`${wordsBefore}${typeName}${declarator}`;

/** Of the body of a host function that is to be flattened: its text, and where each bracket is closed. */
interface Code {
  readonly text: string;
  readonly code: string;
  readonly pairs: ReadonlyMap<number, number>;
  readonly bad: readonly number[];
  /** Names of the functions of the file, which declare no variable. */
  readonly functions: ReadonlySet<string>;
}

const isBad = ({ bad }: Code, { start, end }: Span) => bad.some((at) => start <= at && at < end);

/** Where the declaration in a statement begins, which may have anything before it. */
function declarationIn({ code, pairs, functions }: Code, { start, end }: Span): number | undefined {
  // What stands in brackets is no part of the declaration's shape; nor are brackets that nothing closes.
  let shell = "";
  for (let at = start; at < end; at++) {
    const partner = pairs.get(at);
    const character = code[at]!;
    if (partner === undefined) shell += /[()[\]{}]/.test(character) ? " " : character;
    else {
      shell += character + " ".repeat(Math.max(0, partner - at - 1)) + code[partner]!;
      at = partner;
    }
  }
  const keyword = /\b(?:using\s+\w+\s*=|typedef\b|(?:struct|class|union|enum)\s+\w*[^;={]*\{)/.exec(shell);
  if (keyword) return start + keyword.index;
  for (const word of shell.matchAll(/(?:::\s*)?\b[A-Za-z_]\w*/g)) {
    declaration.lastIndex = word.index;
    const found = declaration.exec(shell);
    if (!found) continue;
    const before = found[1]!.trim().split(/\s+/).filter(Boolean);
    const [, , type, name] = found;
    const isType = !notNames.has(type!) || typeWord.test(type!);
    const isName = !notNames.has(name!) && !(functions.has(name!) && found[0].endsWith("("));
    if (isType && isName && before.every((one) => specifier.test(one))) return start + word.index;
  }
  return undefined;
}

/** The outermost calls and launches of a stretch in which nothing failed. */
function callsOf(all: Code, { start, end }: Span): Span[] {
  const { code, pairs } = all;
  const found: Span[] = [];
  for (let at = start; at < end; ) {
    callHead.lastIndex = at;
    const one = callHead.exec(code);
    if (!one || one.index >= end) break;
    const open = one.index + one[0].length - 1;
    const close = pairs.get(open);
    if (notNames.has(one[1]!) || close === undefined || close >= end) {
      at = one.index + one[0].length;
      continue;
    }
    const call = { start: one.index, end: close + 1 };
    if (isBad(all, call)) at = open + 1;
    else {
      found.push(call);
      at = call.end;
    }
  }
  return found;
}

/** What of a body is kept, in order: parts that need a semicolon after them, and others that stay as they are. */
interface Kept extends Span {
  readonly isStatement: boolean;
}

const labels = /^(?:\s|else\b|do\b|try\b|default\s*:|case\b[^:;{}]*:(?!:)|\w+\s*:(?!:))+/;
const controlHead = /^(?:if|while|switch|for|catch)\b\s*(?:constexpr\b\s*)?\(/;

/** A statement without the one that it controls, and whether a block stands after it, whose head it then is. */
function* statement(all: Code, { start, end }: Span, isHead: boolean): Generator<Kept> {
  const { code, pairs } = all;
  let at = start;
  for (;;) {
    at += labels.exec(code.slice(at, end))?.[0].length ?? 0;
    const head = controlHead.exec(code.slice(at, end))?.[0];
    const open = head === undefined ? -1 : at + head.length - 1;
    const close = pairs.get(open);
    if (close === undefined || close >= end) break;
    const inside = code.slice(open + 1, close);
    if (head!.startsWith("for") && !inside.includes(";") && !isBad(all, { start: at, end: close })) {
      yield { start: at, end: close + 1, isStatement: false };
    } else {
      for (let from = open + 1; from <= close; ) {
        const semicolon = code.indexOf(";", from);
        const to = semicolon < 0 || semicolon > close ? close : semicolon;
        yield* simple(all, { start: from, end: to }, false);
        from = to + 1;
      }
    }
    at = close + 1;
  }
  yield* simple(all, { start: at, end }, isHead);
}

function* simple(all: Code, span: Span, isHead: boolean): Generator<Kept> {
  const declared = isHead || isBad(all, span) ? undefined : declarationIn(all, span);
  const before = declared === undefined ? span : { start: span.start, end: declared };
  for (const call of callsOf(all, before)) yield { ...call, isStatement: true };
  if (declared !== undefined) yield { start: declared, end: span.end, isStatement: true };
}

/** Whether braces belong to the statement around them: a value, a lambda's body, a structure. */
function isExpression({ code, pairs }: Code, open: number): boolean {
  const close = pairs.get(open)!;
  return /^\s*[;,.)\]([]/.test(code.slice(close + 1)) || /[=,(]\s*$/.test(code.slice(Math.max(0, open - 40), open));
}

/** Statements and the braces of blocks, however deep these lie in each other. */
function* statements(all: Code): Generator<Kept> {
  const { code, pairs } = all;
  let from = 0;
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!;
    const partner = pairs.get(at);
    const isBrace = partner !== undefined && (character === "{" || character === "}");
    if (character !== ";" && !isBrace) {
      if (partner !== undefined && partner > at) at = partner;
    } else if (character === "{" && isExpression(all, at) && !isBad(all, { start: at, end: partner! })) at = partner!;
    else {
      yield* statement(all, { start: from, end: at }, character === "{");
      if (isBrace) yield { start: at, end: at + 1, isStatement: false };
      from = at + 1;
    }
  }
  yield* statement(all, { start: from, end: code.length }, false);
}

/** As long as the text, with its lines: what is kept of it, and blanks. Preprocessor lines stay. */
function flatText(text: string, functions: ReadonlySet<string>, bad: readonly number[]): string {
  const mended = withoutStrayQuotes(text);
  const code = codeOnly(mended).replace(/^[ \t]*#(?:[^\n\\]|\\\n|\\.)*/gm, (line) => line.replace(/[^\n]/g, " "));
  const all: Code = { text: mended, code, pairs: pairsOf(code), bad, functions };
  const directives = text.replace(/(^[ \t]*#(?:[^\n\\]|\\\n|\\.)*)|[^\n]/gm, (_one, line) => line ?? " ");
  let flat = "";
  for (const { start, end, isStatement } of statements(all)) {
    if (start < flat.length) continue;
    flat += directives.slice(flat.length, start) + mended.slice(start, end);
    if (isStatement && flat.length < text.length && text[flat.length] !== "\n") flat += ";";
  }
  return flat + directives.slice(flat.length);
}

/** Where the body of a function ends that has a brace too many in it: at the brace that is then left over, if there is one. */
function endOfBody(text: string, outline: Outline, one: FunctionOutline): number | undefined {
  const { end } = one.body!;
  const column = (at: number) => at - (text.lastIndexOf("\n", at - 1) + 1);
  const next = outline.functions
    .filter((other) => other.start >= end && other.body && column(other.start) <= column(one.start))
    .map(({ start }) => start);
  const limit = Math.min(text.length, ...next);
  const rest = codeOnly(text.slice(end, limit));
  const pairs = pairsOf(rest);
  const stray = [...rest.matchAll(/\}/g)].map(({ index }) => index).filter((index) => !pairs.has(index));
  return stray.length === 0 ? undefined : end + stray.at(-1)! + 1;
}

/**
 * A host function's body as its declarations and calls.
 * @param bad offsets from the body's start at which something did not compile: what stands there goes
 */
export function flatBody(text: string, outline: Outline, one: FunctionOutline, bad: readonly number[]): FlatBody {
  const { start } = one.body!;
  const further = endOfBody(text, outline, one);
  const isOpen = further === undefined && one.missingBraceAt !== undefined;
  const end = further ?? (isOpen ? Math.max(one.missingBraceAt!, one.body!.end) : one.body!.end);
  const functions = new Set(outline.functions.filter(({ body }) => body).map(({ name }) => name));
  const inside = text.slice(start + 1, isOpen ? end : end - 1);
  const flat = flatText(
    inside,
    functions,
    bad.map((at) => at - 1),
  );
  return { start, end, text: `{${flat}}`, isExact: true, bad };
}

/** As {@link flatBody}, without what stands at further offsets of the text. */
export function flatterBody(
  text: string,
  outline: Outline,
  one: FunctionOutline,
  before: FlatBody,
  offsets: readonly number[],
): FlatBody {
  // An error after a statement, or between two, is one of the statement before it.
  const places = offsets.map((offset) => {
    let at = Math.min(offset - before.start, before.text.length - 1);
    while (at > 0 && /[\s;{}]/.test(before.text[at]!)) at--;
    return at;
  });
  return flatBody(text, outline, one, [...new Set([...before.bad, ...places])]);
}

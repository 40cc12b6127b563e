/** Statements of a block of text, to the depth that a fix needs: what stands where, and what is around what. */

import type { Span } from "../model";
import { blankSpans } from "./blank";
import { closingBracket } from "./brackets";
import { lexical } from "./lexical";
import { ofText } from "./ofText";

/** One statement with everything below it. */
export interface Statement extends Span {
  readonly kind: "if" | "for" | "while" | "do" | "switch" | "block" | "plain" | "directive";
  /** The text between the parentheses after the keyword. */
  readonly head?: Span;
  /** What the statement governs: one statement for a loop, one or two for an `if`, those inside for a block. */
  readonly children: readonly Statement[];
}

/** The text with comments and the insides of literals as spaces, at the same offsets. */
export const codeOf = ofText((text) => {
  const { comments, literals } = lexical(text);
  return blankSpans(
    text,
    [...comments, ...literals].sort((a, b) => a.start - b.start),
  );
});

/** Statements of blocks that were asked for, by their place: each finding of a function asks for its body anew. */
const known = ofText((_code) => new Map<string, readonly Statement[] | undefined>());

/** The statements between the braces of a block; `undefined` where the text does not follow the grammar. */
export function statementsIn(code: string, block: Span): readonly Statement[] | undefined {
  const blocks = known(code);
  const place = `${block.start} ${block.end}`;
  if (!blocks.has(place)) blocks.set(place, readStatements(code, block));
  return blocks.get(place);
}

/** The deepest nesting of statements that is read: the parser recurses once a level, and source code by hand stays far below. */
const DEEPEST = 500;

function readStatements(code: string, block: Span, depth = 0): readonly Statement[] | undefined {
  const statements: Statement[] = [];
  for (let at = skip(code, block.start + 1); at < block.end - 1; ) {
    const statement = statementAt(code, at, block.end - 1, depth);
    if (!statement) return undefined;
    statements.push(statement);
    at = skip(code, statement.end);
  }
  return statements;
}

const skip = (code: string, at: number): number => at + /^\s*/.exec(code.slice(at))![0].length;

function statementAt(code: string, start: number, limit: number, depth: number): Statement | undefined {
  if (depth > DEEPEST) return undefined;
  const rest = code.slice(start, limit);
  if (rest.startsWith("#")) {
    const line = /^(?:[^\n\\]|\\[\s\S])*/.exec(rest)![0];
    return { kind: "directive", start, end: start + line.length, children: [] };
  }
  if (rest.startsWith("{")) {
    const close = closingBracket(code, start);
    const children = close === undefined ? undefined : readStatements(code, { start, end: close + 1 }, depth + 1);
    return children && { kind: "block", start, end: close! + 1, children };
  }
  const keyword = /^(?:if|for|while|do|switch)\b/.exec(rest)?.[0] as
    | "if"
    | "for"
    | "while"
    | "do"
    | "switch"
    | undefined;
  if (keyword === "do") return doStatement(code, start, limit, depth);
  if (keyword) return headedStatement(code, { start, end: limit }, keyword, depth);
  return plainStatement(code, start, limit);
}

function headedStatement(
  code: string,
  { start, end: limit }: Span,
  kind: "if" | "for" | "while" | "switch",
  depth: number,
): Statement | undefined {
  const open = code.indexOf("(", start);
  const close = open < 0 ? undefined : closingBracket(code, open);
  if (close === undefined || !/^\w+(?:\s+constexpr)?\s*$/.test(code.slice(start, open))) return undefined;
  const first = statementAt(code, skip(code, close + 1), limit, depth + 1);
  if (!first) return undefined;
  const head = { start: open + 1, end: close };
  const otherwise = kind === "if" ? /^\s*else\b\s*/.exec(code.slice(first.end, limit)) : null;
  if (!otherwise) return { kind, start, end: first.end, head, children: [first] };
  const second = statementAt(code, first.end + otherwise[0].length, limit, depth + 1);
  return second && { kind, start, end: second.end, head, children: [first, second] };
}

function doStatement(code: string, start: number, limit: number, depth: number): Statement | undefined {
  const body = statementAt(code, skip(code, start + 2), limit, depth + 1);
  const tail = body && /^\s*while\s*\(/.exec(code.slice(body.end, limit));
  const open = tail ? body.end + tail[0].length - 1 : -1;
  const close = open < 0 ? undefined : closingBracket(code, open);
  const semicolon = close === undefined ? -1 : code.indexOf(";", close);
  if (!body || semicolon < 0) return undefined;
  return { kind: "do", start, end: semicolon + 1, head: { start: open + 1, end: close! }, children: [body] };
}

function plainStatement(code: string, start: number, limit: number): Statement | undefined {
  for (let at = start; at < limit; at++) {
    const character = code[at]!;
    if (character === ";") return { kind: "plain", start, end: at + 1, children: [] };
    if (character === "}" || character === ")" || character === "]") return undefined;
    if ("({[".includes(character)) {
      const close = closingBracket(code, at);
      if (close === undefined) return undefined;
      at = close;
    }
  }
  return undefined;
}

/** The innermost statement of a list that holds a span, with those around it, outermost first. */
export function pathTo(statements: readonly Statement[], { start, end }: Span): readonly Statement[] {
  const around = statements.find((one) => one.start <= start && end <= one.end);
  return around ? [around, ...pathTo(around.children, { start, end })] : [];
}

/** The lexical pass: comments, literals and directives of a text, found without any grammar. Never fails. */
import type { Span } from "../model";
import { ofText } from "./ofText";
import { pattern } from "./patterns";

/** The comments, literals and directives of a text. */
export interface Lexical {
  readonly comments: readonly Span[];
  /** String and character literals, raw ones with their prefix `R`. */
  readonly literals: readonly Span[];
  /** Preprocessor lines, continuation lines included, without the line break at the end. */
  readonly directives: readonly Span[];
}

const isIdentifierStart = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code >= 128;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isIdentifierPart = (code: number) => isIdentifierStart(code) || isDigit(code);

/** End of a line, continued over backslashes. */
function logicalLineEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    const last = text[end - 1] === "\r" ? end - 2 : end - 1;
    if (last < from || text[last] !== "\\") return end;
    at = end + 1;
  }
}

/** End of the line that an offset is on: that of a comment as well that nothing ends. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/**
 * The end of a literal that its line does not end. The braces that close the line are code where it opened as many before
 * the literal: `{ return "a; }` is a body.
 */
function unendedEnd(text: string, from: number, lineStop: number): number {
  let open = 0;
  for (let at = text.lastIndexOf("\n", from) + 1; at < from; at++) {
    if (text[at] === "{") open++;
    else if (text[at] === "}" && open > 0) open--;
  }
  if (open === 0) return lineStop;
  const closing = pattern`[\s;]*(?:\}[\s;]*){1,${String(open)}}$`.exec(text.slice(from + 1, lineStop));
  return closing ? from + 1 + closing.index : lineStop;
}

function quotedEnd(text: string, from: number, quote: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === 10) return unendedEnd(text, from, at);
    if (code === 92) at += text[at + 1] === "\r" ? 2 : 1;
  }
  return unendedEnd(text, from, text.length);
}

function rawEnd(text: string, quote: number): number {
  const open = text.indexOf("(", quote);
  if (open < 0 || open - quote > 17) return quotedEnd(text, quote, 34);
  const close = `)${text.slice(quote + 1, open)}"`;
  const end = text.indexOf(close, open);
  // One without an end is still being typed: it takes its line, and not all that follows.
  return end < 0 ? quotedEnd(text, quote, 34) : end + close.length;
}

function numberEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // An apostrophe between digits separates them; `e+5` and `p-3` are left to the next step, which does no harm.
    const separator = code === 39 && isIdentifierPart(text.charCodeAt(at + 1));
    if (!isIdentifierPart(code) && code !== 46 && !separator) break;
  }
  return at;
}

const isComment = (text: string, at: number): boolean =>
  text[at] === "/" && (text[at + 1] === "/" || text[at + 1] === "*");

function commentEnd(text: string, at: number): number {
  if (text[at + 1] === "/") return logicalLineEnd(text, at);
  const close = text.indexOf("*/", at + 2);
  return close < 0 ? lineEnd(text, at) : close + 2;
}

/** The end of a directive, past the comments that continue it on further lines; they are collected. */
function directiveEnd(text: string, from: number, comments: Span[]): number {
  const line = logicalLineEnd(text, from);
  for (let at = from; at < line; at++) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39) at = Math.min(quotedEnd(text, at, code), line) - 1;
    else if (isComment(text, at)) {
      const end = commentEnd(text, at);
      comments.push({ start: at, end });
      if (end >= line) return end > line ? logicalLineEnd(text, end) : line;
      at = end - 1;
    }
  }
  return line;
}

function identifierEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isIdentifierPart(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a token that is no comment and no directive; literals are collected. */
function tokenEnd(text: string, at: number, literals: Span[]): number {
  const code = text.charCodeAt(at);
  if (code === 34 || code === 39) {
    const end = quotedEnd(text, at, code);
    literals.push({ start: at, end });
    return end;
  }
  if (isDigit(code)) return numberEnd(text, at);
  if (!isIdentifierStart(code)) return at + 1;
  const quote = identifierEnd(text, at);
  if (text.charCodeAt(quote) !== 34 || !/^(u8|[uUL])?R$/.test(text.slice(at, quote))) return quote;
  const end = rawEnd(text, quote);
  literals.push({ start: at, end });
  return end;
}

/** The lexical pass over a text. */
export const lexical = ofText(lexicalOf);

function lexicalOf(text: string): Lexical {
  const comments: Span[] = [];
  const literals: Span[] = [];
  const directives: Span[] = [];
  let startsLine = true;
  for (let at = 0; at < text.length; ) {
    const start = at;
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) {
      startsLine = true;
      at++;
    } else if (code === 32 || code === 9 || code === 11 || code === 12) at++;
    else if (isComment(text, at)) {
      at = commentEnd(text, at);
      comments.push({ start, end: at });
    } else if (code === 35 && startsLine) {
      at = directiveEnd(text, at, comments);
      directives.push({ start, end: at });
    } else {
      startsLine = false;
      at = tokenEnd(text, at, literals);
    }
  }
  return { comments, literals, directives };
}

/** A literal that nothing ends, with its quote; it takes the rest of its line, up to the braces that close the line. */
export function unendedLiteral(text: string, { start, end }: Span): (Span & { readonly quote: string }) | undefined {
  const quote = /["']/.exec(text.slice(start, end));
  if (!quote) return undefined;
  const isEnded = end - 1 > start + quote.index && text[end - 1] === quote[0];
  return isEnded ? undefined : { start, end, quote: quote[0] };
}

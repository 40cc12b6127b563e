/** Same-length blanking: what is taken out leaves spaces, so that every offset stays what it was. */
import type { Span } from "../model";

/** The text as spaces, its line breaks kept. */
export function blank(text: string): string {
  return text.includes("\n") || text.includes("\r") ? text.replace(/[^\r\n]/g, " ") : " ".repeat(text.length);
}

/** Blanks spans of a text; they must be ordered and must not overlap. */
export function blankSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(at, start), blank(text.slice(start, end)));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

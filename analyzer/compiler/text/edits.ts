/** Changes to a text that keep its lines, and as far as possible its columns, where they are. */
import type { Span } from "../../syntax/model";

/** What stands in place of a span. As long as the span: as it is. Shorter: the rest is blank. Empty span: inserted. */
export interface Edit extends Span {
  readonly text: string;
  /** The text has the lines of what it replaces, and stands as it is whatever its length. */
  readonly isExact?: boolean;
}

/** Whether two spans of a text are the same. */
export const isSameSpan = (one: Span, other: Span): boolean => one.start === other.start && one.end === other.end;

/**
 * Spaces of the same length; line breaks stay. So do preprocessor lines: an `#endif` that goes missing takes the rest of
 * the file with it. A `#pragma` goes: those of statements mean an error where no statement follows.
 */
export function blanked(text: string): string {
  const lines = text.split("\n");
  let continued = false;
  return lines
    .map((line, index) => {
      // The first line of a span begins in the middle of one.
      const directive = continued || (index > 0 && /^[ \t]*#(?![ \t]*pragma\b)/.test(line));
      continued = directive && /\\\r?$/.test(line);
      if (directive) return line;
      return /[\r\t]/.test(line) ? line.replace(/[^\r\t]/g, " ") : " ".repeat(line.length);
    })
    .join("\n");
}

function replacement({ text, isExact }: Edit, old: string): string {
  // What is as long as what it replaces has its lines where they were.
  if (old === "" || isExact || text.length === old.length) return text;
  const blank = blanked(old);
  return blank.slice(0, text.length).trim() === "" && !blank.slice(0, text.length).includes("\n")
    ? text + blank.slice(text.length)
    : text + blank;
}

/** With the preprocessor lines blanked that edits take out on their own: what is around them would keep them. */
function withoutDirectives(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => a.start - b.start)) {
    if (inserted !== "" || end <= at || !/^[ \t]*#/.test(text.slice(start, end))) continue;
    const from = Math.max(start, at);
    pieces.push(text.slice(at, from), text.slice(from, end).replace(/[^\r\n\t]/g, " "));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

/** Edits inside another one are dropped, those that begin inside one too; but a preprocessor line goes wherever it is. */
export function applyEdits(whole: string, edits: readonly Edit[]): string {
  const text = withoutDirectives(whole, edits);
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) continue;
    pieces.push(text.slice(at, edit.start), replacement(edit, text.slice(edit.start, edit.end)));
    at = edit.end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

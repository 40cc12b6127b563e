/** Comments that silence findings: our own, and the `NOLINT` family that clang-tidy made common. */

import type { Span, Suppression } from "./model";
import type { LineIndex } from "./text/lineIndex";

const own = /warplens-ignore-(line|next-line|file)\b[ \t]*([^\r\n]*)/g;
const alias = /\bNOLINT(NEXTLINE)?\b(?:\(([^()\r\n]*)\))?[ \t]*:?[ \t]*([^\r\n]*)/g;

const endOfComment = /\s*\*\/\s*$/;
const list = (text: string) => text.split(/[,\s]+/).filter(Boolean);

/** `rule, rule: reason`; a text without a colon is rules when each word looks like one, else a reason. */
function rulesAndReason(text: string): { rules: string[]; reason: string } {
  const content = text.replace(endOfComment, "").trim();
  const colon = content.indexOf(":");
  const names = colon < 0 ? content : content.slice(0, colon);
  const rules = list(names);
  if (colon < 0 && !rules.every((rule) => /^[a-z]\w*(?:-\w+)+$/.test(rule))) return { rules: [], reason: content };
  return { rules, reason: colon < 0 ? "" : content.slice(colon + 1).trim() };
}

/** What `NOLINT(…)` names of ours: `*` is everything, names of other tools are none of our business. */
function aliasRules(names: string | undefined): string[] | undefined {
  if (names === undefined) return [];
  const all = list(names);
  if (all.includes("*") || all.includes("warplens-*")) return [];
  const ours = all.filter((name) => name.startsWith("warplens-")).map((name) => name.slice("warplens-".length));
  if (ours.length > 0) return ours;
  // A name without the prefix of a tool can be ours; names such as `bugprone-…` match no rule.
  return all.length > 0 ? all : undefined;
}

/** Reads the suppressions in the comments of a text. */
export function suppressions(text: string, comments: readonly Span[], lines: LineIndex): Suppression[] {
  const found: Suppression[] = [];
  for (const comment of comments) {
    const content = text.slice(comment.start, comment.end);
    if (!content.includes("warplens-ignore") && !content.includes("NOLINT")) continue;
    const lineOf = (index: number) => lines.positionAt(comment.start + index).line;
    // A next line is that after the comment, however many lines the comment has.
    const after = lines.positionAt(comment.end).line + 1;
    for (const match of content.matchAll(own)) {
      const { rules, reason } = rulesAndReason(match[2]!);
      const where = match[1]!;
      const line = where === "file" ? {} : { line: where === "line" ? lineOf(match.index) : after };
      found.push({ ...comment, ...line, rules, reason });
    }
    for (const match of content.matchAll(alias)) {
      const rules = aliasRules(match[2]);
      if (!rules) continue;
      const reason = match[3]!.replace(endOfComment, "").trim();
      found.push({ ...comment, line: match[1] ? after : lineOf(match.index), rules, reason });
    }
  }
  return found;
}

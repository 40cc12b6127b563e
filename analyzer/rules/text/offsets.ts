/** From positions of the IR to offsets and to the conditions around them. */
import { frames, outermostFrame } from "../../ir/frames";
import type { Location } from "../../ir/model";
import type { Span } from "../../syntax/model";
import { closingBracket } from "../../syntax/text/brackets";
import { lineIndex } from "../../syntax/text/lineIndex";
import { ofText } from "../../syntax/text/ofText";
import type { Related, RuleContext } from "../model";

/** The outermost frame of a location that lies in the file itself, as an offset into its text. */
export function offsetOf(
  { path, text }: Pick<RuleContext, "path" | "text">,
  location: Location | undefined,
): number | undefined {
  const isShown = ({ file, line, column }: Location) => isSameFile(file, path) && line > 0 && column > 0;
  const frame = outermostFrame(location, isShown);
  return frame && lineIndex(text).clangOffsetAt({ line: frame.line, column: frame.column });
}

/** In a function of the file that the finding's place calls: where the access itself stands, as related information. */
export function innerPlace(
  context: Pick<RuleContext, "path" | "text">,
  location: Location | undefined,
): readonly Related[] {
  const places = frames(location).flatMap((frame) => {
    const { inlinedAt: _, ...alone } = frame;
    return offsetOf(context, alone) ?? [];
  });
  const [start] = places;
  if (start === undefined || places.length < 2 || places.at(-1) === start) return [];
  const end = start + (/^\w+/.exec(context.text.slice(start))?.[0].length ?? 1);
  return [{ span: { start, end }, message: "The access itself stands here" }];
}

/** The compiler knows files by virtual paths, whose end is that of the real one. */
function isSameFile(virtual: string, path: string): boolean {
  const parts = (name: string): readonly string[] => name.split(/[\\/]/).filter((part) => part && part !== ".");
  const [a, b] = [parts(virtual), parts(path)];
  const shared = Math.min(a.length, b.length);
  return shared > 0 && a.slice(-shared).join("/") === b.slice(-shared).join("/");
}

/** A condition in parentheses after its keyword. */
export interface Condition {
  readonly keyword: string;
  /** Where the keyword stands. */
  readonly start: number;
  /** The text between the parentheses. */
  readonly span: Span;
}

/** The conditions of each function body that was asked about, by where it begins: each branch of it asks anew. */
const conditionsOf = ofText((_text) => new Map<number, readonly Condition[]>());

function conditionsIn(text: string, within: Span): readonly Condition[] {
  const pattern = /\b(if|while|for|switch)\s*(?:constexpr\s*)?\(/g;
  return [...text.slice(within.start, within.end).matchAll(pattern)].flatMap((match): readonly Condition[] => {
    const start = within.start + match.index;
    const open = start + match[0].length - 1;
    const close = closingBracket(text, open);
    return close === undefined ? [] : [{ keyword: match[1]!, start, span: { start: open + 1, end: close } }];
  });
}

/** The innermost `if (…)`, `while (…)`, `for (…)` or `switch (…)` in one of whose parentheses, or at whose keyword, an offset lies. */
export function conditionAround(text: string, within: Span, offset: number): Condition | undefined {
  const known = conditionsOf(text);
  const conditions = known.get(within.start) ?? conditionsIn(text, within);
  known.set(within.start, conditions);
  return conditions.findLast(({ start, span }) => start <= offset && offset < span.end);
}

/** The white space that the line of an offset begins with. */
export function indentationAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))![0];
}

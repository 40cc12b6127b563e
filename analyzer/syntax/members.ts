/**
 * Member functions of a structure that the grammar could not read. Damage inside of one makes it lose those after it; by
 * brackets alone each is still found, and with its inside blanked the structure is read as if it were whole.
 */
import { nestsTooDeeply } from "./grammar/nesting";
import { type Item, isStructure, splitItems } from "./items";
import type { Span } from "./model";

/** A member function whose body is lost because its braces do not match. */
export interface LostMember {
  /** What stands between the braces; without the last brace where that is missing. */
  readonly inside: Span;
  readonly end: number;
  /** Closing braces that are missing there. */
  readonly missingBraces: number;
}

type Braced = Pick<Item, "start" | "end" | "missingBraces">;

/** Offset of the brace that opens the body of a function, in its text. */
function bodyOf(text: string, isComplete: boolean): number | undefined {
  const last = text.lastIndexOf("}");
  let open = isComplete ? last : text.search(/(?<=\)[\w\s]*)\{/);
  for (let depth = 0; isComplete && open >= 0; open--) {
    if (text[open] === "}") depth++;
    else if (text[open] === "{" && --depth === 0) break;
  }
  const isFunction = open >= 0 && /\)[^;=]*$/.test(text.slice(0, open));
  return isFunction ? open : undefined;
}

/** Structures in one another that are looked into: each is read again from its brace on. */
const MAX_DEPTH = 16;

/**
 * The member functions of an item that the grammar did not see to their end.
 * @param skeleton the text without comments, directives and literals
 * @param seen ends of the functions that the grammar found in the item
 */
export function lostMembers(skeleton: string, item: Braced, seen: ReadonlySet<number>, depth = 0): LostMember[] {
  const text = skeleton.slice(item.start, item.end);
  const open = text.indexOf("{");
  if (open < 0 || depth === MAX_DEPTH || !isStructure(text) || nestsTooDeeply(text)) return [];
  const from = item.start + open + 1;
  const isOpen = item.missingBraces > 0;
  // Its own closing brace would end a statement that stands unfinished before the brace of its last member.
  const to = isOpen ? item.end : skeleton.lastIndexOf("}", item.end - 1);
  const { items } = splitItems(skeleton.slice(from, to), isOpen);
  return items.flatMap((one): LostMember[] => {
    const start = from + one.start;
    const whole = skeleton.slice(start, from + one.end);
    const end = start + whole.replace(/\s*;$/, "").length;
    const { missingBraces } = one;
    if (isStructure(whole)) return lostMembers(skeleton, { start, end, missingBraces }, seen, depth + 1);
    // The grammar may see an end where by the brackets there is none.
    const isSeen = seen.has(end) && missingBraces === 0;
    const brace = isSeen ? undefined : bodyOf(whole, missingBraces === 0);
    if (brace === undefined) return [];
    const inside = { start: start + brace + 1, end: missingBraces > 0 ? end : end - 1 };
    return [{ inside, end, missingBraces }];
  });
}

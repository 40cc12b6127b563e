/** Items that a sentence or a heading lists at most: members of structures may be dozens, and the JSON has all of them. */
const LISTED = 8;

/** The first of many items, and how many more there are as the last; all of them where they are few. */
export function fewOf(items: readonly string[]): readonly string[] {
  if (items.length <= LISTED) return items;
  return [...items.slice(0, LISTED - 1), `and ${items.length - LISTED + 1} more`];
}

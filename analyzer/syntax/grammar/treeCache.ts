/** Trees of items by their text, so that an edit parses only the item that it touches. */
import type { FlatTree, TreeParser } from "./tree";

/** A parser that keeps the trees of the items of the last texts. */
export interface TreeCache {
  parse(text: string): FlatTree;
  /** Says that a text has been read: trees that the last texts did not need are forgotten. */
  endOfText(): void;
  /** Forgets all trees. */
  clear(): void;
  parsedItems(): number;
}

/** How many texts a tree is kept for without being needed: enough for the files that a person has open side by side. */
const TEXTS_KEPT = 24;

/** Bytes of texts and their trees that are kept: hundreds of files of a thousand lines. */
const BYTES_KEPT = 48 << 20;

/** Of a text in UTF-16, and of the four columns of its tree. */
const bytesOf = (text: string, { count }: FlatTree): number => 2 * text.length + 14 * count;

/** A cache before a parser. The outcome is that of the parser alone. */
export function treeCache(parser: TreeParser): TreeCache {
  const trees = new Map<string, { readonly tree: FlatTree; usedAt: number }>();
  let now = 0;
  let parsed = 0;
  let bytes = 0;
  const forget = (text: string): void => {
    bytes -= bytesOf(text, trees.get(text)!.tree);
    trees.delete(text);
  };
  return {
    parse(text) {
      const known = trees.get(text);
      if (known) {
        known.usedAt = now;
        return known.tree;
      }
      parsed++;
      const tree = parser.parse(text);
      trees.set(text, { tree, usedAt: now });
      bytes += bytesOf(text, tree);
      return tree;
    },
    endOfText() {
      now++;
      if (bytes > BYTES_KEPT) for (const [text, { usedAt }] of trees) if (usedAt < now - 1) forget(text);
      if (bytes > BYTES_KEPT) for (const text of [...trees.keys()]) forget(text);
      if (now % TEXTS_KEPT !== 0) return;
      for (const [text, { usedAt }] of trees) if (usedAt < now - TEXTS_KEPT) forget(text);
    },
    clear() {
      trees.clear();
      bytes = 0;
    },
    parsedItems: () => parsed,
  };
}

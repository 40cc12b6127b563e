/**
 * The last accesses to each word of memory: two writes and two reads, with the bytes that they touched. A cell names a
 * record and a lane (`records.ts`); 0 is none. Pages are made when a word of theirs is first accessed.
 */

/** Words of a page: 64 KiB of memory. */
const PAGE_SHIFT = 14;
const PAGE = 1 << PAGE_SHIFT;

/** The cells of a run of words: an access each, by its number, 0 where there was none. */
export interface Page extends Cells {
  /** Cells of the single bytes, where threads access different bytes of one word; those of words are then out of use. */
  fine?: Cells;
}

/** Cells, of words or of bytes. */
export interface Cells {
  readonly write: Uint32Array;
  /** The last write that is atomic or volatile, which does not race with its kind: it hides no plain one. */
  readonly strong: Uint32Array;
  /** The first read since the last write, and the latest one by another warp. */
  readonly read: Uint32Array;
  readonly later: Uint32Array;
  /** Bytes of the word that `write` (the lower four bits) and `read` touched. */
  readonly bytes: Uint8Array;
  /** Bytes that `later` (the lower four bits) and `strong` touched. */
  readonly laterBytes: Uint8Array;
}

const BYTES = 4;

/** The cells of a page's words as cells of their bytes, each of which knows itself alone. */
export function refined(page: Page): Cells {
  const words = page.write.length;
  const fine = pageOf(words * BYTES);
  const { write, strong, read, later, bytes, laterBytes } = page;
  for (let byte = 0; byte < words * BYTES; byte++) {
    const word = byte >>> 2;
    const [low, high] = [1 << (byte & 3), 16 << (byte & 3)];
    if (bytes[word]! & low) fine.write[byte] = write[word]!;
    if (bytes[word]! & high) fine.read[byte] = read[word]!;
    if (laterBytes[word]! & low) fine.later[byte] = later[word]!;
    if (laterBytes[word]! & high) fine.strong[byte] = strong[word]!;
    fine.bytes[byte] = (fine.write[byte] ? 1 : 0) | (fine.read[byte] ? 16 : 0);
    fine.laterBytes[byte] = (fine.later[byte] ? 1 : 0) | (fine.strong[byte] ? 16 : 0);
  }
  return fine;
}

/** Empty cells for a count of words. */
export const pageOf = (words: number): Page => ({
  write: new Uint32Array(words),
  strong: new Uint32Array(words),
  read: new Uint32Array(words),
  later: new Uint32Array(words),
  bytes: new Uint8Array(words),
  laterBytes: new Uint8Array(words),
});

/** Shadow of a memory by the number of its words. */
export class Shadow {
  private readonly pages: (Page | undefined)[] = [];

  /** The page of a word; the word is at `word & Shadow.inPage` of it. */
  page(word: number): Page {
    const index = word >>> PAGE_SHIFT;
    let page = this.pages[index];
    if (!page) {
      page = pageOf(PAGE);
      this.pages[index] = page;
    }
    return page;
  }

  static readonly inPage = PAGE - 1;
}

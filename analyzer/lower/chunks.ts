/**
 * What the machine makes of the elements that are wanted of one aligned chunk of up to 16 bytes.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of all 15 subsets of a `float4` and of parts of `uchar4`,
 * `short4` and `double2` (`test/lower/kernels/subsets.cu`, `subwords.cu`).
 */

/** Bytes of a chunk that one instruction takes. */
export interface Span {
  readonly start: number;
  readonly size: number;
}

const WORD = 4;

/**
 * Loads: three or four words of 16 bytes are one load of 16, the first or last two one of 8, else each word its own. Of
 * elements smaller than a word whole words are loaded, unless a single element is wanted.
 */
export function loadSpans(chunk: number, element: number, starts: readonly number[]): Span[] {
  if (starts.length === 1) return [{ start: starts[0]!, size: element }];
  if (chunk <= WORD) return [{ start: 0, size: chunk }];
  const words = new Map<number, number[]>();
  for (const start of starts)
    for (let byte = start; byte < start + element; byte += WORD) {
      const word = Math.floor(byte / WORD);
      words.set(word, [...(words.get(word) ?? []), start]);
    }
  if (chunk === 8) return words.size === 2 ? [{ start: 0, size: 8 }] : wordSpans(words, element);
  if (words.size >= 3) return [{ start: 0, size: 16 }];
  if (words.size === 2 && words.has(0) && words.has(1)) return [{ start: 0, size: 8 }];
  if (words.size === 2 && words.has(2) && words.has(3)) return [{ start: 8, size: 8 }];
  return wordSpans(words, element);
}

function wordSpans(words: ReadonlyMap<number, readonly number[]>, element: number): Span[] {
  return [...words]
    .sort(([a], [b]) => a - b)
    .map(([word, starts]) =>
      starts.length === 1 && element < WORD
        ? { start: starts[0]!, size: element }
        : { start: word * WORD, size: Math.max(WORD, element) },
    );
}

/** Stores write exactly what is stored: a full chunk at once, else its halves, else theirs. */
export function storeSpans(chunk: number, element: number, starts: readonly number[], from = 0): Span[] {
  const inside = starts.filter((start) => start >= from && start < from + chunk);
  if (inside.length === 0) return [];
  if (inside.length * element === chunk) return [{ start: from, size: chunk }];
  return [...storeSpans(chunk / 2, element, inside, from), ...storeSpans(chunk / 2, element, inside, from + chunk / 2)];
}

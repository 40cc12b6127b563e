/**
 * The instructions that access some elements of one aligned chunk of up to 16 bytes.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of all 15 subsets of a `float4` and of parts of `uchar4`,
 * `short4` and `double2` (`test/lower/kernels/subsets.cu`, `subwords.cu`).
 */

/** The bytes of a chunk that one instruction accesses. */
export interface ChunkSpan {
  readonly start: number;
  readonly size: number;
}

const WORD = 4;

/**
 * Loads of the elements at `starts`: three or four words of a 16-byte chunk are one 16-byte load, the first or last two one
 * 8-byte load, other words a load each. Elements smaller than a word are loaded by whole words, except a single element.
 */
export function loadSpans(chunk: number, element: number, starts: readonly number[]): ChunkSpan[] {
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

function wordSpans(words: ReadonlyMap<number, readonly number[]>, element: number): ChunkSpan[] {
  return [...words]
    .sort(([a], [b]) => a - b)
    .map(([word, starts]) =>
      starts.length === 1 && element < WORD
        ? { start: starts[0]!, size: element }
        : { start: word * WORD, size: Math.max(WORD, element) },
    );
}

/** Stores of the elements at `starts` write exactly those bytes: a whole chunk, else its halves, recursively. */
export function storeSpans(chunk: number, element: number, starts: readonly number[], from = 0): ChunkSpan[] {
  const inside = starts.filter((start) => start >= from && start < from + chunk);
  if (inside.length === 0) return [];
  if (inside.length * element === chunk) return [{ start: from, size: chunk }];
  return [...storeSpans(chunk / 2, element, inside, from), ...storeSpans(chunk / 2, element, inside, from + chunk / 2)];
}

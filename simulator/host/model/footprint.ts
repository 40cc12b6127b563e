/** Which bytes of memory a piece of work reads and writes, and where two pieces touch the same ones. */

/** Neighbouring bytes as pairs of first byte and end, by rising address. Addresses of memory fit in 48 bits. */
export type Ranges = readonly number[];

/** What a piece of work does to memory that other work may use. */
export interface Footprint {
  readonly reads: Ranges;
  readonly writes: Ranges;
  /** Bytes of atomic and volatile accesses: they may coincide with each other, and with reads. */
  readonly atomics: Ranges;
  /** What it does to all that it writes, where that is no write: stream-ordered allocation. */
  readonly verb?: "allocates" | "frees";
}

/** What a piece of work does to bytes. */
export type Verb = "reads" | "writes" | "updates" | NonNullable<Footprint["verb"]>;

/** Bytes that two pieces of work touch, at least one of which writes them. */
export interface Conflict {
  readonly start: number;
  readonly bytes: number;
  /** What the earlier and the later piece do to the first of them. */
  readonly verbs: readonly [earlier: Verb, later: Verb];
}

interface Overlap {
  readonly start: number;
  readonly bytes: number;
}

/** The bytes that two lists share: the first of them, and how many. */
function overlap(a: Ranges, b: Ranges): Overlap | undefined {
  let [i, j, bytes] = [0, 0, 0];
  let start: number | undefined;
  while (i < a.length && j < b.length) {
    const [from, to] = [Math.max(a[i]!, b[j]!), Math.min(a[i + 1]!, b[j + 1]!)];
    if (from < to) {
      start ??= from;
      bytes += to - from;
    }
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return start === undefined ? undefined : { start, bytes };
}

/** Whether ranges hold any of the bytes from `start` up to `end`. */
export function touches(ranges: Ranges, start: number, end: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[2 * middle + 1]! <= start) low = middle + 1;
    else high = middle;
  }
  return 2 * low < ranges.length && ranges[2 * low]! < end;
}

/** Kinds of accesses that must have an order. */
const ordered = [
  ["writes", "writes"],
  ["writes", "reads"],
  ["reads", "writes"],
  ["writes", "atomics"],
  ["atomics", "writes"],
] as const;

const verbs = { reads: "reads", writes: "writes", atomics: "updates" } as const;

/** Where an earlier and a later piece of work need an order. */
export function conflictOf(earlier: Footprint, later: Footprint): Conflict | undefined {
  // An allocation and its free by themselves conflict only through what uses the memory between.
  if (earlier.verb && later.verb) return undefined;
  for (const [first, second] of ordered) {
    const found = overlap(earlier[first], later[second]);
    if (found) return { ...found, verbs: [earlier.verb ?? verbs[first], later.verb ?? verbs[second]] };
  }
  return undefined;
}

/** Ranges less the bytes of others. */
function less(ranges: Ranges, others: Ranges): Ranges {
  const left: number[] = [];
  let j = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    let start = ranges[i]!;
    const end = ranges[i + 1]!;
    while (j < others.length && others[j + 1]! <= start) j += 2;
    for (let k = j; k < others.length && others[k]! < end; k += 2) {
      if (others[k]! > start) left.push(start, others[k]!);
      start = others[k + 1]!;
    }
    if (start < end) left.push(start, end);
  }
  return left;
}

/** What a piece of work does to memory apart from some bytes. */
export function without(footprint: Footprint, bytes: Ranges): Footprint {
  const { reads, writes, atomics } = footprint;
  return { ...footprint, reads: less(reads, bytes), writes: less(writes, bytes), atomics: less(atomics, bytes) };
}

/** Whether two pieces of work access some bytes by atomic or volatile accesses, by which one may wait for the other. */
export function mayMeet(one: Footprint, other: Footprint): boolean {
  return overlap(one.atomics, other.atomics) !== undefined;
}

const isSame = (one: Ranges, other: Ranges): boolean =>
  one.length === other.length && one.every((end, i) => end === other[i]);

/** Whether two pieces of work touch the same bytes in the same way. */
export function isSameFootprint(one: Footprint, other: Footprint): boolean {
  return (
    one.verb === other.verb &&
    isSame(one.writes, other.writes) &&
    isSame(one.reads, other.reads) &&
    isSame(one.atomics, other.atomics)
  );
}

/** Rows of `width` bytes at the starts given, which rise. */
export function rangesOf(starts: readonly number[], width: number): Ranges {
  const ranges: number[] = [];
  for (const start of starts) {
    if (ranges.at(-1) === start) ranges[ranges.length - 1] = start + width;
    else ranges.push(start, start + width);
  }
  return ranges;
}

/** Allocations of one growing range of bytes: where they are, which one holds an address, and which bytes are free again. */

export interface Range {
  readonly start: number;
  readonly size: number;
}

/**
 * Bytes that are given out anew before freed ones are used again: as long as there is room, an address that has been freed
 * stays wrong, so that a program that goes on using it is found out.
 */
const FRESH = 512 * 1024 * 1024;

/** Freed allocations that are remembered, so that their use has a name. */
const REMEMBERED = 1024;

/** The live and the free ranges of an address space, in bytes. */
export class Ranges {
  /** First byte that was never given out. */
  end: number;
  /** Bytes in live allocations. */
  inUse = 0;
  private readonly live: Range[] = [];
  /** Freed ranges in order, neighbours joined. */
  private readonly free: { start: number; end: number }[] = [];
  /** The last ranges that were freed, as they were given out. */
  private readonly freed: Range[] = [];

  /**
   * Every allocation takes a multiple of `granule` bytes between `first` and `limit`, and leaves `gap` bytes free after it, a
   * multiple of `granule`, so that what leaves one allocation does not reach the next.
   */
  constructor(
    private readonly first: number,
    private readonly limit: number,
    private readonly granule: number,
    private readonly gap = 0,
  ) {
    this.end = first;
  }

  /** `fresh` says whether these bytes were never allocated before; `undefined` when there is no room. */
  take(size: number): (Range & { readonly fresh: boolean }) | undefined {
    const bytes = this.rounded(size);
    const grows = this.end + bytes <= this.limit;
    const again = this.end + bytes > this.first + FRESH || !grows ? this.reuse(bytes) : undefined;
    if (again === undefined && !grows) return undefined;
    const start = again ?? this.end;
    if (again === undefined) this.end += bytes;
    this.live.splice(this.indexAfter(start), 0, { start, size });
    this.inUse += size;
    return { start, size, fresh: again === undefined };
  }

  /** Takes back what starts there; `undefined` when nothing does. */
  give(start: number): Range | undefined {
    const index = this.indexAfter(start) - 1;
    const range = this.live[index];
    if (range?.start !== start) return undefined;
    this.live.splice(index, 1);
    this.inUse -= range.size;
    this.freed.push(range);
    if (this.freed.length > REMEMBERED) this.freed.shift();
    this.release(start, start + this.rounded(range.size));
    return range;
  }

  /** Live allocations, by their start. */
  all(): readonly Range[] {
    return this.live;
  }

  /** The live allocation that holds all of these bytes. */
  around(offset: number, size: number): Range | undefined {
    const range = this.live[this.indexAfter(offset) - 1];
    return range && offset + size <= range.start + range.size ? range : undefined;
  }

  /** The freed allocation that a byte was in, where nothing that lives has it and it is remembered. */
  freedAround(offset: number): Range | undefined {
    if (this.around(offset, 1)) return undefined;
    return this.freed.findLast(({ start, size }) => offset >= start && offset < start + size);
  }

  /** The live allocation that a byte misses by the least, of those whose start a test takes. */
  nearest(offset: number, takes: (start: number) => boolean = () => true): Range | undefined {
    const after = this.indexAfter(offset);
    const before = this.live.findLast((one, at) => at < after && takes(one.start));
    const next = this.live.find((one, at) => at >= after && takes(one.start));
    if (!before || !next) return before ?? next;
    const missedBy = Math.max(0, offset - before.start - before.size);
    return next.start - offset < missedBy ? next : before;
  }

  private rounded(size: number): number {
    return Math.ceil(Math.max(size, 1) / this.granule) * this.granule + this.gap;
  }

  /** Place of the first live allocation that starts after an offset. */
  private indexAfter(offset: number): number {
    let [low, high] = [0, this.live.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.live[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first free range with room. */
  private reuse(bytes: number): number | undefined {
    const index = this.free.findIndex(({ start, end }) => end - start >= bytes);
    if (index < 0) return undefined;
    const range = this.free[index]!;
    const { start } = range;
    range.start += bytes;
    if (range.start === range.end) this.free.splice(index, 1);
    return start;
  }

  private release(start: number, end: number): void {
    const at = this.free.findIndex((range) => range.start > start);
    const index = at < 0 ? this.free.length : at;
    this.free.splice(index, 0, { start, end });
    this.join(index);
    this.join(index - 1);
  }

  /** Joins a free range with the next where they touch. */
  private join(index: number): void {
    const [range, next] = [this.free[index], this.free[index + 1]];
    if (!range || !next || range.end !== next.start) return;
    range.end = next.end;
    this.free.splice(index + 1, 1);
  }
}

/** The bytes of memory that a kernel, or a function of the host, touches: collected access by access. */
import type { Footprint } from "./footprint";

/** How an access touches bytes: atomic ones may coincide with each other, and with reads. */
export type Touch = "read" | "written" | "atomic";

const bits: Readonly<Record<Touch, number>> = { read: 1, written: 2, atomic: 4 };
/** Bytes of memory that share one array of flags. */
const CHUNK_BITS = 16;
const CHUNK = 1 << CHUNK_BITS;
/** Ranges that are kept; what touches more separate ranges is not compared. */
const MOST_RANGES = 1 << 14;

/** Bytes that are touched, and how. */
export class Touched {
  private readonly chunks = new Map<number, Uint8Array>();

  add(address: number, size: number, touch: Touch): void {
    const bit = bits[touch];
    for (let at = address; at < address + size; ) {
      const index = Math.floor(at / CHUNK);
      const end = Math.min(address + size, (index + 1) * CHUNK);
      const chunk = this.chunks.get(index) ?? new Uint8Array(CHUNK);
      this.chunks.set(index, chunk);
      for (let byte = at - index * CHUNK; byte < end - index * CHUNK; byte++) chunk[byte]! |= bit;
      at = end;
    }
  }

  /** All of it; undefined where the separate ranges are too many. */
  footprint(): Footprint | undefined {
    const [reads, writes, atomics] = (["read", "written", "atomic"] as const).map((touch) => this.ranges(bits[touch]));
    return reads && writes && atomics ? { reads, writes, atomics } : undefined;
  }

  private ranges(bit: number): number[] | undefined {
    const ranges: number[] = [];
    for (const index of [...this.chunks.keys()].sort((a, b) => a - b)) {
      const chunk = this.chunks.get(index)!;
      for (let byte = 0; byte < CHUNK; byte++) {
        if ((chunk[byte]! & bit) === 0) continue;
        const at = index * CHUNK + byte;
        if (ranges.at(-1) === at) ranges[ranges.length - 1] = at + 1;
        else if (ranges.length < 2 * MOST_RANGES) ranges.push(at, at + 1);
        else return undefined;
      }
    }
    return ranges;
  }
}

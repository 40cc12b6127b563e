/** The bytes of memory that a kernel, or a function of the host, touches: collected access by access. */
import type { Footprint } from "./footprint";

/** How an access touches bytes: atomic ones may coincide with each other, and with reads. */
export type Touch = "read" | "written" | "atomic";

const bits: Readonly<Record<Touch, number>> = { read: 1, written: 2, atomic: 4 };
/** Bytes of memory that share one array of flags: a page, as most of thousands of small launches touch a few words. */
const CHUNK = 1 << 12;
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
    const [reads, writes, atomics]: [number[], number[], number[]] = [[], [], []];
    for (const index of [...this.chunks.keys()].sort((a, b) => a - b)) {
      const chunk = this.chunks.get(index)!;
      const words = new Uint32Array(chunk.buffer);
      for (let byte = 0; byte < CHUNK; byte++) {
        // Four bytes at once where none is touched.
        if (byte % 4 === 0 && words[byte / 4] === 0) byte += 3;
        const flags = chunk[byte]!;
        if (flags === 0) continue;
        const at = index * CHUNK + byte;
        if (flags & bits.read) append(reads, at);
        if (flags & bits.written) append(writes, at);
        if (flags & bits.atomic) append(atomics, at);
      }
      if (Math.max(reads.length, writes.length, atomics.length) > 2 * MOST_RANGES) return undefined;
    }
    return { reads, writes, atomics };
  }
}

/** Adds a byte to ranges of the form start, end, start, end. */
function append(ranges: number[], at: number): void {
  if (ranges.at(-1) === at) ranges[ranges.length - 1] = at + 1;
  else ranges.push(at, at + 1);
}

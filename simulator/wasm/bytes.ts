/** Bytes of a module while they are written: a growing buffer with LEB128 numbers. */

/** A byte buffer that grows. */
export class Bytes {
  /** Engines keep arrays of up to 64 bytes with their objects: most buffers are small and many. */
  private data = new Uint8Array(64);
  length = 0;

  byte(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = value;
  }

  append(other: Uint8Array): void {
    this.reserve(other.length);
    this.data.set(other, this.length);
    this.length += other.length;
  }

  /** Unsigned LEB128 of a number below 2^32. */
  unsigned(value: number): void {
    let rest = value >>> 0;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128 of a 32-bit number. */
  signed(value: number): void {
    let rest = value | 0;
    while (rest < -64 || rest > 63) {
      this.byte((rest & 127) | 128);
      rest >>= 7;
    }
    this.byte(rest & 127);
  }

  /** Signed LEB128 of a 64-bit number. */
  signed64(value: bigint): void {
    let rest = BigInt.asIntN(64, value);
    while (rest < -64n || rest > 63n) {
      this.byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.byte(Number(rest & 127n));
  }

  name(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.unsigned(encoded.length);
    this.append(encoded);
  }

  /** What has been written; shares memory with the buffer. */
  view(): Uint8Array {
    return this.data.subarray(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const grown = new Uint8Array(Math.max(this.data.length * 2, this.length + count));
    grown.set(this.view());
    this.data = grown;
  }
}

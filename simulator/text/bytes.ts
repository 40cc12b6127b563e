/** Bytes that are written one after the other: not an array of numbers, of which each takes eight. */
export class ByteWriter {
  private bytes = new Uint8Array(64);
  /** Bytes so far. */
  length = 0;

  add(more: ArrayLike<number>): void {
    const length = this.length + more.length;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(more, this.length);
    this.length = length;
  }

  /** Truncates to `length` bytes. */
  cut(length: number): void {
    this.length = Math.min(this.length, length);
  }

  all(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

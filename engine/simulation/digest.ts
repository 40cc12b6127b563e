/** A hash of the content of a buffer, to compare the results of two runs. */

const PRIMES = [0x01000193, 0x85ebca6b] as const;

/** Two 32-bit hashes over the bytes in order, as one text: FNV-1a and the same with another factor. */
export function digestOf(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, PRIMES[0]);
    b = Math.imul(b ^ byte, PRIMES[1]);
    b = (b << 13) | (b >>> 19);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`;
}

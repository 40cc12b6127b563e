/** Quantities in messages, the same in every locale. */

/** `1 byte`, `16,384 bytes` */
export const byteCount = (count: bigint | number): string =>
  `${count.toLocaleString("en-US")} ${BigInt(count) === 1n ? "byte" : "bytes"}`;

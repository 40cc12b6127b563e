/** Quantities and lists in messages, the same in every locale. */

/** `1 byte`, `16,384 bytes` */
export const byteCount = (count: bigint | number): string =>
  `${count.toLocaleString("en-US")} ${BigInt(count) === 1n ? "byte" : "bytes"}`;

/** `1`, `1 and 2`, `1, 2 and 3`; of many the first ones. */
export function listed(words: readonly (string | number)[]): string {
  const shown = words.length > 8 ? [...words.slice(0, 7), `${words.length - 7} more`] : words;
  return shown.length === 1 ? `${shown[0]}` : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** A 64-bit FNV-1a hash of a text's UTF-16 units, in hexadecimal: names for contents; it does not resist collisions made on purpose. */
export function contentHash(text: string): string {
  // Two 32-bit lanes with different offsets: 64 bits without the cost of bigint.
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) ^ (low >>> 13);
  }
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}

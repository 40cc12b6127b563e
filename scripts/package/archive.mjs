// The table of contents of a ZIP file, which a VSIX is (APPNOTE 6.3, sections 4.3.12 and 4.3.16; no ZIP64).
import { readFileSync } from "node:fs";

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Entries in their order: name, bytes as packed and as they are, and the time as DOS writes it. */
export function zipEntries(path) {
  const bytes = readFileSync(path);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new Error(`${path}: this is no ZIP file`);
  const entries = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let i = bytes.readUInt16LE(end + 10); i > 0; i--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`${path}: its table of contents is damaged`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      time: bytes.readUInt32LE(at + 12),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

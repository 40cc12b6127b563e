/**
 * How much memory clang may take: the maximum that its WebAssembly module states for its own memory. The engine enforces it
 * exactly, in every host, and nothing else in the process counts. A clang that asks for more says "out of memory" and ends.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Bytes of a page of WebAssembly. */
const PAGE = 65536;
/** The memory section stands before code and data, within this many bytes. */
const HEAD = 1 << 20;
/** The id of a module's memory section. Reference: WebAssembly Core Specification, "Binary Format", Sections. */
const MEMORY_SECTION = 5;

/** Reads a number of LEB128; gives it with the place behind it. */
function readNumber(bytes, start) {
  let [value, at] = [0, start];
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at };
  }
}

/** Where the maximum of the module's one memory is written, in how many bytes, and what it is, in pages. */
function maximumOf(head) {
  let at = 8;
  while (head[at] !== MEMORY_SECTION) {
    const { value, end } = readNumber(head, at + 1);
    at = end + value;
    if (at >= head.length) throw new Error("clang's module has no memory section where it is expected");
  }
  const content = readNumber(head, at + 1).end;
  const [count, flags] = head.subarray(content, content + 2);
  if (count !== 1 || flags !== 1) throw new Error("clang's module is expected to have one memory with a maximum");
  const start = readNumber(head, content + 2).end;
  const { value, end } = readNumber(head, start);
  return { start, length: end - start, pages: value };
}

function within(path, flags, use) {
  const file = openSync(path, flags);
  try {
    const head = Buffer.alloc(HEAD);
    return use(file, head.subarray(0, readSync(file, head, 0, HEAD, 0)));
  } finally {
    closeSync(file);
  }
}

/** Bytes that the module in a file may take at most. */
export const memoryLimit = (path) => within(path, "r", (_, head) => maximumOf(head).pages * PAGE);

/** Writes the maximum of the module in a file, in as many bytes as it had: nothing else moves. */
export function limitMemory(path, bytes) {
  within(path, "r+", (file, head) => {
    const { start, length } = maximumOf(head);
    const encoded = Buffer.alloc(length);
    let rest = bytes / PAGE;
    for (let at = 0; at < length; at++) {
      encoded[at] = (rest % 128) + (at < length - 1 ? 128 : 0);
      rest = Math.floor(rest / 128);
    }
    if (rest > 0) throw new Error(`${bytes} bytes do not fit into the place of the maximum`);
    writeSync(file, encoded, 0, length, start);
  });
}

/**
 * WebAssembly modules as bytes: their sections, and the instructions in their functions, of which some are replaced.
 * Reference: WebAssembly Core Specification, "Binary Format".
 */

/** What a module begins with. */
export const MODULE_HEAD = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Numbers of sections. */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  memory: 5,
  variable: 6,
  export: 7,
  element: 9,
  code: 10,
  data: 11,
};

/** Reads an unsigned number of LEB128; gives it with the place behind it. */
export function readNumber(bytes, start) {
  let [value, at] = [0, start];
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at };
  }
}

/** An unsigned number as LEB128. */
export function numberOf(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** The instruction that gives a constant of 32 bits, which is signed LEB128. */
export function constant(value) {
  const bytes = [0x41];
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return [...bytes, rest & 127];
    bytes.push((rest & 127) | 128);
  }
}

/** The sections of a module; their bodies are views of it. */
export function readSections(module) {
  const sections = [];
  for (let at = MODULE_HEAD.length; at < module.length; ) {
    const { value, end } = readNumber(module, at + 1);
    sections.push({ id: module[at], body: module.subarray(end, end + value) });
    at = end + value;
  }
  return sections;
}

/** The section of a number; throws where there is none. */
export const sectionOf = (sections, id) => {
  const found = sections.find((one) => one.id === id);
  if (!found) throw new Error(`a WebAssembly module has no section ${id}`);
  return found;
};

/** The elements of a vector that begins at a byte: `read` gives one for where it begins, as `value`, and where it ends. */
export function* elementsOf(bytes, start, read) {
  let { value: left, end: at } = readNumber(bytes, start);
  for (; left > 0; left--) {
    const { value, end } = read(at);
    yield value;
    at = end;
  }
}

const [IMPORTED_FUNCTION, IMPORTED_MEMORY] = [0, 2];

/** How many functions a module imports, which come first in their numbering; of imports it knows functions and memories. */
export function importedFunctions(sections) {
  const { body } = sectionOf(sections, SECTION.import);
  const afterName = (at) => {
    const { value: length, end } = readNumber(body, at);
    return end + length;
  };
  const kinds = elementsOf(body, 0, (at) => {
    const kindAt = afterName(afterName(at));
    const kind = body[kindAt];
    if (kind === IMPORTED_FUNCTION) return { value: kind, end: skip(body, kindAt + 1, 1) };
    if (kind !== IMPORTED_MEMORY) throw new Error("a WebAssembly module is expected to import functions and memories");
    // A memory's limits: a flag says whether there are two.
    return { value: kind, end: skip(body, kindAt + 2, 1 + (body[kindAt + 1] & 1)) };
  });
  return [...kinds].filter((kind) => kind === IMPORTED_FUNCTION).length;
}

/** A section as it stands in a module. */
export const sectionBytes = ({ id, body }) => Buffer.concat([Buffer.from([id, ...numberOf(body.length)]), body]);

/** The module of some sections. */
export const writeSections = (sections) => Buffer.concat([MODULE_HEAD, ...sections.map(sectionBytes)]);

const skip = (bytes, start, numbers) => {
  let at = start;
  for (let left = numbers; left > 0; left--) while (bytes[at++] >= 128);
  return at;
};

/** How many numbers follow the instructions of the set of 0xfc. Reference: "Numeric Instructions", "Memory Instructions". */
const afterPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** The place behind an instruction; throws at one that it does not know (vectors, atomics, exceptions). */
function instructionEnd(bytes, start) {
  const code = bytes[start];
  const at = start + 1;
  // Blocks have a type; branches, calls, variables and tables a number; accesses an alignment and an offset.
  if (code >= 0x02 && code <= 0x04) return skip(bytes, at, 1);
  if (code === 0x0c || code === 0x0d || code === 0x10 || (code >= 0x20 && code <= 0x26)) return skip(bytes, at, 1);
  if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) return skip(bytes, at, 2);
  if (code === 0x0e || code === 0x1c) {
    const { value, end } = readNumber(bytes, at);
    return skip(bytes, end, code === 0x0e ? value + 1 : value);
  }
  if ((code >= 0x3f && code <= 0x42) || code === 0xd0 || code === 0xd2) return skip(bytes, at, 1);
  if (code === 0x43) return at + 4;
  if (code === 0x44) return at + 8;
  if (code === 0xfc) {
    const { value, end } = readNumber(bytes, at);
    if (value in afterPrefix) return skip(bytes, end, afterPrefix[value]);
  }
  const isPlain = code < 0x02 || code === 0x05 || code === 0x0b || code === 0x0f || code === 0x1a || code === 0x1b;
  if (isPlain || (code >= 0x45 && code <= 0xc4) || code === 0xd1) return at;
  throw new Error(`instruction ${code} of a WebAssembly module is not known`);
}

/** Where the instructions of a function begin, behind its variables. */
function firstInstruction(bytes) {
  const { value: groups, end } = readNumber(bytes, 0);
  let at = end;
  for (let left = groups; left > 0; left--) at = skip(bytes, at, 1) + 1;
  return at;
}

/** The function of bytes with its instructions replaced, or undefined where it has none of them. */
function replacedIn(bytes, replacements) {
  const parts = [];
  let kept = 0;
  for (let at = firstInstruction(bytes); at < bytes.length; ) {
    const end = instructionEnd(bytes, at);
    const replacement = replacements.get(bytes[at]);
    if (replacement) {
      const put = typeof replacement === "function" ? replacement(readNumber(bytes, at + 1).value) : replacement;
      parts.push(bytes.subarray(kept, at), Buffer.from(put));
      kept = end;
    }
    at = end;
  }
  return parts.length > 0 ? Buffer.concat([...parts, bytes.subarray(kept)]) : undefined;
}

/** The numbers that follow an instruction of one kind, wherever a function has it. */
export function* operandsOf(bytes, code) {
  for (let at = firstInstruction(bytes); at < bytes.length; at = instructionEnd(bytes, at))
    if (bytes[at] === code) yield readNumber(bytes, at + 1).value;
}

/** The functions of a code section: where each begins, with its length before it, where its bytes begin, and where it ends. */
export function functionsOf(body) {
  return elementsOf(body, 0, (start) => {
    const { value: length, end: inner } = readNumber(body, start);
    const end = inner + length;
    return { value: { start, inner, end }, end };
  });
}

/**
 * The body of a code section with instructions replaced in all of its functions: by instruction, what stands in its place, or a
 * function that gives it for the number that follows.
 */
export function replaceInstructions(body, replacements) {
  const parts = [];
  let kept = 0;
  for (const { start, inner, end } of functionsOf(body)) {
    const replaced = replacedIn(body.subarray(inner, end), replacements);
    if (!replaced) continue;
    parts.push(body.subarray(kept, start), Buffer.from(numberOf(replaced.length)), replaced);
    kept = end;
  }
  return Buffer.concat([...parts, body.subarray(kept)]);
}

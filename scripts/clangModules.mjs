/**
 * Clang's modules as the build copies them. Three things are changed in them, and nothing that clang computes:
 *
 * Clang's memory has a maximum, which WebAssembly enforces exactly, in every host, whatever else the process holds. A clang
 * that asks for more says "out of memory" and ends.
 *
 * An instance can run again. What a run leaves is in the memory and in the stack pointer, which the program then exports, and
 * in the memory's size, which cannot shrink: so the program counts the pages that it has asked for in a variable of its own,
 * exported as well, and the memory grows only where that passes its size. The adapter between the program and the host asks for
 * pages too: those are its own from the start, as it could not ask the program.
 *
 * Of 133,000 functions a fifth is ever called (`clangFunctions.mjs`). A module of these alone, in which any other is
 * `unreachable`, is 25 MB in place of 75 and loads in a third of the time; who comes to an `unreachable` runs the whole one.
 */
import {
  constant,
  functionsOf,
  numberOf,
  readNumber,
  readSections,
  replaceInstructions,
  writeSections,
} from "./wasm.mjs";

/** Bytes of a page of WebAssembly. */
const PAGE = 65536;
/** The name of a section that is none of the module's. */
const NOTE = "warplens";
/** Pages that the adapter asks for: one for its stack, one for what it knows of open files. */
const ADAPTER_PAGES = 2;

/** Reference: WebAssembly Core Specification, "Binary Format", Modules, Types and Instructions. */
const [CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA] = [0, 1, 2, 3, 5, 6, 7, 10, 11];
const [I32, BLOCK_EMPTY] = [0x7f, 0x40];
const op = {
  unreachable: 0x00,
  if: 0x04,
  end: 0x0b,
  return: 0x0f,
  call: 0x10,
  get: 0x20,
  getGlobal: 0x23,
  setGlobal: 0x24,
  size: 0x3f,
  grow: 0x40,
  constant: 0x41,
  equal: 0x46,
  greater: 0x4b,
  add: 0x6a,
  subtract: 0x6b,
};

const sectionOf = (sections, id) => {
  const found = sections.find((one) => one.id === id);
  if (!found) throw new Error(`clang's module has no section ${id}`);
  return found;
};

/** A section's vector with one element more. */
function appended(section, element) {
  const { value: count, end } = readNumber(section.body, 0);
  section.body = Buffer.concat([Buffer.from(numberOf(count + 1)), section.body.subarray(end), Buffer.from(element)]);
  return count;
}

const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, ...numberOf(index)];
const variable = (value) => [I32, 1, ...constant(value), op.end];

/** How many functions a module imports, which come first in their numbering. */
function importedFunctions(sections) {
  const { body } = sectionOf(sections, IMPORT);
  let { value: count, end: at } = readNumber(body, 0);
  let functions = 0;
  for (; count > 0; count--) {
    for (let name = 0; name < 2; name++) {
      const { value: length, end } = readNumber(body, at);
      at = end + length;
    }
    const kind = body[at++];
    if (kind === 0) functions++;
    // A function's type; limits of a memory, of which a flag says whether there are two.
    else if (kind !== 2) throw new Error("clang's modules are expected to import functions and memories");
    const isBounded = kind === 2 && (body[at++] & 1) === 1;
    at = readNumber(body, at).end;
    if (isBounded) at = readNumber(body, at).end;
  }
  return functions;
}

/** The number of the type of functions from one number to another. */
function unaryType(sections) {
  const { body } = sectionOf(sections, TYPE);
  const { value: count, end } = readNumber(body, 0);
  const sizeAt = (at) => {
    const { value: parameters, end: first } = readNumber(body, at + 1);
    const { value: results, end: last } = readNumber(body, first + parameters);
    return last + results - at;
  };
  let at = end;
  for (let type = 0; type < count; type++) {
    const size = sizeAt(at);
    if (body.subarray(at, at + size).equals(Buffer.from([0x60, 1, I32, 1, I32]))) return type;
    at += size;
  }
  throw new Error("clang's module is expected to have a function from one number to another");
}

/** The one memory of a module: its pages at the start, and at most. */
function readMemory({ body }) {
  const [count, flags] = body;
  if (count !== 1 || flags !== 1) throw new Error("clang's module is expected to have one memory with a maximum");
  const { value: pages, end } = readNumber(body, 2);
  return { pages, most: readNumber(body, end).value };
}

/** The first variable is the stack pointer, and all data follow the stack: so all below its first value is stack. */
function checkLayout(sections) {
  const globals = sectionOf(sections, GLOBAL).body;
  const stack = readNumber(globals, 4);
  if (globals[0] !== 1 || globals[3] !== op.constant || globals[stack.end] !== op.end)
    throw new Error("clang's program is expected to have one variable, its stack pointer");
  const { body } = sectionOf(sections, DATA);
  const { value: count, end } = readNumber(body, 0);
  let at = end;
  for (let segment = 0; segment < count; segment++) {
    const offset = readNumber(body, at + 2);
    if (body[at] !== 0 || body[at + 1] !== op.constant || offset.value < stack.value)
      throw new Error("clang's data are expected behind its stack");
    const { value: size, end: start } = readNumber(body, offset.end + 1);
    at = start + size;
  }
}

/**
 * Asks for pages and gives how many there were, or -1, as `memory.grow` does. What a new run asks for may be there already,
 * and is zero then.
 */
function growth(pages) {
  const wanted = [op.getGlobal, pages, op.get, 0, op.add];
  const more = [...wanted, op.size, 0, op.subtract];
  return [
    0,
    ...[...wanted, op.size, 0, op.greater, op.if, BLOCK_EMPTY],
    ...[...more, op.grow, 0, ...constant(-1), op.equal, op.if, BLOCK_EMPTY, ...constant(-1), op.return, op.end],
    op.end,
    ...[op.getGlobal, pages, ...wanted, op.setGlobal, pages],
    op.end,
  ];
}

/** Clang's program: `most` bytes of memory, and exports of all that a run changes. */
export function reusableProgram(module, most) {
  const sections = readSections(module);
  checkLayout(sections);
  const memory = sectionOf(sections, MEMORY);
  const first = readMemory(memory).pages + ADAPTER_PAGES;
  memory.body = Buffer.from([1, 1, ...numberOf(first), ...numberOf(most / PAGE)]);
  const pages = appended(sectionOf(sections, GLOBAL), variable(first));
  appended(sectionOf(sections, EXPORT), exported("stack", 3, 0));
  appended(sectionOf(sections, EXPORT), exported("pages", 3, pages));
  const type = unaryType(sections);
  const grow = importedFunctions(sections) + appended(sectionOf(sections, FUNCTION), numberOf(type));
  const section = sectionOf(sections, CODE);
  const replacements = new Map([
    [op.size, [op.getGlobal, pages]],
    [op.grow, [op.call, ...numberOf(grow)]],
  ]);
  section.body = replaceInstructions(section.body, replacements);
  const body = growth(pages);
  appended(section, [...numberOf(body.length), ...body]);
  return writeSections(sections);
}

/** A function without variables of which the only instruction is `unreachable`, with its length before it. */
const UNREACHABLE_FUNCTION = Buffer.from([3, 0, op.unreachable, op.end]);

/**
 * A program in two files: one without the functions that are never called, and what makes the whole of it. That has 32-bit
 * numbers, the lowest byte first: how many runs there are, then of each its bytes that both have, those of the first file
 * that the whole does not have, and those of the whole, which stand behind the runs.
 * @param isCalled is asked with the number of a function among all functions
 */
export function splitProgram(program, isCalled) {
  const sections = readSections(program);
  const imported = importedFunctions(sections);
  const section = sectionOf(sections, CODE);
  const { body } = section;
  const begin = body.byteOffset - program.byteOffset;
  const uncalled = [...functionsOf(body)].filter((_, index) => !isCalled(imported + index));
  const kept = [];
  const functions = [];
  let from = 0;
  for (const { start, end } of uncalled) {
    kept.push(body.subarray(from, start), UNREACHABLE_FUNCTION);
    functions.push({ both: start - from, left: UNREACHABLE_FUNCTION.length, start: begin + start, end: begin + end });
    from = end;
  }
  section.body = Buffer.concat([...kept, body.subarray(from)]);
  // The section has its size before it, which is another one then.
  const [oldSize, newSize] = [body, section.body].map(({ length }) => numberOf(length).length);
  const runs = [{ both: begin - oldSize, left: newSize, start: begin - oldSize, end: begin }, ...functions];
  const head = new Uint32Array([
    runs.length,
    ...runs.flatMap(({ both, left, start, end }) => [both, left, end - start]),
  ]);
  const taken = runs.map(({ start, end }) => program.subarray(start, end));
  return { called: writeSections(sections), uncalled: Buffer.concat([Buffer.from(head.buffer), ...taken]) };
}

/** The whole program of the two files. Clang's script has this function as well, so that it stands by itself. */
export function joined(called, uncalled) {
  const view = new DataView(uncalled.buffer, uncalled.byteOffset);
  const runs = view.getUint32(0, true);
  const parts = [];
  let [from, start] = [0, 4 + 12 * runs];
  for (let run = 0; run < runs; run++) {
    const [both, left, taken] = [4, 8, 12].map((field) => view.getUint32(12 * run + field, true));
    parts.push(called.subarray(from, from + both), uncalled.subarray(start, start + taken));
    from += both + left;
    start += taken;
  }
  parts.push(called.subarray(from));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** The adapter: its pages stand behind those that the program has at the start, and it ends where it asks for more. */
export function reusableAdapter(module, program) {
  const sections = readSections(module);
  const first = readMemory(sectionOf(readSections(program), MEMORY)).pages;
  const globals = sectionOf(sections, GLOBAL);
  const [next, before] = [appended(globals, variable(first)), appended(globals, variable(0))];
  const take = [op.getGlobal, next, op.setGlobal, before, op.getGlobal, next, op.add, op.setGlobal, next];
  const isBeyond = [op.getGlobal, next, ...constant(first + ADAPTER_PAGES), op.greater];
  const section = sectionOf(sections, CODE);
  section.body = replaceInstructions(
    section.body,
    new Map([[op.grow, [...take, ...isBeyond, op.if, BLOCK_EMPTY, op.unreachable, op.end, op.getGlobal, before]]]),
  );
  return writeSections(sections);
}

/** A section, to stand at the end of a module, that says nothing about it but a text. */
export function note(text) {
  const body = Buffer.from([...numberOf(NOTE.length), ...Buffer.from(NOTE), ...Buffer.from(text)]);
  return Buffer.from([CUSTOM, ...numberOf(body.length), ...body]);
}

/**
 * Clang's modules as the build copies them. Two things are changed in them, and nothing that clang computes; a third is which
 * of its functions are loaded (`clangParts.mjs`).
 *
 * Clang's memory has a maximum, which WebAssembly enforces exactly, in every host, whatever else the process holds. A clang
 * that asks for more says "out of memory" and ends.
 *
 * An instance can run again. What a run leaves is in the memory and in the stack pointer, which the program then exports, and
 * in the memory's size, which cannot shrink: so the program counts the pages that it has asked for in a variable of its own,
 * exported as well, and the memory grows only where that passes its size. The adapter between the program and the host asks for
 * pages too: those are its own from the start, as it could not ask the program.
 */
import {
  constant,
  elementsOf,
  importedFunctions,
  numberOf,
  readNumber,
  readSections,
  replaceInstructions,
  SECTION,
  sectionOf,
  writeSections,
} from "./wasm.mjs";

/** Bytes of a page of WebAssembly. */
const PAGE = 65536;
/** The name of a section that is none of the module's. */
const NOTE = "warplens";
/**
 * Bytes that one compile may take. The largest of public code that was seen takes 178 MiB (CUTLASS), most take 20 to 50; and
 * two of this size fit into the 1.5 GB that the server may have.
 */
const CLANG_MEMORY = 400 << 20;
/** Pages that the adapter asks for: one for its stack, one for what it knows of open files. */
const ADAPTER_PAGES = 2;

/** Reference: WebAssembly Core Specification, "Binary Format", Types and Instructions. */
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

/** A section's vector with one element more. */
function appended(section, element) {
  const { value: count, end } = readNumber(section.body, 0);
  section.body = Buffer.concat([Buffer.from(numberOf(count + 1)), section.body.subarray(end), Buffer.from(element)]);
  return count;
}

const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, ...numberOf(index)];
const variable = (value) => [I32, 1, ...constant(value), op.end];

/** The type of functions from one 32-bit number to another. Reference: WebAssembly Core Specification, "Function Types". */
const UNARY = Buffer.from([0x60, 1, I32, 1, I32]);

/** The number of the type of functions from one number to another. */
function unaryType(sections) {
  const { body } = sectionOf(sections, SECTION.type);
  const types = elementsOf(body, 0, (at) => {
    const { value: parameters, end: first } = readNumber(body, at + 1);
    const { value: results, end: last } = readNumber(body, first + parameters);
    return { value: body.subarray(at, last + results), end: last + results };
  });
  const type = [...types].findIndex((one) => one.equals(UNARY));
  if (type < 0) throw new Error("clang's module is expected to have a function from one number to another");
  return type;
}

/** The one memory of a module: its pages at the start, and at most. */
function readMemory({ body }) {
  const [count, flags] = body;
  if (count !== 1 || flags !== 1) throw new Error("clang's module is expected to have one memory with a maximum");
  const { value: pages, end } = readNumber(body, 2);
  return { pages, most: readNumber(body, end).value };
}

/** Where the stack ends, which is the first value of the first variable. */
export function stackEnd(sections) {
  const { body } = sectionOf(sections, SECTION.variable);
  const { value, end } = readNumber(body, 4);
  if (body[3] !== op.constant || body[end] !== op.end)
    throw new Error("clang's program is expected to have its stack pointer as its first variable");
  return value;
}

/** What is in the memory at the start: where each part begins, and its bytes. */
export function segmentsOf(sections) {
  const { body } = sectionOf(sections, SECTION.data);
  const segments = elementsOf(body, 0, (at) => {
    const { value: offset, end: offsetEnd } = readNumber(body, at + 2);
    if (body[at] !== 0 || body[at + 1] !== op.constant)
      throw new Error("clang's data are expected at constant addresses");
    const { value: length, end: first } = readNumber(body, offsetEnd + 1);
    const end = first + length;
    return { value: { offset, bytes: body.subarray(first, end) }, end };
  });
  return [...segments];
}

/** The only variable is the stack pointer, and all data follow the stack: so all below its first value is stack. */
function checkLayout(sections) {
  if (sectionOf(sections, SECTION.variable).body[0] !== 1)
    throw new Error("clang's program is expected to have one variable, its stack pointer");
  const end = stackEnd(sections);
  if (segmentsOf(sections).some(({ offset }) => offset < end))
    throw new Error("clang's data are expected behind its stack");
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

/** Clang's program with a maximum of its memory, and exports of all that a run changes. */
export function reusableProgram(module) {
  const sections = readSections(module);
  checkLayout(sections);
  const memory = sectionOf(sections, SECTION.memory);
  const first = readMemory(memory).pages + ADAPTER_PAGES;
  memory.body = Buffer.from([1, 1, ...numberOf(first), ...numberOf(CLANG_MEMORY / PAGE)]);
  const pages = appended(sectionOf(sections, SECTION.variable), variable(first));
  appended(sectionOf(sections, SECTION.export), exported("stack", 3, 0));
  appended(sectionOf(sections, SECTION.export), exported("pages", 3, pages));
  const type = unaryType(sections);
  const grow = importedFunctions(sections) + appended(sectionOf(sections, SECTION.function), numberOf(type));
  const section = sectionOf(sections, SECTION.code);
  const replacements = new Map([
    [op.size, [op.getGlobal, pages]],
    [op.grow, [op.call, ...numberOf(grow)]],
  ]);
  section.body = replaceInstructions(section.body, replacements);
  const body = growth(pages);
  appended(section, [...numberOf(body.length), ...body]);
  return writeSections(sections);
}

/** The adapter: its pages stand behind those that the program has at the start, and it ends where it asks for more. */
export function reusableAdapter(module, program) {
  const sections = readSections(module);
  const first = readMemory(sectionOf(readSections(program), SECTION.memory)).pages;
  const globals = sectionOf(sections, SECTION.variable);
  const [next, before] = [appended(globals, variable(first)), appended(globals, variable(0))];
  const take = [op.getGlobal, next, op.setGlobal, before, op.getGlobal, next, op.add, op.setGlobal, next];
  const isBeyond = [op.getGlobal, next, ...constant(first + ADAPTER_PAGES), op.greater];
  const section = sectionOf(sections, SECTION.code);
  section.body = replaceInstructions(
    section.body,
    new Map([[op.grow, [...take, ...isBeyond, op.if, BLOCK_EMPTY, op.unreachable, op.end, op.getGlobal, before]]]),
  );
  return writeSections(sections);
}

/** A section, to stand at the end of a module, that says nothing about it but a text. */
export function note(text) {
  const body = Buffer.from([...numberOf(NOTE.length), ...Buffer.from(NOTE), ...Buffer.from(text)]);
  return Buffer.from([SECTION.custom, ...numberOf(body.length), ...body]);
}

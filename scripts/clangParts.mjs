/**
 * Clang's program in three files, as the build splits it and clang's scripts (`clangFiles.mjs`) put it together.
 *
 * Of its 133,000 functions a fifth is ever called (`clangFunctions.mjs`), and those come first in the numbering that it is given
 * here: a module of them and of those that they name is 15 MB in place of 65, and V8 makes it in a quarter of the time. It keeps
 * a hundred bytes for each function of a module, whatever the function does. One that is never called is `unreachable` there;
 * who comes to it runs the whole program.
 *
 * What its memory holds at the start is a file of its own, which is read where it belongs: a module's data are read, copied by
 * V8 and copied into the memory, 9 MB each time.
 */
import { segmentsOf, stackEnd } from "./clangModules.mjs";
import {
  elementsOf,
  functionsOf,
  importedFunctions,
  MODULE_HEAD,
  numberOf,
  operandsOf,
  readNumber,
  readSections,
  replaceInstructions,
  SECTION,
  sectionBytes,
  sectionOf,
} from "./wasm.mjs";

/** Reference: WebAssembly Core Specification, "Binary Format", Instructions and Exports. */
const [UNREACHABLE, END, CONSTANT] = [0x00, 0x0b, 0x41];
/** What names a function: a call, and a reference. */
const NAMING = [0x10, 0xd2];
const EXPORTED_FUNCTION = 0;

/** A function without variables of which the only instruction is `unreachable`, with its length before it. */
const UNREACHABLE_FUNCTION = Buffer.from([3, 0, UNREACHABLE, END]);

/** The numbers of a vector of a section. */
const numbersOf = (body, start) => [...elementsOf(body, start, (at) => readNumber(body, at))];

const vectorOf = (numbers) => Buffer.from([numbers.length, ...numbers].flatMap(numberOf));

/** The functions of a program's one table: what stands before them in the section, and their numbers. */
function readTable(body) {
  // One part, of the first table, from a constant on.
  const { end: offsetEnd } = readNumber(body, 3);
  if (body[0] !== 1 || body[1] !== 0 || body[2] !== CONSTANT || body[offsetEnd] !== END)
    throw new Error("clang's program is expected to have one table of functions");
  return { head: body.subarray(0, offsetEnd + 1), functions: numbersOf(body, offsetEnd + 1) };
}

const writeTable = ({ head }, functions) => Buffer.concat([head, vectorOf(functions)]);

/** An export section in which functions have other numbers. */
function renumberedExports(body, numberAfter) {
  const exports = elementsOf(body, 0, (at) => {
    const { value: length, end: nameAt } = readNumber(body, at);
    const numberAt = nameAt + length + 1;
    const { value, end } = readNumber(body, numberAt);
    const number = body[numberAt - 1] === EXPORTED_FUNCTION ? numberAfter(value) : value;
    return { value: [body.subarray(at, numberAt), Buffer.from(numberOf(number))], end };
  });
  const { end: headEnd } = readNumber(body, 0);
  return Buffer.concat([body.subarray(0, headEnd), ...[...exports].flat()]);
}

const range = (from, count) => Array.from({ length: count }, (_, index) => from + index);

/**
 * Which functions of a program are where: first the `called`, then those that they name by calls and references, or that stand
 * in the table for all others of their type (`standIns`, by type), then the `rest`.
 * @param isCalled is asked with the number of a function among all functions
 */
function planOf(program, isCalled) {
  const sections = readSections(program);
  const code = sectionOf(sections, SECTION.code).body;
  const bodies = [...functionsOf(code)].map(({ inner, end }) => code.subarray(inner, end));
  const imported = importedFunctions(sections);
  const types = numbersOf(sectionOf(sections, SECTION.function).body, 0);
  const table = readTable(sectionOf(sections, SECTION.element).body);
  const all = range(imported, bodies.length);
  const called = all.filter(isCalled);

  const isOther = (number) => number >= imported && !isCalled(number);
  const operands = called.flatMap((number) => NAMING.flatMap((one) => [...operandsOf(bodies[number - imported], one)]));
  const named = new Set(operands.filter(isOther));
  const standIns = new Map([...named].map((number) => [types[number - imported], number]));
  for (const number of table.functions.filter(isOther)) {
    const type = types[number - imported];
    if (!standIns.has(type)) standIns.set(type, number);
  }
  for (const number of standIns.values()) named.add(number);
  const rest = all.filter((number) => isOther(number) && !named.has(number));
  return { imported, types, table, called, named: [...named], rest, standIns };
}

/** The numbers that functions had in a program, in the order that they have in its files. */
export function originalNumbers(program, isCalled) {
  const { imported, called, named, rest } = planOf(program, isCalled);
  return [...range(0, imported), ...called, ...named, ...rest];
}

/** The memory of a program at its start, from the end of its stack on, below which all is zero. */
export function dataOf(program) {
  const sections = readSections(program);
  const segments = segmentsOf(sections);
  const begin = stackEnd(sections);
  const data = Buffer.alloc(Math.max(...segments.map(({ offset, bytes }) => offset + bytes.length)) - begin);
  for (const { offset, bytes } of segments) data.set(bytes, offset - begin);
  return data;
}

const lengthOf = (parts) => parts.reduce((sum, { length }) => sum + length, 0);

/** A section that is a vector, of which the first file has other elements (`left`) behind its first ones than the whole has (`taken`). */
function splitVector(id, both, left, taken) {
  const headWith = (others) => {
    const count = numberOf(both.length + others.length);
    return Buffer.from([id, ...numberOf(count.length + lengthOf(both) + lengthOf(others)), ...count]);
  };
  return [{ left: [headWith(left)], taken: [headWith(taken)] }, { both }, { left, taken }];
}

/** A program of which functions have other numbers, with its exports and instructions. */
function renumbered(sections, numberAfter) {
  const named = NAMING.map((code) => [code, (number) => [code, ...numberOf(numberAfter(number))]]);
  return sections.map(({ id, body }) => {
    if (id === SECTION.export) return { id, body: renumberedExports(body, numberAfter) };
    return { id, body: id === SECTION.code ? replaceInstructions(body, new Map(named)) : body };
  });
}

/** The two files of runs: of bytes that `both` have, that the first file has (`left`) or the whole (`taken`). */
function filesOf(runs) {
  const lengths = runs.flatMap(({ both = [], left = [], taken = [] }) => [both, left, taken].map(lengthOf));
  const head = new Uint32Array([runs.length, ...lengths]);
  return {
    called: Buffer.concat(runs.flatMap(({ both = [], left = [] }) => [...both, ...left])),
    uncalled: Buffer.concat([Buffer.from(head.buffer), ...runs.flatMap(({ taken = [] }) => taken)]),
  };
}

/**
 * A program in two files without its data: one without the functions that are never called, and what makes the whole of it.
 * That has 32-bit numbers, the lowest byte first: how many runs there are, then of each its bytes that both have, those of the
 * first file that the whole does not have, and those of the whole, which stand behind the runs.
 */
export function splitProgram(program, isCalled) {
  const { imported, types, table, called, named, rest, standIns } = planOf(program, isCalled);
  const numbers = new Uint32Array(imported + types.length).map((_, number) => number);
  for (const [index, number] of [...called, ...named, ...rest].entries()) numbers[number] = imported + index;
  const numberAfter = (number) => numbers[number];
  const absent = new Set(rest);
  const standIn = (number) => (absent.has(number) ? standIns.get(types[number - imported]) : number);

  const sections = renumbered(readSections(program), numberAfter);
  const code = sectionOf(sections, SECTION.code).body;
  const bodies = [...functionsOf(code)].map(({ start, end }) => code.subarray(start, end));
  const bodiesOf = (list) => list.map((number) => bodies[number - imported]);
  const typesOf = (list) => list.map((number) => Buffer.from(numberOf(types[number - imported])));
  const tableOf = (list) => [sectionBytes({ id: SECTION.element, body: writeTable(table, list.map(numberAfter)) })];
  const nothing = named.map(() => UNREACHABLE_FUNCTION);
  const split = new Map([
    [SECTION.function, splitVector(SECTION.function, typesOf([...called, ...named]), [], typesOf(rest))],
    [SECTION.element, [{ left: tableOf(table.functions.map(standIn)), taken: tableOf(table.functions) }]],
    [SECTION.code, splitVector(SECTION.code, bodiesOf(called), nothing, bodiesOf([...named, ...rest]))],
    [SECTION.data, []],
  ]);
  return filesOf([
    { both: [MODULE_HEAD] },
    ...sections.flatMap((one) => split.get(one.id) ?? [{ both: [sectionBytes(one)] }]),
  ]);
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
  // Each file ends with a text that is no part of it.
  parts.push(called.subarray(from));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

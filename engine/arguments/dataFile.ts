/**
 * Data for a buffer from a user's file: bytes as they are, numbers in text or CSV, an array that NumPy saved. What does not
 * fit the buffer's elements is refused with a sentence.
 */

import type { Element, Scalar } from "../model/arguments";
import { UsageError } from "../model/errors";
import { writeScalar } from "./elements";

/** What the data is for, to be named in messages: the parameter, the file, and the elements of the buffer. */
export interface DataTarget {
  readonly name: string;
  readonly path: string;
  /** As in the source: `float4`. */
  readonly type: string;
  readonly element: Element;
}

const refuse = ({ name, path }: DataTarget, why: string): never => {
  throw new UsageError(`--arg ${name}=file:${path}: ${why}`);
};

const elementText = ({ type, element }: DataTarget): string => `${type || "element"} (${element.bytes} bytes)`;

/** Bytes that are a whole number of elements, and some. */
function whole(bytes: Uint8Array, target: DataTarget, what: string): Uint8Array {
  if (bytes.length === 0) refuse(target, `${what} is empty.`);
  if (bytes.length % target.element.bytes !== 0) {
    refuse(target, `${what} has ${bytes.length} bytes, which is not a whole number of ${elementText(target)}.`);
  }
  return bytes;
}

const numeric = /^[+-]?(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)f?$/i;

/**
 * Numbers apart at commas, semicolons or blanks. A first line of titles and lines that begin with `#` are no data.
 */
function numbersOf(text: string, target: DataTarget): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n|\r/);
  const first = lines.findIndex((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  return lines.flatMap((line, index) => {
    if (line.trim().startsWith("#")) return [];
    const cells = line.split(/[,;\s]+/).filter((cell) => cell !== "");
    if (index === first && cells.length > 0 && cells.every((cell) => !numeric.test(cell))) return [];
    const wrong = cells.find((cell) => !numeric.test(cell));
    if (wrong !== undefined) refuse(target, `line ${index + 1} has “${wrong}”, which is not a number.`);
    return cells;
  });
}

function textBytes(data: Uint8Array, target: DataTarget): Uint8Array {
  const { scalars, bytes } = target.element;
  const numbers = numbersOf(new TextDecoder().decode(data), target);
  if (numbers.length === 0) refuse(target, "it has no numbers.");
  if (numbers.length % scalars.length !== 0) {
    refuse(
      target,
      `it has ${numbers.length} numbers, which is not a multiple of the ${scalars.length} of a ${target.type}.`,
    );
  }
  const result = new Uint8Array((numbers.length / scalars.length) * bytes);
  const view = new DataView(result.buffer);
  let at = 0;
  numbers.forEach((text, i) => {
    const scalar = scalars[i % scalars.length]!;
    writeScalar(view, at, scalar, text);
    at += scalar.bytes;
  });
  return result;
}

/** NumPy's letter for a kind of number: `<f4`. */
const letters: Readonly<Record<Scalar["kind"], string>> = { float: "f", signed: "i", unsigned: "u" };

const dtypeOf = ({ kind, bytes }: Scalar): string => `${letters[kind]}${bytes}`;

/**
 * The data of an array that NumPy saved.
 *
 * Reference: NumPy, "NEP 1 — A simple file format for NumPy arrays": magic, version, length of the header, the header as a
 * Python dictionary, the elements.
 */
function numpyBytes(data: Uint8Array, target: DataTarget): Uint8Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const isNumpy =
    data.length > 10 && data[0] === 0x93 && new TextDecoder("latin1").decode(data.subarray(1, 6)) === "NUMPY";
  if (!isNumpy) refuse(target, "it is not an array that NumPy saved.");
  const wide = data[6]! >= 2;
  const start = wide ? 12 : 10;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = new TextDecoder("latin1").decode(data.subarray(start, start + length));
  const dtype = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  const shape = /'shape':\s*\(([^)]*)\)/.exec(header)?.[1];
  if (dtype === undefined || shape === undefined)
    return refuse(target, "its elements are structures, which WarpLens does not read.");
  const sizes = shape.split(",").flatMap((size) => (size.trim() === "" ? [] : [Number(size)]));
  if (/'fortran_order':\s*True/.test(header) && sizes.length > 1) {
    refuse(target, "it is in column-major (Fortran) order; save it with numpy.ascontiguousarray.");
  }
  const [order, kind] = [dtype[0], dtype.slice(1)];
  if (order === ">") refuse(target, "it is big-endian, and the device is little-endian.");
  const wanted = target.element.scalars.map(dtypeOf);
  // A truth value is a byte, and the bytes of a structure may be anything.
  const fits = kind === "b1" ? wanted.includes("u1") : wanted.includes(kind) || target.element.isStructure === true;
  if (!fits) {
    refuse(
      target,
      `its elements are ${dtype}, and ${target.name} is a buffer of ${elementText(target)}, NumPy's ${wanted[0]}.`,
    );
  }
  const elements = data.subarray(start + length);
  const count = sizes.reduce((product, size) => product * size, 1);
  const width = Number(/\d+$/.exec(kind)?.[0] ?? 1);
  if (elements.length < count * width) {
    refuse(
      target,
      `its header says ${count} elements, but the file ends after ${Math.floor(elements.length / width)}.`,
    );
  }
  return whole(new Uint8Array(elements.subarray(0, count * width)), target, "the array");
}

/** The bytes of a buffer from those of a file, whose extension says what it is. */
export function dataBytes(data: Uint8Array, target: DataTarget): Uint8Array {
  if (/\.npy$/i.test(target.path)) return numpyBytes(data, target);
  if (/\.(?:csv|tsv|txt)$/i.test(target.path)) return textBytes(data, target);
  return whole(data, target, "the file");
}

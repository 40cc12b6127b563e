/** `std::sort` of plain numbers, which libc++ keeps in its compiled half, by the Itanium name of each element type. */
import type { HostFunction, HostLibrary, HostMachine } from "../machine";

type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;
type Make = new (buffer: ArrayBufferLike, offset: number, length: number) => Numbers;

/** Element types by their letter in mangled names. */
const elements: Readonly<Record<string, Make>> = {
  c: Int8Array,
  a: Int8Array,
  h: Uint8Array,
  s: Int16Array,
  t: Uint16Array,
  i: Int32Array,
  j: Uint32Array,
  l: BigInt64Array,
  m: BigUint64Array,
  x: BigInt64Array,
  y: BigUint64Array,
  f: Float32Array,
  d: Float64Array,
};

function sorter(Elements: Make): HostFunction {
  const size = (Elements as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
  return (machine: HostMachine, first: bigint, last: bigint) => {
    const bytes = Number(last - first);
    const at = machine.at(first, bytes);
    // Sorted in a copy: elements of a packed structure need not be aligned.
    const copy = machine.bytes.slice(at, at + bytes);
    new Elements(copy.buffer, 0, bytes / size).sort();
    machine.bytes.set(copy, at);
  };
}

export const sorting: HostLibrary = Object.fromEntries(
  Object.entries(elements).map(([letter, Elements]) => [
    `_ZNSt3__26__sortIRNS_6__lessI${letter}${letter}EEP${letter}EEvT0_S5_T_`,
    sorter(Elements),
  ]),
);

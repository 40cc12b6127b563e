/** Wide characters of 32 bits, which libc++ also searches arrays of integers with. */
import type { HostLibrary, HostMachine } from "../model/machine";

const BYTES = 4;

function words(machine: HostMachine, at: bigint, count: bigint): Int32Array {
  // Nothing is read of an empty range, which begins anywhere: an empty vector's is at null.
  if (count === 0n) return new Int32Array();
  const bytes = Number(count) * BYTES;
  const start = machine.at(at, bytes);
  // Copied: members of packed structures need not be aligned.
  return new Int32Array(machine.bytes.slice(start, start + bytes).buffer);
}

function move(machine: HostMachine, to: bigint, from: bigint, count: bigint): bigint {
  const bytes = Number(count) * BYTES;
  const source = machine.at(from, bytes);
  machine.bytes.copyWithin(machine.at(to, bytes), source, source + bytes);
  return to;
}

/** The library's functions for wide characters, by name. */
export const wide: HostLibrary = {
  wmemchr(machine, at: bigint, wanted: number, count: bigint) {
    const index = words(machine, at, count).indexOf(wanted | 0);
    return index < 0 ? 0n : at + BigInt(index * BYTES);
  },
  wmemcmp(machine, a: bigint, b: bigint, count: bigint) {
    const [left, right] = [words(machine, a, count), words(machine, b, count)];
    const at = left.findIndex((one, i) => one !== right[i]);
    return at < 0 ? 0 : left[at]! < right[at]! ? -1 : 1;
  },
  wmemcpy: move,
  wmemmove: move,
  wmemset(machine, to: bigint, value: number, count: bigint) {
    const bytes = Number(count) * BYTES;
    const start = machine.at(to, bytes);
    machine.bytes.set(new Uint8Array(new Int32Array(Number(count)).fill(value).buffer), start);
    return to;
  },
  wcslen(machine, at: bigint) {
    let length = 0n;
    while (machine.getInt(at + length * BigInt(BYTES)) !== 0) length++;
    return length;
  },
};

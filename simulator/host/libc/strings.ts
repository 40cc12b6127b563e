/** C strings and characters. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { errorText } from "./errorTexts";

/** Bytes that a comparison looks at before it begins a search: most texts differ among their first. */
const FIRST_BYTES = 32;

/** Where two texts from linear offsets differ or end, both: an offset from their starts, at most `limit`. */
function commonBytes(machine: HostMachine, left: number, right: number, limit: number): number {
  const { bytes, scans } = machine;
  let same = 0;
  for (const first = Math.min(limit, FIRST_BYTES); same < first; same++)
    if (bytes[left + same] !== bytes[right + same] || bytes[left + same] === 0) return same;
  const whole = Math.max(same, Math.min(limit, bytes.length - Math.max(left, right)));
  const end = scans.find(left + same, left + whole, 0);
  const at = scans.mismatch(left + same, end, right + same) - left;
  machine.spendBytes(2 * at);
  return at;
}

function compareText(machine: HostMachine, a: bigint, b: bigint, limit = Number.POSITIVE_INFINITY): number {
  if (limit === 0) return 0;
  const left = machine.at(a, 1, "load");
  const right = machine.at(b, 1, "load");
  const same = commonBytes(machine, left, right, limit);
  return same === limit ? 0 : (machine.bytes[left + same] ?? 0) - (machine.bytes[right + same] ?? 0);
}

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** Compares without case. */
function compareFolded(machine: HostMachine, a: bigint, b: bigint, limit = Number.POSITIVE_INFINITY): number {
  const left = machine.cString(a);
  const right = machine.cString(b);
  let same = 0;
  const difference = () => lower(left[same] ?? 0) - lower(right[same] ?? 0);
  while (same < limit && same < left.length && difference() === 0) same++;
  machine.spendEach(same);
  return same < limit ? difference() : 0;
}

/** Copies a text of `length` bytes and ends it. */
function placeText(machine: HostMachine, to: bigint, from: number, length: number): void {
  const start = machine.at(to, length + 1);
  machine.bytes.copyWithin(start, from, from + length);
  machine.bytes[start + length] = 0;
}

/** Where a text begins, and its bytes without the end. */
function textAt(machine: HostMachine, text: bigint): { readonly start: number; readonly length: number } {
  const { byteOffset: start, length } = machine.cString(text);
  return { start, length };
}

function copyText(machine: HostMachine, to: bigint, from: bigint): bigint {
  const { start, length } = textAt(machine, from);
  placeText(machine, to, start, length);
  return to + BigInt(length);
}

function find(machine: HostMachine, text: bigint, byte: number): bigint {
  const { start, length } = textAt(machine, text);
  const at = machine.scans.find(start, start + length, byte & 255) - start;
  machine.spendBytes(at);
  return at === length && (byte & 255) !== 0 ? 0n : text + BigInt(at);
}

function findLast(machine: HostMachine, text: bigint, byte: number): bigint {
  const bytes = machine.cString(text);
  if ((byte & 255) === 0) return text + BigInt(bytes.length);
  const at = bytes.lastIndexOf(byte & 255);
  machine.spendEach(bytes.length - Math.max(0, at));
  return at < 0 ? 0n : text + BigInt(at);
}

/** Where a text contains another one. */
function findText(machine: HostMachine, text: bigint, wanted: bigint): bigint {
  const { start, length } = textAt(machine, text);
  const part = textAt(machine, wanted);
  if (part.length === 0) return text;
  const { bytes, scans } = machine;
  const last = start + length - part.length;
  for (let at = start; at <= last; at++) {
    const from = at;
    at = scans.find(at, last + 1, bytes[part.start]!);
    machine.spendBytes(at - from);
    if (at > last) break;
    const same = scans.mismatch(at, at + part.length, part.start) - at;
    machine.spendEach(1);
    machine.spendBytes(2 * same);
    if (same === part.length) return text + BigInt(at - start);
  }
  return 0n;
}

/** How many bytes from the start of a text on are all in a set of bytes, or all not. */
function span(machine: HostMachine, text: bigint, set: bigint, isIn: boolean): number {
  const among = new Uint8Array(256);
  for (const byte of machine.cString(set)) among[byte] = 1;
  const bytes = machine.cString(text);
  let length = 0;
  while (length < bytes.length && (among[bytes[length]!] === 1) === isIn) length++;
  machine.spendEach(length);
  return length;
}

function duplicate(machine: HostMachine, text: bigint, limit = Number.POSITIVE_INFINITY): bigint {
  const { start, length } = textAt(machine, text);
  const bytes = Math.min(length, limit);
  const address = machine.allocate(bytes + 1);
  placeText(machine, address, start, bytes);
  return address;
}

function is(pattern: RegExp): (machine: HostMachine, byte: number) => number {
  return (_machine, byte) => (byte >= 0 && byte < 128 && pattern.test(String.fromCharCode(byte)) ? 1 : 0);
}

/** The library's functions for C strings, by name. */
export const strings: HostLibrary = {
  strlen: (machine, text: bigint) => BigInt(machine.cString(text).length),
  strnlen(machine, text: bigint, limit: bigint) {
    const start = machine.at(text, 1, "load");
    const end = Math.min(start + Number(limit), machine.bytes.length);
    const length = machine.scans.find(start, end, 0) - start;
    machine.spendBytes(length);
    return BigInt(length);
  },
  strcmp: (machine, a: bigint, b: bigint) => compareText(machine, a, b),
  strncmp: (machine, a: bigint, b: bigint, limit: bigint) => compareText(machine, a, b, Number(limit)),
  strcasecmp: (machine, a: bigint, b: bigint) => compareFolded(machine, a, b),
  strncasecmp: (machine, a: bigint, b: bigint, limit: bigint) => compareFolded(machine, a, b, Number(limit)),
  strcpy(machine, to: bigint, from: bigint) {
    copyText(machine, to, from);
    return to;
  },
  stpcpy: copyText,
  strncpy(machine, to: bigint, from: bigint, limit: bigint) {
    const text = textAt(machine, from);
    const length = Math.min(text.length, Number(limit));
    const start = machine.at(to, Number(limit));
    machine.bytes.copyWithin(start, text.start, text.start + length);
    machine.bytes.fill(0, start + length, start + Number(limit));
    return to;
  },
  strcat(machine, to: bigint, from: bigint) {
    copyText(machine, to + BigInt(machine.cString(to).length), from);
    return to;
  },
  strncat(machine, to: bigint, from: bigint, limit: bigint) {
    const { start, length } = textAt(machine, from);
    placeText(machine, to + BigInt(machine.cString(to).length), start, Math.min(length, Number(limit)));
    return to;
  },
  strchr: find,
  strrchr: findLast,
  strstr: findText,
  strspn: (machine, text: bigint, set: bigint) => BigInt(span(machine, text, set, true)),
  strcspn: (machine, text: bigint, set: bigint) => BigInt(span(machine, text, set, false)),
  strdup: (machine, text: bigint) => duplicate(machine, text),
  strndup: (machine, text: bigint, limit: bigint) => duplicate(machine, text, Number(limit)),
  strerror: (machine, code: number) => machine.constantText(errorText(code)),
  strerror_r(machine, code: number, to: bigint, size: bigint) {
    machine.writeText(to, errorText(code).slice(0, Math.max(0, Number(size) - 1)));
    return 0;
  },
  strcoll: (machine, a: bigint, b: bigint) => compareText(machine, a, b),
  bcopy: (machine, from: bigint, to: bigint, count: bigint) => {
    const [source, target] = [machine.at(from, Number(count)), machine.at(to, Number(count))];
    machine.bytes.copyWithin(target, source, source + Number(count));
  },
  ffs: (_machine, value: number) => 32 - Math.clz32(value & -value),
  tolower: (_machine, byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte),
  toupper: (_machine, byte: number) => (byte >= 97 && byte <= 122 ? byte - 32 : byte),
  isdigit: is(/\d/),
  isalpha: is(/[a-z]/i),
  isalnum: is(/[a-z\d]/i),
  isspace: is(/[ \t\n\v\f\r]/),
  isupper: is(/[A-Z]/),
  islower: is(/[a-z]/),
  ispunct: is(/[!-/:-@[-`{-~]/),
  isprint: is(/[ -~]/),
  isxdigit: is(/[\da-f]/i),
};

/** C strings and characters. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { errorText } from "./errorTexts";

function compareText(
  machine: HostMachine,
  a: bigint,
  b: bigint,
  limit = Number.POSITIVE_INFINITY,
  fold = false,
): number {
  const left = machine.cString(a);
  const right = machine.cString(b);
  const lower = (byte: number) => (fold && byte >= 65 && byte <= 90 ? byte + 32 : byte);
  for (let i = 0; i < limit; i++) {
    const difference = lower(left[i] ?? 0) - lower(right[i] ?? 0);
    if (difference !== 0 || left[i] === undefined) return difference;
  }
  return 0;
}

function copyText(machine: HostMachine, to: bigint, from: bigint): bigint {
  const bytes = machine.cString(from).slice();
  const start = machine.at(to, bytes.length + 1);
  machine.bytes.set(bytes, start);
  machine.bytes[start + bytes.length] = 0;
  return to + BigInt(bytes.length);
}

function find(machine: HostMachine, text: bigint, byte: number, last: boolean): bigint {
  const bytes = machine.cString(text);
  if ((byte & 255) === 0) return text + BigInt(bytes.length);
  const at = last ? bytes.lastIndexOf(byte & 255) : bytes.indexOf(byte & 255);
  return at < 0 ? 0n : text + BigInt(at);
}

function duplicate(machine: HostMachine, bytes: Uint8Array): bigint {
  const copy = bytes.slice();
  const address = machine.allocate(copy.length + 1);
  const start = machine.at(address, copy.length + 1);
  machine.bytes.set(copy, start);
  machine.bytes[start + copy.length] = 0;
  return address;
}

function is(pattern: RegExp): (machine: HostMachine, byte: number) => number {
  return (_machine, byte) => (byte >= 0 && byte < 128 && pattern.test(String.fromCharCode(byte)) ? 1 : 0);
}

/** The library's functions for C strings, by name. */
export const strings: HostLibrary = {
  strlen: (machine, text: bigint) => BigInt(machine.cString(text).length),
  strnlen: (machine, text: bigint, limit: bigint) => BigInt(Math.min(machine.cString(text).length, Number(limit))),
  strcmp: (machine, a: bigint, b: bigint) => compareText(machine, a, b),
  strncmp: (machine, a: bigint, b: bigint, limit: bigint) => compareText(machine, a, b, Number(limit)),
  strcasecmp: (machine, a: bigint, b: bigint) => compareText(machine, a, b, Number.POSITIVE_INFINITY, true),
  strncasecmp: (machine, a: bigint, b: bigint, limit: bigint) => compareText(machine, a, b, Number(limit), true),
  strcpy(machine, to: bigint, from: bigint) {
    copyText(machine, to, from);
    return to;
  },
  stpcpy: copyText,
  strncpy(machine, to: bigint, from: bigint, limit: bigint) {
    const bytes = machine.cString(from).slice(0, Number(limit));
    const start = machine.at(to, Number(limit));
    machine.bytes.fill(0, start, start + Number(limit));
    machine.bytes.set(bytes, start);
    return to;
  },
  strcat(machine, to: bigint, from: bigint) {
    copyText(machine, to + BigInt(machine.cString(to).length), from);
    return to;
  },
  strncat(machine, to: bigint, from: bigint, limit: bigint) {
    const bytes = machine.cString(from).slice(0, Number(limit));
    const start = machine.at(to, 1) + machine.cString(to).length;
    machine.bytes.set(bytes, start);
    machine.bytes[start + bytes.length] = 0;
    return to;
  },
  strchr: (machine, text: bigint, byte: number) => find(machine, text, byte, false),
  strrchr: (machine, text: bigint, byte: number) => find(machine, text, byte, true),
  strstr(machine, text: bigint, wanted: bigint) {
    const at = machine.text(text).indexOf(machine.text(wanted));
    return at < 0 ? 0n : text + BigInt(at);
  },
  strspn: (machine, text: bigint, set: bigint) => {
    const allowed = machine.cString(set);
    const end = machine.cString(text).findIndex((byte) => !allowed.includes(byte));
    return BigInt(end < 0 ? machine.cString(text).length : end);
  },
  strcspn: (machine, text: bigint, set: bigint) => {
    const refused = machine.cString(set);
    const end = machine.cString(text).findIndex((byte) => refused.includes(byte));
    return BigInt(end < 0 ? machine.cString(text).length : end);
  },
  strdup: (machine, text: bigint) => duplicate(machine, machine.cString(text)),
  strndup: (machine, text: bigint, limit: bigint) =>
    duplicate(machine, machine.cString(text).subarray(0, Number(limit))),
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

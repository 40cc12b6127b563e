/** Formatted and plain input and output over files in memory and the machine's own streams. */

import { fromDouble } from "../../mathematics/extended";
import { formatBytes } from "../../text/format";
import type { HostLibrary, HostMachine } from "../model/machine";
import { errorText } from "./errorTexts";
import { fileOf, filesOf, nextByte, normal, type OpenFile, STREAMS, writeBytes } from "./files";
import { type Source, scan, type Target } from "./scan";
import { slotsAt, slotsOf } from "./variadic";

type Slots = ReturnType<typeof slotsAt>;

export { STREAMS };

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** What a call prints: made byte by byte. */
function formatted(machine: HostMachine, format: bigint, slots: Slots): Uint8Array {
  const bytes = formatBytes(machine.cString(format), slots);
  machine.spendEach(bytes.length);
  return bytes;
}

function print(machine: HostMachine, file: bigint, format: bigint, slots: Slots): number {
  const bytes = formatted(machine, format, slots);
  return writeBytes(machine, file, bytes) ? bytes.length : -1;
}

function printTo(machine: HostMachine, to: bigint, size: number, format: bigint, slots: Slots): number {
  const bytes = formatted(machine, format, slots);
  if (size > 0) {
    const kept = bytes.subarray(0, size - 1);
    const start = machine.at(to, kept.length + 1);
    machine.bytes.set(kept, start);
    machine.bytes[start + kept.length] = 0;
  }
  return bytes.length;
}

function printNew(machine: HostMachine, result: bigint, format: bigint, slots: Slots): number {
  const bytes = formatted(machine, format, slots);
  const text = machine.allocate(bytes.length + 1);
  machine.bytes.set([...bytes, 0], machine.at(text, bytes.length + 1));
  machine.setLong(result, text);
  return bytes.length;
}

function put(machine: HostMachine, byte: number, file: bigint): number {
  return writeBytes(machine, file, Uint8Array.of(byte & 255)) ? byte & 255 : -1;
}

/** Bytes of an integer target by its length modifier. */
const integerBytes: Readonly<Record<string, number>> = { hh: 1, h: 2, "": 4, l: 8, ll: 8, z: 8, j: 8, t: 8 };

/** The next pointer among the extra arguments, as a place for one value. */
function targetAt(machine: HostMachine, slots: Slots): Target {
  const address = slots.pointer();
  return {
    integer(value, length) {
      const size = integerBytes[length] ?? 4;
      const at = machine.at(address, size);
      for (let i = 0; i < size; i++) machine.bytes[at + i] = Number((value >> BigInt(8 * i)) & 255n);
    },
    real(value, length) {
      if (length === "L") {
        const [significand, word] = fromDouble(value);
        machine.setLong(address, significand);
        machine.view.setUint16(machine.at(address + 8n, 2), word, true);
      } else if (length === "l") machine.setDouble(address, value);
      else machine.view.setFloat32(machine.at(address, 4), value, true);
    },
    bytes(data, terminate) {
      const all = terminate ? [...data, 0] : data;
      machine.bytes.set(all, machine.at(address, all.length));
    },
  };
}

function scanWith(machine: HostMachine, source: Source, format: bigint, slots: Slots): number {
  const text = Array.from(machine.cString(format), (byte) => String.fromCharCode(byte)).join("");
  return scan(source, text, () => targetAt(machine, slots));
}

function fileSource(machine: HostMachine, file: OpenFile): Source {
  return { next: () => nextByte(machine, file), back: (byte) => void file.pushed.push(byte) };
}

function textSource(bytes: Uint8Array): Source {
  let at = 0;
  return {
    next: () => bytes[at++] ?? -1,
    back: () => {
      at--;
    },
  };
}

function scanFile(machine: HostMachine, file: bigint, format: bigint, slots: Slots): number {
  return scanWith(machine, fileSource(machine, fileOf(machine, file)), format, slots);
}

function scanText(machine: HostMachine, text: bigint, format: bigint, slots: Slots): number {
  return scanWith(machine, textSource(machine.cString(text).slice()), format, slots);
}

/** A line with its end, or what is left; undefined at the end of the file. */
function line(machine: HostMachine, file: OpenFile, limit: number, end = 10): number[] | undefined {
  const bytes: number[] = [];
  while (bytes.length < limit) {
    const byte = nextByte(machine, file);
    if (byte < 0) break;
    bytes.push(byte);
    if (byte === end) break;
  }
  return bytes.length > 0 ? bytes : undefined;
}

function getLine(machine: HostMachine, text: bigint, capacity: bigint, end: number, handle: bigint): bigint {
  const bytes = line(machine, fileOf(machine, handle), UNLIMITED, end);
  if (!bytes) return -1n;
  const known = machine.getLong(text);
  if (known === 0n || machine.getLong(capacity) < BigInt(bytes.length + 1)) {
    if (known !== 0n) machine.heap.release(known);
    const size = Math.max(120, bytes.length + 1);
    machine.setLong(text, machine.allocate(size));
    machine.setLong(capacity, BigInt(size));
  }
  machine.bytes.set([...bytes, 0], machine.at(machine.getLong(text), bytes.length + 1));
  return BigInt(bytes.length);
}

function seek(machine: HostMachine, handle: bigint, offset: bigint, origin: number): number {
  const file = fileOf(machine, handle);
  if (file.output) return -1;
  const from = origin === 0 ? 0 : origin === 1 ? file.at - file.pushed.length : filesOf(machine).size(file);
  const to = from + Number(offset);
  if (to < 0) return -1;
  file.at = to;
  file.eof = false;
  file.pushed.length = 0;
  return 0;
}

function tell(machine: HostMachine, handle: bigint): bigint {
  const file = fileOf(machine, handle);
  return BigInt(file.at - file.pushed.length);
}

function read(machine: HostMachine, to: bigint, size: bigint, count: bigint, handle: bigint): bigint {
  const wanted = Number(size * count);
  if (wanted === 0) return 0n;
  const file = fileOf(machine, handle);
  const start = machine.at(to, wanted);
  let got = 0;
  for (; got < wanted; got++) {
    const byte = nextByte(machine, file);
    if (byte < 0) break;
    machine.bytes[start + got] = byte;
  }
  return BigInt(Math.floor(got / Number(size)));
}

function get(machine: HostMachine, handle: bigint): number {
  return nextByte(machine, fileOf(machine, handle));
}

const open = (machine: HostMachine, path: bigint, mode: bigint): bigint => {
  const handle = filesOf(machine).fopen(machine.text(path), machine.text(mode));
  if (handle === 0n) machine.setErrno(2);
  return handle;
};

/** The library's functions for input and output, by name. */
export const stdio: HostLibrary = {
  printf: (machine, format: bigint, extra: bigint) => print(machine, STREAMS.stdout, format, slotsAt(machine, extra)),
  fprintf: (machine, file: bigint, format: bigint, extra: bigint) =>
    print(machine, file, format, slotsAt(machine, extra)),
  sprintf: (machine, to: bigint, format: bigint, extra: bigint) =>
    printTo(machine, to, UNLIMITED, format, slotsAt(machine, extra)),
  snprintf: (machine, to: bigint, size: bigint, format: bigint, extra: bigint) =>
    printTo(machine, to, Number(size), format, slotsAt(machine, extra)),
  vprintf: (machine, format: bigint, list: bigint) => print(machine, STREAMS.stdout, format, slotsOf(machine, list)),
  vfprintf: (machine, file: bigint, format: bigint, list: bigint) =>
    print(machine, file, format, slotsOf(machine, list)),
  vsprintf: (machine, to: bigint, format: bigint, list: bigint) =>
    printTo(machine, to, UNLIMITED, format, slotsOf(machine, list)),
  vsnprintf: (machine, to: bigint, size: bigint, format: bigint, list: bigint) =>
    printTo(machine, to, Number(size), format, slotsOf(machine, list)),
  asprintf: (machine, result: bigint, format: bigint, extra: bigint) =>
    printNew(machine, result, format, slotsAt(machine, extra)),
  vasprintf: (machine, result: bigint, format: bigint, list: bigint) =>
    printNew(machine, result, format, slotsOf(machine, list)),
  scanf: (machine, format: bigint, extra: bigint) => scanFile(machine, STREAMS.stdin, format, slotsAt(machine, extra)),
  fscanf: (machine, file: bigint, format: bigint, extra: bigint) =>
    scanFile(machine, file, format, slotsAt(machine, extra)),
  sscanf: (machine, text: bigint, format: bigint, extra: bigint) =>
    scanText(machine, text, format, slotsAt(machine, extra)),
  vscanf: (machine, format: bigint, list: bigint) => scanFile(machine, STREAMS.stdin, format, slotsOf(machine, list)),
  vfscanf: (machine, file: bigint, format: bigint, list: bigint) =>
    scanFile(machine, file, format, slotsOf(machine, list)),
  vsscanf: (machine, text: bigint, format: bigint, list: bigint) =>
    scanText(machine, text, format, slotsOf(machine, list)),
  puts(machine, text: bigint) {
    machine.write("stdout", machine.cString(text));
    machine.write("stdout", Uint8Array.of(10));
    return 1;
  },
  fputs: (machine, text: bigint, file: bigint) => (writeBytes(machine, file, machine.cString(text).slice()) ? 1 : -1),
  putchar: (machine, byte: number) => put(machine, byte, STREAMS.stdout),
  fputc: put,
  putc: put,
  fwrite(machine, from: bigint, size: bigint, count: bigint, file: bigint) {
    const bytes = Number(size * count);
    const start = machine.at(from, bytes);
    return writeBytes(machine, file, machine.bytes.slice(start, start + bytes)) ? count : 0n;
  },
  fread: read,
  fgetc: get,
  getc: get,
  getchar: (machine) => get(machine, STREAMS.stdin),
  ungetc(machine, byte: number, handle: bigint) {
    if (byte < 0) return -1;
    const file = fileOf(machine, handle);
    file.pushed.push(byte & 255);
    file.eof = false;
    return byte & 255;
  },
  fgets(machine, to: bigint, size: number, handle: bigint) {
    const bytes = line(machine, fileOf(machine, handle), size - 1);
    if (!bytes) return 0n;
    machine.bytes.set([...bytes, 0], machine.at(to, bytes.length + 1));
    return to;
  },
  getline: (machine, text: bigint, capacity: bigint, handle: bigint) => getLine(machine, text, capacity, 10, handle),
  getdelim: (machine, text: bigint, capacity: bigint, end: number, handle: bigint) =>
    getLine(machine, text, capacity, end, handle),
  fopen: open,
  fclose(machine, handle: bigint) {
    fileOf(machine, handle);
    filesOf(machine).open.delete(handle);
    return 0;
  },
  fseek: seek,
  fseeko: seek,
  ftell: tell,
  ftello: tell,
  rewind: (machine, handle: bigint) => void seek(machine, handle, 0n, 0),
  feof: (machine, handle: bigint) => (fileOf(machine, handle).eof ? 1 : 0),
  ferror: () => 0,
  clearerr(machine, handle: bigint) {
    fileOf(machine, handle).eof = false;
  },
  fileno: (machine, handle: bigint) => {
    fileOf(machine, handle);
    return Number(handle) - 1;
  },
  remove: (machine, path: bigint) => (filesOf(machine).content.delete(normal(machine.text(path))) ? 0 : -1),
  unlink: (machine, path: bigint) => (filesOf(machine).content.delete(normal(machine.text(path))) ? 0 : -1),
  access: (machine, path: bigint) => (filesOf(machine).content.has(normal(machine.text(path))) ? 0 : -1),
  rename(machine, from: bigint, to: bigint) {
    const { content } = filesOf(machine);
    const [source, target] = [normal(machine.text(from)), normal(machine.text(to))];
    const bytes = content.get(source);
    if (!bytes) return -1;
    content.delete(source);
    content.set(target, bytes);
    return 0;
  },
  fflush: () => 0,
  setvbuf: () => 0,
  setbuf: () => {},
  perror: (machine, text: bigint) =>
    machine.write(
      "stderr",
      new TextEncoder().encode(`${machine.text(text)}: ${errorText(machine.getInt(machine.errnoPlace()))}\n`),
    ),
};

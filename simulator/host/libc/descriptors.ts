/** Files by number, as POSIX has them beside C's streams: descriptor n is the stream with the handle n + 1. Folders to read. */

import { offsetOf } from "../model/addresses";
import type { HostLibrary, HostMachine } from "../model/machine";
import { filesOf, normal, type OpenFile } from "./files";
import { entriesOf } from "./folders";

/** Linux's numbers of what goes wrong, and of the flags of `open`. */
const Errors = { noEntry: 2, badDescriptor: 9, exists: 17, invalid: 22 } as const;
const Flags = {
  access: 3,
  write: 1,
  both: 2,
  create: 0o100,
  exclusive: 0o200,
  truncate: 0o1000,
  append: 0o2000,
} as const;

function fail(machine: HostMachine, code: number): -1 {
  machine.setErrno(code);
  return -1;
}

function openFile(machine: HostMachine, path: bigint, flags: number): number {
  const files = filesOf(machine);
  const name = machine.text(path);
  const isThere = files.content.has(normal(name));
  if (!isThere && (flags & Flags.create) === 0) return fail(machine, Errors.noEntry);
  if (isThere && (flags & Flags.create) !== 0 && (flags & Flags.exclusive) !== 0) return fail(machine, Errors.exists);
  const access = flags & Flags.access;
  const writes = access === Flags.write || access === Flags.both;
  const isNew = !isThere || (writes && (flags & Flags.truncate) !== 0);
  const plus = access === Flags.both ? "+" : "";
  // A file that stays as it is and can be written is opened for reading and writing.
  const mode = isNew ? `w${plus}` : (flags & Flags.append) !== 0 ? `a${plus}` : writes ? "r+" : "r";
  const handle = files.fopen(name, mode);
  return handle === 0n ? fail(machine, Errors.noEntry) : Number(handle) - 1;
}

function fileAt(machine: HostMachine, descriptor: number): OpenFile | undefined {
  return filesOf(machine).open.get(BigInt(descriptor) + 1n);
}

function read(machine: HostMachine, descriptor: number, to: bigint, size: bigint): bigint {
  const file = fileAt(machine, descriptor);
  if (!file?.readable) return BigInt(fail(machine, Errors.badDescriptor));
  const wanted = Number(size);
  const start = machine.at(to, wanted);
  let got = 0;
  for (; got < wanted; got++) {
    const byte = filesOf(machine).take(file);
    if (byte < 0) break;
    machine.bytes[start + got] = byte;
  }
  return BigInt(got);
}

function write(machine: HostMachine, descriptor: number, from: bigint, size: bigint): bigint {
  const file = fileAt(machine, descriptor);
  if (!file?.writable) return BigInt(fail(machine, Errors.badDescriptor));
  const bytes = machine.bytesAt(from, Number(size));
  if (file.output) machine.write(file.output, bytes);
  else filesOf(machine).write(file, bytes);
  return size;
}

/** Runs at another place of a file, which then is where it was. */
function elsewhere(machine: HostMachine, descriptor: number, at: bigint, run: () => bigint): bigint {
  const file = fileAt(machine, descriptor);
  if (!file) return BigInt(fail(machine, Errors.badDescriptor));
  const before = file.at;
  file.at = Number(at);
  const result = run();
  file.at = before;
  return result;
}

function seek(machine: HostMachine, descriptor: number, offset: bigint, origin: number): bigint {
  const file = fileAt(machine, descriptor);
  if (!file || file.output) return BigInt(fail(machine, Errors.badDescriptor));
  const from = origin === 0 ? 0 : origin === 1 ? file.at : filesOf(machine).size(file);
  const to = from + Number(offset);
  if (to < 0) return BigInt(fail(machine, Errors.invalid));
  file.at = to;
  file.eof = false;
  return BigInt(to);
}

/** What a file's pages hold, as memory of the program's; shared ones are written back when they are given up. */
interface Mapping {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
}

const mappings = new WeakMap<HostMachine, Map<bigint, Mapping>>();

function mappingsOf(machine: HostMachine): Map<bigint, Mapping> {
  const known = mappings.get(machine) ?? new Map<bigint, Mapping>();
  mappings.set(machine, known);
  return known;
}

/** Fills pages at an address from a file; false when the descriptor is none. */
export function mapFile(
  machine: HostMachine,
  address: bigint,
  bytes: number,
  descriptor: number,
  offset: number,
  shared: boolean,
): boolean {
  const file = fileAt(machine, descriptor);
  const content = file && filesOf(machine).content.get(file.path);
  if (!file || !content) return false;
  const part = content.bytes.subarray(offset, Math.min(content.length, offset + bytes));
  machine.bytes.set(part, machine.at(address, bytes));
  if (shared && file.writable) mappingsOf(machine).set(address, { path: file.path, offset, bytes: part.length });
  return true;
}

/** Writes shared pages back to their file. */
export function writeBack(machine: HostMachine, address: bigint): void {
  const mapping = mappingsOf(machine).get(address);
  const content = mapping && filesOf(machine).content.get(mapping.path);
  if (!mapping || !content) return;
  const start = offsetOf(address);
  const size = Math.min(mapping.bytes, content.length - mapping.offset);
  content.bytes.set(machine.bytes.subarray(start, start + Math.max(0, size)), mapping.offset);
  content.written = true;
}

/** Ends a mapping of a file and writes what changed back into it. */
export function unmap(machine: HostMachine, address: bigint): void {
  writeBack(machine, address);
  mappingsOf(machine).delete(address);
}

/** A folder that is read: the names that are left. */
const folders = new WeakMap<HostMachine, Map<bigint, string[]>>();

function foldersOf(machine: HostMachine): Map<bigint, string[]> {
  const known = folders.get(machine) ?? new Map<bigint, string[]>();
  folders.set(machine, known);
  return known;
}

/** Bytes of our own `struct dirent`, and where the kind and the name lie in it: Linux's on x86-64. */
const ENTRY = { bytes: 280, kind: 18, name: 19 } as const;

/** The library's functions for files by number, by name. */
export const descriptors: HostLibrary = {
  open: (machine, path: bigint, flags: number) => openFile(machine, path, flags),
  creat: (machine, path: bigint) => openFile(machine, path, Flags.write | Flags.create | Flags.truncate),
  close(machine, descriptor: number) {
    if (filesOf(machine).open.delete(BigInt(descriptor) + 1n)) return 0;
    return fail(machine, Errors.badDescriptor);
  },
  read,
  write,
  pread: (machine, descriptor: number, to: bigint, size: bigint, at: bigint) =>
    elsewhere(machine, descriptor, at, () => read(machine, descriptor, to, size)),
  pwrite: (machine, descriptor: number, from: bigint, size: bigint, at: bigint) =>
    elsewhere(machine, descriptor, at, () => write(machine, descriptor, from, size)),
  lseek: seek,
  lseek64: seek,
  fsync: () => 0,
  fdopen: (_machine, descriptor: number) => BigInt(descriptor) + 1n,
  ftruncate(machine, descriptor: number, size: bigint) {
    const file = fileAt(machine, descriptor);
    const content = file && filesOf(machine).content.get(file.path);
    if (!file || !content) return fail(machine, Errors.badDescriptor);
    const before = file.at;
    const missing = Number(size) - content.length;
    if (missing > 0) {
      file.at = content.length;
      filesOf(machine).write(file, new Uint8Array(missing));
    } else {
      content.length = Number(size);
      content.written = true;
    }
    file.at = before;
    return 0;
  },
  fstat(machine, descriptor: number, to: bigint) {
    const file = fileAt(machine, descriptor);
    if (!file) return fail(machine, Errors.badDescriptor);
    machine.setInt(to, file.output ? 0o020620 : 0o100644);
    machine.setLong(to + 8n, BigInt(filesOf(machine).size(file)));
    machine.setLong(to + 16n, 0n);
    return 0;
  },
  opendir(machine, path: bigint) {
    const names = entriesOf(machine, machine.text(path));
    if (!names) {
      machine.setErrno(Errors.noEntry);
      return 0n;
    }
    const handle = machine.allocate(ENTRY.bytes);
    foldersOf(machine).set(handle, [".", "..", ...names]);
    return handle;
  },
  readdir(machine, handle: bigint) {
    const name = foldersOf(machine).get(handle)?.shift();
    if (name === undefined) return 0n;
    machine.bytes[machine.at(handle + BigInt(ENTRY.kind), 1)] = 0;
    machine.writeText(handle + BigInt(ENTRY.name), name.slice(0, 255));
    return handle;
  },
  closedir(machine, handle: bigint) {
    if (!foldersOf(machine).delete(handle)) return fail(machine, Errors.badDescriptor);
    machine.heap.release(handle);
    return 0;
  },
};

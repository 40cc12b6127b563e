/** Pages, files' kinds and names of the simulated machine, as POSIX asks for them. */

import { offsetOf } from "../model/addresses";
import type { HostLibrary, HostMachine } from "../model/machine";
import { mapFile, unmap, writeBack } from "./descriptors";
import { filesOf, normal } from "./files";

const PAGE = 4096;
/** `MAP_ANONYMOUS` of Linux on x86-64. */
const ANONYMOUS = 32;
const FAILED = -1n;

/** Of `MAP_SHARED`. */
const SHARED = 1;

function pages(machine: HostMachine, size: bigint, flags: number, descriptor: number, offset: bigint): bigint {
  const bytes = Number(BigInt.asUintN(64, size));
  const block = machine.allocate(bytes + PAGE);
  const address = block + BigInt((PAGE - (offsetOf(block) % PAGE)) % PAGE);
  if (address !== block) machine.heap.alias(address, block);
  machine.bytes.fill(0, machine.at(address, bytes), machine.at(address, bytes) + bytes);
  const isFile = (flags & ANONYMOUS) === 0;
  if (isFile && !mapFile(machine, address, bytes, descriptor, Number(offset), (flags & SHARED) !== 0)) {
    machine.heap.release(address);
    machine.setErrno(9);
    return FAILED;
  }
  machine.log.add({ kind: "heap", call: "mmap", address, bytes, place: machine.place });
  return address;
}

/** The system, its name in the network, release, version, processor and domain. */
const systemNames = ["Linux", "simulated", "0.0.0-simulated", "#1 simulated", "x86_64", "(none)"];

/** `sysconf` names that programs ask for: the page size, and the number of processors. */
const configuration: Readonly<Record<number, bigint>> = { 30: BigInt(PAGE), 84: 1n, 83: 1n };

function put(machine: HostMachine, to: bigint, text: string, size: bigint): boolean {
  if (text.length + 1 > Number(size)) return false;
  machine.writeText(to, text);
  return true;
}

function statOf(machine: HostMachine, at: bigint, to: bigint): number {
  const files = filesOf(machine);
  const path = normal(machine.text(at));
  const length = files.content.get(path)?.length;
  if (length === undefined && !files.isFolder(path)) {
    machine.setErrno(2);
    return -1;
  }
  machine.setInt(to, length === undefined ? 0o040755 : 0o100644);
  machine.setLong(to + 8n, BigInt(length ?? 0));
  machine.setLong(to + 16n, 0n);
  return 0;
}

/** The library's functions for the system, by name. */
export const system: HostLibrary = {
  mmap: (machine, _wanted: bigint, size: bigint, _access: number, flags: number, descriptor: number, offset: bigint) =>
    pages(machine, size, flags, descriptor, offset),
  msync(machine, address: bigint) {
    writeBack(machine, address);
    return 0;
  },
  madvise: () => 0,
  mprotect: () => 0,
  munmap(machine, address: bigint) {
    unmap(machine, address);
    if (!machine.heap.release(address)) return -1;
    machine.log.free(address, machine.place);
    return 0;
  },
  mlock: () => 0,
  munlock: () => 0,
  // st_mode, st_size, st_mtime of our own <sys/stat.h>.
  stat: (machine, at: bigint, to: bigint) => statOf(machine, at, to),
  // There are no links.
  lstat: (machine, at: bigint, to: bigint) => statOf(machine, at, to),
  sysconf: (_machine, name: number) => configuration[name] ?? -1n,
  // struct utsname of our own <sys/utsname.h>: names of 65 bytes each.
  uname(machine, to: bigint) {
    for (const [index, name] of systemNames.entries()) put(machine, to + BigInt(65 * index), name, 65n);
    return 0;
  },
  getcwd: (machine, to: bigint, size: bigint) => (put(machine, to, "/work", size) ? to : 0n),
  gethostname: (machine, to: bigint, size: bigint) => (put(machine, to, "simulated", size) ? 0 : -1),
};

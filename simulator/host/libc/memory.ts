/** Allocation and blocks of bytes. */

import { nounOf } from "../model/allocations";
import { lineText, report } from "../model/findings";
import { noteTakenAway } from "../model/inFlight";
import type { HostLibrary, HostMachine } from "../model/machine";

/**
 * Units of work that an allocation counts as: about as long as it and its release take, which was 6 µs on a busy core on
 * 2026-11-29; and one that makes the heap grow, as it is kept.
 */
const WORK = { again: 320, growing: 700 } as const;

/** Takes memory from the heap and remembers who asked for it. */
function take(machine: HostMachine, size: bigint, call: string): bigint {
  const bytes = Number(BigInt.asUintN(64, size));
  const address = machine.allocate(bytes);
  machine.program.spend(machine.log.at(address) ? WORK.again : WORK.growing);
  machine.log.add({ kind: "heap", call, address, bytes, place: machine.place });
  return address;
}

function allocate(machine: HostMachine, size: bigint): bigint {
  return take(machine, size, "malloc");
}

const create = (machine: HostMachine, size: bigint): bigint => take(machine, size, "new");
const createArray = (machine: HostMachine, size: bigint): bigint => take(machine, size, "new[]");

/** What gives memory back that `call` allocated. */
const releaseOf = (call: string): string => ({ new: "delete", "new[]": "delete[]" })[call] ?? "free";

/** Reports memory that is freed by another function than its own, or that the runtime still has registered. */
function explainMismatch(machine: HostMachine, address: bigint, call: string): void {
  const { log, place, cuda } = machine;
  const known = log.at(address);
  if (!known || known.freed) return;
  const other = { message: `allocated here by ${known.call}`, place: known.place };
  if (cuda.hostMemory.get(address)?.kind === "registered") {
    const message = `${call} frees memory that is still registered; call cudaHostUnregister first.`;
    report(machine, { kind: "wrong-free", message, place, other });
  }
  if (known.kind === "heap" && releaseOf(known.call) !== call) {
    const message = `${call} frees memory of ${known.call}, which ${releaseOf(known.call)} must free: what happens is undefined.`;
    report(machine, { kind: "wrong-free", message, place, other });
  }
}

/** Says in a finding what is wrong with a pointer that the heap cannot take back; the sentence. */
function explainRelease(machine: HostMachine, address: bigint, call: string): string {
  const record = machine.log.at(address) ?? machine.log.around(address);
  const place = machine.place;
  if (record?.freed && record.address === address) {
    const message = `${call} frees memory that was already freed at ${lineText(record.freed.place)}`;
    const other = { message: "freed here first", place: record.freed.place };
    report(machine, { kind: "double-free", message: `${message}.`, place, other });
    return message;
  }
  const what = record
    ? record.address === address
      ? nounOf(record.kind)
      : `an address inside ${nounOf(record.kind)}`
    : "an address at which nothing was allocated";
  const does = call === "realloc" ? "resize" : "free";
  const message = `${call} is given ${what}, which it cannot ${does}`;
  const other = record && { other: { message: `allocated here by ${record.call}`, place: record.place } };
  report(machine, { kind: "wrong-free", message: `${message}.`, place, ...other });
  return message;
}

/** Gives a block back to the heap; false where it is none. Copies and kernels that still use it do not stop. */
function release(machine: HostMachine, address: bigint, call: string): boolean {
  const size = machine.heap.sizeOf(address);
  if (size !== undefined && machine.cuda.inFlight.length > 0)
    noteTakenAway(machine, address, size, { call, does: "frees" });
  if (!machine.heap.release(address)) return false;
  machine.log.free(address, machine.place);
  return true;
}

function releasedBy(call: string): (machine: HostMachine, address: bigint) => void {
  return (machine, address) => {
    if (address === 0n) return;
    explainMismatch(machine, address, call);
    if (release(machine, address, call)) return;
    throw machine.trap(explainRelease(machine, address, call));
  };
}

/** A `size_t`: a negative number is a very large one. */
function bytesOf(size: bigint): number {
  return Number(BigInt.asUintN(64, size));
}

function copy(machine: HostMachine, to: bigint, from: bigint, size: bigint): bigint {
  const count = bytesOf(size);
  if (count > 0) {
    const source = machine.at(from, count, "load");
    machine.bytes.copyWithin(machine.at(to, count), source, source + count);
  }
  return to;
}

function fill(machine: HostMachine, to: bigint, byte: number, size: bigint): bigint {
  const start = machine.at(to, bytesOf(size));
  machine.bytes.fill(byte & 255, start, start + bytesOf(size));
  return to;
}

function compare(machine: HostMachine, a: bigint, b: bigint, size: bigint): number {
  const count = bytesOf(size);
  if (count === 0) return 0;
  const left = machine.at(a, count, "load");
  const right = machine.at(b, count, "load");
  const { bytes, scans } = machine;
  const at = scans.mismatch(left, left + count, right);
  return at === left + count ? 0 : bytes[at]! - bytes[right + at - left]!;
}

/** Over-aligned blocks come from larger ones; the heap's own blocks are 16-byte aligned. */
function aligned(call: string): (machine: HostMachine, align: bigint, size: bigint) => bigint {
  return (machine, align, size) => {
    if (align <= 16n) return take(machine, size, call);
    const block = machine.allocate(bytesOf(size) + Number(align));
    const start = (block + align - 1n) & -align;
    machine.heap.alias(start, block);
    machine.log.add({ kind: "heap", call, address: start, bytes: bytesOf(size), place: machine.place });
    return start;
  };
}

const posixAligned = aligned("posix_memalign");
const createAligned = aligned("new");
const createAlignedArray = aligned("new[]");
const destroy = releasedBy("delete");
const destroyArray = releasedBy("delete[]");

/** The library's functions for memory, by name. */
export const memory: HostLibrary = {
  malloc: allocate,
  calloc(machine, count: bigint, size: bigint) {
    const address = allocate(machine, count * size);
    fill(machine, address, 0, count * size);
    return address;
  },
  realloc(machine, old: bigint, size: bigint) {
    if (old === 0n) return allocate(machine, size);
    const known = machine.heap.sizeOf(old);
    if (known === undefined) throw machine.trap(explainRelease(machine, old, "realloc"));
    const next = allocate(machine, size);
    copy(machine, next, old, BigInt(known) < size ? BigInt(known) : size);
    release(machine, old, "realloc");
    return next;
  },
  free: releasedBy("free"),
  aligned_alloc: aligned("aligned_alloc"),
  memalign: aligned("memalign"),
  posix_memalign(machine, result: bigint, align: bigint, size: bigint) {
    machine.setLong(result, posixAligned(machine, align, size));
    return 0;
  },
  memcpy: copy,
  memmove: copy,
  memset: fill,
  bzero: (machine, to: bigint, size: bigint) => void fill(machine, to, 0, size),
  memcmp: compare,
  bcmp: compare,
  memchr(machine, from: bigint, byte: number, size: bigint) {
    const start = machine.at(from, bytesOf(size), "load");
    const end = start + bytesOf(size);
    const found = machine.scans.find(start, end, byte & 255);
    return found === end ? 0n : from + BigInt(found - start);
  },

  // C++: new, new[], delete, delete[] with and without size, alignment and nothrow.
  _Znwm: create,
  _Znam: createArray,
  _ZnwmRKSt9nothrow_t: create,
  _ZnamRKSt9nothrow_t: createArray,
  _ZnwmSt11align_val_t: (machine, size: bigint, align: bigint) => createAligned(machine, align, size),
  _ZnamSt11align_val_t: (machine, size: bigint, align: bigint) => createAlignedArray(machine, align, size),
  _ZdlPv: destroy,
  _ZdaPv: destroyArray,
  _ZdlPvm: destroy,
  _ZdaPvm: destroyArray,
  _ZdlPvSt11align_val_t: destroy,
  _ZdaPvSt11align_val_t: destroyArray,
  _ZdlPvmSt11align_val_t: destroy,
  _ZdaPvmSt11align_val_t: destroyArray,
};

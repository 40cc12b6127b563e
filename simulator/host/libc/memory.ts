/** Allocation and blocks of bytes. */
import type { HostLibrary, HostMachine } from "../machine";

function allocate(machine: HostMachine, size: bigint): bigint {
  return machine.allocate(Number(BigInt.asUintN(64, size)));
}

function release(machine: HostMachine, address: bigint): void {
  if (address === 0n || machine.heap.release(address)) return;
  throw machine.trap(`free of 0x${address.toString(16)}, which is no block of the heap or was freed before`);
}

function copy(machine: HostMachine, to: bigint, from: bigint, size: bigint): bigint {
  const count = Number(size);
  if (count > 0) {
    const source = machine.at(from, count);
    machine.bytes.copyWithin(machine.at(to, count), source, source + count);
  }
  return to;
}

function fill(machine: HostMachine, to: bigint, byte: number, size: bigint): bigint {
  const start = machine.at(to, Number(size));
  machine.bytes.fill(byte & 255, start, start + Number(size));
  return to;
}

function compare(machine: HostMachine, a: bigint, b: bigint, size: bigint): number {
  const left = machine.at(a, Number(size));
  const right = machine.at(b, Number(size));
  for (let i = 0; i < Number(size); i++) {
    const difference = machine.bytes[left + i]! - machine.bytes[right + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Over-aligned blocks come from larger ones; the heap's own blocks are 16-byte aligned. */
function aligned(machine: HostMachine, align: bigint, size: bigint): bigint {
  if (align <= 16n) return allocate(machine, size);
  const block = allocate(machine, size + align);
  const start = (block + align - 1n) & -align;
  machine.heap.alias(start, block);
  return start;
}

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
    if (known === undefined) throw machine.trap(`realloc of 0x${old.toString(16)}, which is no block of the heap`);
    const next = allocate(machine, size);
    copy(machine, next, old, BigInt(known) < size ? BigInt(known) : size);
    machine.heap.release(old);
    return next;
  },
  free: release,
  aligned_alloc: aligned,
  memalign: aligned,
  posix_memalign(machine, result: bigint, align: bigint, size: bigint) {
    machine.setLong(result, aligned(machine, align, size));
    return 0;
  },
  memcpy: copy,
  memmove: copy,
  memset: fill,
  bzero: (machine, to: bigint, size: bigint) => void fill(machine, to, 0, size),
  memcmp: compare,
  bcmp: compare,
  memchr(machine, from: bigint, byte: number, size: bigint) {
    const start = machine.at(from, Number(size));
    const found = machine.bytes.subarray(start, start + Number(size)).indexOf(byte & 255);
    return found < 0 ? 0n : from + BigInt(found);
  },

  // C++: new, new[], delete, delete[] with and without size, alignment and nothrow.
  _Znwm: allocate,
  _Znam: allocate,
  _ZnwmRKSt9nothrow_t: allocate,
  _ZnamRKSt9nothrow_t: allocate,
  _ZnwmSt11align_val_t: (machine, size: bigint, align: bigint) => aligned(machine, align, size),
  _ZnamSt11align_val_t: (machine, size: bigint, align: bigint) => aligned(machine, align, size),
  _ZdlPv: release,
  _ZdaPv: release,
  _ZdlPvm: release,
  _ZdaPvm: release,
  _ZdlPvSt11align_val_t: release,
  _ZdaPvSt11align_val_t: release,
  _ZdlPvmSt11align_val_t: release,
  _ZdaPvmSt11align_val_t: release,
};

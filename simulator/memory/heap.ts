/**
 * The device's own heap, from which kernels take memory with `malloc` and `new`. It is one allocation of global memory that
 * outlives the kernels. Reference: CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations".
 */
import { deviceAddress, Window } from "./layout";
import { Ranges } from "./ranges";

/** Bytes of the heap unless the program sets `cudaLimitMallocHeapSize`. */
const DEFAULT_HEAP_BYTES = 8 * 1024 * 1024;

/** Addresses that `malloc` gives are multiples of this. */
const ALIGNMENT = 16;

/** Whatever gives out global memory. */
interface GlobalMemory {
  allocate(size: number): bigint | undefined;
  free(address: bigint): boolean;
}

export class DeviceHeap {
  /** Bytes that the heap will have; without effect once it is there. */
  limit = DEFAULT_HEAP_BYTES;
  private base: bigint | undefined;
  private ranges: Ranges | undefined;

  constructor(private readonly memory: GlobalMemory) {}

  /** Makes the heap, if it is not there yet: memory must not grow while a kernel runs. */
  prepare(): void {
    if (this.ranges) return;
    this.base = this.memory.allocate(this.limit);
    const first = this.base === undefined ? 0 : Number(this.base & 0xffff_ffffn);
    this.ranges = new Ranges(first, this.base === undefined ? 0 : first + this.limit, ALIGNMENT);
  }

  /** The address of new memory, 0 when there is not enough. */
  take(size: bigint): bigint {
    const taken = size > BigInt(this.limit) ? undefined : this.ranges?.take(Number(size));
    return taken ? deviceAddress(Window.global, taken.start) : 0n;
  }

  /** False when nothing that lives starts there; a null pointer is always taken back. */
  give(address: bigint): boolean {
    if (address === 0n) return true;
    if (Number(address >> 32n) !== Window.global) return false;
    return this.ranges?.give(Number(address & 0xffff_ffffn)) !== undefined;
  }

  /** As at first: what the kernels took is gone. */
  reset(): void {
    if (this.base !== undefined) this.memory.free(this.base);
    this.base = undefined;
    this.ranges = undefined;
    this.limit = DEFAULT_HEAP_BYTES;
  }
}

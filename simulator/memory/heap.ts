/**
 * The device's own heap, from which kernels take memory with `malloc` and `new`. It is one allocation of global memory that
 * outlives the kernels. Reference: CUDA C++ Programming Guide, "Dynamic Global Memory Allocation and Operations".
 */
import type { Location } from "../../analyzer/ir/model";
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

/** A live block, and the call that took it. */
interface TakenBlock {
  readonly bytes: number;
  readonly by: Location | undefined;
}

/** Blocks of the device's heap: they are taken and given back by single threads. */
export class DeviceHeap {
  /** Bytes that the heap will have; without effect once it is there. */
  limit = DEFAULT_HEAP_BYTES;
  private base: bigint | undefined;
  private ranges: Ranges | undefined;
  private first = 0;
  /** Live blocks by address. */
  private readonly taken = new Map<bigint, TakenBlock>();
  /** Sizes of blocks that were freed and not given out again, by address. */
  private readonly freed = new Map<bigint, number>();

  /** `apart`: blocks have gaps between them. */
  constructor(
    private readonly memory: GlobalMemory,
    private readonly apart = false,
  ) {}

  /** Makes the heap, if it is not there yet: memory must not grow while a kernel runs. */
  prepare(): void {
    if (this.ranges) return;
    this.base = this.memory.allocate(this.limit);
    const first = this.base === undefined ? 0 : Number(this.base & 0xffff_ffffn);
    this.first = first;
    this.ranges = new Ranges(
      first,
      this.base === undefined ? 0 : first + this.limit,
      ALIGNMENT,
      this.apart ? ALIGNMENT : 0,
    );
  }

  /** Blocks that kernels have taken and not given back. */
  live(): Iterable<TakenBlock> {
    return this.taken.values();
  }

  /** The address of new memory, 0 when there is not enough; `by`: the call that takes it. */
  take(size: bigint, by?: Location): bigint {
    const taken = size > BigInt(this.limit) ? undefined : this.ranges?.take(Number(size));
    if (!taken) return 0n;
    const address = deviceAddress(Window.global, taken.start);
    this.freed.delete(address);
    this.taken.set(address, { bytes: taken.size, by });
    return address;
  }

  /** False when nothing that lives starts there; a null pointer is always taken back. */
  give(address: bigint): boolean {
    if (address === 0n) return true;
    if (Number(address >> 32n) !== Window.global) return false;
    const range = this.ranges?.give(Number(address & 0xffff_ffffn));
    if (range) this.freed.set(address, range.size);
    this.taken.delete(address);
    return range !== undefined;
  }

  /** Did freed memory begin there? Nothing has been given out there since. */
  wasFreed(address: bigint): boolean {
    return this.freed.has(address);
  }

  /** Is an address the heap's? Then `block` is the allocation there. */
  contains(offset: number): boolean {
    return this.ranges !== undefined && offset >= this.first && offset < this.first + this.limit;
  }

  /** Does one live block hold these bytes of linear memory? */
  holds(offset: number, size: number): boolean {
    return this.ranges?.around(offset, size) !== undefined;
  }

  /** The block that was freed around a byte, or the live one that it misses by the least. */
  freedAround(offset: number): { readonly start: number; readonly size: number } | undefined {
    for (const [address, size] of this.freed) {
      const start = Number(address & 0xffff_ffffn);
      if (offset >= start && offset < start + size) return { start, size };
    }
    return undefined;
  }

  nearest(offset: number): { readonly start: number; readonly size: number } | undefined {
    return this.ranges?.nearest(offset);
  }

  /** As at first: what the kernels took is gone. */
  reset(): void {
    if (this.base !== undefined) this.memory.free(this.base);
    this.base = undefined;
    this.ranges = undefined;
    this.freed.clear();
    this.taken.clear();
    this.limit = DEFAULT_HEAP_BYTES;
  }
}

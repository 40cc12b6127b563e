/**
 * The host program's heap: `malloc` and `new`, in chunks of the linear memory that host and device share. Blocks begin at
 * units of 64 bytes and are followed by a unit without an owner; a map of units (`HeapState`) lets generated code see at
 * once when it touches a freed block or what is after one. Freed blocks wait before they are used again, so that late
 * uses are seen.
 */
import type { DeviceMemory } from "../../memory/device";
import { deviceAddress, HEAP_UNIT_SHIFT, HeapState, MemoryMap, Window } from "../../memory/layout";
import { HostWindow, hostAddress, offsetOf, windowOf } from "./addresses";

const CHUNK_BYTES = 1 << 20;
const UNIT = 1 << HEAP_UNIT_SHIFT;
/** Freed blocks of one size that are kept from use: as many as this, or as fill this many bytes. */
const WAITING = { blocks: 64, bytes: 1 << 22 } as const;

/** Blocks that have memory of their own have more bytes than this, with the unit after them. */
const OWN_BYTES = CHUNK_BYTES / 4;
/** Bytes of freed blocks with memory of their own that are kept for blocks of their sizes; others may use more than that. */
const KEPT_BYTES = 1 << 28;

/** Bytes of whole units. */
function units(size: number): number {
  return Math.max(1, Math.ceil(size / UNIT)) * UNIT;
}

/** Blocks of host memory by address: allocation, release and size. */
export class HostHeap {
  private readonly sizes = new Map<bigint, number>();
  /** Freed blocks by size in units, the first freed first. */
  private readonly free = new Map<number, bigint[]>();
  private readonly aliases = new Map<bigint, bigint>();
  /** Bytes of freed blocks with memory of their own. */
  private kept = 0;
  private next = 0;
  private end = 0;
  /** Bytes in live blocks. */
  inUse = 0;

  constructor(private readonly memory: DeviceMemory) {}

  /** An address of pageable memory, or undefined when there is none left. Contents are whatever was there. */
  allocate(size: number): bigint | undefined {
    const rounded = units(size);
    const address = this.reuse(rounded) ?? this.carve(rounded);
    if (address === undefined) return undefined;
    this.mark(address, rounded, HeapState.usable);
    this.sizes.set(address, size);
    this.inUse += size;
    return address;
  }

  private reuse(rounded: number): bigint | undefined {
    const waiting = this.free.get(rounded);
    if (!waiting || waiting.length <= Math.min(WAITING.blocks, WAITING.bytes / rounded)) return undefined;
    return this.taken(rounded, waiting);
  }

  /** The block that was freed first. */
  private taken(rounded: number, waiting: bigint[]): bigint | undefined {
    if (rounded + UNIT > OWN_BYTES) this.kept -= rounded;
    return waiting.shift();
  }

  private carve(size: number): bigint | undefined {
    const whole = size + UNIT;
    if (whole > OWN_BYTES) {
      if (this.kept >= KEPT_BYTES) this.giveBack();
      let own = this.memory.allocate(whole, true);
      if (own === undefined && this.kept > 0) {
        this.giveBack();
        own = this.memory.allocate(whole, true);
      }
      return own === undefined ? undefined : this.begin(offsetOf(own), size);
    }
    if (this.next + whole > this.end) {
      const chunk = this.memory.allocate(CHUNK_BYTES, true);
      if (chunk === undefined) return this.free.get(size)?.shift();
      this.next = offsetOf(chunk);
      this.end = this.next + CHUNK_BYTES;
    }
    this.next += whole;
    return this.begin(this.next - whole, size);
  }

  /** Gives the memory of large freed blocks back, for blocks of any size and for the device: it is no longer the heap's. */
  private giveBack(): void {
    for (const [size, blocks] of this.free) {
      if (size + UNIT <= OWN_BYTES) continue;
      for (const block of blocks) {
        this.mark(block, size + UNIT, HeapState.usable);
        this.memory.free(deviceAddress(Window.global, offsetOf(block)));
      }
      this.free.delete(size);
    }
    this.kept = 0;
  }

  /** A block that was never used before, with the unit after it. */
  private begin(offset: number, size: number): bigint {
    const address = hostAddress(HostWindow.pageable, offset);
    this.mark(address + BigInt(size), UNIT, HeapState.redZone);
    return address;
  }

  private mark(address: bigint, size: number, state: number): void {
    const first = MemoryMap.heapStates + (offsetOf(address) >>> HEAP_UNIT_SHIFT);
    this.memory.bytes().fill(state, first, first + (size >>> HEAP_UNIT_SHIFT));
  }

  /** Makes an address inside a block stand for it, so that an over-aligned block can be freed. */
  alias(address: bigint, block: bigint): void {
    this.aliases.set(address, block);
  }

  /** False when no live block starts there. */
  release(start: bigint): boolean {
    const address = this.aliases.get(start) ?? start;
    this.aliases.delete(start);
    const size = this.sizes.get(address);
    if (size === undefined) return false;
    this.sizes.delete(address);
    this.inUse -= size;
    const rounded = units(size);
    this.mark(address, rounded, HeapState.freed);
    if (rounded + UNIT > OWN_BYTES) this.kept += rounded;
    const waiting = this.free.get(rounded);
    if (waiting) waiting.push(address);
    else this.free.set(rounded, [address]);
    return true;
  }

  /** Bytes of the live block that starts there, or from there on where the address stands for a block. */
  sizeOf(address: bigint): number | undefined {
    if (windowOf(address) !== HostWindow.pageable) return undefined;
    const block = this.aliases.get(address) ?? address;
    const size = this.sizes.get(block);
    return size === undefined ? undefined : size - Number(address - block);
  }

  /** Live blocks, in the order in which they were allocated. */
  live(): ReadonlyMap<bigint, number> {
    return this.sizes;
  }
}

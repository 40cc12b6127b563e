/**
 * The host program's heap: `malloc` and `new`, in chunks of the linear memory that host and device share. Freed blocks
 * are used again by size, last freed first, as programs expect of a heap; each live block's size is known.
 */
import type { DeviceMemory } from "../memory/device";
import { HostWindow, hostAddress, offsetOf, windowOf } from "./addresses";

const CHUNK_BYTES = 1 << 20;
/** What `malloc` promises on x86-64. */
const ALIGN = 16;

export class HostHeap {
  private readonly sizes = new Map<bigint, number>();
  private readonly free = new Map<number, bigint[]>();
  private readonly aliases = new Map<bigint, bigint>();
  private next = 0;
  private end = 0;
  /** Bytes in live blocks. */
  inUse = 0;

  constructor(private readonly memory: DeviceMemory) {}

  /** An address of pageable memory, or undefined when there is none left. Contents are whatever was there. */
  allocate(size: number): bigint | undefined {
    const rounded = Math.max(ALIGN, Math.ceil(size / ALIGN) * ALIGN);
    const address = this.free.get(rounded)?.pop() ?? this.carve(rounded);
    if (address === undefined) return undefined;
    this.sizes.set(address, size);
    this.inUse += size;
    return address;
  }

  private carve(size: number): bigint | undefined {
    if (size > CHUNK_BYTES / 4) {
      const own = this.memory.allocate(size);
      return own === undefined ? undefined : hostAddress(HostWindow.pageable, offsetOf(own));
    }
    if (this.next + size > this.end) {
      const chunk = this.memory.allocate(CHUNK_BYTES);
      if (chunk === undefined) return undefined;
      this.next = offsetOf(chunk);
      this.end = this.next + CHUNK_BYTES;
    }
    this.next += size;
    return hostAddress(HostWindow.pageable, this.next - size);
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
    const rounded = Math.max(ALIGN, Math.ceil(size / ALIGN) * ALIGN);
    const list = this.free.get(rounded);
    if (list) list.push(address);
    else this.free.set(rounded, [address]);
    return true;
  }

  /** Bytes of the live block that starts there. */
  sizeOf(address: bigint): number | undefined {
    return windowOf(address) === HostWindow.pageable ? this.sizes.get(address) : undefined;
  }

  /** Live blocks, in the order in which they were allocated. */
  live(): ReadonlyMap<bigint, number> {
    return this.sizes;
  }
}

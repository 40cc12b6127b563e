/** The memory of a simulated device: allocations in one growable linear memory that all kernels share. */

import type { Constant, GlobalVariable, Module } from "../../analyzer/ir/model";
import { typeAlign, typeSize } from "../plan/types";
import { constantBytes } from "./constants";
import { functionAddress, NO_FUNCTION } from "./functions";
import { partly, WHOLE } from "./granules";
import { DeviceHeap } from "./heap";
import { Cell, deviceAddress, GRANULE, MemoryMap, Window } from "./layout";
import { Ranges } from "./ranges";

const PAGE = 65536;
/** Last byte of linear memory that is given out: offsets have 32 bits, and the last page stays free. */
const LAST = 0xffff_0000;

/** Bytes that may be allocated at a time at most. */
const MOST = LAST - MemoryMap.heap;

/** Bytes between allocations that are apart. */
const GAP = 4 * GRANULE;

/** An address that no live allocation holds, or memory that is not there. */
export class MemoryError extends Error {}

/** What messages call an allocation: the argument that leads to it, or where the program makes it. */
export interface AllocationName {
  readonly argument?: string;
  /** `line 8` */
  readonly place?: string;
}

/** Variables that stand for registers of a thread. */
const REGISTERS: ReadonlySet<string> = new Set(["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"]);

/** Pages by which linear memory grows at least. */
const GROWTH = 256;

/** Device addresses are 64 bits; the upper half names the space (`layout.ts`). */
export class DeviceMemory {
  readonly memory: WebAssembly.Memory;
  readonly heap: DeviceHeap;
  /** Bytes of global memory that may be allocated at a time. */
  readonly capacity: number;
  private readonly ranges: Ranges;
  private readonly placed = new WeakMap<Module, Map<GlobalVariable, bigint>>();
  private readonly variables = new Map<bigint, GlobalVariable>();
  /** What placed variables begin with, of those that do not begin with zeros. */
  private readonly initial = new WeakMap<GlobalVariable, Uint8Array>();
  private readonly names = new Map<bigint, AllocationName>();
  /** Starts of allocations that kernels have no address of. */
  private readonly hosts = new Set<number>();
  private constantsEnd: number = MemoryMap.constants;
  private zeroed = 0;
  /** What `view` gave last. */
  private viewed: DataView | undefined;
  /** What `words` gave last. */
  private worded: Uint32Array | undefined;

  /**
   * `capacity`: bytes of global memory that may be allocated; at most what 32-bit offsets reach. `apart`: allocations have
   * gaps between them, which no program may access.
   */
  constructor(capacity: number, { apart = false } = {}) {
    this.capacity = Math.min(capacity, MOST);
    const end = MemoryMap.heap + this.capacity;
    this.ranges = new Ranges(MemoryMap.heap, end, GRANULE, apart ? GAP : 0);
    this.heap = new DeviceHeap(this, apart);
    this.memory = new WebAssembly.Memory({ initial: MemoryMap.heap / PAGE });
  }

  /**
   * Allocates global memory, 256-byte aligned; `undefined` when there is not enough. Memory is zero at first, and takes
   * none of the machine's before it is touched. `isHost`: it is the host's alone.
   */
  allocate(size: number, isHost = false): bigint | undefined {
    const taken = this.ranges.take(size);
    if (!taken) return undefined;
    if (!this.reaches(this.ranges.end)) {
      this.ranges.give(taken.start);
      return undefined;
    }
    const bytes = this.bytes();
    const { start } = taken;
    if (isHost) this.hosts.add(start);
    if (!taken.fresh) {
      bytes.fill(0, start, start + size);
      this.zeroed += size;
    }
    const [first, last] = [start, start + size].map((at) => MemoryMap.granules + Math.floor(at / GRANULE)) as [
      number,
      number,
    ];
    bytes.fill(WHOLE, first, last);
    if (size % GRANULE !== 0) bytes[last] = partly(size % GRANULE);
    this.writeCells();
    return deviceAddress(Window.global, start);
  }

  /** Bytes that allocations have zeroed since this was last asked, as somebody had them before. */
  takeZeroed(): number {
    const bytes = this.zeroed;
    this.zeroed = 0;
    return bytes;
  }

  /** What helps where there is not enough: a higher limit only where it is lower than what offsets reach. */
  get advice(): string {
    const holds = `the simulation holds ${this.capacity.toLocaleString("en-US")} bytes at a time`;
    const sizes = "use smaller sizes, by the program's arguments where it takes some";
    return this.capacity < MOST ? `${holds}; ${sizes}, or raise simulation.memoryLimit` : `${holds}; ${sizes}`;
  }

  /** Whether linear memory reaches to an offset, or could be grown to. */
  private reaches(end: number): boolean {
    const has = this.memory.buffer.byteLength;
    if (end <= has) return true;
    const needed = Math.ceil((end - has) / PAGE);
    // All views are made anew when it grows: many small allocations share a step.
    const most = Math.floor((2 ** 32 - has) / PAGE);
    for (const pages of [Math.min(Math.max(needed, GROWTH), most), needed]) {
      try {
        this.memory.grow(pages);
        return true;
      } catch {
        // The machine, or 32-bit offsets, do not have as much.
      }
    }
    return false;
  }

  /** Frees what `allocate` gave; false when the address is not the start of a live allocation. */
  free(address: bigint): boolean {
    const start = Number(address & 0xffff_ffffn);
    if (Number(address >> 32n) !== Window.global) return false;
    const range = this.ranges.give(start);
    if (!range) return false;
    this.hosts.delete(start);
    const granules = Math.ceil(Math.max(range.size, 1) / GRANULE);
    this.bytes().fill(0, MemoryMap.granules + start / GRANULE, MemoryMap.granules + start / GRANULE + granules);
    return true;
  }

  /** Does one live allocation hold all of these bytes of linear memory? */
  holds(offset: number, size: number): boolean {
    return this.ranges.around(offset, size) !== undefined;
  }

  /** The live allocation around a device address: its start and size. */
  allocationOf(address: bigint): { readonly address: bigint; readonly size: number } | undefined {
    if (Number(address >> 32n) !== Window.global) return undefined;
    const range = this.ranges.around(Number(address & 0xffff_ffffn), 1);
    return range && { address: deviceAddress(Window.global, range.start), size: range.size };
  }

  /** Live allocations that kernels may have addresses of, by their place in linear memory. */
  deviceRanges(): readonly { readonly start: number; readonly size: number }[] {
    return this.ranges.all().filter(({ start }) => !this.hosts.has(start));
  }

  /** First byte after the constants that are placed, from `MemoryMap.constants` on. */
  get constantBytesEnd(): number {
    return this.constantsEnd;
  }

  /** Bytes in live allocations. */
  get allocatedBytes(): number {
    return this.ranges.inUse;
  }

  /** Bytes of a placed variable. */
  sizeOf(variable: GlobalVariable): number {
    return typeSize(variable.valueType);
  }

  /** The live allocation that a global address misses by the least. */
  nearest(address: bigint): { readonly address: bigint; readonly size: number } | undefined {
    const takes = (start: number) => !this.isRegister(deviceAddress(Window.global, start));
    const best = this.ranges.nearest(Number(address & 0xffff_ffffn), takes);
    return best && { address: deviceAddress(Window.global, best.start), size: best.size };
  }

  /** Whether a variable stands there that only unoptimised code has: no program has a pointer to it. */
  private isRegister(address: bigint): boolean {
    return REGISTERS.has(this.variables.get(address)?.name ?? "");
  }

  /** The freed allocation that a global address was in. */
  freedAround(address: bigint): { readonly address: bigint; readonly size: number } | undefined {
    const range = this.ranges.freedAround(Number(address & 0xffff_ffffn));
    return range && { address: deviceAddress(Window.global, range.start), size: range.size };
  }

  /** Names the allocation at an address, for messages. */
  name(address: bigint, name: AllocationName): void {
    this.names.set(address, name);
  }

  /** The name of the allocation at an address; undefined where it has none. */
  nameAt(address: bigint): AllocationName | undefined {
    return this.names.get(address);
  }

  /** The last variable in constant memory that begins before an address. */
  constantBefore(address: bigint): { readonly address: bigint; readonly size: number } | undefined {
    const starts = [...this.variables.keys()].filter((one) => one <= address && one >> 32n === BigInt(Window.constant));
    const start = starts.reduce<bigint | undefined>(
      (most, one) => (most === undefined || one > most ? one : most),
      undefined,
    );
    return start === undefined ? undefined : { address: start, size: this.sizeOf(this.variables.get(start)!) };
  }

  /** The variable of a module that is placed at an address. */
  variableAt(address: bigint): GlobalVariable | undefined {
    return this.variables.get(address);
  }

  /** Copies from the device; throws when the range is not inside one allocation or placed variable. */
  read(address: bigint, size: number): Uint8Array {
    const offset = this.check(address, size);
    return this.bytes().slice(offset, offset + size);
  }

  /** Copies to the device; throws as `read` does. */
  write(address: bigint, data: Uint8Array): void {
    this.bytes().set(data, this.check(address, data.length));
  }

  /** Bytes of placed constants from an address in constant memory on; 0 outside of them. */
  constantsFrom(address: bigint): number {
    const offset = Number(BigInt.asUintN(32, address));
    return offset >= MemoryMap.constants ? Math.max(0, this.constantsEnd - offset) : 0;
  }

  fill(address: bigint, byte: number, size: number): void {
    const offset = this.check(address, size);
    this.bytes().fill(byte, offset, offset + size);
  }

  /**
   * Addresses of a module's variables in global and constant memory; the first call places them and writes their
   * initial values. Shared variables are placed per kernel, by the compiler.
   */
  place(module: Module): ReadonlyMap<GlobalVariable, bigint> {
    const known = this.placed.get(module);
    if (known) return known;
    const addresses = new Map<GlobalVariable, bigint>();
    this.placed.set(module, addresses);
    const variables = module.globals.filter((variable) => variable.space !== 3);
    for (const variable of variables) {
      const size = typeSize(variable.valueType);
      if (variable.space === 4 && variable.externallyInitialized) {
        const align = Math.max(variable.align, typeAlign(variable.valueType), 1);
        const start = Math.ceil(this.constantsEnd / align) * align;
        if (start + size > MemoryMap.constantsEnd)
          throw new MemoryError("the module's constants need more than 960 KiB");
        this.constantsEnd = start + size;
        addresses.set(variable, deviceAddress(Window.constant, start));
      } else {
        const address = this.allocate(size);
        if (address === undefined) throw new MemoryError(`no memory left for ${variable.name} (${size} bytes)`);
        addresses.set(variable, address);
      }
      this.variables.set(addresses.get(variable)!, variable);
    }
    for (const variable of variables) this.initialise(module, variable);
    this.writeCells();
    return addresses;
  }

  /** Writes the value that a placed variable begins with, zeroes where it has none. */
  initialise(module: Module, variable: GlobalVariable): void {
    const addresses = this.place(module);
    const addressOf = (constant: Constant) => {
      if (constant.kind === "function") return functionAddress(module, constant) ?? NO_FUNCTION;
      return constant.kind === "global" ? addresses.get(constant) : undefined;
    };
    const offset = Number(addresses.get(variable)! & 0xffff_ffffn);
    const { initializer } = variable;
    if (!initializer || initializer.kind === "null") {
      this.bytes().fill(0, offset, offset + this.sizeOf(variable));
      return;
    }
    const known = this.initial.get(variable) ?? constantBytes(initializer, addressOf);
    this.initial.set(variable, known);
    this.bytes().set(known, offset);
  }

  /** All of linear memory. Short-lived: growing the memory detaches it. */
  bytes(): Uint8Array {
    return new Uint8Array(this.memory.buffer);
  }

  /** All of linear memory as words of 32 bits. Short-lived. */
  words(): Uint32Array {
    const { buffer } = this.memory;
    if (this.worded?.buffer !== buffer) this.worded = new Uint32Array(buffer);
    return this.worded;
  }

  view(): DataView {
    const { buffer } = this.memory;
    // Memory that grows gets another buffer.
    if (this.viewed?.buffer !== buffer) this.viewed = new DataView(buffer);
    return this.viewed;
  }

  private check(address: bigint, size: number): number {
    const window = Number(address >> 32n);
    const offset = Number(address & 0xffff_ffffn);
    const inside =
      window === Window.constant
        ? offset >= MemoryMap.constants && offset + size <= this.constantsEnd
        : window === Window.global && (size === 0 || this.holds(offset, size));
    if (!inside) throw new MemoryError(`0x${address.toString(16)} … +${size} is not inside one allocation`);
    return offset;
  }

  private writeCells(): void {
    const view = this.view();
    view.setUint32(MemoryMap.cells + Cell.heapEnd, this.ranges.end, true);
    view.setUint32(MemoryMap.cells + Cell.constantsEnd, this.constantsEnd, true);
  }
}

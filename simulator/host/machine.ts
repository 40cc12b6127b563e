/** The host side of a running program: its memory, output, clock and the CUDA runtime's state. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { Location } from "../../analyzer/ir/model";
import type { DeviceMemory } from "../memory/device";
import { BEHIND_NULL, HEAP_UNIT_SHIFT, HeapState, MemoryMap, Window } from "../memory/layout";
import { type Scans, scansOf } from "../memory/scan";
import { ByteWriter } from "../text/bytes";
import { byteCount } from "../text/quantities";
import { explainHeap } from "./heapUse";
import { HOST_SHIFT, HOST_TAG, offsetOf, windowOf } from "./model/addresses";
import { AllocationLog, nounOf } from "./model/allocations";
import type { CudaState } from "./model/cuda";
import { type HostFinding, lineText, report } from "./model/findings";
import { HostHeap } from "./model/heap";
import type { ExitHandler, HostAccess, HostMachine, HostOptions } from "./model/machine";
import type { FreedPages, ManagedUse } from "./model/pages";
import { type LoadedProgram, unloadedProgram } from "./model/program";
import { HostLimit, HostTrap, NullPointer, Signal } from "./model/traps";
import { observeHostAccess } from "./runtime/memory/hostAccess";
import { CALL_NANOSECONDS, ROUND_NANOSECONDS } from "./timeline/model";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes that a library moves in about the time of a unit of work. */
const BYTES_A_UNIT = 32;

/** Bytes that a library looks at one by one for a unit of work. */
const SEEN_A_UNIT = 2;

/** Units of work that a question for the time counts as: about as long as it takes. */
const NOW_WORK = 10;

/** The machine that a program runs on; see {@link HostMachine} for what each member is. */
export class SimulatedHost implements HostMachine {
  readonly heap: HostHeap;
  readonly scans: Scans;
  readonly findings: HostFinding[] = [];
  readonly findingKeys = new Set<string>();
  readonly log = new AllocationLog();
  readonly managedUses: ManagedUse[] = [];
  readonly freedPages: [bigint, FreedPages][] = [];
  readonly output = { stdout: new ByteWriter(), stderr: new ByteWriter() };
  readonly atExit: ExitHandler[] = [];
  program: LoadedProgram = unloadedProgram;
  thrownAt: Location | undefined;
  place: Location | undefined;
  accessPlace: Location | undefined;
  nanoseconds = 0n;
  #views: { readonly buffer: ArrayBufferLike; readonly bytes: Uint8Array; readonly data: DataView } | undefined;

  constructor(
    readonly memory: DeviceMemory,
    readonly device: Architecture,
    readonly options: HostOptions,
    readonly cuda: CudaState,
  ) {
    this.heap = new HostHeap(memory);
    this.scans = scansOf(memory.memory);
  }

  /** Views of linear memory; growing the memory makes new ones. */
  #current() {
    const { buffer } = this.memory.memory;
    if (this.#views?.buffer !== buffer)
      this.#views = { buffer, bytes: new Uint8Array(buffer), data: new DataView(buffer) };
    return this.#views;
  }

  get bytes(): Uint8Array {
    return this.#current().bytes;
  }

  get view(): DataView {
    return this.#current().data;
  }

  /** The last part of `argv[0]`, which the C library's messages begin with. */
  programName(): string {
    return this.options.arguments[0]?.replace(/^.*\//, "") ?? "";
  }

  /** @param signal by which the program ends, see {@link HostTrap} */
  trap(message: string, signal?: number): HostTrap {
    return new HostTrap(message, this.place, signal);
  }

  /** Linear offset of host memory; traps for addresses that the host cannot reach. */
  at(address: bigint, size: number, access: HostAccess = "store"): number {
    const offset = offsetOf(address);
    if (!this.reaches(address, size, access) || offset + size > this.bytes.length) {
      const trap = this.badAccess(address, size);
      throw address === 0n ? new NullPointer(trap.message, trap.location) : trap;
    }
    this.spendBytes(size);
    const last = offset + Math.max(size, 1) - 1;
    if (!this.#isUsable(offset)) explainHeap(this, address, 1, { place: this.place });
    else if (!this.#isUsable(last)) explainHeap(this, address + BigInt(last - offset), 1, { place: this.place });
    return offset;
  }

  /** Deducts what bytes cost that a library reads, writes or moves. */
  spendBytes(bytes: number): void {
    this.program.spend(Math.floor(bytes / BYTES_A_UNIT));
  }

  /** Deducts what bytes cost that a library looks at one by one. */
  spendEach(bytes: number): void {
    this.program.spend(Math.ceil(bytes / SEEN_A_UNIT));
  }

  #isUsable(offset: number): boolean {
    const state = this.bytes[MemoryMap.heapStates + (offset >>> HEAP_UNIT_SHIFT)];
    return state === HeapState.usable || state === HeapState.shadow;
  }

  /** Whether the host may touch these bytes: its own memory, or pinned or managed memory that both sides reach. */
  reaches(address: bigint, size: number, access?: HostAccess): boolean {
    const isOwn = BigInt.asUintN(64, address) >> HOST_SHIFT === HOST_TAG;
    return isOwn || this.sharedMemory(address, size, access) !== undefined;
  }

  /** The pinned or managed allocation that holds these bytes. Accesses come in runs, so the last answer is tried first. */
  sharedMemory(
    address: bigint,
    size: number,
    access: HostAccess = "store",
  ): { readonly start: bigint; readonly size: number } | undefined {
    const holds = (one: { start: bigint; size: number }) =>
      address >= one.start && address + BigInt(size) <= one.start + BigInt(one.size);
    if (this.#lastShared && holds(this.#lastShared) && this.cuda.hostMemory.has(this.#lastShared.start)) {
      observeHostAccess(this, this.#lastShared.start, address, size, access);
      return this.#lastShared;
    }
    for (const [start, { size: length }] of this.cuda.hostMemory) {
      const one = { start, size: length };
      if (holds(one)) {
        this.#lastShared = one;
        observeHostAccess(this, start, address, size, access);
        return one;
      }
    }
    return undefined;
  }
  #lastShared: { readonly start: bigint; readonly size: number } | undefined;

  badAccess(address: bigint, size: number, location = this.place): HostTrap {
    const bits = BigInt.asUintN(64, address);
    const upper = Number(bits >> 40n);
    if (address === 0n) return new HostTrap("the host dereferences a null pointer", location, Signal.segment);
    if (windowOf(address) === Window.unassigned)
      return new HostTrap("the host dereferences an uninitialised pointer", location, Signal.segment);
    const record = this.log.around(address);
    if (record?.freed) {
      const message = `the host accesses ${nounOf(record.kind)} that was freed at ${lineText(record.freed.place)}`;
      const other = { message: "freed here", place: record.freed.place };
      report(this, { kind: "use-after-free", message: `${message}.`, place: location, other });
      return new HostTrap(message, location);
    }
    if (upper === 0x7f) {
      const message = "the host dereferences device memory; copy it with cudaMemcpy first";
      const other = record && { other: { message: `allocated here by ${record.call}`, place: record.place } };
      report(this, { kind: "host-dereferences-device", message: `${message}.`, place: location, ...other });
      return new HostTrap(message, location);
    }
    if (bits < BEHIND_NULL) {
      const message = `the host dereferences a null pointer plus ${byteCount(bits)}`;
      return new HostTrap(message, location, Signal.segment);
    }
    return new HostTrap(`the host accesses ${byteCount(size)} where no memory is allocated`, location);
  }

  /** A copy of bytes of host memory. */
  bytesAt(address: bigint, size: number): Uint8Array {
    const start = this.at(address, size, "load");
    return this.bytes.slice(start, start + size);
  }

  /** Bytes up to a terminating zero. */
  cString(address: bigint): Uint8Array {
    const start = this.at(address, 1, "load");
    const end = this.scans.find(start, this.bytes.length, 0);
    this.spendBytes(end - start);
    return this.bytes.subarray(start, end);
  }

  text(address: bigint): string {
    return decoder.decode(this.cString(address));
  }

  writeText(address: bigint, text: string): void {
    const bytes = encoder.encode(`${text}\0`);
    this.bytes.set(bytes, this.at(address, bytes.length));
  }

  /** A text of the library's own, at the same address every time. */
  constantText(text: string): bigint {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const address = this.allocate(encoder.encode(text).length + 1);
    this.writeText(address, text);
    this.#texts.set(text, address);
    return address;
  }
  readonly #texts = new Map<string, bigint>();

  /** Heap memory, or the end of the run when there is none. */
  allocate(size: number): bigint {
    const address = this.heap.allocate(size);
    if (address === undefined)
      throw new HostLimit(`the program's memory is used up (${size} more bytes were requested)`);
    return address;
  }

  getInt(address: bigint): number {
    return this.view.getInt32(this.at(address, 4, "load"), true);
  }
  setInt(address: bigint, value: number): void {
    this.view.setInt32(this.at(address, 4), value, true);
  }
  getLong(address: bigint): bigint {
    return this.view.getBigUint64(this.at(address, 8, "load"), true);
  }
  setLong(address: bigint, value: bigint): void {
    this.view.setBigUint64(this.at(address, 8), BigInt.asUintN(64, value), true);
  }
  setDouble(address: bigint, value: number): void {
    this.view.setFloat64(this.at(address, 8), value, true);
  }

  /** Where the program's `errno` is. */
  errnoPlace(): bigint {
    this.#errno ??= this.allocate(8);
    return this.#errno;
  }
  #errno: bigint | undefined;

  setErrno(code: number): void {
    this.setInt(this.errnoPlace(), code);
  }

  write(stream: "stdout" | "stderr", bytes: Uint8Array): void {
    const total = this.output.stdout.length + this.output.stderr.length + bytes.length;
    if (total > this.options.maxOutput)
      throw new HostLimit(`the program wrote more than ${this.options.maxOutput} bytes`);
    this.output[stream].add(bytes);
    this.options.onOutput?.(stream, bytes);
  }

  /** The clock, moved on by a call's cost and the loops since the last one, so that no loop that waits for time waits for ever. */
  now(): bigint {
    this.program.owe(NOW_WORK);
    const iterations = this.program.iterations();
    this.nanoseconds += CALL_NANOSECONDS + (iterations - this.#iterationsSeen) * ROUND_NANOSECONDS;
    this.#iterationsSeen = iterations;
    return this.nanoseconds;
  }
  #iterationsSeen = 0n;
}

/**
 * The host side of a running program as functions of the library and of the runtime see it: they get it as their first
 * argument. It can touch nothing outside: files are in memory, time is counted, the environment is given.
 */
import type { Architecture } from "../../../analyzer/hardware/model";
import type { Location } from "../../../analyzer/ir/model";
import type { DeviceMemory } from "../../memory/device";
import type { Scans } from "../../memory/scan";
import type { ByteWriter } from "../../text/bytes";
import type { MemoryRange } from "./addresses";
import type { AllocationLog } from "./allocations";
import type { CudaState } from "./cuda";
import type { FindingSink } from "./findings";
import type { HostHeap } from "./heap";
import type { FreedPages, ManagedUse } from "./pages";
import type { LoadedProgram } from "./program";
import type { HostTrap } from "./traps";

/** What a function of the library is: numbers and 64-bit numbers in; a number, a 64-bit number or nothing out. */
export type HostFunction = (machine: HostMachine, ...values: never[]) => unknown;

/** Functions of a library by their names. */
export type HostLibrary = Readonly<Record<string, HostFunction>>;

/** What a program finds in its environment, and the limits of its run. */
export interface HostOptions {
  readonly arguments: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly stdin: Uint8Array;
  /** Bytes of output, over both streams, before the run stops. */
  readonly maxOutput: number;
  /** Called with what the program writes, as it writes it. */
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** Files that the program finds, by path; what it writes stays in memory. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Major version of CUDA whose error codes are given where versions differ; 13 when absent. */
  readonly cudaVersion?: 12 | 13;
  /** Simulated devices, all of the chosen architecture; 1 when absent. */
  readonly devices?: number;
  /** Bytes of a device's memory; those of the architecture's product when absent. */
  readonly deviceMemory?: number;
  /** Is every access of kernels checked? Then reads of device memory that nothing has written are found. */
  readonly check?: boolean;
}

/** How the host touches memory: `poll` is a volatile or atomic load, `update` a volatile or atomic store or an atomic operation. */
export type HostAccess = "load" | "store" | "poll" | "update";

/** A call that a program registered for its end; `object` is the argument of a destructor. */
export interface ExitHandler {
  readonly callee: bigint;
  readonly object: bigint | undefined;
}

/** The host of one run: its memory, its streams of text and what its libraries keep. */
export interface HostMachine extends FindingSink {
  readonly memory: DeviceMemory;
  readonly device: Architecture;
  readonly options: HostOptions;
  readonly cuda: CudaState;
  readonly heap: HostHeap;
  /** Searches through linear memory. They cost nothing by themselves: who uses them spends. */
  readonly scans: Scans;
  readonly log: AllocationLog;
  /** The program that runs; of an empty one before it is loaded. */
  readonly program: LoadedProgram;
  /** What launches did to managed memory. */
  readonly managedUses: ManagedUse[];
  /** Pages of managed memory that has been freed, with the address of the allocation. */
  readonly freedPages: [bigint, FreedPages][];
  /** Where the last exception was thrown. */
  thrownAt: Location | undefined;
  readonly output: Record<"stdout" | "stderr", ByteWriter>;
  /** Modelled nanoseconds since the program began; every question about the time moves it on. */
  nanoseconds: bigint;
  /** Where the program stands when it calls the library. */
  place: Location | undefined;
  /** Where generated code stands when it asks about an access. */
  accessPlace: Location | undefined;
  /** Functions to run at the end, last first. */
  readonly atExit: ExitHandler[];
  /** Views of linear memory. They are of one moment: memory that grows makes new ones. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The last part of `argv[0]`, with which the C library's messages begin. */
  programName(): string;
  /** A trap at the current place; `signal` ends the program, see {@link HostTrap}. */
  trap(message: string, signal?: number): HostTrap;
  /** Deducts from the run's limit what bytes cost that a library reads, writes or moves; `at` does so by itself. */
  spendBytes(bytes: number): void;
  /** The same for bytes that it looks at one by one. */
  spendEach(bytes: number): void;
  /** Linear offset of host memory; traps for addresses that the host cannot reach. A store where the access is not given. */
  at(address: bigint, size: number, access?: HostAccess): number;
  /** Whether the host may access these bytes: its own memory, or pinned or managed memory that both sides reach. */
  reaches(address: bigint, size: number, access?: HostAccess): boolean;
  /** The pinned or managed allocation that holds these bytes; the access is observed. */
  sharedMemory(address: bigint, size: number, access?: HostAccess): MemoryRange | undefined;
  /** The trap of an access to memory that the host cannot reach, after what it shows has been reported. */
  badAccess(address: bigint, size: number, location?: Location): HostTrap;
  /** A copy of bytes of host memory. */
  bytesAt(address: bigint, size: number): Uint8Array;
  /** Bytes up to a terminating zero. */
  cString(address: bigint): Uint8Array;
  text(address: bigint): string;
  writeText(address: bigint, text: string): void;
  /** A text of the library's own, at the same address every time. */
  constantText(text: string): bigint;
  /** Heap memory. Throws HostLimit when there is none. */
  allocate(size: number): bigint;
  getInt(address: bigint): number;
  setInt(address: bigint, value: number): void;
  getLong(address: bigint): bigint;
  setLong(address: bigint, value: bigint): void;
  setDouble(address: bigint, value: number): void;
  /** Where the program's `errno` is. */
  errnoPlace(): bigint;
  setErrno(code: number): void;
  /** Throws HostLimit where the output is longer than the options allow. */
  write(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  /** The clock in modelled nanoseconds, advanced by a call's cost and the loops since the last one: no loop waits for ever. */
  now(): bigint;
}

/** What the CUDA runtime remembers between calls. */
import type { Dim3 } from "../../../analyzer/hardware/model";
import type { Location } from "../../../analyzer/ir/model";
import type { Touched as ChangedMemory } from "../../machine/repeats";
import type { AccessWindow } from "../../memory/l2";
import type { LaunchReport, Observer, Program } from "../../model";
import type { TexelBlock } from "../../textures/model";
import type { Timeline } from "../timeline/timeline";
import type { MemoryRange } from "./addresses";
import type { HostFinding } from "./findings";
import type { Footprint } from "./footprint";
import type { Capture, GraphState } from "./graph";
import type { ManagedPages, Residents } from "./pages";
import type { Touched } from "./touched";

/** Memory that the runtime gave out or knows of, apart from plain device memory. */
export interface HostAllocation {
  readonly kind: "pinned" | "managed" | "registered";
  readonly size: number;
  /** Flags that it was allocated with. */
  readonly flags?: number;
}

/** What stands between `<<<` and `>>>`, and the attributes of a launch. */
export interface Configuration {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: bigint;
  readonly stream: bigint;
  /** All blocks must be resident at once. */
  readonly isCooperative?: boolean;
  /** Blocks of a cluster in each dimension, where the launch says so. */
  readonly cluster?: Dim3 | undefined;
  /** How the lines of some memory are kept in L2, where the launch says so. */
  readonly window?: AccessWindow | undefined;
  /** The launch is written with `<<<…>>>`. */
  readonly isSyntax?: boolean;
  /** Where `<<<…>>>` stands. */
  readonly place?: Location | undefined;
  /** What may have changed memory since the last launch; absent where more than that decides what a launch does. */
  readonly touched?: ChangedMemory | undefined;
}

/** Runs one kernel; the loader of the program provides it. */
export type LaunchRunner = (
  kernel: string,
  configuration: Configuration,
  parameters: readonly Uint8Array[],
  /** Observers of accesses; empty unless the program has managed memory, whose pages are counted from them. */
  observers: readonly Observer[],
  /** Gets what the kernel prints. */
  print: (text: Uint8Array) => void,
) => LaunchReport;

/** Work in a stream. It runs when it is issued; the host may count on it once it has synchronised with it. */
export interface Work {
  readonly what: string;
  /** Ordinal of the device that does it. */
  readonly device: number;
  readonly end: bigint;
  readonly place: Location | undefined;
  readonly after: readonly Work[];
  /** Memory reachable from the host that the work writes. */
  readonly writes: readonly MemoryRange[];
  /** The host has waited for it. */
  seen: boolean;
  /** A function of the host has run after it in stream order. */
  isCalledBack?: boolean;
  /** A wait before it in its stream that waited for nothing, as its event had not been recorded. */
  readonly idleWait?: Location;
}

/** A piece of work with what it touches, as long as the host has not waited for it. */
export interface InFlight {
  readonly work: Work;
  readonly footprint: Footprint;
  /** Counts the pieces of work that were compared, this one included. */
  readonly number: number;
  /** Allocations that the program had made: what it allocates later in the same place is other memory. */
  readonly allocations: number;
}

/** A stream, with the work that was issued to it. */
export interface StreamState {
  readonly handle: bigint;
  /** Ordinal of the device that it belongs to. */
  readonly device: number;
  /** Order of creation, 0 for the default stream. */
  readonly number: number;
  readonly nonBlocking: boolean;
  readonly priority: number;
  last: Work | undefined;
  /** Events and default-stream work that the next piece must wait for. */
  waits: Work[];
  /** The last wait of the stream, where that was for an event that had not been recorded. */
  idleWait: Location | undefined;
  capture: Capture | undefined;
  /** Nodes that the next captured one depends on. */
  tail: bigint[];
  /** Attributes that were set, by number. */
  readonly attributes: Map<number, Uint8Array>;
}

/** An event: a mark in a stream, once it is recorded. */
export interface EventState {
  /** Ordinal of the device that was current when it was made. */
  readonly device: number;
  readonly timed: boolean;
  /** Another process may be given a handle of it. */
  readonly interprocess: boolean;
  /** Some call, a capture or a graph has recorded it. */
  isRecorded: boolean;
  work: Work | undefined;
  time: bigint | undefined;
  captured: { readonly capture: Capture; readonly tail: readonly bigint[] } | undefined;
}

/** A CUDA array: texels and the flags that it was made with. */
export interface ArrayState {
  readonly texels: TexelBlock;
  readonly address: bigint;
  readonly flags: number;
  /** Extent as the program gave it. */
  readonly extent: readonly [bigint, bigint, bigint];
}

/** A pool of stream-ordered memory: bytes in use, the most that ever were, and what was set. */
export interface PoolState {
  readonly handle: bigint;
  readonly device: number;
  used: number;
  high: number;
  /** Bytes that the pool keeps when it is synchronised with; only remembered. */
  threshold: bigint;
  /** Flags of reuse by `cudaMemPoolAttr`; only remembered. */
  readonly reuse: Map<number, number>;
  /** What other devices may do, `cudaMemAccessFlags` by ordinal; only remembered. */
  readonly access: Map<number, number>;
}

/** A handle of cuBLAS: what was set on it, all of it only remembered. */
export interface BlasState {
  stream: bigint;
  mathMode: number;
  pointerMode: number;
}

/** How a kernel ended that ended badly. */
export interface KernelFault {
  readonly code: number;
  /** Modelled nanoseconds of its end; 0 until that is known. */
  readonly at: bigint;
  /** The kernel, as messages name it. */
  readonly what: string;
  /** Where it is launched. */
  readonly place: Location | undefined;
}

/** Why a call fails, in the numbers that the program gave. */
export interface Refusal {
  /** What fails, where it is more than the call: the launch of a kernel. */
  readonly what?: string;
  readonly reason: string;
  /** The launch is written with `<<<…>>>`, which gives no result that could be read. */
  readonly isLaunchSyntax?: boolean;
  /** Another location that belongs to the reason. */
  readonly other?: HostFinding["other"];
}

/** A failure that the program may still ask for with `cudaGetLastError`. */
export interface UnseenFailure {
  /** Index of its finding. */
  readonly finding: number;
  /** Its message without what the program makes of the error. */
  readonly message: string;
}

/** Calls that fail because a kernel has spoiled the context. */
export interface SpoiledCalls {
  readonly first: { readonly call: string; readonly place: Location | undefined };
  count: number;
  /** The program reads the result of one of them, or asks for the last error. */
  isSeen: boolean;
}

/** What each device has of its own. Errors belong to the process (recorded on two H200s with CUDA 13). */
export interface DeviceState {
  readonly ordinal: number;
  readonly defaultStream: StreamState;
  /** Default streams of the host threads that have used theirs, by the number of the thread. */
  readonly perThreads: Map<number, StreamState>;
  /** Ordinals of devices whose memory its kernels may reach. */
  readonly peers: Set<number>;
  /** Limits, flags and the like that are only remembered, by name. */
  readonly settings: Map<string, bigint>;
  /** Values of the module's variables while another device is current. */
  variables: Uint8Array[] | undefined;
}

/** The state of the CUDA runtime of one program. */
export interface CudaState {
  readonly program: Program;
  readonly runLaunch: LaunchRunner;
  /** Major version whose error codes are given where versions differ. */
  readonly version: 12 | 13;
  /** Error of the last call that failed, until the program reads it. */
  lastError: number;
  /** An error that spoils the context for good, 0 for none. */
  sticky: number;
  /** The kernel whose end spoiled the context. */
  spoiledBy: KernelFault | undefined;
  /** An error of a kernel that the host has not met yet: it comes with the end of the kernel. */
  fault: KernelFault | undefined;
  /** What a call that fails has found out about the reason; the call's end takes it. */
  refusal: Refusal | undefined;
  /** Failures whose code the program has not looked at so far. */
  unseenFailures: UnseenFailure[];
  /** Calls that failed for an error of the context, which each of them answers. */
  spoiled: SpoiledCalls | undefined;
  /** Calls whose result nothing in the program reads, as `callKey` names them. */
  unreadResults: ReadonlySet<string>;
  /** Another number after every call of the runtime, and every piece of work, that may write device memory; launches apart. */
  epoch: number;
  initialised: boolean;
  readonly launches: LaunchReport[];
  /** What kernels printed and the host has not waited for yet. */
  printed: Uint8Array[];
  readonly timeline: Timeline;
  /** Pinned, managed and registered memory by address. */
  readonly hostMemory: Map<bigint, HostAllocation>;
  readonly pages: Map<bigint, ManagedPages>;
  /** Pages of managed memory that lie on the device. */
  residents: Residents;
  readonly pushed: Configuration[];
  /** Where the configuration was given that the next launch uses. */
  launchPlace: Location | undefined;
  /** Dynamic shared memory that a kernel was opted in for, bytes, by kernel name. */
  readonly sharedLimit: Map<string, number>;
  /** Preferred share of shared memory in the unified cache, percent, by kernel name. */
  readonly carveOut: Map<string, number>;
  /** Kernels that may have clusters of more blocks than every device can hold, by name. */
  readonly largeClusters: Set<string>;
  readonly streams: Map<bigint, StreamState>;
  readonly devices: readonly DeviceState[];
  /** The device that calls are for. */
  current: DeviceState;
  /** Values of the module's variables as the program was loaded, once a second device is used. */
  initialVariables: Uint8Array[] | undefined;
  nextStream: number;
  /** Stream 0 is the default stream of the thread: the program was compiled with `--default-stream per-thread`. */
  isPerThreadDefault: boolean;
  readonly events: Map<bigint, EventState>;
  readonly arrays: Map<bigint, ArrayState>;
  /** Handles of the levels of mipmapped arrays, the finest first. */
  readonly mipmaps: Map<bigint, readonly bigint[]>;
  readonly pools: Map<bigint, PoolState>;
  /** By ordinal of the device: the pool from the start, and the one that was chosen. */
  readonly defaultPools: Map<number, PoolState>;
  readonly currentPools: Map<number, PoolState>;
  /** Memory that nodes of graphs allocate: it stays theirs, freed or not, as another launch has it again. */
  readonly graphMemory: Set<bigint>;
  /** The pool of each live allocation in stream order. */
  readonly pooled: Map<bigint, { readonly pool: PoolState; readonly bytes: number }>;
  readonly blas: Map<bigint, BlasState>;
  readonly graphs: Map<bigint, GraphState>;
  readonly executables: Map<bigint, GraphState>;
  /** The last launch of each executable graph. */
  readonly graphLaunches: WeakMap<GraphState, Work>;
  /** `cudaStreamCaptureMode` of the thread. */
  captureMode: number;
  /** Work whose writes the host has not waited for. */
  pending: Work[];
  /** Work whose bytes are known and which the host has not waited for. */
  inFlight: InFlight[];
  /** What a function of the host touches that runs in a stream; undefined while none does. */
  touchedByHost: Touched | undefined;
  /** Handles of streams, events and so on; never used twice. */
  nextHandle: bigint;
  /** Host addresses of variables that live on the device too, with their names. */
  readonly symbols: Map<bigint, string>;
  /** Kernel names by the address of their host stub. */
  readonly kernels: Map<bigint, string>;
}

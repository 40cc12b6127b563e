/** What the CUDA runtime remembers between calls. */
import type { Dim3 } from "../../../analyzer/facts/model";
import type { Location } from "../../../analyzer/ir/model";
import type { LaunchReport, Observer, Program } from "../../model";
import type { TexelBlock } from "../../textures/model";
import { Timeline } from "../timeline/timeline";
import { CudaError } from "./errors";
import type { GraphState } from "./graph";
import type { ManagedPages } from "./pages";

/** Memory that the runtime gave out or knows of, apart from plain device memory. */
export interface HostAllocation {
  readonly kind: "pinned" | "managed" | "registered";
  readonly size: number;
  /** Flags that it was allocated with. */
  readonly flags?: number;
}

export interface Configuration {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: bigint;
  readonly stream: bigint;
  /** Where `<<<…>>>` stands. */
  readonly place?: Location | undefined;
}

/** Runs one kernel; given by whoever loads the program. */
export type LaunchRunner = (
  kernel: string,
  configuration: Configuration,
  parameters: readonly Uint8Array[],
  /** Whom to tell of accesses; empty unless the program has managed memory, whose pages are counted from them. */
  observers: readonly Observer[],
  /** Gets what the kernel prints. */
  print: (text: Uint8Array) => void,
) => LaunchReport;

/** A range of memory that both sides reach. */
export interface Range {
  readonly start: bigint;
  readonly size: number;
}

/** Work in a stream. It runs when it is issued; the host may count on it once it has synchronised with it. */
export interface Work {
  readonly what: string;
  readonly end: bigint;
  readonly place: Location | undefined;
  readonly after: readonly Work[];
  /** Memory reachable from the host that the work writes. */
  readonly writes: readonly Range[];
  /** The host has waited for it. */
  seen: boolean;
}

export interface StreamState {
  readonly handle: bigint;
  /** Order of creation, 0 for the default stream. */
  readonly number: number;
  readonly nonBlocking: boolean;
  readonly priority: number;
  last: Work | undefined;
  /** Events and default-stream work that the next piece must wait for. */
  waits: Work[];
  capture: GraphState | undefined;
  /** Nodes that the next captured one depends on. */
  tail: number[];
  /** Attributes that were set, by number. */
  readonly attributes: Map<number, Uint8Array>;
}

export interface EventState {
  readonly timed: boolean;
  work: Work | undefined;
  time: bigint | undefined;
  captured: { readonly graph: GraphState; readonly tail: readonly number[] } | undefined;
}

/** A CUDA array: texels and the flags that it was made with. */
export interface ArrayState {
  readonly texels: TexelBlock;
  readonly address: bigint;
  readonly flags: number;
  /** Extent as the program gave it. */
  readonly extent: readonly [bigint, bigint, bigint];
}

export interface CudaState {
  readonly program: Program;
  readonly runLaunch: LaunchRunner;
  /** Major version whose error codes are given where versions differ. */
  readonly version: 12 | 13;
  /** Error of the last call that failed, until somebody asks. */
  lastError: number;
  /** An error that spoils the context for good, 0 for none. */
  sticky: number;
  /** An error of a kernel that the host has not met yet: it comes with the end of the kernel. */
  fault: { readonly code: number; readonly at: bigint } | undefined;
  initialised: boolean;
  readonly launches: LaunchReport[];
  readonly timeline: Timeline;
  /** Pinned, managed and registered memory by address. */
  readonly hostMemory: Map<bigint, HostAllocation>;
  readonly pages: Map<bigint, ManagedPages>;
  readonly pushed: Configuration[];
  /** Where the configuration was given that the next launch uses. */
  launchPlace: Location | undefined;
  /** Dynamic shared memory that a kernel was opted in for, bytes, by kernel name. */
  readonly sharedLimit: Map<string, number>;
  readonly streams: Map<bigint, StreamState>;
  readonly defaultStream: StreamState;
  readonly perThread: StreamState;
  nextStream: number;
  readonly events: Map<bigint, EventState>;
  readonly arrays: Map<bigint, ArrayState>;
  readonly graphs: Map<bigint, GraphState>;
  readonly executables: Map<bigint, GraphState>;
  /** Work whose writes the host has not waited for. */
  pending: Work[];
  /** Handles of streams, events and so on; never used twice. */
  nextHandle: bigint;
  /** Host addresses of variables that live on the device too, with their names. */
  readonly symbols: Map<bigint, string>;
  /** Kernel names by the address of their host stub. */
  readonly kernels: Map<bigint, string>;
  /** Limits, flags and the like that are only remembered, by name. */
  readonly settings: Map<string, bigint>;
}

export function streamState(handle: bigint, number: number, nonBlocking = false, priority = 0): StreamState {
  return {
    handle,
    number,
    nonBlocking,
    priority,
    last: undefined,
    waits: [],
    capture: undefined,
    tail: [],
    attributes: new Map(),
  };
}

export function cudaState(program: Program, runLaunch: LaunchRunner, version: 12 | 13 = 13): CudaState {
  return {
    program,
    runLaunch,
    version,
    lastError: CudaError.Success,
    sticky: CudaError.Success,
    fault: undefined,
    initialised: false,
    launches: [],
    timeline: new Timeline(),
    hostMemory: new Map(),
    pages: new Map(),
    pushed: [],
    launchPlace: undefined,
    sharedLimit: new Map(),
    streams: new Map(),
    defaultStream: streamState(0n, 0),
    perThread: streamState(2n, 1),
    nextStream: 2,
    events: new Map(),
    arrays: new Map(),
    graphs: new Map(),
    executables: new Map(),
    pending: [],
    nextHandle: 0x1000n,
    symbols: new Map(),
    kernels: new Map(),
    settings: new Map(),
  };
}

/** What the CUDA runtime remembers between calls. */
import type { Dim3 } from "../../../analyzer/facts/model";
import type { LaunchReport, Program } from "../../model";
import { CudaError } from "./errors";

/** Memory that the runtime gave out or knows of, apart from plain device memory. */
export interface HostAllocation {
  readonly kind: "pinned" | "managed" | "registered";
  readonly size: number;
}

export interface Configuration {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: bigint;
  readonly stream: bigint;
}

/** Runs one kernel; given by whoever loads the program. */
export type LaunchRunner = (
  kernel: string,
  configuration: Configuration,
  parameters: readonly Uint8Array[],
) => LaunchReport;

export interface EventState {
  recorded: bigint | undefined;
}

export interface CudaState {
  readonly program: Program;
  readonly runLaunch: LaunchRunner;
  /** Error of the last call that failed, until somebody asks. */
  lastError: number;
  /** An error that spoils the context for good, 0 for none. */
  sticky: number;
  readonly launches: LaunchReport[];
  /** Pinned, managed and registered memory by address. */
  readonly hostMemory: Map<bigint, HostAllocation>;
  readonly pushed: Configuration[];
  /** Dynamic shared memory that a kernel was opted in for, bytes, by kernel name. */
  readonly sharedLimit: Map<string, number>;
  readonly streams: Set<bigint>;
  readonly events: Map<bigint, EventState>;
  /** Handles of streams, events and so on; never used twice. */
  nextHandle: bigint;
  /** Host addresses of variables that live on the device too, with their names. */
  readonly symbols: Map<bigint, string>;
  /** Kernel names by the address of their host stub. */
  readonly kernels: Map<bigint, string>;
}

export function cudaState(program: Program, runLaunch: LaunchRunner): CudaState {
  return {
    program,
    runLaunch,
    lastError: CudaError.Success,
    sticky: CudaError.Success,
    launches: [],
    hostMemory: new Map(),
    pushed: [],
    sharedLimit: new Map(),
    streams: new Set(),
    events: new Map(),
    nextHandle: 0x1000n,
    symbols: new Map(),
    kernels: new Map(),
  };
}

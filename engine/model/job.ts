/**
 * A simulation as plain data, so that a worker can run it and a host can stop it: bitcode, one launch, and the bytes that
 * its arguments point to. The result is plain data too.
 */

import type { Level } from "../../analyzer/compiler/command/commands";
import type { LineMap } from "../../analyzer/compiler/lines/lineMap";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Location, SourceVariable } from "../../analyzer/ir/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { CheckFinding } from "../../simulator/check/model";
import type { AllocationSum } from "../../simulator/host/model/allocationSums";
import type { HostFinding } from "../../simulator/host/model/findings";
import type { ManagedUse } from "../../simulator/host/model/pages";
import type { ManagedReport } from "../../simulator/host/runtime/memory/managed";
import type { L2Use } from "../../simulator/host/runtime/state/l2";
import type { TimelineEntry } from "../../simulator/host/timeline/timeline";
import type { UnreachedLaunch } from "../../simulator/host/unreached";
import type { AccessCounts, Demand, Lanes, Outcome, Part, Sampled, Touched } from "../../simulator/model";
import type { BranchCount } from "../../simulator/observers/branches";
import type { SpaceTraffic } from "../../simulator/observers/bytes";
import type { ReuseCount } from "../../simulator/observers/reuse";
import type { RequestSample } from "../../simulator/observers/samples";
import type { Trace, TracedWarp } from "../../simulator/observers/trace";
import type { Warps } from "../../simulator/observers/warps";
import type { Element, FillPattern } from "./arguments";
import type { SimulatedMachine } from "./configuration";

/** A buffer in global memory and its content. */
export interface BufferJob {
  /** The argument that leads to it, for messages. */
  readonly name?: string;
  readonly bytes: number;
  readonly content:
    | { readonly kind: "pattern"; readonly fill: FillPattern; readonly element: Element; readonly count: number }
    | { readonly kind: "bytes"; readonly data: Uint8Array };
}

/** How the program's own textures are read, where its text says the same of all of them. */
export interface AssumedSampler {
  readonly normalizedCoordinates: boolean;
  readonly linear: boolean;
}

/** A pointer at an offset of a parameter: to a buffer, an offset in bytes from its beginning. */
export interface PointerJob {
  readonly at: number;
  readonly buffer: number;
  readonly offset: number;
}

/** Bytes of one parameter, with the places where a buffer's device address goes. */
export interface ArgumentJob {
  readonly bytes: Uint8Array;
  readonly pointers: readonly PointerJob[];
}

/** What is wanted of a launch beyond its counts. */
export interface ObserveJob {
  readonly detail?: boolean;
  /** With what variables become, where the bitcode is `followed`. */
  readonly trace?: TracedWarp;
}

/** One launch of one kernel. */
export interface KernelJob {
  readonly kind: "kernel";
  readonly bitcode: Uint8Array;
  /** Where lines are that have moved since the bitcode was made. */
  readonly moved?: LineMap;
  /** Mangled name. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: number;
  readonly architecture: string;
  readonly buffers: readonly BufferJob[];
  readonly arguments: readonly ArgumentJob[];
  /** How textures are read that stand for the program's own. */
  readonly sampler: AssumedSampler;
  /** Are the texels of assumed objects zero? */
  readonly flat?: true;
  readonly limits: { readonly steps: number; readonly memoryBytes: number };
  /** Workers that may share the launch; as many as the platform has for it where absent. */
  readonly workers?: number;
  /** Only this part of the blocks, when they do not depend on each other. */
  readonly part?: Part;
  readonly observe?: ObserveJob;
  /** Of the bitcode; `optimised` where absent. */
  readonly level?: Level;
  /** Every access is checked. */
  readonly check?: boolean;
  /** Whether the content of every buffer after the run is wanted, as a digest. */
  readonly digest?: true;
}

/** A whole program: `main` and the kernels that it launches. */
export interface ProgramJob {
  readonly kind: "program";
  /** Bitcode of each source file; only a `.cu` has a device side. */
  readonly units: readonly { readonly path: string; readonly host: Uint8Array; readonly device?: Uint8Array }[];
  readonly architecture: string;
  /** The program's name and its arguments. */
  readonly words: readonly string[];
  readonly stdin: Uint8Array;
  readonly environment: ReadonlyMap<string, string>;
  /** Files that the program finds, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly limits: { readonly steps: number; readonly memoryBytes: number };
  readonly machine: SimulatedMachine;
  /** `launch` counts from 0 in the order in which the program launches. */
  readonly observe?: ObserveJob & { readonly launch: number };
  /** As in `KernelJob`, of the device code. */
  readonly level?: Level;
  /** As in `KernelJob`, of every launch. */
  readonly check?: boolean;
  /** Run every launch, also those that are known to repeat an earlier one. */
  readonly countAll?: boolean;
}

/** A run of a kernel or of a program. */
export type SimulationJob = KernelJob | ProgramJob;

/** An array of a thread that an access to local memory leads to. */
export interface LocalArrayUse {
  /** Tells the arrays of a launch apart. */
  readonly array: number;
  /** Bytes that each thread has of it. */
  readonly bytes: number;
  /** The access has an index that is not known when the kernel is compiled. */
  readonly isIndexed: boolean;
}

/** Totals of one access, with where it stands in place of the IR that the worker keeps. */
export interface LineResult {
  /** Number of the access in program order, and where its requests went: together they distinguish lines. */
  readonly access: number;
  readonly served: Space;
  readonly location: Location | undefined;
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  readonly counts: Readonly<AccessCounts>;
  /** As of the access. */
  readonly isLibrary?: boolean;
  readonly sample?: RequestSample;
  readonly localArray?: LocalArrayUse;
}

/** Totals of one branch, with where it stands in place of the IR that the worker keeps. */
export interface BranchResult extends Readonly<Omit<BranchCount, "instruction">> {
  readonly location: Location | undefined;
  /** Mangled name of the function that it is in. */
  readonly function: string;
}

/** A followed variable, with the bits that its values have in place of the IR that the worker keeps. */
export interface VariableResult extends Omit<SourceVariable, "place"> {
  readonly bits: number;
}

/** What was asked for in `ObserveJob`. */
export interface ObservedResult {
  readonly branches?: readonly BranchResult[];
  readonly traffic?: readonly SpaceTraffic[];
  readonly warps?: ReturnType<Warps["result"]>;
  /** `variables` are the followed ones by the number that steps give; none of `optimised` code. */
  readonly trace?: ReturnType<Trace["result"]> & { readonly variables: readonly VariableResult[] };
  readonly findings?: readonly CheckFinding[];
  /** How many more there were; absent where all are listed. */
  readonly unlisted?: number;
}

/** One launch, with its own outcome. */
export interface LaunchResult extends ObservedResult {
  /** Mangled name. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: number;
  /** Of a launch of a program: the host code that launched it. */
  readonly launchedAt?: Location;
  readonly outcome: Outcome;
  readonly metrics: Readonly<Record<string, number>>;
  readonly lines: readonly LineResult[];
  readonly sampled?: Sampled;
  /** The earlier launch of the program that it repeats, counted from 0: all figures are that one's. */
  readonly repeats?: number;
  readonly reuse?: ReuseResult;
  readonly lanes?: Lanes;
  readonly demand?: Demand;
  /** Of a part of a launch, to be joined with the others. */
  readonly touched?: Touched;
  /** As of the simulator's report. */
  readonly largeAngles?: true;
  /** The same. */
  readonly contended?: true;
}

/** Bytes of global memory that threads of the first blocks asked for, and the same bytes once in a request, block and launch. */
export interface ReuseResult {
  /** Blocks that are counted here, and blocks of the launch. */
  readonly blocks: number;
  readonly of: number;
  readonly accesses: readonly (Omit<ReuseCount, "access"> & {
    readonly location: Location | undefined;
    readonly op: Operation;
    readonly width: number;
  })[];
  readonly loads?: Omit<ReuseCount, "access">;
}

/** What only a whole program has. */
export interface ProgramOutput {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Undefined when the program did not end by itself. */
  readonly exitCode: number | undefined;
  readonly findings: readonly HostFinding[];
  readonly allocated: readonly AllocationSum[];
  readonly timeline: readonly TimelineEntry[];
  readonly written: readonly { readonly path: string; readonly bytes: number }[];
  readonly managed: readonly ManagedReport[];
  readonly managedUses: readonly ManagedUse[];
  readonly l2: readonly L2Use[];
  readonly unreached: readonly UnreachedLaunch[];
}

/** One piece of news of a program's run. */
export type ProgramNews =
  /** Launch number `launch`, counted from 0, begins; `kernel` is its mangled name. */
  | { readonly kind: "begins"; readonly launch: number; readonly kernel: string }
  | { readonly kind: "launched"; readonly result: LaunchResult }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array };

/** How a run ended, and what it counted. */
export interface SimulationResult {
  readonly outcome: Pick<Outcome, "kind" | "message" | "location" | "block" | "thread">;
  readonly launches: readonly LaunchResult[];
  /** What a kernel left in each of its buffers, when that was asked for. */
  readonly digests?: readonly string[];
  readonly program?: ProgramOutput;
  /** Why a program's files could not be linked; nothing has run then. */
  readonly refused?: string;
  /** Of a trap past a kernel's buffer: the nearest buffer before the address, and the bytes that it would need to reach it. */
  readonly beyond?: { readonly buffer: number; readonly bytes: number };
  /** Of an access that trapped: the buffer in which the pointer lies that it went through. */
  readonly holder?: number;
}

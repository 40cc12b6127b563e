/** What was counted and observed of one launch. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { RaceCause } from "../../simulator/check/model";
import type { AccessCounts } from "../../simulator/model";
import type { PlaceJson } from "./place";
import type { TraceJson } from "./trace";

/** The costliest request of a line: most sectors, where none most wavefronts; the first of those that cost the same. */
export interface RequestSampleJson {
  readonly block: Dim3;
  /** Index within the block. */
  readonly warp: number;
  /** Bit per active lane. */
  readonly mask: number;
  /** Byte address by lane, modulo 2^53; null for an inactive lane. */
  readonly addresses: readonly (number | null)[];
}

/** A conditional branch or a switch, over one launch. */
export interface BranchJson extends PlaceJson {
  readonly function: string;
  /** By warps. */
  readonly executions: number;
  /** Executions whose lanes took different successors. */
  readonly divergent: number;
  /** Active lanes, and those of them that took the branch, over the executions. Of a switch: that went to a case. */
  readonly lanes: number;
  readonly taken: number;
  /** The first execution that diverged. */
  readonly sample?: {
    readonly block: Dim3;
    readonly warp: number;
    readonly mask: number;
    /** Bit per lane that took the branch. */
    readonly taken: number;
  };
}

/** Totals of a space over one launch. */
export interface TrafficJson {
  readonly space: Space;
  readonly requests: number;
  /** Whole sectors of global and local memory, 128 bytes for each shared wavefront. */
  readonly movedBytes: number;
  /** Bytes that lanes asked for; the same bytes count once in a request. */
  readonly usefulBytes: number;
}

/** Instructions that warps and threads executed: of IR, so that they are modelled, class C. */
export interface LaneUseJson {
  readonly warpInstructions: number;
  readonly threadInstructions: number;
}

/** How many lanes took part in what a launch executed. */
export interface LanesJson extends LaneUseJson {
  /** The lines that lose most lanes, the worst first. `line` is 0 where it is not known. */
  readonly lines: readonly (LaneUseJson & { readonly line: number; readonly path?: string })[];
  /** Branches at which warps diverged, the most often first: executions by warps, and those that diverged. */
  readonly branches: readonly {
    readonly line: number;
    readonly path?: string;
    readonly executions: number;
    readonly divergent: number;
  }[];
}

/** Bytes of global memory that were asked for, over the blocks of a {@link ReuseJson}. */
export interface ReuseBytesJson {
  /** By threads: width times active lanes. */
  readonly threadBytes: number;
  /** The same bytes once in each request. */
  readonly requestBytes: number;
  /** The same bytes once in each block, summed over the blocks. */
  readonly blockBytes: number;
  /** The same bytes once in the launch; absent where not all of its blocks are counted. */
  readonly launchBytes?: number;
}

/** How often blocks ask for the same bytes of global memory. */
export interface ReuseJson {
  /** Blocks that are counted, the first of the launch, and all blocks of the launch. */
  readonly blocks: number;
  readonly of: number;
  /** One for each place, kind and width of plain loads and stores. */
  readonly accesses: readonly (PlaceJson & ReuseBytesJson & { readonly op: Operation; readonly width: number })[];
  /** All loads together: each byte once, whichever of them asks for it. */
  readonly loads?: ReuseBytesJson;
}

/** An array of a thread in local memory, over one launch. */
export interface LocalArrayJson {
  /** As the source names it where it is indexed; null where that is not known. */
  readonly name: string | null;
  /** Bytes that each thread has of it. */
  readonly bytes: number;
  readonly requests: number;
  readonly sectors: number;
  /** An access by an index that is not known when the kernel is compiled, which registers do not have; null where there is none. */
  readonly indexed: (PlaceJson & { readonly index: string }) | null;
}

/** An access of the source that the compiler removed, because nothing that the kernel stores depends on it. */
export interface RemovedJson extends PlaceJson {
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
}

/** One warp of a launch. */
export interface WarpJson {
  readonly block: Dim3;
  readonly warp: number;
  readonly requests: number;
  readonly sectors: number;
  readonly wavefronts: number;
  readonly branches: number;
  readonly divergent: number;
  readonly barriers: number;
}

/** Totals over one launch. */
export interface LineJson extends PlaceJson, Readonly<AccessCounts> {
  readonly function: string;
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  /** It is inside of a function of the mathematics library that is called here. */
  readonly isLibrary?: true;
  /** docs/counters.md: A exact, B within a band, C modelled. */
  readonly class: "A" | "B" | "C";
  /** Only when detail was asked for. */
  readonly sample?: RequestSampleJson;
}

/** What went wrong in a launch: how it ended when it did not complete, and what a checked run found. */
export interface RunFindingJson {
  readonly rule: string;
  readonly severity: "error" | "warning" | "information";
  /** Of a race: what was done about it and does not do. */
  readonly cause?: RaceCause;
  /** It was seen with arguments, a block or a grid that nothing gives: the program may have others. */
  readonly assumed?: true;
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly fix?: string;
  readonly line: number | null;
  /** As of a place. */
  readonly path?: string;
  readonly block: Dim3 | null;
  readonly thread: Dim3 | null;
  /** The other side of a finding that has two: the access that a race is with. */
  readonly other?: {
    readonly message: string;
    readonly line: number | null;
    readonly path?: string;
    readonly block: Dim3 | null;
    readonly thread: Dim3 | null;
  };
  /** How often it was seen; the places are those of the first time. */
  readonly times: number;
}

/** The least time that a launch can take: class B, never beaten by hardware. */
export interface BoundsJson {
  /** The largest of the resources' times. */
  readonly seconds: number;
  /** The resource that needs it. */
  readonly by: string;
  /** The frequency of the multiprocessors that the times assume, the highest of the device. */
  readonly clock_hz: number;
  /** Whether the device's peaks were measured; others are what its documents say. */
  readonly measured: boolean;
  /** What the whole device does in a second at most: floating-point operations, of which a fused multiply-add is two, and bytes. */
  readonly roofs: {
    readonly single_per_second: number;
    readonly double_per_second: number;
    readonly device_bytes_per_second: number;
    /** Null where it is not known. */
    readonly l2_bytes_per_second: number | null;
  };
  /** The bound if every access cost its ideal. */
  readonly without_excess: { readonly seconds: number; readonly by: string };
  /** The bound if L2 had what it can hold of the launch's data from before. */
  readonly warm: { readonly seconds: number; readonly by: string };
  /** The bound if the accesses of one line alone cost their ideal, for each line that costs more; the least bound first. */
  readonly fixes: readonly {
    readonly line: number;
    readonly path?: string;
    readonly seconds: number;
    readonly by: string;
    /** Null where the bound stays, but a part that needs at least half of it would have less to do. */
    readonly pays: boolean | null;
  }[];
  readonly resources: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly cycles: number;
    /** Shares of the lines in the resource's work, of 1, the largest first; empty where lines have none. */
    readonly lines: readonly { readonly line: number; readonly share: number }[];
  }[];
}

/** One launch with its counters. */
export interface LaunchReportJson {
  readonly kernel: string;
  readonly signature: string;
  /** Of a template that nothing in the file launches: why this instance was made. */
  readonly instantiated?: string;
  /** A kernel of our own behind an algorithm of this library: every figure is of class C, and `lines` are the program's alone. */
  readonly library?: "CUB" | "Thrust";
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: number;
  /** Only some blocks have run, and every figure of `metrics` and `lines` is scaled from them to all. */
  readonly sampled?: {
    readonly blocks: number;
    readonly of: number;
    /** Decided which blocks have run. */
    readonly seed: number;
    /** By counter, the range in which its value lies in 95 % of cases; absent where too few blocks have run to say. */
    readonly intervals?: Readonly<Record<string, readonly [low: number, high: number]>>;
  };
  /**
   * The earlier launch of the program that this one repeats, counted from 0: the same kernel, shape and parameters over the same
   * bytes of memory. It did not run itself, and all figures are that one's, exact as they are.
   */
  readonly repeats?: number;
  /** Every class A counter by Nsight Compute's name, 0 when nothing happened, and others whose class `classes` names. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<string, "A" | "B" | "C">>;
  readonly lines: readonly LineJson[];
  /** Null where nothing is bounded: the launch did not complete, or nothing of it was counted. */
  readonly bounds: BoundsJson | null;
  readonly findings: readonly RunFindingJson[];
  /** How many findings more there are at least, of a launch that has too many to list; absent where all are listed. */
  readonly unlistedFindings?: number;
  /**
   * Sines, cosines or tangents got arguments that the device reduces with further instructions: counters of instructions and
   * branches are of class C.
   * Absent where none did.
   */
  readonly largeAngles?: true;
  /**
   * Lanes contended for an address in shared memory with loops of compare-and-swap, as `atomicAdd` of `float` and `double`
   * is: warps with each other, or lanes of one in a loop. How often they tried follows from time, and the counters of these
   * loops are of class C.
   * Absent where none did.
   */
  readonly contended?: true;
  /** Where many lanes were idle: fewer than 28 of 32 active in an instruction on average. Class C. */
  readonly lanes?: LanesJson;
  /** Absent of what did not complete, of checked runs, and where blocks wait for one another. */
  readonly reuse?: ReuseJson;
  /** Arrays that kernels keep in local memory, those that cost most first; absent where there are none. */
  readonly localArrays?: readonly LocalArrayJson[];
  /** Accesses that the compiler removed; absent where none is known. */
  readonly removed?: readonly RemovedJson[];
  /** Only when detail was asked for: branches that warps executed, in the order of the source. */
  readonly branches?: readonly BranchJson[];
  /** Only when detail was asked for: spaces that something went to. */
  readonly traffic?: readonly TrafficJson[];
  /** Only when detail was asked for: the first warps, and how many more there were. */
  readonly warps?: { readonly rows: readonly WarpJson[]; readonly leftOut: number };
  /** Only when a trace was asked for. */
  readonly trace?: TraceJson;
  /** What each parameter got, as a SPEC, and where that came from. */
  readonly arguments: readonly {
    readonly name: string;
    readonly type: string;
    readonly spec: string;
    readonly from: string;
  }[];
}

/** What was counted and observed of one launch. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Operation, Space } from "../../analyzer/lower/model";
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
  /** docs/counters.md: A exact, B within a band, C modelled. */
  readonly class: "A" | "B" | "C";
  /** Only when detail was asked for. */
  readonly sample?: RequestSampleJson;
}

/** What went wrong in a launch: how it ended when it did not complete, and what a checked run found. */
export interface RunFindingJson {
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** Of a race: what was done about it and does not do. */
  readonly cause?: "conflicting-write" | "narrow-scope" | "missing-fence" | "volatile-order";
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
  readonly sampled?: { readonly blocks: number; readonly of: number };
  /** Every class A counter by Nsight Compute's name, 0 when nothing happened, and others whose class `classes` names. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<string, "A" | "B" | "C">>;
  readonly lines: readonly LineJson[];
  readonly findings: readonly RunFindingJson[];
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

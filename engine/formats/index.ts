/**
 * The JSON that the command line prints and the server sends: documented in `docs/json.md`, with a schema for each under
 * `docs/schemas`. Ranges are zero-based lines and UTF-16 columns, as in LSP; `line` in figures is one-based, `column` and
 * `endColumn` beside it are zero-based UTF-16 columns of that line.
 */
import type { Certainty, Dim3, LaunchOrigin } from "../../analyzer/facts/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { FindingCertainty, Severity } from "../../analyzer/rules/model";
import type { OutcomeKind } from "../../simulator/model";

export const FORMAT_VERSION = 1;

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface LaunchJson {
  readonly grid: Dim3 | null;
  readonly block: Dim3;
  readonly from: LaunchOrigin;
}

export interface FixJson {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
}

/** A fix tried before it is made. */
export interface FixCheckJson {
  /** The fix's title, with the simulated figures where there are any. */
  readonly title: string;
  /** The edited text compiles as far as the text does. */
  readonly compiles: boolean;
  /** The finding is gone from the edited text. */
  readonly resolved: boolean;
  /** The kernel around the finding before and after, on the launch of the file, else on the default one; counts are totals of class A. */
  readonly simulated: {
    readonly kernel: string;
    readonly grid: Dim3;
    readonly block: Dim3;
    readonly counter: "conflicts" | "sectors";
    readonly before: number;
    readonly after: number;
    /** Every buffer of the kernel holds the same bytes afterwards. */
    readonly same_output: boolean;
  } | null;
  /** Why nothing was simulated. */
  readonly reason: string | null;
}

export interface FindingJson {
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: FindingCertainty;
  readonly message: string;
  readonly range: Range;
  readonly related: readonly { readonly range: Range; readonly message: string }[];
  readonly figures: {
    readonly perRequest: {
      readonly sectors?: readonly [number, number];
      readonly wavefronts?: readonly [number, number];
      readonly ideal: number;
    };
    readonly share: number | null;
    readonly launch: LaunchJson;
  } | null;
  /** Code to write instead, where no edit can do it. */
  readonly sketch?: string;
  readonly fixes: readonly FixJson[];
  /** The same for the same finding when lines move: 16 hexadecimal digits. */
  readonly fingerprint: string;
}

/** A finding that somebody has decided not to be told of. */
export interface SuppressedFindingJson extends FindingJson {
  readonly suppression: {
    readonly kind: "comment" | "baseline";
    readonly reason: string;
    /** One-based line of the comment; null for a baseline. */
    readonly line: number | null;
  };
}

export interface LeftOutJson {
  readonly function: string;
  readonly reason: string;
}

export interface FileFindingsJson {
  readonly path: string;
  readonly findings: readonly FindingJson[];
  readonly suppressed: readonly SuppressedFindingJson[];
  readonly left_out: readonly LeftOutJson[];
}

export interface CheckJson {
  readonly version: number;
  readonly files: readonly FileFindingsJson[];
}

export interface InlineFrameJson {
  readonly file: string;
  readonly line: number;
}

/** Where a figure belongs: the expression in the kernel's file, and the call chain outside-in when it was inlined. */
export interface PlaceJson {
  /** The file, where it is not the first one: another source file of a program, or a header. */
  readonly path?: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly inlined: readonly InlineFrameJson[];
}

export interface AccessJson extends PlaceJson {
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  readonly footprint: {
    readonly certainty: Certainty;
    readonly sectors?: readonly [number, number];
    readonly wavefronts?: readonly [number, number];
    readonly ideal: number;
    readonly depends_on?: string;
    readonly lane_stride?: number;
    /** A guard against the edge of the data is around it: warps that it cuts cost at most as much. */
    readonly full_warps_only?: true;
  };
  readonly launch: LaunchJson;
  /**
   * Of an access to shared memory beside barriers of the block: the lines of those that can be the last before it and the
   * next behind it; null for the beginning or end of its function.
   */
  readonly interval?: { readonly after: readonly (number | null)[]; readonly before: readonly (number | null)[] };
}

export interface KernelJson {
  readonly kernel: string;
  readonly signature: string;
  readonly mangled: string;
  /** Of a template that nothing in the file launches: why this instance was made. */
  readonly instantiated?: string;
  readonly accesses: readonly AccessJson[];
  readonly barriers: readonly (PlaceJson & { readonly divergent: boolean })[];
  readonly branches: readonly (PlaceJson & { readonly kind: "uniform" | "divergent" })[];
}

export interface InspectJson {
  readonly version: number;
  readonly path: string;
  readonly kernels: readonly KernelJson[];
  readonly left_out: readonly LeftOutJson[];
}

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
  /** Executions whose lanes went different ways. */
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

/** One thing that the chosen warp did, in order. */
export interface TraceStepJson {
  /** As of a place. */
  readonly path?: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** Bit per active lane. */
  readonly mask: number;
  /** `load`, `store`, `atomic`, `reduction`, `copy`, `branch`, `barrier`, `assignment`. */
  readonly op: string;
  readonly space?: Space;
  /** Only with variables: the function that the step stands in. */
  readonly function?: string;
  /** Of an assignment: the variable, by its place in `variables`. */
  readonly variable?: number;
  /** By lane: an access's address, a branch's way (`taken`, `not taken`), an assigned value; null for an inactive lane. */
  readonly values?: readonly (string | null)[];
}

/** A variable that is one number or one pointer, and that only the assignments of the source change. */
export interface TraceVariableJson {
  readonly name: string;
  readonly type: string;
  readonly function: string;
  /** The lines from its declaration to the end of its scope. */
  readonly line: number;
  readonly until: number;
}

/** Warps of the traced block that came to one barrier as their `phase`th, counted from 0. */
export interface BarrierJson {
  readonly phase: number;
  readonly line: number;
  readonly warps: readonly number[];
  /** Threads of those warps that came. */
  readonly lanes: number;
}

/** What one warp did; `truncated` when it did more than is kept. */
export interface TraceJson {
  readonly steps: readonly TraceStepJson[];
  readonly truncated: boolean;
  /** Where the warps of its block waited for each other. */
  readonly barriers: readonly BarrierJson[];
  /** Only when they were asked for. The code runs as it is written then, and nothing is counted. */
  readonly variables?: readonly TraceVariableJson[];
}

/** Totals over one launch. */
export interface LineJson extends PlaceJson {
  readonly function: string;
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  readonly requests: number;
  readonly sectors: number;
  readonly sectorsIdeal: number;
  readonly wavefronts: number;
  readonly wavefrontsIdeal: number;
  /** Active lanes summed over the requests. */
  readonly lanes: number;
  /** docs/counters.md: A exact, B within a band, C modelled. */
  readonly class: "A" | "B" | "C";
  /** Only when detail was asked for. */
  readonly sample?: RequestSampleJson;
}

/** What went wrong in a launch: how it ended when it did not complete, and what a checked run found. */
export interface RunFindingJson {
  readonly rule: string;
  readonly message: string;
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
  /** How often a checked run saw it; the places are those of the first time. */
  readonly times?: number;
}

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

/** A line of host code; null where it is not known. `path` as of a place. */
export interface HostPlaceJson {
  readonly line: number | null;
  readonly path?: string;
}

/** Sectors that loads and atomic operations asked the modelled L2 for, those that it had, and those that stores wrote. */
export interface L2CountsJson {
  readonly reads: number;
  readonly hits: number;
  readonly writes: number;
}

/** What a whole program adds to its launches. */
export interface ProgramJson {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when the program did not end by itself. */
  readonly exit_code: number | null;
  /** What the host side did wrong, each once, with both places. */
  readonly findings: readonly (HostPlaceJson & {
    readonly rule: string;
    readonly message: string;
    readonly other: (HostPlaceJson & { readonly message: string }) | null;
  })[];
  /** Every allocation in the order in which it was made; `freed` is the line that freed it. */
  readonly allocations: readonly (HostPlaceJson & {
    readonly kind: string;
    readonly call: string;
    readonly bytes: number;
    readonly freed: number | null;
  })[];
  /** Managed memory by allocation: class C, in pages of 64 KiB. */
  readonly managed: readonly (HostPlaceJson & {
    readonly bytes: number;
    /** Touches that found the page elsewhere, and pages that moved: because of them, and ahead of them by a prefetch. */
    readonly hostFaults: number;
    readonly deviceFaults: number;
    readonly toHost: number;
    readonly toDevice: number;
    readonly prefetched: number;
    /** Pages that went back to the host because the device's memory was full. */
    readonly evicted: number;
    /** Where each page lies at the end: `H` host, `D` device, `B` both, `-` never touched. */
    readonly pages: string;
    /** Launches that faulted or pushed pages out, by their place in `launches`; `resident`: pages on the device at its end. */
    readonly launches: readonly {
      readonly launch: number;
      readonly faults: number;
      readonly migrations: number;
      readonly evictions: number;
      readonly resident: number;
    }[];
  })[];
  /** The modelled L2 by launch, from the first access-policy window on: sectors, class C. Absent without a window. */
  readonly l2?: readonly (HostPlaceJson &
    L2CountsJson & {
      /** By its place in `launches`. */
      readonly launch: number;
      /** Bytes set aside for persisting lines, and bytes of persisting lines at the launch's end. */
      readonly setAside: number;
      readonly persisting: number;
      /** The window that the launch ran with, and what lay in it; `hit` and `miss` as `cudaAccessProperty`. */
      readonly window:
        | (L2CountsJson & {
            readonly bytes: number;
            readonly hitRatio: number;
            readonly hit: number;
            readonly miss: number;
          })
        | null;
    })[];
  /** Work on the engines of the model, in modelled nanoseconds since the program began: class C. */
  readonly timeline: readonly (HostPlaceJson & {
    readonly engine: string;
    /** Ordinal of the device. */
    readonly device: number;
    readonly stream: number;
    readonly label: string;
    readonly start: number;
    readonly end: number;
    readonly bytes: number;
  })[];
  /** Files that the program wrote, in memory, by path: bytes at its end. */
  readonly written: readonly { readonly path: string; readonly bytes: number }[];
}

export interface SimulateJson extends Partial<ProgramJson> {
  readonly version: number;
  readonly device: string;
  readonly outcome: OutcomeKind;
  readonly message: string;
  /** One-based line at which a program stopped, where it is known; `path` as of a place. */
  readonly line?: number;
  readonly path?: string;
  readonly launches: readonly LaunchReportJson[];
}

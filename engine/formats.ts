/**
 * The JSON that the command line prints and the server sends: documented in `docs/json.md`, with a schema for each under
 * `docs/schemas`. Ranges are zero-based lines and UTF-16 columns, as in LSP; `line` in figures is one-based, `column` and
 * `endColumn` beside it are zero-based UTF-16 columns of that line.
 */
import type { Certainty, Dim3, LaunchOrigin } from "../analyzer/facts/model";
import type { Operation, Space } from "../analyzer/lower/model";
import type { FindingCertainty, Severity } from "../analyzer/rules/model";
import type { OutcomeKind } from "../simulator/model";

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
  readonly fixes: readonly FixJson[];
}

export interface LeftOutJson {
  readonly function: string;
  readonly reason: string;
}

export interface FileFindingsJson {
  readonly path: string;
  readonly findings: readonly FindingJson[];
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
  };
  readonly launch: LaunchJson;
}

export interface KernelJson {
  readonly kernel: string;
  readonly signature: string;
  readonly mangled: string;
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
  /** COUNTERS.md: A exact, B within a band, C modelled. */
  readonly class: "A" | "B" | "C";
}

export interface RunFindingJson {
  readonly rule: string;
  readonly message: string;
  readonly line: number | null;
  readonly block: Dim3 | null;
  readonly thread: Dim3 | null;
}

export interface LaunchReportJson {
  readonly kernel: string;
  readonly signature: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: number;
  /** Every class A counter by Nsight Compute's name, 0 when nothing happened, and others whose class `classes` names. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly classes: Readonly<Record<string, "A" | "B" | "C">>;
  readonly lines: readonly LineJson[];
  readonly findings: readonly RunFindingJson[];
  /** What each parameter got, as a SPEC, and where that came from. */
  readonly arguments: readonly {
    readonly name: string;
    readonly type: string;
    readonly spec: string;
    readonly from: string;
  }[];
}

/** What a whole program adds to its launches. */
export interface ProgramJson {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when the program did not end by itself. */
  readonly exit_code: number | null;
  /** What the host side did wrong, each once, with both places. */
  readonly findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly line: number | null;
    readonly other: { readonly message: string; readonly line: number | null } | null;
  }[];
  /** Every allocation in the order in which it was made; `freed` is the line that freed it. */
  readonly allocations: readonly {
    readonly kind: string;
    readonly call: string;
    readonly bytes: number;
    readonly line: number | null;
    readonly freed: number | null;
  }[];
  /** Work on the engines of the model, in modelled nanoseconds since the program began: class C. */
  readonly timeline: readonly {
    readonly engine: string;
    readonly stream: number;
    readonly label: string;
    readonly start: number;
    readonly end: number;
    readonly bytes: number;
    readonly line: number | null;
  }[];
}

export interface SimulateJson extends Partial<ProgramJson> {
  readonly version: number;
  readonly device: string;
  readonly outcome: OutcomeKind;
  readonly message: string;
  /** One-based line at which a program stopped, where it is known. */
  readonly line?: number;
  readonly launches: readonly LaunchReportJson[];
}

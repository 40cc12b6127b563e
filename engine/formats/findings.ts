/** What `warplens check --format json` prints: findings, their fixes, and what was left out. */
import type { LaunchOrigin } from "../../analyzer/facts/model";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { FindingCertainty, Severity } from "../../analyzer/rules/model";
import type { Range } from "./place";

/** The launch that figures hold for; `grid` is null where it is not known. */
export interface LaunchJson {
  readonly grid: Dim3 | null;
  readonly block: Dim3;
  readonly from: LaunchOrigin;
}

/** An edit that resolves a finding. */
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

/** One finding. */
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
      /** The least that the same requests could cost, never more than they do; of several the largest. */
      readonly ideal: number;
      /** The smallest and the largest, where they differ. */
      readonly idealRange?: readonly [number, number];
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

/** A finding that a comment, the configuration or a baseline suppresses. */
export interface SuppressedFindingJson extends FindingJson {
  readonly suppression: {
    readonly kind: "comment" | "baseline";
    readonly reason: string;
    /** One-based line of the comment; null for a baseline. */
    readonly line: number | null;
  };
}

/** A function that could not be compiled, with the reason. */
export interface LeftOutJson {
  readonly function: string;
  readonly reason: string;
}

/** The findings of one file. */
export interface FileFindingsJson {
  readonly path: string;
  readonly findings: readonly FindingJson[];
  readonly suppressed: readonly SuppressedFindingJson[];
  readonly left_out: readonly LeftOutJson[];
}

/** The result of `warplens check`. */
export interface CheckJson {
  readonly version: number;
  readonly files: readonly FileFindingsJson[];
}

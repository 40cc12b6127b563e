/** What one warp did, step by step. */
import type { Encoding } from "../../analyzer/ir/model";
import type { Space } from "../../analyzer/lower/model";

/** One thing that the chosen warp did, in order. */
export interface TraceStepJson {
  /** Only where all warps of the block are followed: which of them. Steps are in the order in which they ran. */
  readonly warp?: number;
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
  /** By lane: an access's address, a branch's outcome (`taken`, `not taken`), an assigned value; null for an inactive lane. */
  readonly values?: readonly (string | null)[];
}

/** A variable that is one number or one pointer, and that only the assignments of the source change. */
export interface TraceVariableJson {
  readonly name: string;
  readonly type: string;
  /** How its values are to be read, and how wide they are. */
  readonly encoding: Encoding;
  readonly bits: number;
  readonly function: string;
  /** The lines from its declaration to the end of its scope. */
  readonly line: number;
  readonly until: number;
}

/** Warps of the traced block that arrived at one barrier as their `phase`th, counted from 0. */
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

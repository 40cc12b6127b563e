/**
 * A simulation as plain data, so that a worker can run it and a host can stop it: bitcode, one launch, and the bytes that
 * its arguments point to. The result is plain data too.
 */

import type { Dim3 } from "../../analyzer/facts/model";
import type { Location } from "../../analyzer/ir/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { Outcome } from "../../simulator/model";
import type { Element } from "../arguments/elements";
import type { FillPattern } from "../arguments/spec";

export interface BufferJob {
  readonly bytes: number;
  readonly content:
    | { readonly kind: "pattern"; readonly fill: FillPattern; readonly element: Element; readonly count: number }
    | { readonly kind: "bytes"; readonly data: Uint8Array };
}

/** Bytes of one parameter, with the places where a buffer's device address goes. */
export interface ArgumentJob {
  readonly bytes: Uint8Array;
  readonly pointers: readonly { readonly at: number; readonly buffer: number }[];
}

export interface SimulationJob {
  readonly bitcode: Uint8Array;
  /** Mangled name. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly shared: number;
  readonly architecture: string;
  readonly buffers: readonly BufferJob[];
  readonly arguments: readonly ArgumentJob[];
  readonly limits: { readonly steps: number; readonly memoryBytes: number };
}

/** Totals of one access, with where it stands in place of the IR that the worker keeps. */
export interface LineResult {
  readonly location: Location | undefined;
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  readonly requests: number;
  readonly sectors: number;
  readonly sectorsIdeal: number;
  readonly wavefronts: number;
  readonly wavefrontsIdeal: number;
  readonly lanes: number;
}

export interface SimulationResult {
  readonly outcome: Outcome;
  readonly metrics: Readonly<Record<string, number>>;
  readonly lines: readonly LineResult[];
  /** Final contents of each buffer, when the job completed and they were asked for. */
  readonly buffers?: readonly Uint8Array[];
}

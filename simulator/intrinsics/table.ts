/** What a built-in function is to the compiler of kernels. The tables are in the files beside this one, one a family. */
import type { InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import type { BlockShape } from "../plan/shape";
import type { Origin } from "../plan/uniformity";
import type { Lanewise } from "../instructions/lanewise";
import type { MemoryContext } from "../instructions/memory";

export type Call = InstructionOf<"call">;

export interface CallContext {
  readonly emitter: Emitter;
  readonly memory: MemoryContext;
  readonly shape: BlockShape;
  /** Local with the address of the warp's thread indices (`Place.threads`). */
  readonly threads: number;
  /** Local with the warp's index in its block. */
  readonly warp: number;
  /** Local with the instructions executed that have not been added to `Cell.steps`. */
  readonly steps: number;
}

export interface Intrinsic {
  /** Where the result's uniformity comes from; `operands` when absent. */
  readonly origin?: Origin | ((shape: BlockShape) => Origin);
  /** Lane-wise: joins the chain of vector operations. */
  readonly lanewise?: (call: Call) => readonly Lanewise[] | undefined;
  /** Anything else. The current group has been flushed. */
  readonly emit?: (context: CallContext, call: Call) => void;
  /** The argument with the lanes that take part: they wait for each other before. */
  readonly members?: number;
  /** Nothing but the waiting. */
  readonly waitsOnly?: true;
  /** The block waits here. */
  readonly barrier?: true;
  /** All blocks of the grid wait here; a barrier, too. */
  readonly grid?: true;
  /** Means something only in a cluster of blocks; as a barrier, all threads of the cluster are waited for. */
  readonly cluster?: true;
  /** Arguments with the number of the barrier, and with the number of threads that it waits for; all where absent. */
  readonly named?: { readonly number: number; readonly threads?: number };
  /** Answers whether others have done something: a loop around it waits for them. */
  readonly polls?: true;
  /** The argument that each thread brings to the barrier, an `i1`. */
  readonly predicate?: number;
  /** What happens behind the barrier. */
  readonly resume?: (context: CallContext, call: Call) => void;
}

export type Table = Readonly<Record<string, Intrinsic>>;

/** What a built-in function is to the compiler of kernels. The tables are in the files beside this one, one a family. */

import type { InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import type { Lanewise } from "../emit/operation";
import type { MemoryContext } from "../instructions/memory";
import type { BlockShape } from "../plan/shape";
import type { Traits } from "../plan/traits";
import type { LocalI32 } from "../wasm/expressions";

/** A call of a built-in function. */
export type Call = InstructionOf<"call">;

/** What a built-in function needs to know of the kernel that calls it. */
export interface CallContext {
  readonly emitter: Emitter;
  readonly memory: MemoryContext;
  readonly shape: BlockShape;
  /** Local with the address of the warp's thread indices (`Place.threads`). */
  readonly threads: LocalI32;
  /** Local with the warp's index in its block. */
  readonly warp: LocalI32;
  /** Local with the instructions executed that have not been added to `Cell.steps`. */
  readonly steps: LocalI32;
  /** Notify observers? */
  readonly events: boolean;
}

/** A built-in function: what analyses ask of it, and how it is emitted. */
export interface Intrinsic extends Traits {
  /** Lane-wise: joins the chain of vector operations. */
  readonly lanewise?: (call: Call) => readonly Lanewise[] | undefined;
  /** Anything else. The current group has been flushed. */
  readonly emit?: (context: CallContext, call: Call) => void;
  /** What happens after the barrier. */
  readonly resume?: (context: CallContext, call: Call) => void;
}

/** Built-in functions of a family by name. */
export type Table = Readonly<Record<string, Intrinsic>>;

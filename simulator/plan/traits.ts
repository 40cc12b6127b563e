/**
 * What analyses ask of a built-in function. How it is emitted stands with the same entry in `intrinsics/`, which is above
 * this folder: the planner of a function gets the lookup.
 */
import type { Instruction } from "../../analyzer/ir/model";
import type { BlockShape } from "./shape";
import type { Origin } from "./uniformity";

/** What analyses know of a built-in function. */
export interface Traits {
  /** Where the result's uniformity comes from; `operands` when absent. */
  readonly origin?: Origin | ((shape: BlockShape) => Origin);
  /** The argument with the mask of participating lanes: they wait for each other before. */
  readonly participants?: number;
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
  /** Reports whether other threads have done something: a loop around it waits for them. */
  readonly polls?: true;
  /** Which observers hear of it: `notify` of `compile/events.ts`. */
  readonly notifies?: "fence" | "arrive" | "object" | "copies";
  /** The argument that each thread contributes to the barrier's vote, an `i1`. */
  readonly predicate?: number;
}

/** The traits of the built-in function that an instruction calls; `undefined` where it calls none. */
export type FindTraits = (instruction: Instruction) => Traits | undefined;

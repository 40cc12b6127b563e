/**
 * The interface of a function's lane forms. The files that compute them (`callEntry`, `inductions`, `inputForms`, `phiForms`,
 * `transfer`) use one another through it.
 */
import type { ControlFlow, Loop } from "../../ir/cfg";
import type { Argument, Block, Func, Instruction, InstructionOf, Type, Value } from "../../ir/model";
import type { Space } from "../../lower/model";
import type { SharedLayout } from "../../lower/sharedLayout";
import type { LaunchShape } from "../model";
import type { Atom, Atoms, Form, Scope } from "./forms";
import type { Lanes } from "./lanes";

/** The call by which a function is entered. */
export interface CallEntry {
  readonly function: Func;
  /** Distinguishes the atoms within the function from those of other calls. */
  readonly key: string;
  readonly caller: LaneForms;
  /** The block of the call. */
  readonly block: Block;
  /** The number of calls between the kernel and the function. */
  readonly depth: number;
  /** Whether the function is recursive: its forms hold at every depth, at which the active lanes are unknown. */
  readonly isRecursive: boolean;
  argument(argument: Argument): Form;
}

/** The counter of a loop. */
export interface LoopCounter {
  /** The number of the iteration, from 0. */
  readonly atom: Atom;
  /** The trip count by thread, for loops whose exit can be computed. */
  readonly trips?: Lanes;
  /** The exiting block of the last iteration. */
  readonly exit?: Block;
  /** The mean trip count over threads and blocks, where it depends on the block index of a known grid. */
  readonly meanTrips?: number;
}

/** The function whose forms are computed, and under what. */
export interface LaneQuestion {
  readonly function: Func;
  readonly shape: LaunchShape;
  spaceOf(pointer: Value): Space;
  /** The offsets of shared variables; where it is absent, only their declared alignment is known. */
  readonly sharedLayout?: SharedLayout;
  /** The call by which a function other than the kernel is entered. */
  readonly entry?: CallEntry;
}

/** The forms of one function on one call path, under one launch. */
export interface LaneForms {
  readonly atoms: Atoms;
  readonly function: Func;
  readonly flow: ControlFlow;
  readonly shape: LaunchShape;
  readonly placement: SharedLayout | undefined;
  readonly entry: CallEntry | undefined;
  spaceOf(pointer: Value): Space;
  /** The form of a value at its definition; `use` gives the form at a use. */
  form(value: Value): Form;
  /** The form of a value as an instruction of `block` uses it: a live-out value of a loop can be that of any iteration. */
  use(value: Value, block: Block): Form;
  /** The counter of a loop, with the trip count where it is known. */
  counter(loop: Loop): LoopCounter;
  /** The form of a phi at a loop's header, for all of which the loop is solved. */
  atLoopHeader(loop: Loop, phi: InstructionOf<"phi">): Form | undefined;
  /** The scope of a value as an instruction of `block` uses it. */
  scope(value: Value, block: Block): Scope;
  /** The forms of a call's callee; undefined for functions without a body, and where calls are too deep. */
  entered(call: InstructionOf<"call">): LaneForms | undefined;
  /** The returned form; `isOfCaller` where it depends only on atoms of the caller. */
  result(): { readonly form: Form; readonly isOfCaller: boolean } | undefined;
  /** Tries an assumption; if it does not hold, every form that was derived from it is discarded. */
  attempt<Result>(guess: () => Result | undefined): Result | undefined;
  /** Sets the form of a value: for induction variables, whose form is solved for. */
  assume(value: Value, form: Form): void;
  /** Records that an atom has a new value in each iteration of a loop. */
  bind(atom: Atom, loop: Loop): void;
  /** Whether an atom has a new value in each iteration of a loop, or of one within it. */
  changesIn(atom: Atom, loop: Loop): boolean;
  /** Whether all lanes of a warp exit the loop in the same iteration. */
  exitsTogether(loop: Loop): "together" | "apart";
  /** The atom of a value within the function, created on first use; each call path has its own. */
  local(key: string, properties: Omit<Atom, "id">): Atom;
  /** An unknown value of the whole program with this scope. Equal keys are equal values. */
  unknown(key: string, type: Type, scope: Scope, description: string, multiple?: number): Form;

  /** An instruction's value, unknown but for its scope. */
  unknownResult(instruction: Instruction, scope: Scope, description: string): Form;
}

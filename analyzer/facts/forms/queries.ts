/**
 * What the forms of a function are asked, and in which words. The parts that compute them (entries, inductions, leaves,
 * merges, transfer) ask each other through this interface.
 */
import type { ControlFlow, Loop } from "../../ir/cfg";
import type { Argument, Block, Func, Instruction, InstructionOf, Type, Value } from "../../ir/model";
import type { Space } from "../../lower/model";
import type { SharedLayout } from "../../lower/sharedLayout";
import type { LaunchShape } from "../model";
import type { Atom, Atoms, Form, Scope } from "./forms";
import type { Lanes } from "./lanes";

/** One call that enters a function. */
export interface Entry {
  readonly function: Func;
  /** Names what is inside the function apart from what other calls find there. */
  readonly key: string;
  readonly caller: LaneForms;
  /** The block of the call. */
  readonly block: Block;
  /** Calls on the way here from the kernel. */
  readonly depth: number;
  /** The function calls itself: what is said of it holds for every depth, and which lanes are left there is not known. */
  readonly isRecursive: boolean;
  argument(argument: Argument): Form;
}

/** What is known of a loop's iterations. */
export interface LoopCounter {
  /** Number of the iteration, from 0. */
  readonly atom: Atom;
  /** How often the threads of the block begin an iteration, per thread, for loops whose end can be computed. */
  readonly trips?: Lanes;
  /** The block at whose end a thread leaves, in its last iteration. */
  readonly exit?: Block;
  /** The mean over threads and blocks, where the end depends on the block's place in a grid that is known. */
  readonly meanTrips?: number;
}

/** What the forms of a function need to know beside its IR. */
export interface LaneQuestion {
  readonly function: Func;
  readonly shape: LaunchShape;
  spaceOf(pointer: Value): Space;
  /** Where a shared variable lies in the block's shared memory; its own alignment is all that is known otherwise. */
  readonly placement?: SharedLayout;
  /** The call that a function other than a kernel is entered by. */
  readonly entry?: Entry;
}

/** Forms of one function as one kernel enters it, under one launch. */
export interface LaneForms {
  readonly atoms: Atoms;
  readonly function: Func;
  readonly flow: ControlFlow;
  readonly shape: LaunchShape;
  readonly placement: SharedLayout | undefined;
  readonly entry: Entry | undefined;
  spaceOf(pointer: Value): Space;
  /** The form where the value is defined. Inside a function body, `use` gives it where it is used. */
  form(value: Value): Form;
  /** The form of a value as an instruction of `block` sees it: a value that left its loop may be that of any iteration. */
  use(value: Value, block: Block): Form;
  /** Iterations and counter of a loop, where they follow a pattern. */
  counter(loop: Loop): LoopCounter;
  /** The form of a phi at a loop's header: found by solving for all of them. */
  atLoopHeader(loop: Loop, phi: InstructionOf<"phi">): Form | undefined;
  /** Who shares the value: all lanes of a warp at least, unless `lane`. */
  scope(value: Value, block: Block): Scope;
  /** The forms of the function that a call enters; nothing for functions without a body, and where calls go too deep. */
  entered(call: InstructionOf<"call">): LaneForms | undefined;
  /** What the function gives back; `isOfCaller` when it is made of nothing but what its caller knows. */
  result(): { readonly form: Form; readonly isOfCaller: boolean } | undefined;
  /** Runs a guess; when it does not hold, every form that was derived from it is forgotten. */
  attempt<Result>(guess: () => Result | undefined): Result | undefined;
  /** States the form of a value: for loop variables, whose form is found by solving for it. */
  assume(value: Value, form: Form): void;
  /** Remembers that an atom takes a new value in each iteration of a loop. */
  bind(atom: Atom, loop: Loop): void;
  /** Does an atom take a new value in each round of a loop, or of one within? */
  changesIn(atom: Atom, loop: Loop): boolean;
  /** Do all lanes of a warp leave the loop in the same iteration? */
  exitsTogether(loop: Loop): "together" | "apart";
  /** The atom of something inside the function, made when it is new: each call that enters it has its own. */
  local(key: string, properties: Omit<Atom, "id">): Atom;
  /** A value of the whole program that nothing is known of but who shares it. Equal keys are equal values. */
  unknown(key: string, type: Type, scope: Scope, words: string, multiple?: number): Form;

  /** An instruction's value, unknown but for its scope. */
  unknownResult(instruction: Instruction, scope: Scope, words: string): Form;
}

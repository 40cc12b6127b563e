/** What `lower` says about a function: the memory instructions that the GPU would issue, and the values they are made of. */
import type { Func, Instruction, Location, Value } from "../ir/model";
import type { Predicated } from "./predicates";

/** Where an access goes. `generic` is said when the space cannot be inferred, and is counted as such. */
export type Space = "global" | "shared" | "local" | "constant" | "texture" | "generic";

/** `reduction` is an atomic whose result nobody reads; `copy` is an asynchronous global-to-shared copy (`LDGSTS`). */
export type Operation = "load" | "store" | "atomic" | "reduction" | "copy";

/**
 * One memory instruction as the GPU issues it. Its members are IR instructions of one basic block, so they run under
 * one lane mask; the request happens where `members[leader]` stands.
 */
export interface MemoryAccess {
  /** Dense within the function, in program order. */
  readonly id: number;
  readonly op: Operation;
  readonly space: Space;
  /** Bytes per lane of the whole instruction: 1, 2, 4, 8 or 16. */
  readonly width: number;
  /** In program order. More than one when adjacent accesses were merged. */
  readonly members: readonly Instruction[];
  /** The member at which the hardware issues the request: the first of loads, the last of stores. */
  readonly leader: Instruction;
  /** Lowest address of the instruction: `pointer + offset` bytes, `pointer` being available at the leader. */
  readonly pointer: Value;
  readonly offset: number;
  /** For a `copy`, the shared-memory destination; `pointer` is the global source. */
  readonly destination?: Value;
  /**
   * For `LDSM` and `STSM`, how many 8×8 matrices they move: lanes 8·m to 8·m + 7 give the rows of matrix m, 16 bytes each.
   */
  readonly matrices?: number;
  /** How the hardware counts an atomic (COUNTERS: `ATOMS.POPC.INC`, CAS loops, warp aggregation). */
  readonly atomic?: AtomicForm;
  /** In the kernel's own file: the outermost frame, and the chain inwards in `location.inlinedAt` order. */
  readonly location: Location | undefined;
}

/**
 * `plain`: one instruction. `popc-inc`: shared increments, counted by word first. `cas`: a compare-and-swap of the source.
 * `cas-loop`: nvcc's loop for what the space lacks; the same instruction also issues the `load` access before it, and in
 * shared memory both are executed once a round (`hardware/spin.ts` says how many rounds there are).
 */
export interface AtomicForm {
  readonly kind: "plain" | "popc-inc" | "cas" | "cas-loop";
  /** One lane per warp performs it, after a reduction over the warp: nvcc does so where the address is warp-uniform. */
  readonly aggregated: boolean;
}

export interface LoweredFunction {
  readonly function: Func;
  readonly accesses: readonly MemoryAccess[];
  /** The access that an IR instruction is a member of; absent for those that touch no memory (register arrays, parameters). */
  readonly accessOf: ReadonlyMap<Instruction, MemoryAccess>;
  /**
   * Accesses by the instruction that issues them (their leader), in issue order. More than one where the instruction is
   * wider than the hardware's 16 bytes or copies memory; empty for members that another one leads.
   */
  readonly issuedAt: ReadonlyMap<Instruction, readonly MemoryAccess[]>;
  /** Instructions that touch memory in a way that is not modelled, with what they are: nothing is counted for them. */
  readonly unsupported: ReadonlyMap<Instruction, string>;
  /** `fadd`/`fsub` that contract to one fused multiply-add, with the `fmul` that they absorb. */
  readonly fused: ReadonlyMap<Instruction, Instruction>;
  /** What issues no instruction: `fmul` all of whose uses absorb it, and sums with a zero that nvcc knows to change nothing. */
  readonly absorbed: ReadonlySet<Instruction>;
  /** `fmul` by two that is in no fused instruction: nvcc issues an addition of the value to itself. */
  readonly doubled: ReadonlySet<Instruction>;
  /** What nvcc issues for products of integers that clang made of floating-point ones, for sums that absorb products of calls, and for negations. */
  readonly converted: ReadonlyMap<Instruction, "fadd" | "fmul" | "ffma">;
  /** Calls of mathematical functions that end in a product, which the sums that use it absorb. */
  readonly endedInSums: ReadonlySet<Instruction>;
  /**
   * Where exchanges between lanes are dropped because nobody takes their results: the values that something takes. The
   * assembler drops the others with them.
   */
  readonly wanted: ReadonlySet<Instruction> | undefined;
  /** Arithmetic that is issued where the shuffle is whose value it takes, in front of the branch behind which the IR has it. */
  readonly besideShuffles: ReadonlyMap<Instruction, Instruction>;
  /** Operations that are executed under a predicate, by the selection that takes their result. */
  readonly predicated: ReadonlyMap<Instruction, Predicated>;
  /** Allocas that live in registers: every index is constant, or they are small enough for selects. All others are local memory. */
  readonly registerArrays: ReadonlySet<Instruction>;
  /** The memory space a pointer value leads to. */
  spaceOf(value: Value): Space;
}

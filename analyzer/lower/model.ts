/** The result of lowering a function: the memory instructions that the GPU would issue, and the values they consist of. */
import type { Func, Instruction, Location, Value } from "../ir/model";
import type { PredicatedOperation } from "./predication";

/**
 * The memory space of an access; `generic` where it cannot be inferred, and counted as such. Bulk copies are counted apart from
 * loads and stores: `bulk` are those between global and shared memory, `cluster` those to the shared memory of other blocks.
 */
export type Space = "global" | "shared" | "local" | "constant" | "texture" | "generic" | "bulk" | "cluster";

/** `reduction` is an atomic whose result has no use; `copy` is an asynchronous copy from global to shared memory (`LDGSTS`). */
export type Operation = "load" | "store" | "atomic" | "reduction" | "copy";

/**
 * One memory instruction as the GPU issues it. Its members are IR instructions of one basic block, so that they execute
 * under one lane mask; the request is counted at `leader`.
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
  /** The instruction's lowest address is `pointer + offset` bytes; `pointer` is available at the leader. */
  readonly pointer: Value;
  readonly offset: number;
  /** For a `copy`, the shared-memory destination; `pointer` is the global source. */
  readonly destination?: Value;
  /**
   * For `LDSM` and `STSM`, the number of 8×8 matrices: lanes 8·m to 8·m + 7 give the addresses of the 16-byte rows of
   * matrix m.
   */
  readonly matrices?: number;
  /** How the hardware performs an atomic, on which its counters depend. */
  readonly atomic?: AtomicForm;
  /** Inside of a function of nvcc's library: no source can make it cost less, and its ideal is what it costs. */
  readonly isLibrary?: boolean;
  /** The innermost frame in the kernel's own file; `location.inlinedAt` leads to the callers. */
  readonly location: Location | undefined;
}

/**
 * `plain`: one instruction. `popc-inc`: an increment in shared memory, summed over the lanes of a word (`ATOMS.POPC.INC`).
 * `cas`: a compare-and-swap of the source. `cas-loop`: nvcc's loop for operations that the memory space lacks; the same IR
 * instruction also issues the `load` access before it, and in shared memory both execute once per iteration
 * (`hardware/casLoop.ts` computes the number of iterations).
 */
export interface AtomicForm {
  readonly kind: "plain" | "popc-inc" | "cas" | "cas-loop";
  /** Warp aggregation: one lane performs it after a reduction over the warp, as nvcc does where the address is uniform. */
  readonly aggregated: boolean;
}

/** Everything that facts and the simulator read of a lowered function. */
export interface LoweredFunction {
  readonly function: Func;
  readonly accesses: readonly MemoryAccess[];
  /** The access that an IR instruction is a member of; absent for accesses to register arrays and parameters. */
  readonly accessOf: ReadonlyMap<Instruction, MemoryAccess>;
  /**
   * Accesses by their leader, in issue order. More than one where an instruction is wider than 16 bytes or copies memory;
   * none for members of an access with another leader.
   */
  readonly issuedAt: ReadonlyMap<Instruction, readonly MemoryAccess[]>;
  /** Memory instructions that are not modelled, with a description: nothing is counted for them. */
  readonly unsupported: ReadonlyMap<Instruction, string>;
  /** `fadd` and `fsub` that become a fused multiply-add, with the `fmul` that they absorb. */
  readonly fused: ReadonlyMap<Instruction, Instruction>;
  /** Operations without an instruction: `fmul` that all uses absorb, and additions of zero that nvcc removes. */
  readonly absorbed: ReadonlySet<Instruction>;
  /** `fmul` by two outside of fused multiply-adds: nvcc issues an addition of the value to itself. */
  readonly doubled: ReadonlySet<Instruction>;
  /**
   * The instruction that nvcc issues where it is another one than the IR has: for integer multiplies and adds that clang
   * made of floating-point ones, for additions that absorb the last multiply of a call, and for sign changes.
   */
  readonly issuedAs: ReadonlyMap<Instruction, "fadd" | "fmul" | "ffma">;
  /** Calls of mathematical functions whose last multiply becomes part of the additions that use the result. */
  readonly fusedCalls: ReadonlySet<Instruction>;
  /**
   * In functions with shuffles, votes, matches or reductions: the values that are live when ptxas has removed those whose
   * results have no use. Undefined elsewhere, as clang removes dead values itself.
   */
  readonly live: ReadonlySet<Instruction> | undefined;
  /** Arithmetic that is issued at the shuffle whose result it uses, before the branch after which the IR has it. */
  readonly issuedAtShuffle: ReadonlyMap<Instruction, Instruction>;
  /** Operations that execute under a predicate, by the `select` that uses their result. */
  readonly predicated: ReadonlyMap<Instruction, PredicatedOperation>;
  /** Allocas in registers: every index is constant, or few words are selected from. All others are local memory. */
  readonly registerArrays: ReadonlySet<Instruction>;
  /** The memory space that a pointer points to. */
  spaceOf(value: Value): Space;
}

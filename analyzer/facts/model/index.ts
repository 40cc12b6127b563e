/** Types of facts: what must happen at each access of a kernel under a stated launch. Rules, hovers and `inspect` read them. */

import type { Dim3 } from "../../hardware/model";
import type { Block, Func, GlobalVariable, Instruction, Location, Module } from "../../ir/model";
import type { LoweredFunction, MemoryAccess } from "../../lower/model";
/** Where a launch configuration comes from: a launch in the file, `__launch_bounds__`, the user's setting, or our default. */
export type LaunchOrigin = "site" | "bounds" | "setting" | "assumed";

/** An allocation that a pointer leads into; sizes in bytes, `undefined` when not known. */
export interface LaunchBuffer {
  readonly kind: "buffer";
  readonly bytes: number | undefined;
  readonly offset: number | undefined;
  /** Which of the allocations that the launch gets: parameters with the same number lead into the same one. */
  readonly allocation?: number;
}

/** What is known of some bytes of a parameter: an integer, a real, or what a pointer leads to. */
export interface LaunchPart {
  readonly offset: number;
  readonly bytes: number;
  readonly value: bigint | number | LaunchBuffer;
}

/** One configuration that facts are computed for. A dimension that is not known at its site is `undefined`. */
export interface LaunchShape {
  readonly grid: Dim3 | undefined;
  readonly block: Dim3;
  /** Bytes of dynamic shared memory, when known. */
  readonly shared: number | undefined;
  readonly from: LaunchOrigin;
  /** Values of kernel parameters by index that the site folds to integers. */
  readonly arguments: ReadonlyMap<number, bigint>;
  /**
   * Bytes that pointer parameters, by index, are known to be aligned to, where the site does not pass a whole allocation
   * (`out + 16`). Others are taken to be aligned as `cudaMalloc` aligns: 256 bytes.
   */
  readonly alignments?: ReadonlyMap<number, number>;
  /** Whether x and y of the kernel's `threadIdx` and `blockDim` are exchanged, for the facts of a fix. */
  readonly swapped?: true;
  /**
   * Zero-based line of the launch, for `from: "site"`; otherwise of a launch that says too little of the block. `path` is
   * the file that it stands in, as debug information names it, where that is another one.
   */
  readonly line?: number;
  readonly path?: string;
  /**
   * Absent for what the program launches when it is started with `startedWith`. `run`: what it launched when it was run;
   * `possible`: on a path through `main` that depends on what is not known; `function`: from a function whose caller is not
   * known.
   */
  readonly route?: "run" | "possible" | "function";
  /** Whether it is in the default stream, where that is known. */
  readonly isDefaultStream?: boolean;
  /** The program's arguments where it launches this with them, and there are some. */
  readonly startedWith?: string;
  /** How many launches this stands for, as far as they are known. */
  readonly times?: number;
  /** What the first of them hands to each parameter, as far as it is known. */
  readonly given?: readonly (readonly LaunchPart[])[];
}

/**
 * `exact`: holds for every warp of every block, but see `fullWarpsOnly`. `bounded`: lies between the two bounds, for all
 * unknown values. `unknown`: nothing is known.
 */
export type Certainty = "exact" | "bounded" | "unknown";

/** Cost per request: the least and the most over the executing warps. Absent counts do not apply to the space. */
export interface Footprint {
  readonly certainty: Certainty;
  readonly sectors?: readonly [number, number];
  readonly wavefronts?: readonly [number, number];
  /**
   * Ideal sectors or wavefronts per request, the least and the most over the executing warps: what the active lanes' bytes
   * need without gaps and bank conflicts, never more than the request costs. Where nothing is known of the requests, from 0
   * to what a full warp needs; both are 0 where requests of this kind have no cost that is known.
   */
  readonly ideal: readonly [number, number];
  /**
   * A bounds check (`if (i < n)`, `n` unknown at the launch) guards the access: everything here holds for warps in which all
   * lanes pass it. A request with fewer lanes costs at most as much, and at least one.
   */
  readonly fullWarpsOnly?: true;
  /**
   * Mean cost and mean ideal per request over the executing warps; full warps pass an unknown bounds check. For `bounded`
   * every warp and iteration is assumed to execute equally often.
   */
  readonly mean?: readonly [cost: number, ideal: number];
  /** Mean cost and ideal for large unknown lane coefficients and unknown starts with the best possible alignment. */
  readonly typical?: readonly [cost: number, ideal: number];
  /** The least mean cost and ideal for any start of the data, where nothing but the start is unknown. */
  readonly floor?: readonly [cost: number, ideal: number];
  /** Data choose the address of each lane: `floor` is what the request takes however they choose. */
  readonly isChosen?: true;
  /** A description of the unknown lane coefficient: `n` for `in[threadIdx.x * n]`. */
  readonly coefficient?: string;
  /** No warp executes the access under this launch, as in a remainder loop without iterations. */
  readonly idle?: true;
  /** A description of what the bounds depend on: `n`, `the loaded index`. */
  readonly dependsOn?: string;
  /** The distance between neighbouring lanes in bytes, where it is one number. */
  readonly laneStride?: number;
  /** The same between neighbours along `threadIdx.x`, where it is one number and a warp covers several rows of the block. */
  readonly rowStride?: number;
  /**
   * Lanes of the costliest shared request with a bank conflict: they address different words of one bank, or for atomics any
   * words of it; and the bank's number where the array's offset is known.
   */
  readonly conflictSet?: { readonly lanes: readonly number[]; readonly bank?: number };
}

/** The fact of one access under one launch. */
export interface AccessFact {
  readonly access: MemoryAccess;
  readonly footprint: Footprint;
  readonly launch: LaunchShape;
  /** Loops around the access, and the product of their trip counts where known. */
  readonly loopDepth: number;
  readonly trips: number | undefined;
  /** It runs the iterations that are left of a loop which the compiler has unrolled. */
  readonly inRemainder?: true;
  /** Whether the address is uniform in each warp. */
  readonly uniform: boolean;
  /** The access on the other side of a branch on data, and the wavefronts that both take at least, however lanes split. */
  readonly otherArm?: { readonly access: MemoryAccess; readonly wavefronts: number };
  /** The barrier interval of an access to shared memory, in a function with barriers. */
  readonly interval?: BarrierInterval;
  /** Its share of the sectors or wavefronts of the kernel's accesses to this space, 0 to 1, where all are known. */
  readonly share?: number;
}

/** The fact of one barrier, over all launches. */
export interface BarrierFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** The threads that must reach it together: those of the grid, of the block, or of a warp. */
  readonly scope?: "grid" | "block" | "warp";
  /** Of a tile that is smaller than a warp: its lanes. */
  readonly tile?: number;
  /** The branch that can keep some threads of the block from reaching it. */
  readonly divergentOn?: Instruction;
  /** `around`: the barrier is in the branch or after an early exit; `loop`: threads have different trip counts in its loop. */
  readonly divergence?: "around" | "loop";
  /** A description of what makes the condition differ among threads: `the thread index`, `a loaded value`. */
  readonly because?: string;
  /** Whether it diverges in every run: the branch is always executed, and its condition differs among threads of a block. */
  readonly certain?: boolean;
  /** The threads that do not reach it exit at once, so that a warp's barrier does not wait for them. */
  readonly othersExit?: true;
  /** The launch under which it diverges. */
  readonly launch?: LaunchShape;
}

/**
 * Two accesses to the same bytes of shared or global memory by threads of different warps, with no block barrier between;
 * or one store of different values, which any two threads of the block make.
 */
export interface RaceFact {
  /** One of them is a store, the other a load; both are one store where threads store different values at once. */
  readonly first: MemoryAccess;
  readonly second: MemoryAccess;
  readonly launch: LaunchShape;
  /** Linear indices, within the block, of a thread that makes the first access and one that makes the second. */
  readonly threads: readonly [number, number];
  /** Whether it happens in every run: no condition of either access is unknown. */
  readonly certain: boolean;
}

/** Arithmetic in double precision only because of a constant: the rounding to single precision, and the operations before it. */
export interface DoubleFact {
  readonly rounding: Instruction;
  readonly operations: readonly Instruction[];
}

/** The block barriers before and after an access; `undefined` for the kernel's beginning or end. */
export interface BarrierInterval {
  readonly after: readonly (Location | undefined)[];
  readonly before: readonly (Location | undefined)[];
}

/** A shuffle, vote or warp barrier whose mask does not fit the lanes that execute it, in some warp of every run. */
export interface ExchangeFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** Lanes as bits: those that the mask names, those of them that do not execute it, and those that do without being named. */
  readonly mask: number;
  readonly missing: number;
  readonly extra: number;
  /** Of a shuffle: the exited lanes that it reads, as bits, where and by which lane the value is used, in which warp. */
  readonly exited?: {
    readonly lanes: number;
    readonly user: number;
    readonly use: Location | undefined;
    readonly warp: number;
    readonly block: Dim3;
  };
  readonly launch: LaunchShape;
}

/** The fact of one branch. */
export interface BranchFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /**
   * Of a branch that splits every warp that reaches it, whatever is not known: instructions on either side, up to where
   * the sides reconverge.
   */
  readonly sides?: readonly [number, number];
  /** One of these sides has a loop, whose instructions are counted once. */
  readonly hasLoop?: true;
  /** `uniform`: all lanes of a warp agree; `divergent`: they need not. */
  readonly kind: "uniform" | "divergent";
}

/** Certain requests of an access over a launch, and what they cost at least. */
export interface AccessWork {
  readonly access: MemoryAccess;
  readonly requests: number;
  /** Sectors or wavefronts, by what the access is counted in, and the ideal of the same requests. */
  readonly cost: number;
  readonly ideal: number;
  /** Operations by lanes. */
  readonly lanes: number;
  /** Lines that the requests look up. */
  readonly lines: number;
  /** Sectors of global memory, each once. */
  readonly distinct: number;
  /** Whether all lanes of all requests have one address. */
  readonly isOneAddress: boolean;
  /** Whether there are no other requests, and every cost is known. */
  readonly isComplete: boolean;
}

/** The bytes, counted from a pointer parameter, a pointer in one, or a shared array, that the threads of a launch certainly access. */
export interface ReachFact {
  readonly access: MemoryAccess;
  readonly launch: LaunchShape;
  /** The pointer parameter, by its index; of a structure that is passed by value, and the offset of its pointer within it. */
  readonly parameter?: number;
  readonly member?: number;
  readonly variable?: GlobalVariable;
  /** The first byte, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Certain executions of a basic block of a function, on one path of calls, by warps and by lanes. */
export interface BlockWork {
  readonly function: Func;
  readonly block: Block;
  readonly warps: number;
  readonly lanes: number;
}

/** What a launch certainly does. */
export interface LaunchWork {
  readonly launch: LaunchShape;
  readonly accesses: readonly AccessWork[];
  readonly blocks: readonly BlockWork[];
  /** Sectors that are loaded before the launch stores to them, and that it stores to, each once. */
  readonly loadedSectors: number;
  readonly storedSectors: number;
  /** Whether the launch does nothing else to memory. */
  readonly isComplete: boolean;
}

/** The facts of one kernel. */
export interface KernelFacts {
  readonly kernel: Func;
  /** The module's lowered functions, by name. */
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly launches: readonly LaunchShape[];
  /** Of the kernel, and of the functions that it calls and that were not inlined. */
  readonly accesses: readonly AccessFact[];
  readonly barriers: readonly BarrierFact[];
  readonly doubles: readonly DoubleFact[];
  /** In the kernel itself. */
  readonly races: readonly RaceFact[];
  readonly branches: readonly BranchFact[];
  readonly exchanges: readonly ExchangeFact[];
  /** Under each launch whose grid is known. */
  readonly work: readonly LaunchWork[];
  /** Accesses to constant memory: `wavefronts` are the words, one after the other, that a request is served in. */
  readonly constants: readonly AccessFact[];
  /** How far the accesses of launches with a known grid reach. */
  readonly reaches: readonly ReachFact[];
}

/** The facts of a module. */
export interface ModuleFacts {
  readonly module: Module;
  readonly kernels: readonly KernelFacts[];
}

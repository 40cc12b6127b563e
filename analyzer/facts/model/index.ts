/** Facts about a kernel: what must happen at each access, under a stated launch. Read by rules, hovers and `inspect`. */

import type { Dim3 } from "../../hardware/model";
import type { Func, Instruction, Location, Module } from "../../ir/model";
import type { LoweredFunction, MemoryAccess } from "../../lower/model";
/** Where a launch configuration comes from: a launch in the file, `__launch_bounds__`, the user's setting, or our default. */
export type LaunchOrigin = "site" | "bounds" | "setting" | "assumed";

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
  /** The kernel's `threadIdx` and `blockDim` have their x and y in each other's place: how a fix is tried. */
  readonly swapped?: true;
  /** Zero-based line of the launch in the file, for `from: "site"`. */
  readonly line?: number;
}

/** `exact`: every warp of every block, but see `fullWarpsOnly`; `bounded`: between the two ends, over what is unknown; `unknown`: say nothing. */
export type Certainty = "exact" | "bounded" | "unknown";

/** Cost per request: the least and the most over the executing warps. Absent counts do not apply to the space. */
export interface Footprint {
  readonly certainty: Certainty;
  readonly sectors?: readonly [number, number];
  readonly wavefronts?: readonly [number, number];
  /** Ideal sectors or wavefronts of a full warp's request. */
  readonly ideal: number;
  /**
   * A guard against the edge of the data (`if (i < n)`, `n` not known at the launch) is around the access: everything
   * here holds for warps that it lets through whole. A warp that it cuts costs at most as much, and at least one.
   */
  readonly fullWarpsOnly?: true;
  /**
   * Mean cost and mean ideal per request over the executing warps; a guard that is not known lets full warps through.
   * For `bounded` it takes each warp and iteration to run as often as any other.
   */
  readonly mean?: readonly [cost: number, ideal: number];
  /** Mean cost and ideal when unknown lane coefficients are large and unknown starts as well aligned as they can be. */
  readonly typical?: readonly [cost: number, ideal: number];
  /** The least that mean cost and ideal can be, wherever the data start: where nothing but their start is not known. */
  readonly floor?: readonly [cost: number, ideal: number];
  /** The unknown value that lanes are apart by, in words: `n` in `in[threadIdx.x * n]`. */
  readonly coefficient?: string;
  /** No warp gets there under this launch: the rest of an unrolled loop that has none, for one. */
  readonly idle?: true;
  /** What the bounds depend on, in words for people: `n`, `the loaded index`. */
  readonly dependsOn?: string;
  /** Byte distance between neighbouring lanes, where it is one number. */
  readonly laneStride?: number;
  /**
   * Lanes of the costliest shared request that wait for each other because they meet in one bank with different words (for
   * atomics: at all); the bank's number where the array's place is known.
   */
  readonly meeting?: { readonly lanes: readonly number[]; readonly bank?: number };
}

export interface AccessFact {
  readonly access: MemoryAccess;
  readonly footprint: Footprint;
  readonly launch: LaunchShape;
  /** Loops around the access, and the product of their trip counts where known. */
  readonly loopDepth: number;
  readonly trips: number | undefined;
  /** All lanes of a warp read the same address. */
  readonly uniform: boolean;
  /** Of accesses to shared memory in a function with barriers: which of them it lies between. */
  readonly interval?: BarrierInterval;
  /** Its part of the sectors or wavefronts that the kernel's accesses to this space cost, 0 to 1, where all counts are known. */
  readonly share?: number;
}

export interface BarrierFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** Who has to reach it together: all threads of the block, or those of a warp. */
  readonly scope?: "block" | "warp";
  /** The branch that can keep some threads of the block from reaching it. */
  readonly divergentOn?: Instruction;
  /** `around`: the barrier is inside the branch or behind a way out; `loop`: threads turn the loop around it differently often. */
  readonly divergence?: "around" | "loop";
  /** What makes the condition differ among threads, in words: `the thread index`, `a loaded value`. */
  readonly because?: string;
  /** It happens on every run: the branch is always reached, and its condition differs among the threads of some block. */
  readonly certain?: boolean;
  /** The launch under which it diverges. */
  readonly launch?: LaunchShape;
}

/** Two accesses to one place in shared memory by threads of different warps, with no barrier of the block between. */
export interface RaceFact {
  /** One of them is a store, the other a load. */
  readonly first: MemoryAccess;
  readonly second: MemoryAccess;
  readonly launch: LaunchShape;
  /** Linear indices, within the block, of a thread that makes the first access and one that makes the second. */
  readonly threads: readonly [number, number];
  /** It happens on every run: nothing that decides over either access is unknown. */
  readonly certain: boolean;
}

/** Arithmetic that is double only because of a constant: what rounds it to single precision, and what stands before. */
export interface DoubleFact {
  readonly rounding: Instruction;
  readonly operations: readonly Instruction[];
}

/** The barriers of the block that an access lies between; `undefined` for the kernel's beginning or end. */
export interface BarrierInterval {
  readonly after: readonly (Location | undefined)[];
  readonly before: readonly (Location | undefined)[];
}

export interface BranchFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** `uniform`: all lanes of a warp agree; `divergent`: they need not. */
  readonly kind: "uniform" | "divergent";
}

export interface KernelFacts {
  readonly kernel: Func;
  /** What `lower` says of the module's functions, by name. */
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly launches: readonly LaunchShape[];
  /** Of the kernel, and of the functions that it calls and that were not inlined. */
  readonly accesses: readonly AccessFact[];
  readonly barriers: readonly BarrierFact[];
  readonly doubles: readonly DoubleFact[];
  /** In the kernel itself. */
  readonly races: readonly RaceFact[];
  readonly branches: readonly BranchFact[];
}

export interface ModuleFacts {
  readonly module: Module;
  readonly kernels: readonly KernelFacts[];
}

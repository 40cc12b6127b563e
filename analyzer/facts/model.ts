/** Facts about a kernel: what must happen at each access, under a stated launch. Read by rules, hovers and `inspect`. */
import type { Func, Instruction, Location, Module } from "../ir/model";
import type { LoweredFunction, MemoryAccess } from "../lower/model";

export type Dim3 = readonly [number, number, number];

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
  /** Zero-based line of the launch in the file, for `from: "site"`. */
  readonly line?: number;
}

/** `exact`: every full warp of every block; `bounded`: between the two ends, over what is unknown; `unknown`: say nothing. */
export type Certainty = "exact" | "bounded" | "unknown";

/** Cost per request: the least and the most over the executing warps. Absent counts do not apply to the space. */
export interface Footprint {
  readonly certainty: Certainty;
  readonly sectors?: readonly [number, number];
  readonly wavefronts?: readonly [number, number];
  /** Ideal sectors or wavefronts of a full warp's request. */
  readonly ideal: number;
  /** What the bounds depend on, in words for people: `n`, `the loaded index`. */
  readonly dependsOn?: string;
  /** Byte distance between neighbouring lanes, where it is one number. */
  readonly laneStride?: number;
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
}

export interface BarrierFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** The branch that can keep some threads of the block from reaching it. */
  readonly divergentOn?: Instruction;
}

export interface BranchFact {
  readonly instruction: Instruction;
  readonly location: Location | undefined;
  /** `uniform`: all lanes of a warp agree; `divergent`: they need not. */
  readonly kind: "uniform" | "divergent";
}

export interface KernelFacts {
  readonly kernel: Func;
  readonly lowered: LoweredFunction;
  readonly launches: readonly LaunchShape[];
  readonly accesses: readonly AccessFact[];
  readonly barriers: readonly BarrierFact[];
  readonly branches: readonly BranchFact[];
}

export interface ModuleFacts {
  readonly module: Module;
  readonly kernels: readonly KernelFacts[];
}

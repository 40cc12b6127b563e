/** What `warplens inspect` prints: kernels and their accesses. */
import type { Certainty } from "../../analyzer/facts/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { LaunchJson, LeftOutJson } from "./findings";
import type { BoundsJson } from "./launch";
import type { PlaceJson } from "./place";

/** A memory access and its footprint. */
export interface AccessJson extends PlaceJson {
  readonly op: Operation;
  readonly space: Space;
  readonly width: number;
  readonly footprint: {
    readonly certainty: Certainty;
    readonly sectors?: readonly [number, number];
    readonly wavefronts?: readonly [number, number];
    /** The least that the same requests could cost, never more than they do; of several the largest. */
    readonly ideal: number;
    /** The smallest and the largest, where they differ. */
    readonly ideal_range?: readonly [number, number];
    /** Mean cost and ideal per request over the executing warps, where every request is known. */
    readonly mean?: readonly [cost: number, ideal: number];
    readonly depends_on?: string;
    readonly lane_stride?: number;
    /** A guard against the edge of the data is around it: warps that it cuts cost at most as much. */
    readonly full_warps_only?: true;
  };
  readonly launch: LaunchJson;
  /**
   * Of an access to shared memory beside barriers of the block: the lines of those that can be the last before it and the
   * next after it; null for the beginning or end of its function.
   */
  readonly interval?: { readonly after: readonly (number | null)[]; readonly before: readonly (number | null)[] };
}

/** A launch of a kernel as far as the program's code says; null for what is not known. */
export interface KnownLaunchJson extends LaunchJson {
  /** Bytes of dynamic shared memory. */
  readonly shared: number | null;
  /** The default stream, or one that the program creates; null where that is not known. */
  readonly stream: "default" | "created" | null;
  /** One-based line of the launch; null where there is none. `path` as of a place. */
  readonly line: number | null;
  readonly path?: string;
  /**
   * Absent for a launch of the program when it is started with `started_with`, or without arguments. `run`: the last run made it; `possible`: it depends on arguments, files or
   * results; `function`: it stands in a function whose caller is not known.
   */
  readonly route?: "run" | "possible" | "function";
  /** The program's arguments, those after `--` or of the Makefile, where it launches this with them. */
  readonly started_with?: string;
  /** How many launches of the program this stands for, where that is known. */
  readonly times?: number;
  /**
   * The least time that the launch can take, from its code alone: class B, never beaten by hardware. Null where the grid is
   * not known. `fixes` is empty where not everything that the launch does is certain.
   */
  readonly bounds: BoundsJson | null;
}

/** A kernel with its accesses, barriers and branches. */
export interface KernelJson {
  readonly kernel: string;
  readonly signature: string;
  readonly mangled: string;
  /** Of a template that nothing in the file launches: why this instance was made. */
  readonly instantiated?: string;
  /** What figures are for, at least one; the first is what *Simulate kernel* takes. */
  readonly launches: readonly KnownLaunchJson[];
  readonly accesses: readonly AccessJson[];
  readonly barriers: readonly (PlaceJson & { readonly divergent: boolean })[];
  readonly branches: readonly (PlaceJson & { readonly kind: "uniform" | "divergent" })[];
}

/** The result of `warplens inspect`. */
export interface InspectJson {
  readonly version: number;
  /** What figures are for: `H200 (sm_90)`. */
  readonly device: string;
  readonly path: string;
  readonly kernels: readonly KernelJson[];
  readonly left_out: readonly LeftOutJson[];
}

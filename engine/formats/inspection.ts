/** What `warplens inspect` prints: kernels and their accesses. */
import type { Certainty } from "../../analyzer/facts/model";
import type { Operation, Space } from "../../analyzer/lower/model";
import type { LaunchJson, LeftOutJson } from "./findings";
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
    readonly ideal: number;
    readonly depends_on?: string;
    readonly lane_stride?: number;
    /** A guard against the edge of the data is around it: warps that it cuts cost at most as much. */
    readonly full_warps_only?: true;
  };
  readonly launch: LaunchJson;
  /**
   * Of an access to shared memory beside barriers of the block: the lines of those that can be the last before it and the
   * next behind it; null for the beginning or end of its function.
   */
  readonly interval?: { readonly after: readonly (number | null)[]; readonly before: readonly (number | null)[] };
}

/** A kernel with its accesses, barriers and branches. */
export interface KernelJson {
  readonly kernel: string;
  readonly signature: string;
  readonly mangled: string;
  /** Of a template that nothing in the file launches: why this instance was made. */
  readonly instantiated?: string;
  readonly accesses: readonly AccessJson[];
  readonly barriers: readonly (PlaceJson & { readonly divergent: boolean })[];
  readonly branches: readonly (PlaceJson & { readonly kind: "uniform" | "divergent" })[];
}

/** The result of `warplens inspect`. */
export interface InspectJson {
  readonly version: number;
  readonly path: string;
  readonly kernels: readonly KernelJson[];
  readonly left_out: readonly LeftOutJson[];
}

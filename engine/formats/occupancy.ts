/** How many blocks of a launch a multiprocessor holds at a time. */

/** What may limit the blocks of a multiprocessor. */
export type OccupancyLimit = "warps" | "shared memory" | "blocks";

/**
 * Blocks and warps of a launch on one multiprocessor. Class B: the most that there can be, since how many registers a thread
 * has is decided by ptxas; `registers` says what each number of them leaves.
 */
export interface OccupancyJson {
  readonly class: "B";
  /** `sm_90`, and a product with it. */
  readonly device: string;
  readonly product: string;
  /** Of a block; bytes of shared memory. */
  readonly threads: number;
  readonly static_shared: number;
  readonly dynamic_shared: number;
  /** Of a multiprocessor. `percent` are warps of the most that it can hold. */
  readonly blocks: number;
  readonly warps: number;
  readonly most_warps: number;
  readonly percent: number;
  /** Blocks that each limit allows by itself, and those that allow the fewest. */
  readonly limits: readonly { readonly by: OccupancyLimit; readonly blocks: number }[];
  readonly limited_by: readonly OccupancyLimit[];
  /** Residency by registers per thread, in ascending order up to the limit of `__launch_bounds__`, else until no block fits. */
  readonly registers: readonly {
    readonly up_to: number;
    readonly blocks: number;
    readonly warps: number;
    readonly percent: number;
  }[];
  /** What `__launch_bounds__` says of the kernel, if it does. */
  readonly bounds: { readonly threads: number; readonly blocks: number } | null;
  /** Blocks of the grid, and blocks resident on all multiprocessors at a time; null where the grid is not known. */
  readonly grid: { readonly blocks: number; readonly at_once: number } | null;
  /** The nearest of the blocks with the most warps, of the same shared memory; null where this one has as many. */
  readonly better: { readonly threads: number; readonly percent: number } | null;
}

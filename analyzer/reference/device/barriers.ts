/**
 * Barriers and fences. Reference: CUDA C++ Programming Guide, "Synchronization Functions", "Memory Fence Functions",
 * "Cooperative Groups".
 */
import type { Entries, Entry } from "../model";

const reducing = (name: string, result: string): Entry => ({
  signatures: [`int ${name}(int predicate)`],
  does: `\`__syncthreads()\` that also returns ${result}.`,
  order: "Every thread of the block that has not exited must reach the same call.",
});

const fence = (name: string, scope: string): Entry => ({
  signatures: [`void ${name}()`],
  does: `Orders this thread's accesses: ${scope} sees its writes before the fence no later than those after it.`,
  order: "It waits for no other thread: it is no barrier. Pair it with an atomic or `volatile` flag.",
});

/** `__syncthreads` and its kind. */
export const barriers: Entries = {
  __syncthreads: {
    signatures: ["void __syncthreads()"],
    does: "Waits until every thread of the block has arrived; what they wrote to shared and global memory before is then visible to all of them.",
    order:
      "Every thread of the block that has not exited must reach the same call: in a condition it must hold for all or none.",
  },
  __syncthreads_count: reducing("__syncthreads_count", "the number of threads whose predicate is not zero"),
  __syncthreads_and: reducing("__syncthreads_and", "non-zero where the predicate is non-zero for all threads"),
  __syncthreads_or: reducing("__syncthreads_or", "non-zero where the predicate is non-zero for any thread"),
  __syncwarp: {
    signatures: ["void __syncwarp(unsigned mask = 0xffffffff)"],
    does: "Waits until all lanes of the mask have arrived, and orders their memory accesses among each other.",
    order: "Each calling lane must be in the mask, and all lanes of the mask must execute a call with the same mask.",
    since:
      "CUDA 9. From sm_70 on lanes of a warp may diverge at any point, so data passed between lanes through memory needs it.",
  },
  __threadfence_block: fence("__threadfence_block", "every thread of the block"),
  __threadfence: fence("__threadfence", "every thread of the device"),
  __threadfence_system: fence("__threadfence_system", "every thread of all devices and the host"),
  this_grid: {
    signatures: ["cooperative_groups::grid_group this_grid()"],
    does: "All threads of the grid. `sync()` waits for all of them.",
    order: "`sync()` needs a launch by `cudaLaunchCooperativeKernel`, with no more blocks than run at the same time.",
    since: "sm_60.",
  },
  this_thread_block: {
    signatures: ["cooperative_groups::thread_block this_thread_block()"],
    does: "The threads of the block. `sync()` is `__syncthreads()`.",
  },
  tiled_partition: {
    signatures: ["cooperative_groups::thread_block_tile<Size> tiled_partition<Size>(parent)"],
    does: "Divides a group into tiles of `Size` consecutive threads, a power of two up to 32, with shuffles, votes and `sync()` of their own.",
    order: "All threads of the parent group must call it.",
  },
  coalesced_threads: {
    signatures: ["cooperative_groups::coalesced_group coalesced_threads()"],
    does: "The lanes of the warp that are active here, as a group.",
    order: "Which lanes are active together is the hardware's choice: use it for aggregation, not for correctness.",
  },
  this_cluster: {
    signatures: ["cooperative_groups::cluster_group this_cluster()"],
    does: "The blocks of the cluster, with `sync()` and `map_shared_rank()` for their shared memory.",
    since: "sm_90.",
  },
};

/**
 * What a device refuses to launch, with the error that it gives. References: CUDA C++ Programming Guide, "Technical
 * Specifications per Compute Capability" and "Launch Bounds"; the errors are those that an H200 gave with CUDA 13.
 */

import type { Architecture, Dim3 } from "../../analyzer/hardware/model";
import { annotatedNumbers } from "../../analyzer/ir/annotations";
import type { Func, Module } from "../../analyzer/ir/model";
import { MOST_BLOCKS } from "../memory/clusters";
import type { Launch } from "../model";
import { threadsOf } from "../plan/shape";

const AXES = ["x", "y", "z"] as const;
const INVALID = "the launch fails with cudaErrorInvalidValue";

/** Why the launch is impossible, in one sentence; `undefined` when it is fine. */
export function refuseShape({ grid, block }: Launch, kernel: Func, device: Architecture): string | undefined {
  const threads = threadsOf(block);
  for (const [index, axis] of AXES.entries()) {
    if (!Number.isInteger(grid[index]) || grid[index]! < 1)
      return `The grid has ${grid[index]} blocks in ${axis}; it must have at least 1, and ${INVALID}.`;
    if (!Number.isInteger(block[index]) || block[index]! < 1)
      return `The block has ${block[index]} threads in ${axis}; it must have at least 1, and ${INVALID}.`;
    if (grid[index]! > device.maxGrid[index]!)
      return `The grid has ${grid[index]} blocks in ${axis}; ${device.name} allows ${device.maxGrid[index]}, and ${INVALID}.`;
    if (block[index]! > device.maxBlock[index]!)
      return `The block has ${block[index]} threads in ${axis}; ${device.name} allows ${device.maxBlock[index]}, and ${INVALID}.`;
  }
  if (threads > device.maxThreadsPerBlock)
    return `The block has ${threads} threads; ${device.name} allows ${device.maxThreadsPerBlock}, and ${INVALID}.`;
  const bound = launchBound(kernel);
  if (bound !== undefined && threads > bound)
    return `The block has ${threads} threads; the kernel's __launch_bounds__ allows ${bound}, and the launch fails.`;
  return undefined;
}

/** The same for shared memory; `staticShared` is in bytes. Where only dynamic memory can be opted in to. */
export function refuseShared(launch: Launch, staticShared: number, device: Architecture): string | undefined {
  const { name, sharedPerBlock, sharedPerBlockOptIn } = device;
  if (staticShared > sharedPerBlock)
    return `The kernel has ${staticShared} bytes of static shared memory; ${name} allows ${sharedPerBlock}, and nvcc refuses it. Declare it extern and give its size at the launch.`;
  const shared = staticShared + launch.shared;
  if (shared > sharedPerBlockOptIn)
    return `A block needs ${shared} bytes of shared memory (${staticShared} static, ${launch.shared} dynamic); ${name} allows ${sharedPerBlockOptIn}, and ${INVALID}.`;
  return undefined;
}

/** Blocks of a cluster that every device of compute capability 9.0 and later can hold. Guide: "Thread Block Clusters". */
const PORTABLE_CLUSTER = 8;

/** What `host_defines.h` annotates kernels with `__cluster_dims__` with. */
const CLUSTER = "warplens.cluster";

/** Blocks of a cluster by axis, as the kernel's `__cluster_dims__` says. */
export function requiredCluster(module: Module, kernel: Func): Dim3 | undefined {
  const given = annotatedNumbers(module, kernel, CLUSTER);
  return given && [given[0] ?? 1, given[1] ?? 1, given[2] ?? 1];
}

/**
 * The most blocks that a cluster may have when the kernel allows sizes that are not portable; 0 where there are no clusters.
 * Reference: Hopper and Blackwell Tuning Guides, "Thread Block Clusters" (compute capability 9.0 and 10.0).
 */
export function mostClusterBlocks({ computeCapability: [major] }: Architecture): number {
  if (major < 9) return 0;
  return major <= 10 ? MOST_BLOCKS : PORTABLE_CLUSTER;
}

/** Why a grid cannot be cut into the launch's clusters; `most`: blocks that one may have. */
export function refuseCluster({ grid, cluster }: Launch, most: number, device: Architecture): string | undefined {
  if (!cluster) return undefined;
  const fails = "the launch fails with cudaErrorInvalidClusterSize";
  const blocks = threadsOf(cluster);
  if (blocks < 1 || blocks > most)
    return `A cluster has ${blocks} blocks; ${device.name} allows ${most}, and ${fails}.`;
  for (const [index, axis] of AXES.entries()) {
    if (grid[index]! % cluster[index]! !== 0)
      return `The grid has ${grid[index]} blocks in ${axis}, which is not a multiple of the ${cluster[index]} that a cluster has there; ${fails}.`;
  }
  return undefined;
}

/** Threads that a block may have by the kernel's `__launch_bounds__`. */
function launchBound(kernel: Func): number | undefined {
  const attribute = kernel.attributes.get("nvvm.maxntid");
  if (typeof attribute !== "string") return undefined;
  const threads = attribute.split(",").reduce((product, side) => product * Number(side), 1);
  return Number.isInteger(threads) && threads > 0 ? threads : undefined;
}

/**
 * How many blocks a multiprocessor holds.
 *
 * Reference: CUDA C++ Programming Guide, "Hardware Multithreading"; `launch__occupancy_limit_*` and
 * `sm__maximum_warps_per_active_cycle_pct` of every recorded launch (docs/conformance.md).
 */
import { type Architecture, WARP_SIZE } from "./model";

/** The granule, in bytes, in which blocks are given shared memory. Measured on an H200, 2026-11-21. */
export const SHARED_GRANULE = 128;

/** What a block needs: its warps, and bytes of shared memory without those that the driver reserves. */
export interface BlockNeeds {
  readonly warps: number;
  readonly shared: number;
}

/** Warps of a block of `threads` threads. */
export function warpsOf(threads: number): number {
  return Math.ceil(threads / WARP_SIZE);
}

/** Blocks that the multiprocessor's warps suffice for. */
export function blocksByWarps({ maxThreadsPerMultiprocessor }: Architecture, warps: number): number {
  return Math.floor(maxThreadsPerMultiprocessor / WARP_SIZE / warps);
}

/** Blocks that its shared memory suffices for when all of L1 that can be is shared memory. */
export function blocksByShared(device: Architecture, shared: number): number {
  const bytes = shared + device.sharedReservedPerBlock;
  if (bytes === 0) return device.maxBlocksPerMultiprocessor;
  return Math.floor(device.sharedPerMultiprocessor / (Math.ceil(bytes / SHARED_GRANULE) * SHARED_GRANULE));
}

/** Blocks that can be resident at a time, when registers suffice. */
export function residentBlocks(device: Architecture, { warps, shared }: BlockNeeds): number {
  return Math.min(device.maxBlocksPerMultiprocessor, blocksByWarps(device, warps), blocksByShared(device, shared));
}

/** Warps of those blocks, in percent of the multiprocessor's. */
export function occupancyPercent(device: Architecture, needs: BlockNeeds): number {
  const most = device.maxThreadsPerMultiprocessor / WARP_SIZE;
  return (100 * residentBlocks(device, needs) * needs.warps) / most;
}

/**
 * How many blocks a multiprocessor holds.
 *
 * Reference: CUDA C++ Programming Guide, "Hardware Multithreading"; `launch__occupancy_limit_*` and
 * `sm__maximum_warps_per_active_cycle_pct` of every recorded launch (docs/conformance.md).
 */
import { type Architecture, WARP_SIZE } from "./model";

/** The granule, in bytes, in which blocks are given shared memory. Measured on an H200, 2026-11-21. */
export const SHARED_GRANULE = 128;

/** Registers in which a warp is given them, and the parts of a multiprocessor with registers of their own. */
const [REGISTER_GRANULE, PARTS] = [256, 4];

/** The most registers that a thread can have. Reference: "Maximum number of 32-bit registers per thread". */
export const MOST_REGISTERS = 255;

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

/**
 * Blocks that its registers suffice for. A warp is given registers in granules of 256, and warps are spread evenly over the
 * four parts of a multiprocessor, each with a quarter of the registers. Reference: CUDA Occupancy Calculator, "register
 * allocation unit size" and "warp allocation granularity" (both since 7.0); `launch__occupancy_limit_registers` of every
 * recorded launch.
 */
export function blocksByRegisters(device: Architecture, warps: number, registersPerThread: number): number {
  const ofWarp = Math.ceil((Math.max(1, registersPerThread) * WARP_SIZE) / REGISTER_GRANULE) * REGISTER_GRANULE;
  const inPart = Math.floor(device.registersPerMultiprocessor / PARTS / ofWarp);
  return Math.floor((inPart * PARTS) / warps);
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

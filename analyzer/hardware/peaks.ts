/**
 * How fast a device can be at most. A time that follows from a peak is a lower bound: hardware may take longer, never
 * less.
 *
 * Every number here was measured, on an H200 at 1.98 GHz on 2026-11-23 by `test/hardware/peaks/peaks.cu` (`peaks.json` has the
 * runs) or on an H100, which has the same multiprocessors, on 2026-11-25 by `latencies.cu` (`latencies.json`), and is rounded
 * up, so that no run was faster. Those of L2 and of device memory are what Nsight Compute takes as all of its throughput in `l2.cu`,
 * on an H200 on 2026-11-26 (`l2.json`).
 */

/** Peaks of one architecture. */
export interface Peaks {
  /** Whether they are those of runs on the device; others are what its documents say. */
  readonly isMeasured: boolean;
  /** The highest frequency of the multiprocessors. */
  readonly clockHz: number;
  /** Warp instructions that one multiprocessor issues in a cycle: `fma32`, `add32`. */
  readonly instructions: number;
  /** Warp instructions in single precision that one multiprocessor executes in a cycle: `fma32`. */
  readonly single: number;
  /** The same in double precision: `fma64`. */
  readonly double: number;
  /** Memory instructions of warps that one multiprocessor issues in a cycle: `sharedLoad`, `sharedStore`, `sharedAdd`. */
  readonly memoryInstructions: number;
  /** Wavefronts of shared memory in a cycle of one multiprocessor: `sharedLoad`. */
  readonly wavefronts: number;
  /** Sectors that L1 delivers or takes in a cycle of one multiprocessor: `cachedLoad128`, 16 sectors in four cycles. */
  readonly l1Sectors: number;
  /** Lines that L1 looks up in a cycle of one multiprocessor: `cachedLoadLines`, 32 lines in 17 cycles. */
  readonly l1Lines: number;
  /** Instructions for special functions that one multiprocessor executes in a cycle: `exponential`, `toInteger`. */
  readonly specials: number;
  /** Warps of barriers that one multiprocessor serves in a cycle: `barrier 1024`. */
  readonly barriers: number;
  /** Bytes a second that multiprocessors load from the L2 cache, and that their stores bring to it: `readHits`, `writeHits`. */
  readonly l2ReadBytes: number;
  readonly l2WriteBytes: number;
  /**
   * Bytes a second of loads from device memory, and of stores, if there were nothing else, of which half cross from one half of L2 to
   * the other: `readAll`, `writeHits`. They share the way.
   */
  readonly fabricLoadBytes: number;
  readonly fabricStoreBytes: number;
  /**
   * Bytes of stores that L2 still had when a launch ended, at most: stored less `dram__bytes_write` of launches that store no
   * more than L2 holds.
   */
  readonly l2Dirty: number;
  /** Bytes a second between device memory and L2: its bytes a cycle at its frequency, of which runs reach 93 %. */
  readonly deviceBytes: number;
  /** Requests of global atomics a second, from all multiprocessors: `atomicsManyLines`. */
  readonly atomicRequests: number;
  /** Sectors of global atomics a second, from all multiprocessors: `add32: a sector a lane`, of 32 each. */
  readonly atomicSectors: number;
  /** Integer operations of lanes on one address a second: `add32: one sector`, four a request. Of floats a third (`HEAT`). */
  readonly atomicLanes: number;
  /** Sectors of atomics that one slice of L2 serves a second, each once for its lanes with the same address: `add32: one line`. */
  readonly atomicSliceSectors: number;
  /** Blocks a second that begin, of one warp each: `blocks`. */
  readonly blocks: number;
  /** Seconds that a launch of an empty kernel takes: the least of `empty_launch_ns`. */
  readonly launch: number;
}

/** Peaks of an H200. */
export const peaksOfH200: Peaks = {
  isMeasured: true,
  clockHz: 1.98e9,
  instructions: 4,
  single: 4,
  double: 2,
  memoryInstructions: 1,
  wavefronts: 1,
  l1Sectors: 4,
  l1Lines: 2,
  specials: 0.5,
  barriers: 0.43,
  l2ReadBytes: 1.01e13,
  l2WriteBytes: 5.2e12,
  fabricLoadBytes: 4.815e12,
  fabricStoreBytes: 5e12,
  l2Dirty: 34e6,
  deviceBytes: 4.82e12,
  atomicRequests: 2.45e10,
  atomicSectors: 9e10,
  atomicLanes: 1.72e9,
  atomicSliceSectors: 1.75e9,
  blocks: 1.7e9,
  launch: 1.3e-6,
};

/**
 * How fast a device can be at most. A time that follows from a peak is a lower bound: hardware may take longer, never
 * less.
 *
 * Every number was measured on an H200 at 1.98 GHz on 2026-11-23 by `test/hardware/peaks/peaks.cu` (`peaks.json` has the
 * runs), and is rounded up, so that no run was faster.
 */

/** Peaks of one architecture. */
export interface Peaks {
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
  /** Bytes a second that stores bring to the L2 cache, from all multiprocessors: `l2Write`. */
  readonly l2WriteBytes: number;
  /** Requests of global atomics a second, from all multiprocessors: `atomicsManyLines`. */
  readonly atomicRequests: number;
  /** Blocks a second that begin, of one warp each: `blocks`. */
  readonly blocks: number;
  /** Seconds that a launch of an empty kernel takes: the least of `empty_launch_ns`. */
  readonly launch: number;
}

const measured: Readonly<Record<string, Peaks>> = {
  sm_90: {
    clockHz: 1.98e9,
    instructions: 4,
    single: 4,
    double: 2,
    memoryInstructions: 1,
    wavefronts: 1,
    l1Sectors: 4,
    l2WriteBytes: 4.7e12,
    atomicRequests: 2.4e10,
    blocks: 1.7e9,
    launch: 1.3e-6,
  },
};

/** The peaks of an architecture by its name; undefined where they have not been measured. */
export const peaksOf = (architecture: string): Peaks | undefined => measured[architecture];

/**
 * Peaks of products that nothing was measured on, as far as NVIDIA documents them: what is not documented bounds nothing.
 *
 * References by column. Arithmetic: CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions", results per
 * clock and multiprocessor, by 32 lanes. Four schedulers that issue one warp instruction a cycle each: "Compute Capability
 * 7.x" to "12.x" of the same guide. L1 and shared memory deliver 128 bytes a clock and multiprocessor at most, in each of
 * the white papers that `architectures.ts` names; those and the data sheets of the products have clock and device memory.
 */
import type { Peaks } from "./peaks";

/** What bounds nothing. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/**
 * Cards for desktops raise their clock above the boost clock that is documented; no time may follow from a clock that they
 * exceed.
 */
const RAISED = 1.3;

/** A product's figures. */
interface Documented {
  readonly clockHz: number;
  /** Results in single and in double precision of a multiprocessor in a clock. */
  readonly single: number;
  readonly double: number;
  readonly deviceBytes: number;
  /** Bytes that L2 delivers in a clock, where that is documented. */
  readonly l2BytesPerClock?: number;
  /** Bytes of stores that L2 may keep when a launch ends: all that it has. */
  readonly l2Bytes: number;
}

const MIB = 2 ** 20;

const documented: Readonly<Record<string, Documented>> = {
  // Tesla V100 SXM2: boost clock of 1530 MHz, HBM2 at 900 GB/s. L2: "NVIDIA A100 Tensor Core GPU Architecture", which has
  // 5120 bytes a clock, and V100 2048.
  sm_70: { clockHz: 1.53e9, single: 64, double: 32, deviceBytes: 900e9, l2BytesPerClock: 2048, l2Bytes: 6 * MIB },
  // Tesla T4: 1590 MHz, GDDR6 at 320 GB/s.
  sm_75: { clockHz: 1.59e9, single: 64, double: 2, deviceBytes: 320e9, l2Bytes: 4 * MIB },
  // A100 SXM4 40 GB: 1410 MHz, HBM2 at 1555 GB/s, L2 with 5120 bytes a clock.
  sm_80: { clockHz: 1.41e9, single: 64, double: 32, deviceBytes: 1555e9, l2BytesPerClock: 5120, l2Bytes: 40 * MIB },
  // GeForce RTX 3090: boost clock of 1695 MHz, GDDR6X at 936 GB/s.
  sm_86: { clockHz: 1.695e9 * RAISED, single: 128, double: 2, deviceBytes: 936e9, l2Bytes: 6 * MIB },
  // GeForce RTX 4090: boost clock of 2520 MHz, GDDR6X at 1008 GB/s.
  sm_89: { clockHz: 2.52e9 * RAISED, single: 128, double: 2, deviceBytes: 1008e9, l2Bytes: 72 * MIB },
  // B200 of a DGX B200: 80 · 10¹² operations a second in single precision, which 148 multiprocessors reach at 2.11 GHz; HBM3e
  // at 8 TB/s.
  sm_100: { clockHz: 2.12e9, single: 128, double: 64, deviceBytes: 8e12, l2Bytes: 126 * MIB },
  // GeForce RTX 5090: boost clock of 2407 MHz, GDDR7 at 1792 GB/s.
  sm_120: { clockHz: 2.407e9 * RAISED, single: 128, double: 2, deviceBytes: 1792e9, l2Bytes: 96 * MIB },
};

const LANES = 32;

function peaksFrom({ clockHz, single, double, deviceBytes, l2BytesPerClock, l2Bytes }: Documented): Peaks {
  return {
    isMeasured: false,
    clockHz,
    instructions: 4,
    single: single / LANES,
    double: double / LANES,
    memoryInstructions: 1,
    wavefronts: 1,
    l1Sectors: 4,
    l1Lines: UNKNOWN,
    // Special functions have 16 results a clock, some conversions that count among them 64.
    specials: 64 / LANES,
    barriers: UNKNOWN,
    l2ReadBytes: l2BytesPerClock === undefined ? UNKNOWN : l2BytesPerClock * clockHz,
    l2WriteBytes: l2BytesPerClock === undefined ? UNKNOWN : l2BytesPerClock * clockHz,
    fabricLoadBytes: UNKNOWN,
    fabricStoreBytes: UNKNOWN,
    l2Dirty: l2Bytes,
    deviceBytes,
    atomicRequests: UNKNOWN,
    atomicSectors: UNKNOWN,
    atomicLanes: UNKNOWN,
    atomicSliceSectors: UNKNOWN,
    blocks: UNKNOWN,
    launch: 0,
  };
}

/** Peaks by the name of the architecture. */
export const documentedPeaks: Readonly<Record<string, Peaks>> = Object.fromEntries(
  Object.entries(documented).map(([name, figures]) => [name, peaksFrom(figures)]),
);

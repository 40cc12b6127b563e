/**
 * The architectures as data.
 *
 * Reference for every number that depends on the compute capability alone: CUDA C++ Programming Guide, "Compute
 * Capabilities", tables "Technical Specifications per Compute Capability" and "Shared Memory Capacity per Compute
 * Capability"; the same figures are in NVIDIA's CCCL, `cuda/__device/arch_traits.h`. Reference for what depends on the
 * product (multiprocessors, L2, memory): the white paper named beside it. `singleToDouble` is the quotient of two rows of
 * "Throughput of Native Arithmetic Instructions", 32-bit and 64-bit floating-point multiply-add.
 */
import type { Architecture } from "./model";

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** The same from compute capability 7.0 to 12.0. Reference: "Technical Specifications per Compute Capability". */
const common = {
  // "Maximum number of threads per block".
  maxThreadsPerBlock: 1024,
  // "Number of 32-bit registers per SM": 64 K.
  registersPerMultiprocessor: 65_536,
  // "Maximum amount of shared memory per thread block" without opting in.
  sharedPerBlock: 48 * KIB,
  // "Maximum x-dimension of a grid", and y and z.
  maxGrid: [2_147_483_647, 65_535, 65_535],
  // "Maximum x- or y-dimensionality of a block", and z.
  maxBlock: [1024, 1024, 64],
} as const;

/** Reserved by the driver in every block since 8.0. Reference: CUDA C++ Programming Guide, "Compute Capability 8.x". */
const RESERVED = 1 * KIB;

const table: readonly Architecture[] = [
  {
    ...common,
    name: "sm_70",
    // Reference: "NVIDIA Tesla V100 GPU Architecture" white paper: 80 SMs, 6144 KB of L2, 16 GB of HBM2.
    product: "V100",
    computeCapability: [7, 0],
    multiprocessors: 80,
    l2Bytes: 6 * MIB,
    globalBytes: 16 * GIB,
    // Technical specifications, column 7.0: 2048 threads, 32 blocks, 96 KB of shared memory per SM and per block.
    maxThreadsPerMultiprocessor: 2048,
    maxBlocksPerMultiprocessor: 32,
    sharedPerMultiprocessor: 96 * KIB,
    sharedPerBlockOptIn: 96 * KIB,
    sharedReservedPerBlock: 0,
    singleToDouble: 2,
  },
  {
    ...common,
    name: "sm_75",
    // Reference: "NVIDIA Turing GPU Architecture" white paper, Tesla T4: 40 SMs, 4096 KB of L2, 16 GB of GDDR6.
    product: "T4",
    computeCapability: [7, 5],
    multiprocessors: 40,
    l2Bytes: 4 * MIB,
    globalBytes: 16 * GIB,
    // Column 7.5: 1024 threads, 16 blocks, 64 KB of shared memory per SM and per block.
    maxThreadsPerMultiprocessor: 1024,
    maxBlocksPerMultiprocessor: 16,
    sharedPerMultiprocessor: 64 * KIB,
    sharedPerBlockOptIn: 64 * KIB,
    sharedReservedPerBlock: 0,
    singleToDouble: 32,
  },
  {
    ...common,
    name: "sm_80",
    // Reference: "NVIDIA A100 Tensor Core GPU Architecture" white paper: 108 SMs, 40 MB of L2, 40 GB of HBM2.
    product: "A100",
    computeCapability: [8, 0],
    multiprocessors: 108,
    l2Bytes: 40 * MIB,
    globalBytes: 40 * GIB,
    // Column 8.0: 2048 threads, 32 blocks, 164 KB of shared memory per SM, 163 KB per block.
    maxThreadsPerMultiprocessor: 2048,
    maxBlocksPerMultiprocessor: 32,
    sharedPerMultiprocessor: 164 * KIB,
    sharedPerBlockOptIn: 163 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 2,
  },
  {
    ...common,
    name: "sm_86",
    // Reference: "NVIDIA Ampere GA102 GPU Architecture" white paper, GeForce RTX 3090: 82 SMs, 6144 KB of L2, 24 GB.
    product: "RTX 3090",
    computeCapability: [8, 6],
    multiprocessors: 82,
    l2Bytes: 6 * MIB,
    globalBytes: 24 * GIB,
    // Column 8.6: 1536 threads, 16 blocks, 100 KB of shared memory per SM, 99 KB per block.
    maxThreadsPerMultiprocessor: 1536,
    maxBlocksPerMultiprocessor: 16,
    sharedPerMultiprocessor: 100 * KIB,
    sharedPerBlockOptIn: 99 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 64,
  },
  {
    ...common,
    name: "sm_89",
    // Reference: "NVIDIA Ada GPU Architecture" white paper, GeForce RTX 4090: 128 SMs, 73,728 KB of L2, 24 GB.
    product: "RTX 4090",
    computeCapability: [8, 9],
    multiprocessors: 128,
    l2Bytes: 72 * MIB,
    globalBytes: 24 * GIB,
    // Column 8.9: 1536 threads, 24 blocks, 100 KB of shared memory per SM, 99 KB per block.
    maxThreadsPerMultiprocessor: 1536,
    maxBlocksPerMultiprocessor: 24,
    sharedPerMultiprocessor: 100 * KIB,
    sharedPerBlockOptIn: 99 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 64,
  },
  {
    ...common,
    name: "sm_90",
    // Reference: what an H200 says of itself (`cudaDeviceProp`, `stdout` of `test/hardware/sweep2/sweep2.json`).
    product: "H200",
    computeCapability: [9, 0],
    multiprocessors: 132,
    l2Bytes: 60 * MIB,
    globalBytes: 150_109_880_320,
    // Column 9.0: 2048 threads, 32 blocks, 228 KB of shared memory per SM, 227 KB per block.
    maxThreadsPerMultiprocessor: 2048,
    maxBlocksPerMultiprocessor: 32,
    sharedPerMultiprocessor: 228 * KIB,
    sharedPerBlockOptIn: 227 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 2,
  },
  {
    ...common,
    name: "sm_100",
    // Reference: "NVIDIA Blackwell Architecture Technical Brief" and the DGX B200 data sheet (148 SMs, 180 GB of HBM3e
    // per GPU); L2 of 126 MB as the Blackwell tuning guide states.
    product: "B200",
    computeCapability: [10, 0],
    multiprocessors: 148,
    l2Bytes: 126 * MIB,
    globalBytes: 180_000_000_000,
    // Column 10.0: 2048 threads, 32 blocks, 228 KB of shared memory per SM, 227 KB per block.
    maxThreadsPerMultiprocessor: 2048,
    maxBlocksPerMultiprocessor: 32,
    sharedPerMultiprocessor: 228 * KIB,
    sharedPerBlockOptIn: 227 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 2,
  },
  {
    ...common,
    name: "sm_120",
    // Reference: "NVIDIA RTX Blackwell GPU Architecture" white paper, GeForce RTX 5090: 170 SMs, 98,304 KB of L2, 32 GB.
    product: "RTX 5090",
    computeCapability: [12, 0],
    multiprocessors: 170,
    l2Bytes: 96 * MIB,
    globalBytes: 32 * GIB,
    // Column 12.0: 1536 threads, 24 blocks, 100 KB of shared memory per SM, 99 KB per block.
    maxThreadsPerMultiprocessor: 1536,
    maxBlocksPerMultiprocessor: 24,
    sharedPerMultiprocessor: 100 * KIB,
    sharedPerBlockOptIn: 99 * KIB,
    sharedReservedPerBlock: RESERVED,
    singleToDouble: 64,
  },
];

/** All architectures by name (`sm_90`), oldest first. */
export const architectures: ReadonlyMap<string, Architecture> = new Map(table.map((one) => [one.name, one]));

/** The one that everything is counted for unless the user says otherwise: where our recordings were made. */
export const defaultArchitecture: Architecture = architectures.get("sm_90")!;

/** The architecture of a name such as `sm_90`, `sm_90a` or `compute_90`; undefined for one that we have no data of. */
export function architectureNamed(name: string): Architecture | undefined {
  return architectures.get(name.replace(/^compute_/, "sm_").replace(/[af]$/, ""));
}

/** Bytes of L2 that may be set aside for persisting accesses: five eighths (an H200 answers 39,321,600 of 62,914,560). */
export function persistingL2Bytes(device: Architecture): number {
  return Math.floor((device.l2Bytes * 5) / 8);
}

/** Bytes of the largest access-policy window, `accessPolicyMaxWindowSize`: an H200 answers 134,217,728. */
export const LARGEST_L2_WINDOW = 134_217_728n;

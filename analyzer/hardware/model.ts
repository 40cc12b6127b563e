/** Constants and types of the counting rules, which are pure functions of one warp's addresses and mask. */

/** Lanes of a warp. The same on every architecture so far. Reference: CUDA C++ Programming Guide, "SIMT Architecture". */
export const WARP_SIZE = 32;
/** Bytes of a sector. Reference: Nsight Compute Profiling Guide, "Memory Tables". */
export const SECTOR_BYTES = 32;
/** Bytes of a line (tag): four sectors. Reference: as above. */
export const LINE_BYTES = 128;
/** Banks of shared memory, each `BANK_BYTES` wide. Reference: CUDA C++ Programming Guide, "Shared Memory" (5.x and later). */
export const BANKS = 32;
/** Bytes of a bank's word. Reference: as above. */
export const BANK_BYTES = 4;

/** Sizes or indices along x, y and z. */
export type Dim3 = readonly [number, number, number];

/** Blocks of a grid, or threads of a block, over all axes. */
export const volume = ([x, y, z]: Dim3): number => x * y * z;

/** An architecture as data; each number names its source in `architectures.ts`. Sizes are bytes. */
export interface Architecture {
  /** `sm_90`. */
  readonly name: string;
  /** A product with this architecture, as shown to users: `H200`. */
  readonly product: string;
  readonly computeCapability: readonly [number, number];
  readonly multiprocessors: number;
  readonly maxThreadsPerBlock: number;
  readonly maxThreadsPerMultiprocessor: number;
  readonly maxBlocksPerMultiprocessor: number;
  readonly registersPerMultiprocessor: number;
  readonly sharedPerBlock: number;
  readonly sharedPerBlockOptIn: number;
  readonly sharedPerMultiprocessor: number;
  /** Shared bytes that the driver keeps per block (compute capability 8.0 and later: 1024). */
  readonly sharedReservedPerBlock: number;
  /** Single-precision operations that a multiprocessor executes in the time of one in double precision. */
  readonly singleToDouble: number;
  readonly l2Bytes: number;
  readonly globalBytes: number;
  readonly maxGrid: readonly [number, number, number];
  readonly maxBlock: readonly [number, number, number];
}

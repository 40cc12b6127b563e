/**
 * Where things are in the simulated device's linear memory, and what a 64-bit device address looks like.
 *
 * A device address is `window << 32 | offset`. The window names the space, so that a generic pointer says by itself
 * where it leads. For global, shared and constant memory the offset is the place in linear memory; for local memory it
 * is relative to the thread's own part, as on hardware every thread sees its local memory at the same addresses.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Upper halves of device addresses. Nothing depends on the values but that they differ and none is 0. */
export const Window = {
  global: 0x7f00,
  shared: 0x7f01,
  local: 0x7f02,
  constant: 0x7f03,
  code: 0x7f04,
  cluster: 0x7f05,
  /** No memory: what the simulated host gives a pointer to which the program assigns nothing. */
  unassigned: 0x7e55,
} as const;

/** Places in linear memory. The first page holds nothing, so that small offsets lead nowhere. */
export const MemoryMap = {
  /** Where accesses go that lead nowhere, when the run goes on all the same: half of the first page. */
  nowhere: 32 * KIB,
  /** 32 linear offsets, 4 bytes each: what the last resolved access touched. */
  offsets: 64 * KIB,
  /** 32 device addresses, 8 bytes each: what observers see. */
  addresses: 64 * KIB + 128,
  /** Four lanes of up to two operands, `OPERAND_BYTES` each, for `slowPath`. */
  operands: 64 * KIB + 384,
  /** As `offsets`, for counting an access whose lowest address is not the instruction's. */
  counted: 64 * KIB + 1024,
  /** 32 lanes of 8 bytes of scratch memory between two calls. */
  scratch: 64 * KIB + 512,
  /** Of the last access whose lanes stand in rows, 4 bytes each: distance of columns, of rows, and lanes of a row as a power of two. */
  rows: 64 * KIB + 1152,
  /** Of the last access that `resolve` looked at, the lowest and the highest byte; all of them where it left the access to others. */
  range: 64 * KIB + 1168,
  /** A hash table of 64 entries of 8 bytes, and 32 counters of a byte: scratch of the counting functions. */
  table: 64 * KIB + 1280,
  banks: 64 * KIB + 1792,
  /** 32 numbers of 4 bytes that are counted instead of places. */
  keys: 64 * KIB + 1920,
  /** Numbers of the running launch and block, see `Cell`. */
  cells: 66 * KIB,
  /** A byte for each of up to 1,024 words of shared memory: scratch of the counting functions. */
  words: 68 * KIB,
  /** Pages that the host program came to last (`host/compile/farPages.ts`), 4 bytes each. */
  pages: 72 * KIB,
  /** Kernel parameters, then `__constant__` variables and constant data of modules. */
  parameters: 1 * MIB,
  constants: 1 * MIB + 64 * KIB,
  constantsEnd: 2 * MIB,
  /** Shared memory of the running block. */
  shared: 2 * MIB,
  sharedEnd: 3 * MIB,
  /** Thread indices of the block: for every warp 32 lanes of x, of y and of z. */
  threads: 3 * MIB,
  /** One byte for each 256 bytes of linear memory: how many of them, from the first, are allocated (`granules.ts`). */
  granules: 4 * MIB,
  /**
   * Local memory of the running block, then the frames of its warps; at the end, patterns of requests that have been counted
   * before (`compile/events.ts`), which take up to 64 MiB for 10,000 accesses.
   */
  frames: 20 * MIB,
  patternsEnd: 132 * MIB,
  /** Shared memory of the blocks of a running cluster, by rank (`memory/clusters.ts`). */
  cluster: 132 * MIB,
  /** Counters of basic blocks and accesses of the running kernel: 8 MiB are enough for 40,000 accesses. */
  counters: 136 * MIB,
  countersEnd: 144 * MIB,
  /** One byte for each `HEAP_UNIT` bytes of linear memory, for the host's heap: see `HeapState`. */
  heapStates: 144 * MIB,
  /** Which sectors the launch has accessed (`counting/touched.ts`): two arrays of bits. */
  loaded: 208 * MIB,
  stored: 224 * MIB,
  /** Behind the last of the bits there is room for those that follow them in a request of 64. By chapter, the launch that has used it. */
  chapters: 240 * MIB + KIB,
  /** Addresses and sectors that atomic operations go to most often (`counting/hot.ts`). */
  hot: 241 * MIB,
  /** Sectors that the running block has stored to, as bits, and by 64 of them the number of the block whose they are. */
  own: 242 * MIB,
  owners: 258 * MIB + KIB,
  /** By chapter, the launch whose the bits of sectors are. */
  cleared: 267 * MIB,
  heap: 268 * MIB,
} as const;

/** Bytes from an operand at `MemoryMap.operands` to the next. */
export const OPERAND_BYTES = 32;

/** Offsets from `Place.cells`, 4 bytes each. */
export const Cell = {
  blockX: 0,
  blockY: 4,
  blockZ: 8,
  gridX: 12,
  gridY: 16,
  gridZ: 20,
  /** First byte after the block's shared memory. */
  sharedEnd: 24,
  dynamicShared: 28,
  /** First byte after the last allocation of global memory. */
  heapEnd: 32,
  constantsEnd: 36,
  /** Bytes of local memory of one thread, and where that of lane 0 of the running warp starts. */
  localSize: 40,
  localBase: 44,
  /** What the device's clock says before the instructions that `steps` has are added. */
  clock: 48,
  /** Instructions that warps have executed since the machine last looked. */
  steps: 52,
  /** Where frames of called functions start, after the frames of all warps. */
  callStack: 72,
  /** Is 1 while requests to global memory are watched (`GlobalWatch`). */
  watched: 92,
  /** Lanes that the running warp started with. */
  warpLanes: 76,
  /** The running warp's index in its block. */
  warp: 88,
  /** Lanes of the running warp that wait for the block while others of it run (`machine/block.ts`). */
  keptLanes: 80,
  /** Iterations of a loop that waits for others before its lanes leave it for a while (`compile/spins.ts`). */
  spinLimit: 84,
  /** Is 1 once lanes have exited a loop in which they polled memory. */
  spinLeft: 96,
  /** Threads that arrived at the barrier, those whose predicate was true, and both as of the last barrier. */
  arrived: 112,
  agreed: 116,
  lastArrived: 120,
  lastAgreed: 124,
  /** By number of the barrier, 4 bytes each: threads that arrived without waiting. */
  arrivals: 128,
  /** By warp, 4 bytes each: lanes that have arrived at the cluster's barrier, and those that may pass it. */
  clusterArrived: 192,
  clusterPassed: 320,
  /** First byte after what a block that waits keeps of its own, from `arrived` on. */
  ownEnd: 448,
  /** The running block's place in its cluster, the cluster's in the grid, and sizes of both, three axes each. */
  clusterBlock: 448,
  clusterBlocks: 460,
  clusterIndex: 472,
  clusterGrid: 484,
  /** The running block's number in its cluster, and how many blocks it has. */
  clusterRank: 496,
  clusterSize: 500,
  /** Does the kernel or the launch say how large clusters are? */
  clusterIsGiven: 504,
  /** By rank, as bits: blocks of the cluster that are over. */
  clusterEnded: 508,
  /** The number of the running launch. */
  launch: 512,
  /** Cycles of dependent instructions that warps have executed, modulo 2³² (`compile/critical.ts`). */
  chain: 516,
  /** What the launch's blocks take for them, see `CriticalCell`. */
  critical: 520,
  criticalEnd: 584,
  /** Units of work beside `steps` since the machine last looked (`compile/slowCalls.ts`). */
  slow: 584,
  /** The running block's number, the first of the launch's, and the first that no launch has had, modulo 2³². */
  block: 588,
  firstBlock: 592,
  nextBlock: 596,
  /** Is 1 once a store has come to a sector that the launch had stored to, and for blocks that began after that (`counting/touched.ts`). */
  repeatsStores: 600,
  tracksStores: 604,
  /** Behind where the frame of a called function may end. */
  lastFrame: 608,
} as const;

/** Barriers of a block. Reference: PTX ISA, "barrier{.cta}". */
export const BARRIERS = 16;

/** Bytes of global memory that share one entry of the allocation map. */
export const GRANULE = 256;

/** Bytes of the host's heap that share one entry of its map, as a shift: 64. */
export const HEAP_UNIT_SHIFT = 6;

/** What the map says of a unit: in use or not the heap's, freed, after the end of a block, or of what stands for a device variable. */
export const HeapState = { usable: 0, freed: 1, redZone: 2, shadow: 3 } as const;

/** The device address of a place in linear memory. */
export function deviceAddress(window: number, offset: number): bigint {
  return (BigInt(window) << 32n) | BigInt(offset >>> 0);
}

/** Bytes from a null pointer on that are taken for members and elements behind it. */
export const BEHIND_NULL = 1n << 16n;

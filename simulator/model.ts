/**
 * The simulator's words: a launch, what is observed while it runs, and how it ends. The machine notifies observers once
 * per warp instruction with 32 addresses and a lane mask; observers count. Without observers nothing is notified.
 */
import type { Architecture, Dim3 } from "../analyzer/hardware/model";
import type { GlobalVariable, Instruction, Location, Module } from "../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess, Space } from "../analyzer/lower/model";

/** One kernel parameter: its bytes as the host would push them, little endian. */
export type ArgumentBytes = Uint8Array;

/** A kernel with its launch configuration and arguments. */
export interface Launch {
  /** Mangled name of a kernel in the program. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Blocks of a cluster by axis; what the kernel's `__cluster_dims__` says where absent. */
  readonly cluster?: Dim3;
  /** Dynamic shared memory, bytes per block. */
  readonly shared: number;
  readonly arguments: readonly ArgumentBytes[];
}

/** A device module with what `lower` says of each function that a launch can reach. */
export interface Program {
  readonly module: Module;
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
}

/** What a run may spend before it ends as `limit`. */
export interface Limits {
  /** IR instructions executed by warps, over the launch. */
  readonly steps: number;
  /** Bytes of simulated global memory. */
  readonly memory: number;
}

/** Who executes: block and warp within the block, so that an observer can name threads. Reused between calls: copy what you keep. */
export interface WarpContext {
  readonly block: Dim3;
  /** Index of the warp within its block. */
  readonly warp: number;
  readonly blockDim: Dim3;
  /** How many barriers blocks have completed; where it is absent, none. */
  readonly phase?: number;
  /** Blocks of a cluster by axis, where the launch has clusters. */
  readonly cluster?: Dim3;
}

/** Values by lane of one part of what a store writes: in linear memory, 4 bytes apart, or 8 where a part has 8 bytes. */
export interface StoredPart {
  readonly slot: number;
  readonly bytes: number;
}

/** What lies where in the device's heap, by offsets in linear memory. */
export interface HeapView {
  contains(offset: number): boolean;
  holds(offset: number, size: number): boolean;
  freedAround(offset: number): { readonly start: number; readonly size: number } | undefined;
  nearest(offset: number): { readonly start: number; readonly size: number } | undefined;
}

/** What observers get of a launch before its first block. */
export interface LaunchContext {
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Blocks of a cluster by axis, where the launch has clusters. */
  readonly cluster?: Dim3;
  /** Bytes of shared memory of a block, static and dynamic. */
  readonly sharedBytes: number;
  /** Where shared variables are, bytes from the start of shared memory; dynamic arrays have 0 bytes. */
  readonly sharedVariables: ReadonlyMap<GlobalVariable, { readonly start: number; readonly bytes: number }>;
  /** Everything that the launch may access. */
  readonly accesses: readonly MemoryAccess[];
  /** The device's own heap. */
  readonly heap: HeapView;
  /** The live allocation of global memory around an address. */
  allocationOf(address: bigint): { readonly address: bigint; readonly size: number } | undefined;
  /** Linear memory. Short-lived. */
  view(): DataView;
}

/** An access that leads nowhere, a wrong call of `free`, or a shuffle with lanes that are elsewhere. */
export interface AccessFault {
  readonly rule:
    | "out-of-bounds"
    | "misaligned"
    | "constant-write"
    | "use-after-free"
    | "double-free"
    | "invalid-free"
    | "lane-mask"
    | "barrier-operands";
  /** What the thread does, without the thread and without the line: `writes the global address … `. */
  readonly message: string;
  /** How the address lies to the memory around it, to follow the line: `which is just past the end of …`. */
  readonly relation?: string | undefined;
  readonly instruction: Instruction;
  readonly lane: number;
  readonly address?: bigint;
}

/** Operands of a numbered barrier, as the program gives them: its number, and how many threads it waits for, 0 for all. */
export interface BarrierName {
  readonly number: number;
  readonly threads: number;
}

/** Bytes at a device address. */
export interface AddressSpan {
  readonly address: bigint;
  readonly bytes: number;
}

/** A bulk copy of one lane. */
export interface BulkCopy {
  /** The call: `calleeName` says what becomes of the bytes. */
  readonly instruction: Instruction;
  readonly lane: number;
  /** What it reads and what it writes: of a tile in global memory the rows. */
  readonly reads: readonly AddressSpan[];
  readonly writes: readonly AddressSpan[];
  /** The address of the barrier object that counts the bytes; undefined where the thread's group waits for them. */
  readonly object: bigint | undefined;
}

/**
 * Called by the machine while it runs. `addresses` holds 32 device addresses, valid where `mask` has the lane's bit;
 * the arrays are reused between calls. Every method is optional: what no observer takes is not produced.
 */
export interface Observer {
  /** The first block that waits for others looks again whenever another one has begun, so that it goes on as early as it can. */
  readonly resumesEarly?: boolean;
  /** Units of work that one access takes of it, counted against the launch's limit; 0 where it is not given. */
  readonly work?: number;
  launchBegin?(launch: LaunchContext): void;
  /** `stored`: of a store whose values may differ between lanes; the array is reused. */
  access?(
    access: MemoryAccess,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
    stored?: readonly StoredPart[],
  ): void;
  /**
   * A conditional branch or switch executed by a warp: the mask that ran it, and the mask of each successor: where the
   * condition holds and where not, or to each case and to the default. The array is reused.
   */
  branch?(instruction: Instruction, mask: number, taken: readonly number[], warp: WarpContext): void;
  /** Lanes arrive at a barrier and wait; `name` where it has a number. */
  barrier?(instruction: Instruction, mask: number, warp: WarpContext, name?: BarrierName): void;
  /** Lanes arrive at a barrier without waiting: `bar.arrive`, `barrier.cluster.arrive`. */
  arrive?(instruction: Instruction, mask: number, warp: WarpContext, name?: BarrierName): void;
  /** Lanes of the warp wait at a `__syncwarp`, a shuffle or a vote for those of the mask, which they name. */
  awaited?(instruction: Instruction, mask: number, warp: WarpContext): void;
  /** `__syncwarp`, a shuffle, a vote: these lanes have waited for those that they name; `named` by lane, reused. */
  sync?(instruction: Instruction, mask: number, warp: WarpContext, named: Int32Array): void;
  /** A memory fence, which says by itself how far it reaches. */
  fence?(instruction: Instruction, mask: number, warp: WarpContext): void;
  /** Barrier objects in memory (`mbarrier`): lanes arrive at one, let it track copies, or test whether its phase is complete. */
  object?(instruction: Instruction, mask: number, addresses: BigUint64Array, warp: WarpContext): void;
  /** Lanes commit their asynchronous copies to a group, or wait for groups: the instruction says which. */
  copies?(instruction: Instruction, mask: number, warp: WarpContext): void;
  /** Lanes take a value from a lane that is not there. */
  absentSource?(instruction: Instruction, mask: number, warp: WarpContext): void;
  /** @returns whether the run goes on without the access; it stops unless an observer says so. */
  fault?(fault: AccessFault, warp: WarpContext): boolean;
  /** A variable of the source got a value by lane; a call of `analyzer/ir/instrumentation.ts` says which. Bits, zero-extended. */
  assigned?(instruction: Instruction, mask: number, values: BigUint64Array, warp: WarpContext): void;
  /** Shared addresses that an asynchronous copy writes; `access` was notified of what it reads. */
  copied?(access: MemoryAccess, mask: number, addresses: BigUint64Array, warp: WarpContext): void;
  /** A lane has issued a bulk copy, whose bytes are there. */
  bulk?(copy: BulkCopy, warp: WarpContext): void;
  /** The barrier object of a bulk copy has counted its bytes. */
  bulkEnd?(copy: BulkCopy, warp: WarpContext): void;
  blockBegin?(block: Dim3): void;
  blockEnd?(block: Dim3): void;
}

/**
 * Is given the requests to global memory of a launch's first blocks, for as long as it wants them. Unlike an observer it needs
 * no other code and no device addresses.
 */
export interface GlobalWatch {
  /** One request: `offsets` of 32 lanes in linear memory, valid where `mask` has the lane's bit; the array is reused. */
  request(access: MemoryAccess, mask: number, offsets: Uint32Array): void;
  /** A block has ended. @returns whether the requests of the next one are wanted, too. */
  blockEnd(): boolean;
}

/** Arithmetic that is counted by itself: of floats, of doubles, and of integers. */
export type ArithmeticKind = "fadd" | "fmul" | "ffma" | "dadd" | "dmul" | "dfma" | "integer";

/** Floating-point operations by kind. */
export type Arithmetic = Record<Exclude<ArithmeticKind, "integer">, number>;

/** No operations. */
export const noArithmetic = (): Arithmetic => ({ fadd: 0, fmul: 0, ffma: 0, dadd: 0, dmul: 0, dfma: 0 });

/** Names of the kinds of floating-point operations. */
export const arithmeticNames = Object.keys(noArithmetic()) as readonly (keyof Arithmetic)[];

/** What a launch executed, by kind. */
export interface Mix {
  /** Floating-point operations by threads. */
  readonly arithmetic: Readonly<Arithmetic>;
  /** IR instructions executed by warps, and by threads. */
  readonly warpInstructions: number;
  readonly threadInstructions: number;
  /** Barriers at which warps arrived. */
  readonly barriers: number;
  /** Shuffles, votes, matches and reductions over the warp, by threads. */
  readonly exchanges: number;
}

/** What was executed at a place: instructions by warps, and by threads. */
export interface LaneUse {
  readonly location: Location | undefined;
  warpInstructions: number;
  threadInstructions: number;
}

/** A branch at which lanes of a warp took different successors: executions by warps, and those that diverged. */
export interface DivergentBranch {
  readonly location: Location | undefined;
  executions: number;
  divergent: number;
}

/** How many lanes took part in what a launch executed, by place, and where its warps diverged. */
export interface Lanes {
  readonly lines: readonly LaneUse[];
  readonly branches: readonly DivergentBranch[];
}

/** How a run ended. */
export type OutcomeKind = "completed" | "trapped" | "limit" | "cancelled" | "deadlock" | "unsupported" | "refused";

/** Options of `runLaunch`. */
export interface RunOptions {
  readonly limits: Limits;
  /** Notified in this order, after the counters that every report has. */
  readonly observers?: readonly Observer[];
  /** Gets requests of the first blocks, where blocks run one after the other. */
  readonly watch?: GlobalWatch;
  /** Gets what kernels print, one `printf` at a time. Not called: what is printed is dropped. */
  readonly print?: (text: Uint8Array) => void;
  /** Asked some thousand times a second; true ends the run as `cancelled`. */
  readonly shouldStop?: () => boolean;
  /** Let some blocks stand for all where a launch would exceed its steps? What the others would write is missing then. */
  readonly sample?: boolean;
  /** Several workers may share the launch: what it touched is wanted where no block can see what another one writes. */
  readonly mayShare?: boolean;
  /** Run only this part of the blocks. Refused as `unsupported` when a block may see what another one writes. */
  readonly part?: Part;
}

/** One of several parts of about equally many blocks, in order; counted from 0. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

/** How a launch ended; everything but `completed` says where and why in one sentence. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly message: string;
  readonly location?: Location;
  readonly block?: Dim3;
  readonly thread?: Dim3;
  /** The device address that a trapped access went to, and the one argument of the kernel that it was computed from. */
  readonly address?: bigint;
  readonly passed?: bigint;
  /** Where the address comes of a pointer that lies in memory: the argument that leads there. */
  readonly loadedFrom?: bigint;
  /** Threads of the warp that trapped together; 1 where absent. */
  readonly times?: number;
  /** What CUDA prints of a failed assertion, a line for each of them. */
  readonly assertion?: string;
}

/**
 * What is counted of an access, from the record that generated code writes to the JSON of a run. Sectors apply to global,
 * local and generic space, wavefronts to shared and constant.
 */
export interface AccessCounts {
  requests: number;
  sectors: number;
  sectorsIdeal: number;
  wavefronts: number;
  wavefrontsIdeal: number;
  /** Active lanes, summed over requests. */
  lanes: number;
}

/** The members of {@link AccessCounts}. */
export const countNames = [
  "requests",
  "sectors",
  "sectorsIdeal",
  "wavefronts",
  "wavefrontsIdeal",
  "lanes",
] as const satisfies readonly (keyof AccessCounts)[];

const countsBy = (of: (name: keyof AccessCounts) => number): AccessCounts =>
  Object.fromEntries(countNames.map((name) => [name, of(name)])) as unknown as AccessCounts;

/** The counts alone of what has more. */
export const countsOf = (line: Readonly<AccessCounts>): AccessCounts => countsBy((name) => line[name]);

/** The sum of two parts of a launch. */
export const addCounts = (a: Readonly<AccessCounts>, b: Readonly<AccessCounts>): AccessCounts =>
  countsBy((name) => a[name] + b[name]);

/** Totals of one access over a launch. */
export interface LineCount extends AccessCounts {
  readonly access: MemoryAccess;
  /** Where the requests went; for a generic access where the first of them went. */
  readonly space: Space;
  /** 128-byte lines; of texture fetches, requests to the texture unit. */
  tags: number;
  /**
   * Bytes that the requests asked for; lanes that read or write the same ones count once, those of shared atomics each. Of
   * texture fetches, those of the sectors that they touch.
   */
  bytes: number;
  /** Sectors of global memory that nothing of the launch accessed before, and requests with such a sector; where they are counted. */
  fresh?: number;
  missed?: number;
  /**
   * Wavefronts in which L1 gives the words of loads of global memory at least: it has the banks of shared memory, and of one
   * bank one word at a time (`test/hardware/peaks/wavefronts.cu`).
   */
  dataWavefronts?: number;
  /** Sectors that stores to global memory bring to L2 at least: of each block every one once, as L1 may join those of a block. */
  storedToL2?: number;
  /** `bytes` leaves some requests out, of which they are not known. */
  isPartial?: boolean;
}

/** Counters by Nsight Compute's names, without `.sum`. */
export type Metrics = Readonly<Record<string, number>>;

/** Blocks that have run, and blocks of the launch. */
export interface Sampled {
  readonly blocks: number;
  readonly of: number;
  /** Decided which blocks have run. */
  readonly seed: number;
  /** By counter, the range in which its value for all blocks lies in 95 % of cases; absent where too few blocks have run. */
  readonly intervals?: Readonly<Record<string, readonly [low: number, high: number]>>;
}

/** What the blocks of a launch take at least for dependent instructions of their longest warps, in cycles. */
export interface Critical {
  /** Blocks that have run, and the sum over them. */
  readonly blocks: number;
  readonly cycles: number;
  /** Of the longest one, and of the first one. */
  readonly longest: number;
  readonly first: number;
  /** Blocks whose warps took the same cycles as those of the first, which are these together. */
  readonly equal: number;
  readonly firstWarps: number;
}

/** What a launch demands of the device beyond its counters. */
export interface Demand {
  /** Sectors of global memory that the launch loads before it stores to them, and that it stores to, each once. */
  readonly loadedSectors: number;
  readonly storedSectors: number;
  /** Sectors that come with those from device memory, which gives two at a time, and that the launch does not access. */
  readonly neighbourSectors: number;
  /** Sectors that stores bring to L2 at least, each once for every block that stores to it. */
  readonly storedToL2: number;
  /**
   * The most that atomic operations ask of one address, in a unit of L2's time, and of the slice of L2 that
   * has them, in sectors (`counting/hot.ts`).
   */
  readonly hotAddress: number;
  readonly hotSlice: number;
  /** What warps take at least for dependent instructions, in cycles, summed over the warps. */
  readonly chainCycles: number;
  /** The same where L2 has everything that is loaded when the launch begins. */
  readonly warmChainCycles: number;
  /** Undefined where blocks wait for something beside their barrier, or atomic operations may divide the work among them. */
  readonly critical?: Critical;
  /** Wavefronts of L1 that loads of global memory take beyond a quarter of their sectors, as words of one bank come one by one. */
  readonly addedWavefronts: number;
  /** Instructions of the unit for special functions by warps. */
  readonly specials: number;
  /** Barriers at which warps arrive. */
  readonly barriers: number;
}

/** Sectors of global memory that a launch has accessed, a bit each, from the first of its allocations on. */
export interface Touched {
  /** By a load before any store. */
  readonly loaded: Uint8Array;
  readonly stored: Uint8Array;
}

/** What is known of a launch after it ran. */
export interface LaunchReport {
  readonly launch: Launch;
  readonly outcome: Outcome;
  readonly metrics: Metrics;
  readonly lines: readonly LineCount[];
  readonly device: Architecture;
  /** What was executed, by kind; absent when nothing ran. */
  readonly mix?: Mix;
  /** Absent when nothing ran. */
  readonly demand?: Demand;
  /** Of a launch that several workers may share, where all blocks have run and none can see what another one writes. */
  readonly touched?: Touched;
  /** Where lanes were idle; of a part of a launch always, else only where many were (`hasFewLanes`). */
  readonly lanes?: Lanes;
  /** Only some blocks have run, and every count is scaled to all of them. */
  readonly sampled?: Sampled;
  /** Of a program: the earlier launch that it repeats, counted from 0, of whose run all figures are. It has not run itself. */
  readonly repeats?: number;
  /** Units of work that the launch has taken of its budget: IR instructions that warps executed in blocks that ran. */
  readonly work: number;
  /** Sines, cosines or tangents got arguments whose reduction has instructions that are not counted. */
  readonly largeAngles?: true;
  /** Lanes contended for an address in shared memory with loops of compare-and-swap: how often they tried is modelled. */
  readonly contended?: true;
  /** Barriers of the block that some of its threads do not reach; absent where there are none. */
  readonly divergent?: readonly DivergentBarrier[];
}

/** One thread at a place. */
export interface ThreadAt {
  readonly location: Location | undefined;
  readonly thread: Dim3;
}

/** A barrier that a thread waits at while another one waits elsewhere or has exited. */
export interface DivergentBarrier extends ThreadAt {
  readonly block: Dim3;
  /** A thread that waits at the barrier of another line. */
  readonly elsewhere?: ThreadAt;
  /** A thread that has exited, and by which line, where that is known. */
  readonly exited?: ThreadAt;
  /** How often it was seen; the threads are those of the first time. */
  readonly times: number;
}

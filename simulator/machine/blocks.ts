/** Runs the blocks of a launch one at a time, each until it ends or suspends, and keeps the suspended ones. */
import type { Dim3 } from "../../analyzer/hardware/model";
import { MOST_BLOCKS, SEVERAL } from "../compile/blockLoop";
import { POLL_EVERY } from "../compile/kernel";
import { frameAt } from "../emit/frames";
import type { DeviceMemory } from "../memory/device";
import { Cell, MemoryMap } from "../memory/layout";
import type { GlobalWatch, Launch, Observer } from "../model";
import { threadsOf } from "../plan/shape";
import { goOnTogether, runBlock } from "./block";
import { BlockState, type Running } from "./blockState";
import type { Budget } from "./budget";
import { type EndedBlock, missingBlock, stuckIdle, whereTheyLeft } from "./deadlock";
import type { DivergenceLog } from "./divergence";
import type { KernelInstance } from "./instance";
import type { Progress } from "./schedule";

/** Iterations of a spin loop before its lanes suspend, at first; doubled while all blocks wait and none advances. */
const SPINS = 64;
const MOST_SPINS = 1 << 20;

/**
 * Instructions that beginning a block, and going on with one that has waited, count as beside its own, against the limit
 * alone: about as long as they take. So a grid of billions of blocks that do nothing ends, too.
 */
const BEGIN_STEPS = 100;
const RESUME_STEPS = 2000;
/** Bytes of a waiting block that are put away and brought back in about the time of one instruction. */
const BYTES_A_STEP = 32;

/** What the blocks of a launch have in common. */
export interface Grid {
  readonly kernel: KernelInstance;
  readonly launch: Launch;
  readonly memory: DeviceMemory;
  readonly running: Running;
  readonly observers: readonly Observer[];
  /** Blocks run one after the other and none waits for another. */
  readonly watch?: GlobalWatch;
  readonly budget: Budget;
  readonly divergence: DivergenceLog;
}

/** A suspended block, with the memory that the next block would overwrite. */
export interface SuspendedBlock {
  readonly block: Dim3;
  readonly waitsFor: Exclude<Progress, "ended">;
  /** Empty where its shared memory keeps its address, for other blocks to access. */
  readonly shared: Uint8Array;
  readonly frames: Uint8Array;
  /** Its cells from `Cell.arrived` on: the threads that have arrived at each barrier. */
  readonly cells: Uint8Array;
  /** Some of its threads have not arrived at the cluster's barrier. */
  isMissing: boolean;
}

/** Whether all threads of a block that can go on look at memory that others change. */
export const isSpinning = ({ waitsFor }: SuspendedBlock): boolean => waitsFor === "spin" || waitsFor === "idle";

/** The indices of a block from its linear index in the order of execution: x first, then y, then z. */
export function blockAt([x, y]: Dim3, index: number): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

const indexOf = ([x, y, z]: Dim3, [width, height]: Dim3): number => x + width * (y + height * z);

/** Addresses of the shared memory of blocks that others of the cluster can access. */
export interface Homes {
  /** The place in linear memory. */
  areaOf(block: Dim3): number;
  /** The block runs next. */
  enter(block: Dim3): void;
}

/** The blocks of a launch that have started and not ended. */
export class BlockRuns {
  /** Instructions that blocks count as beside their own, as far as they have not been taken from the budget. */
  private overhead = 0;
  ended: EndedBlock | undefined;
  endedCount = 0;
  private spins = SPINS;
  private readonly view: DataView;
  private readonly bytes: Uint8Array;
  private readonly localBytes: number;
  private readonly isWaitedFor: boolean;
  /** Bytes of a block's shared memory. */
  readonly sharedBytes: number;

  constructor(
    private readonly grid: Grid,
    private readonly homes?: Homes,
  ) {
    const { kernel, launch, memory } = grid;
    this.view = memory.view();
    this.bytes = memory.bytes();
    this.sharedBytes = kernel.compiled.sharedBytes + launch.shared;
    this.localBytes = kernel.compiled.localBytes * threadsOf(launch.block);
    this.isWaitedFor = kernel.compiled.waits.some(({ kind }) => kind === "grid");
    this.resetSpins();
    this.setWatched(grid.watch !== undefined);
  }

  /** Steps so far. */
  get used(): number {
    const [steps, slow] = [Cell.steps, Cell.slow].map((at) => this.view.getUint32(MemoryMap.cells + at, true));
    return this.grid.budget.used + this.overhead + steps! + slow!;
  }

  /** Runs a block from its entry until it ends or suspends; returns what is kept of a suspended block. */
  start(block: Dim3): SuspendedBlock | undefined {
    const { bytes, sharedBytes, localBytes } = this;
    this.overhead += BEGIN_STEPS;
    this.enter(block);
    this.noteStores(true);
    // Memory that a block finds is not defined on hardware; here it is always 0, so that runs repeat.
    if (sharedBytes && !this.homes) bytes.fill(0, MemoryMap.shared, MemoryMap.shared + sharedBytes);
    if (localBytes) bytes.fill(0, MemoryMap.frames, MemoryMap.frames + localBytes);
    for (const observer of this.grid.observers) observer.blockBegin?.(block);
    return this.goOn(block, "start");
  }

  /**
   * Runs as many of `count` blocks from `block` on as are run without a look at the budget: until `enough` steps have been
   * used, at most. Returns how many; 0 where each has to be started by itself.
   */
  startSeveral(block: Dim3, count: number, enough: number): number {
    const { runBlocks } = this.grid.kernel;
    const isWatched = this.view.getUint32(MemoryMap.cells + Cell.watched, true) !== 0;
    if (!runBlocks || this.homes || this.grid.observers.length > 0 || isWatched) return 0;
    this.enter(block);
    this.noteStores(true);
    this.grid.running.followBlocks();
    const limit = Math.min(POLL_EVERY, Math.ceil(enough - this.grid.budget.used) - 1) - this.overhead;
    const answer = runBlocks(Math.min(count, MOST_BLOCKS), this.sharedBytes, BEGIN_STEPS, Math.max(-1, limit));
    let done = Math.floor(answer / SEVERAL);
    if (answer % SEVERAL !== 0) {
      const { kernel, memory, running, divergence } = this.grid;
      goOnTogether(kernel, memory, running, divergence, answer % SEVERAL);
      done++;
    }
    this.overhead += done * BEGIN_STEPS;
    this.endedCount += done;
    this.spend();
    return done;
  }

  /** The same for a suspended block. */
  resume(suspended: SuspendedBlock): SuspendedBlock | undefined {
    this.overhead += RESUME_STEPS + Math.ceil((suspended.shared.length + suspended.frames.length) / BYTES_A_STEP);
    this.enter(suspended.block);
    this.noteStores(false);
    this.restore(suspended);
    return this.goOn(suspended.block, suspended.waitsFor);
  }

  /** Makes a suspended block the current one, without running it. */
  lookAt(suspended: SuspendedBlock): BlockState {
    const { kernel, memory, running } = this.grid;
    this.enter(suspended.block);
    this.restore(suspended);
    return new BlockState(kernel, memory, running);
  }

  /** Once a block has ended, blocks that wait for the grid are in a deadlock. */
  refuseMissing(first: SuspendedBlock, waiting: number): void {
    if (!this.ended) return;
    throw missingBlock(this.lookAt(first), waiting, this.ended, this.endedCount - 1);
  }

  /** Blocks that look at memory do so for ever when none of the launch that is left changes any. */
  refuseIdle(blocks: readonly SuspendedBlock[]): void {
    throw stuckIdle(this.lookAt(blocks.find(isSpinning)!), blocks.length);
  }

  /** Spin loops suspend after as few iterations as at first. */
  resetSpins(): void {
    this.setSpins(SPINS);
  }

  /** They suspend later, since no block advanced. */
  doubleSpins(): void {
    this.setSpins(Math.min(2 * this.spins, MOST_SPINS));
  }

  private goOn(block: Dim3, from: "start" | SuspendedBlock["waitsFor"]): SuspendedBlock | undefined {
    const { kernel, memory, running, observers, watch, divergence } = this.grid;
    const progress = runBlock(kernel, memory, running, from, divergence);
    this.spend();
    if (this.homes && this.sharedBytes) {
      this.bytes.copyWithin(this.homes.areaOf(block), MemoryMap.shared, MemoryMap.shared + this.sharedBytes);
    }
    if (progress !== "ended") return this.suspend(block, progress);
    this.endedCount++;
    if (this.isWaitedFor) this.ended ??= { block, left: whereTheyLeft(new BlockState(kernel, memory, running)) };
    for (const observer of observers) observer.blockEnd?.(block);
    if (watch && this.view.getUint32(MemoryMap.cells + Cell.watched, true) && !watch.blockEnd()) this.setWatched(false);
    return undefined;
  }

  private cell(at: number): number {
    return this.view.getUint32(MemoryMap.cells + at, true);
  }

  private put(at: number, value: number): void {
    this.view.setUint32(MemoryMap.cells + at, value, true);
  }

  /** What a block has stored to is noted from its beginning on, or not at all. */
  private noteStores(isNoted: boolean): void {
    this.put(Cell.tracksStores, isNoted ? this.cell(Cell.repeatsStores) : 0);
  }

  private enter(block: Dim3): void {
    const { bytes, sharedBytes, homes } = this;
    this.grid.running.block = block;
    block.forEach((index, axis) => {
      this.view.setUint32(MemoryMap.cells + Cell.blockX + 4 * axis, index, true);
    });
    this.put(Cell.block, this.cell(Cell.firstBlock) + indexOf(block, this.grid.launch.grid));
    if (!homes) return;
    homes.enter(block);
    const area = homes.areaOf(block);
    if (sharedBytes) bytes.copyWithin(MemoryMap.shared, area, area + sharedBytes);
  }

  private restore({ shared, frames, cells }: SuspendedBlock): void {
    this.bytes.set(shared, MemoryMap.shared);
    this.bytes.set(frames, MemoryMap.frames);
    this.bytes.set(cells, MemoryMap.cells + Cell.arrived);
  }

  private suspend(block: Dim3, waitsFor: SuspendedBlock["waitsFor"]): SuspendedBlock {
    const { kernel, memory, running } = this.grid;
    const warps = Math.ceil(threadsOf(running.blockDim) / 32);
    const sharedEnd = this.homes ? MemoryMap.shared : MemoryMap.shared + this.sharedBytes;
    const state = new BlockState(kernel, memory, running);
    return {
      block,
      waitsFor,
      shared: this.bytes.slice(MemoryMap.shared, sharedEnd),
      frames: this.bytes.slice(MemoryMap.frames, frameAt(kernel.compiled, warps, warps)),
      cells: this.bytes.slice(MemoryMap.cells + Cell.arrived, MemoryMap.cells + Cell.ownEnd),
      isMissing: Array.from({ length: warps }, (_, warp) => state.missing(warp)).some((lanes) => lanes !== 0),
    };
  }

  /** Adds what warps have executed to the budget, once enough has accumulated. */
  private spend(): void {
    const steps = this.view.getUint32(MemoryMap.cells + Cell.steps, true);
    const overhead = this.overhead + this.view.getUint32(MemoryMap.cells + Cell.slow, true);
    if (steps + overhead <= POLL_EVERY) return;
    this.overhead = 0;
    this.view.setUint32(MemoryMap.cells + Cell.slow, 0, true);
    this.view.setUint32(MemoryMap.cells + Cell.steps, 0, true);
    const clock = this.view.getUint32(MemoryMap.cells + Cell.clock, true);
    this.view.setUint32(MemoryMap.cells + Cell.clock, clock + steps, true);
    this.grid.budget.spend(steps + overhead);
  }

  private setWatched(isWatched: boolean): void {
    this.view.setUint32(MemoryMap.cells + Cell.watched, isWatched ? 1 : 0, true);
  }

  private setSpins(spins: number): void {
    this.spins = spins;
    this.view.setUint32(MemoryMap.cells + Cell.spinLimit, spins, true);
  }
}

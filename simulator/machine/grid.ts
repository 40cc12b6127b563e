/** Runs the blocks of a launch in order; those that wait for others go on when these have come or run for a while. */
import type { Dim3 } from "../../analyzer/facts/model";
import { frameAt } from "../compile/frames";
import { POLL_EVERY } from "../compile/kernel";
import { threadsOf } from "../compile/shape";
import type { DeviceMemory } from "../memory/device";
import { Cell, Place } from "../memory/layout";
import type { Launch, Observer, Part, Sampled } from "../model";
import { runBlock } from "./block";
import { BlockState, type Running } from "./blockState";
import type { Budget } from "./budget";
import { type EndedBlock, missingBlock, whereTheyLeft } from "./deadlock";
import type { KernelInstance } from "./instance";
import { CHECKS, spreadEvenly } from "./sampling";
import type { Progress } from "./schedule";
import type { Tally } from "./tally";

/** Rounds of a loop that waits for others, at first; doubled as long as all blocks wait and nothing comes of it. */
const SPINS = 64;
const MOST_SPINS = 1 << 20;

/** A block that waits, with what the next block would overwrite. */
interface SuspendedBlock {
  readonly block: Dim3;
  readonly waitsFor: Exclude<Progress, "ended">;
  readonly shared: Uint8Array;
  readonly frames: Uint8Array;
}

export interface Grid {
  readonly kernel: KernelInstance;
  readonly launch: Launch;
  readonly memory: DeviceMemory;
  readonly running: Running;
  readonly observers: readonly Observer[];
  readonly budget: Budget;
}

/** The indices of a block by its place in the order of execution: x first, then y, then z. */
export function blockAt([x, y]: Dim3, index: number): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

/** Some blocks of a launch have run in place of all. */
export interface SampledRun extends Sampled {
  /** What had been counted when the first ones, which all ran, were done. */
  readonly first: Tally;
  /** How many of the others each of those that ran stands for. */
  readonly factor: number;
}

/** `takeTally`: given where some blocks may stand for all; says what has been counted so far. */
export function runGrid(grid: Grid, takeTally?: () => Tally, part: Part = { index: 0, of: 1 }): SampledRun | undefined {
  const run = new GridRun(grid);
  const size = grid.launch.grid;
  const count = threadsOf(size);
  const checks = takeTally ? CHECKS.map((share) => share * grid.budget.steps) : [];
  const edge = (index: number) => Math.floor((count * index) / part.of);
  for (let index = edge(part.index); index < edge(part.index + 1); index++) {
    run.start(blockAt(size, index));
    if (!takeTally || run.used < (checks[0] ?? Number.POSITIVE_INFINITY)) continue;
    checks.shift();
    const needed = (run.used / (index + 1)) * count;
    if (needed > grid.budget.steps) return sampleRest(grid, run, index + 1, takeTally);
  }
  run.resumeAll();
  return undefined;
}

function sampleRest({ launch, budget }: Grid, run: GridRun, done: number, takeTally: () => Tally): SampledRun {
  const first = takeTally();
  const count = threadsOf(launch.grid);
  let [blocks, largest] = [0, run.used / done];
  for (const index of spreadEvenly(count - done)) {
    const before = run.used;
    if (blocks > 0 && before + largest > budget.steps) break;
    run.start(blockAt(launch.grid, done + index));
    largest = Math.max(largest, run.used - before);
    blocks++;
  }
  return { blocks: done + blocks, of: count, first, factor: (count - done) / blocks };
}

class GridRun {
  private suspended: SuspendedBlock[] = [];
  private ended: EndedBlock | undefined;
  private endedCount = 0;
  private spins = SPINS;
  private readonly view: DataView;
  private readonly bytes: Uint8Array;
  private readonly sharedBytes: number;
  private readonly localBytes: number;
  private readonly waitsForGrid: boolean;

  constructor(private readonly grid: Grid) {
    const { kernel, launch, memory } = grid;
    this.view = memory.view();
    this.bytes = memory.bytes();
    this.sharedBytes = kernel.compiled.sharedBytes + launch.shared;
    this.localBytes = kernel.compiled.localBytes * threadsOf(launch.block);
    this.waitsForGrid = kernel.compiled.waits.some(({ kind }) => kind === "grid");
    this.setSpins(SPINS);
  }

  /** Steps so far. */
  get used(): number {
    return this.grid.budget.used + this.view.getUint32(Place.cells + Cell.steps, true);
  }

  /** Runs a block from its beginning as far as it comes. */
  start(block: Dim3): void {
    const { bytes, sharedBytes, localBytes } = this;
    this.enter(block);
    // Memory that a block finds is not defined on hardware; here it is always 0, so that runs repeat.
    if (sharedBytes) bytes.fill(0, Place.shared, Place.shared + sharedBytes);
    if (localBytes) bytes.fill(0, Place.frames, Place.frames + localBytes);
    for (const observer of this.grid.observers) observer.blockBegin?.(block);
    this.goOn(block, "start");
  }

  /** Lets blocks that wait go on, round by round, until all have ended. */
  resumeAll(): void {
    while (this.suspended.length) {
      const ended = this.endedCount;
      const spinning = this.suspended.some(({ waitsFor }) => waitsFor === "spin");
      if (!spinning) this.refuseMissing();
      const round = this.suspended;
      this.suspended = [];
      for (const each of round) {
        if (spinning && each.waitsFor === "grid") this.suspended.push(each);
        else this.resume(each);
      }
      const stands = this.suspended.some(({ waitsFor }) => waitsFor === "spin") && ended === this.endedCount;
      this.setSpins(stands ? Math.min(2 * this.spins, MOST_SPINS) : SPINS);
    }
  }

  private resume({ block, waitsFor, shared, frames }: SuspendedBlock): void {
    this.enter(block);
    this.bytes.set(shared, Place.shared);
    this.bytes.set(frames, Place.frames);
    this.goOn(block, waitsFor);
  }

  private goOn(block: Dim3, from: "start" | "grid" | "spin"): void {
    const { kernel, memory, running, observers } = this.grid;
    const progress = runBlock(kernel, memory, running, from);
    this.spend();
    if (progress !== "ended") {
      this.suspend(block, progress);
      return;
    }
    this.endedCount++;
    if (this.waitsForGrid) this.ended ??= { block, left: whereTheyLeft(new BlockState(kernel, memory, running)) };
    for (const observer of observers) observer.blockEnd?.(block);
  }

  /** Blocks that wait for the grid wait for ever when one has ended. */
  private refuseMissing(): void {
    if (!this.ended) return;
    const { kernel, memory, running } = this.grid;
    const first = this.suspended[0]!;
    this.enter(first.block);
    this.bytes.set(first.frames, Place.frames);
    const state = new BlockState(kernel, memory, running);
    throw missingBlock(state, this.suspended.length, this.ended, this.endedCount - 1);
  }

  private enter(block: Dim3): void {
    this.grid.running.block = block;
    block.forEach((index, axis) => {
      this.view.setUint32(Place.cells + Cell.blockX + 4 * axis, index, true);
    });
  }

  private suspend(block: Dim3, waitsFor: Exclude<Progress, "ended">): void {
    const { kernel, running } = this.grid;
    const warps = Math.ceil(threadsOf(running.blockDim) / 32);
    const shared = this.bytes.slice(Place.shared, Place.shared + this.sharedBytes);
    const frames = this.bytes.slice(Place.frames, frameAt(kernel.compiled, warps, warps));
    this.suspended.push({ block, waitsFor, shared, frames });
  }

  /** Tells the budget what warps have executed, when it is worth a look. */
  private spend(): void {
    const steps = this.view.getUint32(Place.cells + Cell.steps, true);
    if (steps <= POLL_EVERY) return;
    this.view.setUint32(Place.cells + Cell.steps, 0, true);
    this.grid.budget.spend(steps);
  }

  private setSpins(spins: number): void {
    this.spins = spins;
    this.view.setUint32(Place.cells + Cell.spinLimit, spins, true);
  }
}

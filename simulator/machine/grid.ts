/** Runs the blocks of a launch in order; suspended blocks resume when the others have arrived or have run for a while. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Part, Sampled } from "../model";
import { threadsOf } from "../plan/shape";
import { BlockRuns, blockAt, type Grid, isSpinning, type SuspendedBlock } from "./blocks";
import { runClusters } from "./clusters";
import { BATCHES, CHECKS, inRandomOrder } from "./sampling";
import type { Tally } from "./tally";

/** A launch of which a sample of the blocks has run. */
export interface SampledRun extends Pick<Sampled, "blocks" | "of"> {
  /** The counts after the first blocks, all of which ran. */
  readonly first: Tally;
  /** How many of the other blocks each sampled one represents. */
  readonly factor: number;
  /** The batches of the others that ran: what had been counted at the end of each, and its blocks. */
  readonly batches: readonly { readonly blocks: number; readonly tally: Tally }[];
}

/** `takeTally`: given where some blocks may stand for all; says what has been counted so far. */
export function runGrid(grid: Grid, takeTally?: () => Tally, part: Part = { index: 0, of: 1 }): SampledRun | undefined {
  // Blocks that ask nothing of their cluster run as if there were none.
  if (grid.kernel.compiled.cluster) {
    runClusters(grid, grid.launch.cluster);
    return undefined;
  }
  const run = new GridRun(grid);
  const size = grid.launch.grid;
  const count = threadsOf(size);
  const warpsPerBlock = BigInt(Math.ceil(threadsOf(grid.launch.block) / 32));
  if (!takeTally) grid.budget.refuseTooMany(size.reduce((warps, blocks) => warps * BigInt(blocks), warpsPerBlock));
  const checks = takeTally ? CHECKS.map((share) => share * grid.budget.steps) : [];
  const edge = (index: number) => Math.floor((count * index) / part.of);
  const end = edge(part.index + 1);
  for (let index = edge(part.index); index < end; index++) {
    index += run.start(blockAt(size, index), end - index, checks[0] ?? Number.POSITIVE_INFINITY) - 1;
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
  let [blocks, largest, inBatch] = [0, run.used / done, 0];
  const fitting = Math.floor((budget.steps - run.used) / largest);
  const size = Math.max(1, Math.floor(fitting / BATCHES));
  const batches: SampledRun["batches"][number][] = [];
  for (const index of inRandomOrder(count - done)) {
    const before = run.used;
    if (blocks > 0 && before + largest > budget.steps) break;
    run.start(blockAt(launch.grid, done + index));
    largest = Math.max(largest, run.used - before);
    blocks++;
    if (++inBatch < size) continue;
    batches.push({ blocks: inBatch, tally: takeTally() });
    inBatch = 0;
  }
  return { blocks: done + blocks, of: count, first, factor: (count - done) / blocks, batches };
}

class GridRun {
  private suspended: SuspendedBlock[] = [];
  private readonly blocks: BlockRuns;

  private readonly resumesEarly: boolean;

  constructor(grid: Grid) {
    this.blocks = new BlockRuns(grid);
    this.resumesEarly = grid.observers.some((one) => one.resumesEarly);
  }

  get used(): number {
    return this.blocks.used;
  }

  /** Starts one block, or several of `count` from it on while fewer than `enough` steps are used. Returns how many. */
  start(block: Dim3, count = 1, enough = 0): number {
    const several = count > 1 ? this.blocks.startSeveral(block, count, enough) : 0;
    if (several > 0) return several;
    this.keep(this.blocks.start(block));
    if (this.resumesEarly) this.resumeFirst();
    return 1;
  }

  /** The first block that waits for too few goes on before the others have begun. */
  private resumeFirst(): void {
    const first = this.suspended.findIndex(isSpinning);
    if (first < 0) return;
    const [waiting] = this.suspended.splice(first, 1);
    const again = this.blocks.resume(waiting!);
    if (again) this.suspended.splice(first, 0, again);
  }

  /** Resumes suspended blocks, pass by pass, until all have ended. */
  resumeAll(): void {
    const { blocks } = this;
    while (this.suspended.length) {
      const ended = blocks.endedCount;
      const spinning = this.suspended.some(isSpinning);
      if (!spinning) blocks.refuseMissing(this.suspended[0]!, this.suspended.length);
      const waiting = this.suspended;
      this.suspended = [];
      for (const each of waiting) this.keep(spinning && each.waitsFor === "grid" ? each : blocks.resume(each));
      const stands = this.suspended.some(isSpinning) && ended === blocks.endedCount;
      if (stands && this.suspended.every(({ waitsFor }) => waitsFor === "idle" || waitsFor === "grid"))
        blocks.refuseIdle(this.suspended);
      if (stands) blocks.doubleSpins();
      else blocks.resetSpins();
    }
  }

  private keep(block: SuspendedBlock | undefined): void {
    if (block) this.suspended.push(block);
  }
}

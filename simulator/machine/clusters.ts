/**
 * Launches with thread block clusters. The blocks of a cluster run one after the other and keep their shared memory where
 * the others can address it, until all have ended. Threads that wait at the cluster's barrier resume when every thread of
 * the cluster that has not exited has arrived. Clusters run one after the other, x first, as do the blocks of each.
 * Reference: CUDA C++ Programming Guide, "Thread Block Clusters"; PTX ISA, "barrier.cluster".
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import { clusterArea } from "../memory/clusters";
import { Cell, MemoryMap } from "../memory/layout";
import { threadsOf } from "../plan/shape";
import { BlockRuns, blockAt, type Grid, type Homes, isSpinning, type SuspendedBlock } from "./blocks";
import { stuckCluster } from "./deadlock";

/** Passes over a cluster's blocks that poll memory, before other clusters run. */
const PATIENCE = 64;

/** A cluster with suspended blocks. */
interface Cluster {
  /** Its linear index in the grid of clusters. */
  readonly at: Dim3;
  blocks: SuspendedBlock[];
  /** Its blocks that have ended, a bit for each rank. */
  ended: number;
  /** Shared memory of its blocks by rank, while other clusters run. */
  shared: readonly Uint8Array[];
}

/** `given`: blocks of a cluster by axis, where the kernel or the launch says so; every block is one of its own otherwise. */
export function runClusters(grid: Grid, given: Dim3 | undefined): void {
  new ClusterRun(grid, given).run();
}

class ClusterRun {
  private readonly size: Dim3;
  private readonly count: number;
  private readonly clusters: Dim3;
  private readonly view: DataView;
  private readonly bytes: Uint8Array;
  private readonly blocks: BlockRuns;
  private current: Cluster | undefined;
  /** Some thread has done more than look since the last pass over all clusters began. */
  private hasMoved = false;

  constructor(grid: Grid, given: Dim3 | undefined) {
    const { launch, memory } = grid;
    this.size = given ?? [1, 1, 1];
    this.count = threadsOf(this.size);
    this.clusters = launch.grid.map((blocks, axis) => blocks / this.size[axis]!) as unknown as Dim3;
    this.view = memory.view();
    this.bytes = memory.bytes();
    const homes: Homes = {
      areaOf: (block) => clusterArea(this.rankOf(block)),
      enter: (block) => this.enter(block),
    };
    this.blocks = new BlockRuns(grid, homes);
    this.write(Cell.clusterBlocks, this.size);
    this.write(Cell.clusterGrid, this.clusters);
    this.write(Cell.clusterSize, [this.count]);
    this.write(Cell.clusterIsGiven, [given ? 1 : 0]);
  }

  run(): void {
    const waiting: Cluster[] = [];
    const count = threadsOf(this.clusters);
    for (let index = 0; index < count; index++) {
      const cluster = this.start(blockAt(this.clusters, index));
      if (cluster.blocks.length) waiting.push(cluster);
    }
    this.resumeAll(waiting);
  }

  private start(at: Dim3): Cluster {
    const cluster: Cluster = { at, blocks: [], ended: 0, shared: [] };
    this.current = cluster;
    this.write(Cell.clusterEnded, [0]);
    for (let rank = 0; rank < this.count; rank++) {
      const area = clusterArea(rank);
      this.bytes.fill(0, area, area + this.blocks.sharedBytes);
    }
    for (let rank = 0; rank < this.count; rank++) {
      const inside = blockAt(this.size, rank);
      const block = at.map((index, axis) => index * this.size[axis]! + inside[axis]!) as unknown as Dim3;
      this.keep(cluster, block, this.blocks.start(block));
    }
    this.settle(cluster);
    return cluster;
  }

  /** Resumes the blocks of the current cluster while they wait only for one another. */
  private settle(cluster: Cluster): void {
    for (let patience = PATIENCE; patience > 0 && cluster.blocks.length > 0; patience--) {
      const passes = completePhase(cluster.blocks);
      const goes = (block: SuspendedBlock) => isSpinning(block) || (passes && block.waitsFor === "cluster");
      if (!cluster.blocks.some(goes)) break;
      if (passes) patience = PATIENCE;
      this.round(cluster, goes);
    }
    if (cluster.blocks.length) this.putAway(cluster);
  }

  /** Passes over all suspended clusters: those that wait for the grid, or for writes of other clusters. */
  private resumeAll(all: readonly Cluster[]): void {
    for (let waiting = all; waiting.length > 0; waiting = waiting.filter(({ blocks }) => blocks.length > 0)) {
      const ended = this.blocks.endedCount;
      const blocks = waiting.flatMap((cluster) => cluster.blocks);
      const spins = blocks.some(isSpinning);
      if (!spins) this.refuseStuck(waiting, blocks);
      this.hasMoved = false;
      for (const cluster of waiting) {
        this.bring(cluster);
        this.round(cluster, (block) => (spins ? isSpinning(block) : block.waitsFor === "grid"));
        this.settle(cluster);
      }
      if (spins && !this.hasMoved) this.refuseIdle(waiting);
      if (spins && ended === this.blocks.endedCount) this.blocks.doubleSpins();
      else this.blocks.resetSpins();
    }
  }

  private round(cluster: Cluster, goes: (block: SuspendedBlock) => boolean): void {
    const before = cluster.blocks;
    cluster.blocks = [];
    for (const each of before) {
      const next = goes(each) ? this.blocks.resume(each) : each;
      if (next !== each && next?.waitsFor !== "idle") this.hasMoved = true;
      this.keep(cluster, each.block, next);
    }
  }

  private keep(cluster: Cluster, block: Dim3, suspended: SuspendedBlock | undefined): void {
    if (suspended) cluster.blocks.push(suspended);
    else cluster.ended |= 1 << this.rankOf(block);
    this.write(Cell.clusterEnded, [cluster.ended]);
  }

  /** No warp spins: either all wait for the grid, or the launch is in a deadlock. */
  private refuseStuck(waiting: readonly Cluster[], blocks: readonly SuspendedBlock[]): void {
    const stuck = waiting.find((cluster) => cluster.blocks.some(({ waitsFor }) => waitsFor === "cluster"));
    if (stuck) {
      this.bring(stuck);
      throw stuckCluster(stuck.blocks, (block) => this.blocks.lookAt(block));
    }
    this.bring(waiting[0]!);
    this.blocks.refuseMissing(waiting[0]!.blocks[0]!, blocks.length);
  }

  private refuseIdle(waiting: readonly Cluster[]): void {
    const first = waiting.find(({ blocks }) => blocks.some(isSpinning))!;
    this.bring(first);
    this.blocks.refuseIdle([
      ...first.blocks,
      ...waiting.filter((one) => one !== first).flatMap(({ blocks }) => blocks),
    ]);
  }

  private putAway(cluster: Cluster): void {
    cluster.shared = Array.from({ length: this.count }, (_, rank) => {
      return this.bytes.slice(clusterArea(rank), clusterArea(rank) + this.blocks.sharedBytes);
    });
  }

  private bring(cluster: Cluster): void {
    this.current = cluster;
    cluster.shared.forEach((bytes, rank) => {
      this.bytes.set(bytes, clusterArea(rank));
    });
    this.write(Cell.clusterEnded, [cluster.ended]);
  }

  private enter(block: Dim3): void {
    this.write(Cell.clusterBlock, this.inside(block));
    this.write(Cell.clusterIndex, this.current!.at);
    this.write(Cell.clusterRank, [this.rankOf(block)]);
  }

  /** A block's rank in its cluster. */
  private inside(block: Dim3): Dim3 {
    return block.map((index, axis) => index % this.size[axis]!) as unknown as Dim3;
  }

  private rankOf(block: Dim3): number {
    const [x, y, z] = this.inside(block);
    return x + this.size[0] * (y + this.size[1] * z);
  }

  private write(cell: number, values: readonly number[]): void {
    values.forEach((value, index) => {
      this.view.setUint32(MemoryMap.cells + cell + 4 * index, value, true);
    });
  }
}

/** When every thread of a cluster has arrived at its barrier, all may pass it, now or when they reach their wait. */
function completePhase(blocks: readonly SuspendedBlock[]): boolean {
  if (blocks.some(({ isMissing }) => isMissing)) return false;
  for (const block of blocks) {
    const { cells } = block;
    // The next phase begins, in which no thread has arrived.
    block.isMissing = true;
    const view = new DataView(cells.buffer, cells.byteOffset);
    for (let at = Cell.clusterArrived - Cell.arrived; at < Cell.clusterPassed - Cell.arrived; at += 4) {
      const passes = at + Cell.clusterPassed - Cell.clusterArrived;
      view.setInt32(passes, view.getInt32(passes, true) | view.getInt32(at, true), true);
      view.setInt32(at, 0, true);
    }
  }
  return true;
}

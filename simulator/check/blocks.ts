/** What a checked run keeps of each block: its threads, its shared memory, and who waits at which of its barriers. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Instruction } from "../../analyzer/ir/model";
import type { LaunchContext } from "../model";
import { type Clock, Clocks } from "./clock";
import { Copies, type Copy, type SharedMemory } from "./copies";
import { WrittenLocals } from "./locals";
import { pageOf } from "./shadow";
import { BlockThreads, READINGS } from "./threads";

/** One phase of a barrier of the block: lanes that have come and are not known to have passed it. */
export interface Gathering {
  /** Lanes that wait, by warp. */
  readonly lanes: Map<number, number>;
  /** By reading: what those knew who came and went on. */
  readonly arrived: (Clock | undefined)[];
  /** Threads that have come, 32 for each warp. */
  count: number;
  /** Threads that it waits for; 0 for all. */
  readonly threads: number;
  /** Where they came, each instruction with the first thread (of the block) that did. */
  readonly places: Map<Instruction, number>;
  /** Waits for all threads of the block that are left, and not for a number of them. */
  readonly isForAll: boolean;
}

/** The blocks of a cluster. */
export interface ClusterOfBlocks {
  readonly index: number;
  /** By rank. A block may be accessed by others before it begins. */
  readonly memories: readonly SharedMemory[];
  /** By phase of the cluster's barrier and by reading: what those who have come knew. */
  readonly phases: (Clock | undefined)[][];
  ended: number;
}

/** What is kept of a block while it runs. */
export interface CheckedBlock {
  readonly threads: BlockThreads;
  /** By number of the barrier: its phases, the current one last. */
  readonly barriers: Map<number, Gathering[]>;
  readonly rank: number;
  readonly cluster: ClusterOfBlocks;
  /** By thread: its arrivals at the cluster's barrier; by warp: lanes that wait there, and for the grid. */
  readonly phase: Int32Array;
  readonly waitsForCluster: Int32Array;
  readonly waitsForGrid: Int32Array;
  /** Where they wait for the grid, each instruction with the first thread that does. */
  readonly gridPlaces: Map<Instruction, number>;
  /** When one of its threads last made writes to shared memory visible to bulk copies; -1 for never. */
  proxyFence: number;
  /** What its threads have written of their local memory. */
  readonly locals: WrittenLocals;
  /** Its asynchronous copies in flight: those that write shared memory, and those that read it. */
  readonly copies: Copies;
  readonly sources: Copies;
}

/** All blocks of a launch that have begun and not ended. */
export class CheckedBlocks {
  readonly clocks: Clocks;
  readonly live = new Map<Dim3, CheckedBlock>();
  private readonly clusters = new Map<number, ClusterOfBlocks>();
  private readonly spare: SharedMemory[] = [];
  private readonly words: number;

  constructor(readonly launch: LaunchContext) {
    const [x, y, z] = launch.grid;
    this.clocks = new Clocks(x * y * z);
    this.words = Math.ceil(launch.sharedBytes / 4) + 1;
  }

  begin(block: Dim3): CheckedBlock {
    const { grid, block: size } = this.launch;
    const index = block[0] + grid[0] * (block[1] + grid[1] * block[2]);
    const threads = new BlockThreads(block, index, size, this.clocks);
    const { cluster, rank } = this.clusterOf(block, index);
    const perWarp = () => new Int32Array(threads.warps);
    const waits = { phase: new Int32Array(threads.threads), waitsForCluster: perWarp(), waitsForGrid: perWarp() };
    const barriers = { barriers: new Map<number, Gathering[]>(), gridPlaces: new Map<Instruction, number>() };
    const begun: CheckedBlock = {
      threads,
      rank,
      cluster,
      ...barriers,
      ...waits,
      proxyFence: -1,
      locals: new WrittenLocals(),
      copies: new Copies("targets"),
      sources: new Copies("sources"),
    };
    this.live.set(block, begun);
    return begun;
  }

  /** Shared memory of a block stays until its cluster has ended. */
  end(block: CheckedBlock): void {
    const { cluster, threads } = block;
    this.live.delete(threads.block);
    if (++cluster.ended < cluster.memories.length) return;
    this.clusters.delete(cluster.index);
    for (const memory of cluster.memories) {
      const { shared, written, targets, sources } = memory;
      for (const cells of [
        shared.write,
        shared.strong,
        shared.read,
        shared.later,
        shared.bytes,
        shared.laterBytes,
        written,
      ])
        cells.fill(0);
      // The next block's bytes are no bytes of this one.
      delete shared.fine;
      targets.clear();
      sources.clear();
      this.spare.push(memory);
    }
  }

  private memory(): SharedMemory {
    const inFlight = { targets: new Map<number, Copy>(), sources: new Map<number, Copy>() };
    return this.spare.pop() ?? { shared: pageOf(this.words), written: new Uint8Array(this.words), ...inFlight };
  }

  /** The number of the cluster of a block, by the block's number. */
  clusterIndex(index: number): number {
    const { grid, cluster: size } = this.launch;
    return size ? clusterName(blockAt(grid, index), grid, size) : index;
  }

  private clusterOf(block: Dim3, index: number): { readonly cluster: ClusterOfBlocks; readonly rank: number } {
    const { cluster: size, grid } = this.launch;
    const fresh = (name: number, count: number): ClusterOfBlocks => ({
      index: name,
      memories: Array.from({ length: count }, () => this.memory()),
      phases: Array.from({ length: READINGS }, () => []),
      ended: 0,
    });
    if (!size) return { cluster: fresh(index, 1), rank: 0 };
    const [a, b, c] = block.map((at, axis) => at % size[axis]!) as unknown as Dim3;
    const name = clusterName(block, grid, size);
    const cluster = this.clusters.get(name) ?? fresh(name, size[0] * size[1] * size[2]);
    this.clusters.set(name, cluster);
    return { cluster, rank: a + size[0] * (b + size[1] * c) };
  }
}

/** The indices of a block by its number: x first, then y, then z. */
export function blockAt([x, y]: Dim3, index: number): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

function clusterName(block: Dim3, grid: Dim3, size: Dim3): number {
  const [x, y, z] = block.map((at, axis) => Math.floor(at / size[axis]!)) as unknown as Dim3;
  return x + Math.ceil(grid[0] / size[0]) * (y + Math.ceil(grid[1] / size[1]) * z);
}

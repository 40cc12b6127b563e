/** The warps of the current block: their frames, and which lanes wait at which wait point. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { CompiledKernel } from "../compile/kernel";
import { frameAt, initialMask, localAt } from "../emit/frames";
import { ThreadRow } from "../intrinsics/registers";
import type { DeviceMemory } from "../memory/device";
import { Cell, MemoryMap } from "../memory/layout";
import type { WarpContext } from "../model";
import { threadsOf } from "../plan/shape";
import type { KernelInstance } from "./instance";

/** The current warp, which generated code notes in memory. */
export interface Running extends WarpContext {
  block: Dim3;
  phase: number;
  /** From now on generated code goes from block to block by itself, until `block` is set again. */
  followBlocks(): void;
}

/** The context of a launch whose first block has not started. */
export function beforeFirstBlock(memory: DeviceMemory, blockDim: Dim3, cluster?: Dim3): Running {
  let known: Dim3 | undefined = [0, 0, 0];
  const cellAt = (axis: number) => memory.view().getUint32(MemoryMap.cells + Cell.blockX + 4 * axis, true);
  return {
    get block() {
      return known ?? [cellAt(0), cellAt(1), cellAt(2)];
    },
    set block(block) {
      known = block;
    },
    followBlocks: () => {
      known = undefined;
    },
    blockDim,
    phase: 0,
    ...(cluster && { cluster }),
    get warp() {
      return memory.view().getUint32(MemoryMap.cells + Cell.warp, true);
    },
  };
}

/** Thread index of a lane of a warp. */
export function threadAt({ warp, blockDim: [x, y] }: WarpContext, lane: number): Dim3 {
  const linear = warp * 32 + lane;
  return [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))];
}

/** Writes the thread indices of every warp of a block where kernels read them. */
export function writeThreads(memory: DeviceMemory, blockDim: Dim3): void {
  if (written.get(memory) === String(blockDim)) return;
  written.set(memory, String(blockDim));
  const view = memory.view();
  for (let warp = 0; warp * 32 < threadsOf(blockDim); warp++) {
    for (let lane = 0; lane < 32; lane++) {
      const [x, y, z] = threadAt({ block: [0, 0, 0], warp, blockDim }, lane);
      const at = MemoryMap.threads + warp * ThreadRow.bytes + lane * 4;
      view.setUint32(at + ThreadRow.x, x, true);
      view.setUint32(at + ThreadRow.y, y, true);
      view.setUint32(at + ThreadRow.z, z, true);
      view.setUint32(at + ThreadRow.lane, lane, true);
    }
  }
}

/** The shape of a block whose thread indices are in a device's memory, where nothing else changes them. */
const written = new WeakMap<DeviceMemory, string>();

/** The current block, with the frame in which each warp keeps the masks of its waiting lanes. */
export class BlockState {
  readonly threads: number;
  readonly warps: number;
  readonly view: DataView;

  constructor(
    readonly kernel: KernelInstance,
    memory: DeviceMemory,
    readonly running: Running,
  ) {
    this.threads = threadsOf(running.blockDim);
    this.warps = Math.ceil(this.threads / 32);
    this.view = memory.view();
  }

  get compiled(): CompiledKernel {
    return this.kernel.compiled;
  }

  frame(warp: number): number {
    return frameAt(this.compiled, this.warps, warp);
  }

  /** Where the frame has the lanes that wait for something, by its place in `waits`; those at the entry are before. */
  wordAt(warp: number, wait: number): number {
    return this.frame(warp) + 4 * (1 + wait);
  }

  waiting(warp: number, wait: number): number {
    return this.view.getInt32(this.wordAt(warp, wait), true);
  }

  /** Lanes of a warp that wait at any wait point: those that have not exited. */
  alive(warp: number): number {
    let lanes = 0;
    for (let wait = -1; wait < this.compiled.waits.length; wait++) lanes |= this.waiting(warp, wait);
    return lanes;
  }

  /** Lanes of a warp that the cluster's barrier has released, before or after they wait there. */
  passed(warp: number): number {
    return this.view.getInt32(MemoryMap.cells + Cell.clusterPassed + 4 * warp, true);
  }

  /** Notes lanes that resume, by index in `waits`: those that pass the cluster's barrier have used up their release. */
  pass(warp: number, lanes: readonly number[]): void {
    const atCluster = lanes.reduce(
      (all, mask, at) => (this.compiled.waits[at]!.kind === "cluster" ? all | mask : all),
      0,
    );
    if (atCluster)
      this.view.setInt32(MemoryMap.cells + Cell.clusterPassed + 4 * warp, this.passed(warp) & ~atCluster, true);
  }

  /** Lanes of a warp that have neither exited nor arrived at the cluster's barrier. */
  missing(warp: number): number {
    const arrived = this.view.getInt32(MemoryMap.cells + Cell.clusterArrived + 4 * warp, true);
    return this.alive(warp) & ~arrived;
  }

  /** Puts all lanes of all warps at the entry. */
  enter(): void {
    for (let warp = 0; warp < this.warps; warp++) {
      for (let wait = 0; wait < this.compiled.waits.length; wait++)
        this.view.setInt32(this.wordAt(warp, wait), 0, true);
      this.view.setInt32(this.wordAt(warp, -1), initialMask(this.threads, warp), true);
    }
  }

  /** Runs a warp; returns the lanes that wait afterwards. */
  run(warp: number): number {
    this.view.setUint32(MemoryMap.cells + Cell.warp, warp, true);
    this.view.setUint32(MemoryMap.cells + Cell.localBase, localAt(this.compiled, warp), true);
    this.view.setInt32(MemoryMap.cells + Cell.warpLanes, initialMask(this.threads, warp), true);
    return this.kernel.run(this.frame(warp), MemoryMap.threads + warp * ThreadRow.bytes, warp, 0);
  }

  /** Completes the barrier: what threads contributed to its reduction is its result. */
  release(): void {
    const { view } = this;
    this.running.phase += 1;
    const cell = (at: number) => MemoryMap.cells + at;
    view.setUint32(cell(Cell.lastArrived), view.getUint32(cell(Cell.arrived), true), true);
    view.setUint32(cell(Cell.lastAgreed), view.getUint32(cell(Cell.agreed), true), true);
    view.setUint32(cell(Cell.arrived), 0, true);
    view.setUint32(cell(Cell.agreed), 0, true);
  }
}

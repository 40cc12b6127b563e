/** The warps of the running block: where their frames are, and which of their lanes wait where. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { CompiledKernel } from "../compile/kernel";
import { frameAt, initialMask, localAt } from "../emit/frames";
import { ThreadRow } from "../intrinsics/registers";
import type { DeviceMemory } from "../memory/device";
import { Cell, MemoryMap } from "../memory/layout";
import type { WarpContext } from "../model";
import { threadsOf } from "../plan/shape";
import type { KernelInstance } from "./instance";

/** The warp that runs now: WebAssembly says which. */
export interface Running extends WarpContext {
  block: Dim3;
}

/** Who runs on this device, before the first block. */
export function beforeFirstBlock(memory: DeviceMemory, blockDim: Dim3, cluster?: Dim3): Running {
  return {
    block: [0, 0, 0],
    blockDim,
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

/** A block whose warps can be run: where each keeps the lanes that wait. */
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

  /** Lanes of a warp that wait anywhere: those that have not left. */
  alive(warp: number): number {
    let lanes = 0;
    for (let wait = -1; wait < this.compiled.waits.length; wait++) lanes |= this.waiting(warp, wait);
    return lanes;
  }

  /** Lanes of a warp that the cluster's barrier lets go on once they wait there. */
  passed(warp: number): number {
    return this.view.getInt32(MemoryMap.cells + Cell.clusterPassed + 4 * warp, true);
  }

  /** Lanes go on, by their place in `waits`: those after the cluster's barrier may pass it no second time. */
  pass(warp: number, lanes: readonly number[]): void {
    const behind = lanes.reduce((all, mask, at) => (this.compiled.waits[at]!.kind === "cluster" ? all | mask : all), 0);
    if (behind) this.view.setInt32(MemoryMap.cells + Cell.clusterPassed + 4 * warp, this.passed(warp) & ~behind, true);
  }

  /** Lanes of a warp that have not left and have not come to the cluster's barrier. */
  missing(warp: number): number {
    const arrived = this.view.getInt32(MemoryMap.cells + Cell.clusterArrived + 4 * warp, true);
    return this.alive(warp) & ~arrived;
  }

  /** All warps with all of their lanes at the entry. */
  enter(): void {
    for (let warp = 0; warp < this.warps; warp++) {
      for (let wait = 0; wait < this.compiled.waits.length; wait++)
        this.view.setInt32(this.wordAt(warp, wait), 0, true);
      this.view.setInt32(this.wordAt(warp, -1), initialMask(this.threads, warp), true);
    }
  }

  /** Runs a warp; the lanes that wait afterwards. */
  run(warp: number): number {
    this.view.setUint32(MemoryMap.cells + Cell.warp, warp, true);
    this.view.setUint32(MemoryMap.cells + Cell.localBase, localAt(this.compiled, warp), true);
    this.view.setInt32(MemoryMap.cells + Cell.warpLanes, initialMask(this.threads, warp), true);
    return this.kernel.run(this.frame(warp), MemoryMap.threads + warp * ThreadRow.bytes, warp, 0);
  }

  /** All threads have come: what they brought to the barrier is what they find after it. */
  release(): void {
    const { view } = this;
    const cell = (at: number) => MemoryMap.cells + at;
    view.setUint32(cell(Cell.lastArrived), view.getUint32(cell(Cell.arrived), true), true);
    view.setUint32(cell(Cell.lastAgreed), view.getUint32(cell(Cell.agreed), true), true);
    view.setUint32(cell(Cell.arrived), 0, true);
    view.setUint32(cell(Cell.agreed), 0, true);
  }
}

/** Runs the warps of one block: each until its lanes have left or wait at a barrier, all of them again when all wait. */
import type { Dim3 } from "../../analyzer/facts/model";
import type { CompiledKernel } from "../compile/kernel";
import { threadsOf } from "../compile/shape";
import { ThreadRow } from "../intrinsics/registers";
import type { DeviceMemory } from "../memory/device";
import { Cell, Place } from "../memory/layout";
import type { WarpContext } from "../model";
import type { KernelInstance } from "./instance";
import { Stop } from "./stop";

/** The warp that runs now. */
export interface Running {
  block: Dim3;
  warp: number;
  blockDim: Dim3;
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
      const at = Place.threads + warp * ThreadRow.bytes + lane * 4;
      view.setUint32(at + ThreadRow.x, x, true);
      view.setUint32(at + ThreadRow.y, y, true);
      view.setUint32(at + ThreadRow.z, z, true);
      view.setUint32(at + ThreadRow.lane, lane, true);
    }
  }
}

/** Lanes that a warp starts with. */
export function initialMask(threads: number, warp: number): number {
  const lanes = Math.min(32, threads - warp * 32);
  return lanes === 32 ? -1 : (1 << lanes) - 1;
}

/** Where the frames of a block's warps are. */
export function frameAt(compiled: CompiledKernel, warps: number, warp: number): number {
  const local = Math.ceil((compiled.localBytes * 32 * warps) / 256) * 256;
  return Place.frames + local + warp * compiled.frameBytes;
}

/** All threads have come: what they brought to the barrier is what they find behind it. */
function release(view: DataView): void {
  const cell = (at: number) => Place.cells + at;
  view.setUint32(cell(Cell.lastArrived), view.getUint32(cell(Cell.arrived), true), true);
  view.setUint32(cell(Cell.lastAgreed), view.getUint32(cell(Cell.agreed), true), true);
  view.setUint32(cell(Cell.arrived), 0, true);
  view.setUint32(cell(Cell.agreed), 0, true);
}

export function runBlock(kernel: KernelInstance, memory: DeviceMemory, running: Running): void {
  const { compiled } = kernel;
  const threads = threadsOf(running.blockDim);
  const warps = Math.ceil(threads / 32);
  const view = memory.view();
  const words = 1 + compiled.resumable.length;
  const active: number[] = [];
  for (let warp = 0; warp < warps; warp++) {
    const frame = frameAt(compiled, warps, warp);
    for (let word = 1; word < words; word++) view.setInt32(frame + 4 * word, 0, true);
    view.setInt32(frame, initialMask(threads, warp), true);
    active.push(warp);
  }
  while (active.length) {
    let waiting = 0;
    for (const warp of active) {
      running.warp = warp;
      view.setUint32(Place.cells + Cell.localBase, Place.frames + warp * 32 * compiled.localBytes, true);
      const frame = frameAt(compiled, warps, warp);
      if (kernel.run(frame, Place.threads + warp * ThreadRow.bytes, warp) !== 0) active[waiting++] = warp;
    }
    active.length = waiting;
    release(view);
    if (words > 2)
      for (const warp of active) refuseSplitBarrier(compiled, view, frameAt(compiled, warps, warp), running, warp);
  }
}

/** Lanes of one warp at different barriers: undefined for `bar.sync`, and a hang or worse on hardware. */
function refuseSplitBarrier(compiled: CompiledKernel, view: DataView, frame: number, running: Running, warp: number) {
  const waits = compiled.resumable.flatMap((unit, index) => {
    const mask = view.getInt32(frame + 4 * (1 + index), true);
    return mask === 0 ? [] : [{ unit, mask }];
  });
  if (waits.length < 2) return;
  waits.sort((a, b) => Math.clz32(b.mask & -b.mask) - Math.clz32(a.mask & -a.mask));
  const places = waits.map(({ unit, mask }) => {
    const lane = 31 - Math.clz32(mask & -mask);
    const { location } = unit.after!;
    return `thread ${threadAt({ ...running, warp }, lane)} waits at ${location ? `line ${location.line}` : "one barrier"}`;
  });
  const location = waits[0]!.unit.after!.location;
  throw new Stop({
    kind: "deadlock",
    message: `The threads of warp ${warp} wait at different barriers: ${places.join(", ")}.`,
    ...(location && { location }),
    block: [...running.block],
  });
}

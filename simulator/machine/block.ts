/** Runs the warps of one block: each until its lanes have left or wait at a barrier, all of them again when all wait. */
import type { Dim3 } from "../../analyzer/facts/model";
import type { CompiledKernel } from "../compile/kernel";
import { threadsOf } from "../compile/shape";
import { ThreadRow } from "../intrinsics/registers";
import type { DeviceMemory } from "../memory/device";
import { Cell, Place } from "../memory/layout";
import type { WarpContext } from "../model";
import type { KernelInstance } from "./instance";
import { outermost } from "./place";
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

/**
 * Runs the running block until its threads have left, or wait for the grid: then the answer is true, and the block goes on
 * with `resumed` when its shared memory and frames are as they were.
 */
export function runBlock(kernel: KernelInstance, memory: DeviceMemory, running: Running, resumed = false): boolean {
  const { compiled } = kernel;
  const threads = threadsOf(running.blockDim);
  const warps = Math.ceil(threads / 32);
  const view = memory.view();
  const words = 1 + compiled.resumable.length;
  const active: number[] = [];
  for (let warp = 0; warp < warps; warp++) {
    const frame = frameAt(compiled, warps, warp);
    if (!resumed) {
      for (let word = 1; word < words; word++) view.setInt32(frame + 4 * word, 0, true);
      view.setInt32(frame, initialMask(threads, warp), true);
    }
    let waits = 0;
    for (let word = 0; word < words; word++) waits |= view.getInt32(frame + 4 * word, true);
    if (waits !== 0) active.push(warp);
  }
  while (active.length) {
    let waiting = 0;
    for (const warp of active) {
      running.warp = warp;
      view.setUint32(Place.cells + Cell.localBase, Place.frames + warp * 32 * compiled.localBytes, true);
      view.setInt32(Place.cells + Cell.warpLanes, initialMask(threads, warp), true);
      const frame = frameAt(compiled, warps, warp);
      const run = () => kernel.run(frame, Place.threads + warp * ThreadRow.bytes, warp, 0);
      const parked = compiled.memberWords.size ? runTogether(compiled, view, frame, running, run) : run();
      if (parked !== 0) active[waiting++] = warp;
    }
    active.length = waiting;
    release(view);
    if (words > 2)
      for (const warp of active) refuseSplitBarrier(compiled, view, frameAt(compiled, warps, warp), running, warp);
    if (compiled.waitsForGrid.includes(true) && active.length && waitForGrid(compiled, view, warps, active, running)) {
      return true;
    }
  }
  return false;
}

/** Do all warps that are left wait for the grid? Those that wait for their block then would for ever. */
function waitForGrid(
  compiled: CompiledKernel,
  view: DataView,
  warps: number,
  active: readonly number[],
  running: Running,
): boolean {
  const places = active.map((warp) => {
    const frame = frameAt(compiled, warps, warp);
    return { warp, index: compiled.resumable.findIndex((_, at) => view.getInt32(frame + 4 * (1 + at), true) !== 0) };
  });
  const forGrid = places.filter(({ index }) => compiled.waitsForGrid[index]);
  const forBlock = places.find(({ index }) => !compiled.waitsForGrid[index]);
  if (!forGrid.length || !forBlock) return forGrid.length > 0;
  const line = (index: number) => {
    const location = compiled.resumable[index]?.after?.location;
    return location ? ` at line ${outermost(location).line}` : "";
  };
  const location = compiled.resumable[forBlock.index]?.after?.location;
  throw new Stop({
    kind: "deadlock",
    message: `Warp ${forBlock.warp} of block (${running.block}) waits for its block${line(forBlock.index)}, and warp ${forGrid[0]!.warp} for the grid${line(forGrid[0]!.index)}.`,
    ...(location && { location }),
    block: [...running.block],
  });
}

/**
 * Runs a warp whose lanes wait for each other: as long as some of them do, those go on whose named lanes have all come
 * with the same names, or have left. Lanes that wait for the block stay where they are meanwhile.
 */
function runTogether(
  compiled: CompiledKernel,
  view: DataView,
  frame: number,
  running: Running,
  run: () => number,
): number {
  const { resumable, memberWords } = compiled;
  const kept = resumable.map(() => 0);
  const wordAt = (index: number) => frame + 4 * (1 + index);
  for (;;) {
    run();
    const masks = resumable.map((_, index) => view.getInt32(wordAt(index), true) | kept[index]!);
    const alive = masks.reduce((all, mask) => all | mask, 0);
    const names = (index: number): number | undefined => {
      const word = memberWords.get(resumable[index]!);
      return word === undefined || masks[index] === 0 ? undefined : view.getInt32(frame + word, true);
    };
    const waits = resumable.flatMap((_, index) => names(index) ?? []);
    if (!waits.length) {
      view.setInt32(Place.cells + Cell.keptLanes, 0, true);
      masks.forEach((mask, index) => {
        view.setInt32(wordAt(index), mask, true);
      });
      return alive;
    }
    const come = (members: number) => masks.reduce((all, mask, at) => (names(at) === members ? all | mask : all), 0);
    const ready = new Set(waits.filter((members) => (members & alive & ~come(members)) === 0));
    if (!ready.size) refuseWaiting(compiled, masks, memberWords, running);
    masks.forEach((mask, index) => {
      const goes = ready.has(names(index) ?? Number.NaN);
      view.setInt32(wordAt(index), goes ? mask : 0, true);
      kept[index] = goes ? 0 : mask;
    });
    const stay = kept.reduce((all, mask) => all | mask, 0);
    view.setInt32(Place.cells + Cell.keptLanes, stay, true);
  }
}

/** Lanes wait for lanes of their warp that wait for something else. */
function refuseWaiting(
  { resumable }: CompiledKernel,
  masks: readonly number[],
  memberWords: CompiledKernel["memberWords"],
  running: Running,
): never {
  const places = resumable.flatMap((unit, index) => {
    const mask = masks[index]!;
    if (mask === 0) return [];
    const line = unit.after?.location && outermost(unit.after.location).line;
    const what = memberWords.has(unit) ? "for lanes of its warp" : "for its block";
    const thread = threadAt({ ...running, warp: running.warp }, 31 - Math.clz32(mask & -mask));
    return `thread ${thread} waits ${what}${line === undefined ? "" : ` at line ${line}`}`;
  });
  const location = resumable[masks.findIndex((mask) => mask !== 0)]?.after?.location;
  throw new Stop({
    kind: "deadlock",
    message: `The threads of warp ${running.warp} wait for each other at different places: ${places.join(", ")}.`,
    ...(location && { location }),
    block: [...running.block],
  });
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

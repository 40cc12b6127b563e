/** Runs the warps of one block: each until its lanes have left or wait at a barrier, all of them again when all wait. */
import type { DeviceMemory } from "../memory/device";
import { BlockState, type Running } from "./blockState";
import { refuseSplitBarrier } from "./deadlock";
import type { KernelInstance } from "./instance";
import { type Progress, runMixed } from "./schedule";

/**
 * Runs the running block as far as it comes by itself. A block that waits goes on with `from` when its shared memory and
 * frames are as they were: `grid` when all blocks have come to the grid's barrier.
 */
export function runBlock(
  kernel: KernelInstance,
  memory: DeviceMemory,
  running: Running,
  from: "start" | "grid" | "spin" = "start",
): Progress {
  const block = new BlockState(kernel, memory, running);
  if (from === "start") block.enter();
  if (!kernel.compiled.waits.every((wait) => wait.kind === "block" && !wait.barrier)) return runMixed(block, from);
  // Nothing but barriers that all wait at: whoever waits goes on in the next round.
  let active = Array.from({ length: block.warps }, (_, warp) => warp);
  while (active.length) {
    active = active.filter((warp) => block.run(warp) !== 0);
    block.release();
    if (kernel.compiled.waits.length > 1) for (const warp of active) refuseSplitBarrier(block, warp);
  }
  return "ended";
}

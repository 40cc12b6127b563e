/** Runs the warps of one block: each until its lanes exit or wait at a barrier, and all again when the barrier is complete. */
import { BlockAnswer } from "../compile/blockLoop";
import type { DeviceMemory } from "../memory/device";
import { isForAll } from "../plan/waitPoints";
import { BlockState, type Running } from "./blockState";
import { refuseSplitBarrier } from "./deadlock";
import { type DivergenceLog, divergenceLog } from "./divergence";
import type { KernelInstance } from "./instance";
import { type Progress, runMixed } from "./schedule";

/**
 * Runs the current block until it ends or waits for something outside itself. A suspended block resumes with `from`, its
 * shared memory and frames restored: `grid` when all blocks have arrived at the grid's barrier.
 */
export function runBlock(
  kernel: KernelInstance,
  memory: DeviceMemory,
  running: Running,
  from: "start" | Exclude<Progress, "ended"> = "start",
  divergence: DivergenceLog = divergenceLog(),
): Progress {
  const { waits } = kernel.compiled;
  if (!waits.every(isForAll)) {
    const block = new BlockState(kernel, memory, running);
    if (from === "start") block.enter();
    return runMixed(block, from, divergence);
  }
  goOnTogether(kernel, memory, running, divergence, kernel.runBlock(1));
  return "ended";
}

/**
 * Runs the current block to its end where it has only barriers for all threads: every suspended warp resumes in the next pass.
 * `answer`: that of its last pass.
 */
export function goOnTogether(
  kernel: KernelInstance,
  memory: DeviceMemory,
  running: Running,
  divergence: DivergenceLog,
  answer: number,
): void {
  for (let last = answer; (last & BlockAnswer.waits) !== 0; last = kernel.runBlock(0)) {
    const block = new BlockState(kernel, memory, running);
    block.release();
    if (last & BlockAnswer.split) for (let warp = 0; warp < block.warps; warp++) refuseSplitBarrier(block, warp);
    if (last & BlockAnswer.diverges) divergence.look(block);
  }
}

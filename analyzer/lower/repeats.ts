/**
 * Loads that clang performs again and nvcc does not. A store to global memory cannot change what was read from shared
 * memory; nvcc knows which memory a pointer leads to when it looks for values that are there already, clang sees two
 * pointers. So the windows of a filter that overlap, with a result stored after each, are read once.
 *
 * Reference: an H200 counts 73 shared loads a warp for eight windows of 17 elements that are 8 apart, not 136, and nvcc
 * 13.0 makes as many of `windows` in `test/lower/kernels/fitted/shared.cu`.
 */
import type { InstructionOf } from "../ir/model";
import { mayAlias, type Touched } from "./alias";
import type { Event } from "./merge";

/** Whether a load finds its value in an earlier load or store of its block; `before` are the block's events up to it. */
export function isRepeated(load: InstructionOf<"load">, touched: Touched, before: readonly Event[]): boolean {
  if (load.volatile || touched.space === "generic") return false;
  for (let index = before.length - 1; index >= 0; index--) {
    const event = before[index]!;
    if (event.late) continue;
    if (event.touched === undefined) return false;
    if (keepsValue(event, touched)) return true;
    if (event.writes && mayAlias(event.touched, touched)) return false;
  }
  return false;
}

/** Whether the whole value is in a register after an event. */
function keepsValue({ instruction, touched }: Event, wanted: Touched): boolean {
  if (instruction.op !== "load" && instruction.op !== "store") return false;
  const { space, key, offset, size } = touched!;
  return (
    !instruction.volatile &&
    space === wanted.space &&
    key === wanted.key &&
    offset === wanted.offset &&
    size === wanted.size
  );
}

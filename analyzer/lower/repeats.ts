/**
 * Loads that clang performs again and nvcc does not. A store to global memory cannot change what was read from shared
 * memory; nvcc knows which memory a pointer leads to when it looks for values that are there already, clang sees two
 * pointers. So the windows of a filter that overlap, with a result stored after each, are read once.
 *
 * Reference: an H200 counts 73 shared loads a warp for eight windows of 17 elements that are 8 apart, not 136, and nvcc
 * 13.0 makes as many of `windows` in `test/lower/kernels/fitted/shared.cu`.
 */
import { controlFlow } from "../ir/cfg";
import type { Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { mayAlias, type Touched } from "./alias";
import type { Event } from "./merge";

/** Whether a load finds its value in an earlier load or store of its block; `before` are the block's events up to it. */
export function isRepeated(load: InstructionOf<"load">, touched: Touched, before: readonly Event[]): boolean {
  if (load.volatile || touched.space === "generic") return false;
  for (let index = before.length - 1; index >= 0; index--) {
    const event = before[index]!;
    if (event.late) continue;
    if (event.touched === undefined) return false;
    if (keepsValue(event, touched) && !(event.instruction.op === "load" && event.instruction.invariant)) return true;
    if (event.writes && mayAlias(event.touched, touched)) return false;
  }
  return false;
}

/**
 * Loads through the read-only path whose value an earlier one got on every way there: such a load stays in the loop that it
 * is written in, but nothing can have changed what it reads. Reference: the machine code that nvcc 13.0 makes of two
 * `__ldg` of one place with a branch, a barrier or a store between them.
 */
export function repeatedReadOnly(func: Func, layout: Layout): ReadonlySet<Instruction> {
  const loads = func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one): one is InstructionOf<"load"> => one.op === "load" && one.invariant),
  );
  if (loads.length < 2) return new Set();
  const flow = controlFlow(func);
  const isBefore = (one: Instruction, other: Instruction): boolean =>
    one.block === other.block ? one.id < other.id : flow.dominates(one.block, other.block);
  const repeats = (load: InstructionOf<"load">, one: InstructionOf<"load">): boolean =>
    one !== load &&
    isSamePlace(one.pointer, load.pointer) &&
    layout.storeSize(one.type) === layout.storeSize(load.type) &&
    isBefore(one, load);
  return new Set(loads.filter((load) => loads.some((one) => repeats(load, one))));
}

/** One value, or what the assembly's translation makes of it each time. */
const isSamePlace = (a: Value, b: Value): boolean =>
  a === b || (isCast(a) && isCast(b) && a.cast === b.cast && isSamePlace(a.value, b.value));

const isCast = (value: Value): value is InstructionOf<"cast"> => value.kind === "instruction" && value.op === "cast";

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

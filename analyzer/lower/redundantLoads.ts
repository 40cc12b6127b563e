/**
 * Loads that clang keeps and nvcc removes as redundant. nvcc infers memory spaces before it removes redundant loads, so
 * that a store to global memory does not invalidate a value from shared memory; clang sees two generic pointers. nvcc
 * therefore reads overlapping windows of a filter once, although a result is stored after each window.
 *
 * Reference: an H200 counts 73 shared loads a warp for eight windows of 17 elements that are 8 apart, not 136, and nvcc
 * 13.0 makes as many of `windows` in `test/lower/kernels/fitted/shared.cu`.
 */
import { controlFlow } from "../ir/cfg";
import type { Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type MemoryRange, mayAlias } from "./alias";
import type { MemoryEvent } from "./merge";

/** Whether an earlier load or store of the basic block has the load's value; `before` are the block's events up to the load. */
export function isRedundantLoad(
  load: InstructionOf<"load">,
  range: MemoryRange,
  before: readonly MemoryEvent[],
): boolean {
  if (load.volatile || range.space === "generic") return false;
  for (let index = before.length - 1; index >= 0; index--) {
    const event = before[index]!;
    if (event.assemblerOnly) continue;
    if (event.range === undefined) return false;
    if (keepsValue(event, range) && !(event.instruction.op === "load" && event.instruction.invariant)) return true;
    if (event.writes && mayAlias(event.range, range)) return false;
  }
  return false;
}

/**
 * Loads through the read-only path that another such load of the same address dominates: nothing can have changed what
 * they read. Reference: the machine code that nvcc 13.0 makes of two `__ldg` of one address with a branch, a barrier or a
 * store between them.
 */
export function redundantReadOnlyLoads(func: Func, layout: Layout): ReadonlySet<Instruction> {
  const loads = func.blocks.flatMap(({ instructions }) =>
    instructions.filter((one): one is InstructionOf<"load"> => one.op === "load" && one.invariant),
  );
  if (loads.length < 2) return new Set();
  const flow = controlFlow(func);
  const isBefore = (one: Instruction, other: Instruction): boolean =>
    one.block === other.block ? one.id < other.id : flow.dominates(one.block, other.block);
  const repeats = (load: InstructionOf<"load">, one: InstructionOf<"load">): boolean =>
    one !== load &&
    isSameAddress(one.pointer, load.pointer) &&
    layout.storeSize(one.type) === layout.storeSize(load.type) &&
    isBefore(one, load);
  return new Set(loads.filter((load) => loads.some((one) => repeats(load, one))));
}

/** Whether two pointers are one value, or equal casts of one value, as the translation of inline assembly repeats them. */
const isSameAddress = (a: Value, b: Value): boolean =>
  a === b || (isCast(a) && isCast(b) && a.cast === b.cast && isSameAddress(a.value, b.value));

const isCast = (value: Value): value is InstructionOf<"cast"> => value.kind === "instruction" && value.op === "cast";

/** Whether exactly the wanted bytes are in a register after an event. */
function keepsValue({ instruction, range }: MemoryEvent, wanted: MemoryRange): boolean {
  if (instruction.op !== "load" && instruction.op !== "store") return false;
  const { space, key, offset, size } = range!;
  return (
    !instruction.volatile &&
    space === wanted.space &&
    key === wanted.key &&
    offset === wanted.offset &&
    size === wanted.size
  );
}

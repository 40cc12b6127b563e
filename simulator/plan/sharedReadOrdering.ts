/**
 * Reads after a barrier at which a warp yields to the others. `float sum = shared[0];` reads what the block has just
 * written, and the next use of `shared` overwrites it. Without a barrier between the two, that is a race: on hardware all
 * warps have read long before one of them reaches the write, while here a warp would run up to its next barrier before the
 * others read. So a warp yields after such a read until the others have read, too.
 */
import type { Block, GlobalVariable, Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import type { BlockOrder } from "./order";

type Load = Instruction & { readonly op: "load" };

/** Uniform reads right after a barrier, of shared memory that is written before the next barrier. */
export function orderedSharedReads(
  order: BlockOrder,
  { spaceOf }: Pick<LoweredFunction, "spaceOf">,
  isVarying: (value: Value) => boolean,
  isBarrier: (instruction: Instruction) => boolean,
  waits: (instruction: Instruction) => boolean,
): ReadonlySet<Instruction> {
  const found = new Set<Instruction>();
  const isShared = (pointer: Value) => spaceOf(pointer) === "shared";
  for (const block of order.blocks) {
    let last: Load | undefined;
    let isAfterBarrier = false;
    const close = () => {
      if (last && isOverwritten(last, waits)) found.add(last);
      last = undefined;
    };
    for (const instruction of block.instructions) {
      if (waits(instruction)) {
        close();
        isAfterBarrier = isBarrier(instruction);
      } else if (isAfterBarrier && writes(instruction)) {
        close();
        isAfterBarrier = false;
      } else if (isAfterBarrier && instruction.op === "load" && isShared(instruction.pointer)) {
        if (!isVarying(instruction.pointer)) last = instruction;
      }
    }
    close();
  }
  return found;
}

function writes({ op }: Instruction): boolean {
  return op === "store" || op === "atomicrmw" || op === "cmpxchg" || op === "call";
}

/** Does a path lead from the read to a write of the same variable, with no barrier on it? */
function isOverwritten(load: Load, waits: (instruction: Instruction) => boolean): boolean {
  const variable = variableOf(load.pointer);
  if (!variable) return false;
  const seen = new Set<Block>();
  const work: { readonly block: Block; readonly from: number }[] = [
    { block: load.block, from: load.block.instructions.indexOf(load) + 1 },
  ];
  for (let at = work.pop(); at; at = work.pop()) {
    const rest = at.block.instructions.slice(at.from);
    const stop = rest.findIndex(waits);
    if ((stop < 0 ? rest : rest.slice(0, stop)).some((one) => overwrites(one, variable))) return true;
    if (stop >= 0) continue;
    for (const next of at.block.successors) {
      if (seen.has(next)) continue;
      seen.add(next);
      work.push({ block: next, from: 0 });
    }
  }
  return false;
}

function overwrites(instruction: Instruction, variable: GlobalVariable): boolean {
  const { op } = instruction;
  if (op !== "store" && op !== "atomicrmw" && op !== "cmpxchg") return false;
  return variableOf(instruction.pointer) === variable;
}

/** The variable that a pointer leads into, through computed addresses. */
function variableOf(pointer: Value): GlobalVariable | undefined {
  let at = pointer;
  for (;;) {
    if (at.kind === "global") return at;
    if (at.kind === "instruction" && at.op === "gep") at = at.base;
    else if (at.kind === "instruction" && at.op === "cast") at = at.value;
    else if (at.kind === "expression" && at.expression.op === "gep") at = at.expression.base;
    else if (at.kind === "expression" && at.expression.op === "cast") at = at.expression.value;
    else return undefined;
  }
}

/**
 * Where warps take turns after a barrier. `float sum = shared[0];` reads what the block has just made, and the next use of
 * `shared` writes over it. Where no barrier stands between, that is a race; hardware's warps have all read long before one of
 * them has come to the write, while here a warp would run up to its next barrier before the others read. So a warp waits
 * after such a read until the others have had their turn.
 */
import type { Block, GlobalVariable, Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import type { BlockOrder } from "./order";

type Load = Instruction & { readonly op: "load" };

/** Reads that one warp does for all its lanes, right after a barrier, of shared memory that is written before the next one. */
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
    let isBehind = false;
    const close = () => {
      if (last && isOverwritten(last, waits)) found.add(last);
      last = undefined;
    };
    for (const instruction of block.instructions) {
      if (waits(instruction)) {
        close();
        isBehind = isBarrier(instruction);
      } else if (isBehind && writes(instruction)) {
        close();
        isBehind = false;
      } else if (isBehind && instruction.op === "load" && isShared(instruction.pointer)) {
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

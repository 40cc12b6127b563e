/**
 * Loops in which lanes wait for somebody else by looking at one place again and again: locks and flags. Lanes of a warp
 * run one after the other here, and so do warps and blocks, so that such a loop must be left for a while to ever end.
 */
import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import { findIntrinsic } from "../intrinsics/find";
import type { BlockOrder } from "./order";

/** Headers of such loops, each with the branch that decides whether lanes go on. */
export function spinLoops(order: BlockOrder): ReadonlyMap<Block, Instruction> {
  const found = new Map<Block, Instruction>();
  for (const loop of new Set(order.loopOf.values())) {
    const branch = spinBranch(loop);
    if (branch) found.set(loop.header, branch);
  }
  return found;
}

function spinBranch(loop: Loop): Instruction | undefined {
  for (const block of loop.blocks) if (block.instructions.some((each) => changesMore(each, loop))) return undefined;
  for (const block of loop.blocks) {
    const last = block.instructions.at(-1)!;
    const leaves = block.successors.some((next) => !loop.blocks.has(next));
    if (leaves && operands(last).some((value) => looks(value, loop, new Set()))) return last;
  }
  return undefined;
}

const inLoop = (value: Value, loop: Loop): value is Instruction =>
  value.kind === "instruction" && loop.blocks.has(value.block);

/** Looks at memory that others change, and does the same in every round. */
function isLook(instruction: Instruction, loop: Loop): boolean {
  const watches =
    instruction.op === "atomicrmw" ||
    instruction.op === "cmpxchg" ||
    (instruction.op === "load" && (instruction.volatile || instruction.ordering !== "")) ||
    findIntrinsic(instruction)?.polls === true;
  return watches && operands(instruction).every((value) => !inLoop(value, loop));
}

/** Does the loop do more than look? Then each of its rounds is work, and waiting would only be slower. */
function changesMore(instruction: Instruction, loop: Loop): boolean {
  switch (instruction.op) {
    case "store":
      return true;
    case "atomicrmw":
    case "cmpxchg":
      return !isLook(instruction, loop);
    case "call": {
      const intrinsic = findIntrinsic(instruction);
      return !intrinsic || intrinsic.barrier === true;
    }
    default:
      return false;
  }
}

/** Does a value follow from a look, within the loop? */
function looks(value: Value, loop: Loop, seen: Set<Value>): boolean {
  if (!inLoop(value, loop) || seen.has(value)) return false;
  seen.add(value);
  if (isLook(value, loop)) return true;
  const reads = value.op === "phi" ? value.incoming.map((each) => each.value) : operands(value);
  return reads.some((each) => looks(each, loop, seen));
}

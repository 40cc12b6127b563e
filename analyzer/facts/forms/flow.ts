/** Queries on control flow that lane forms need besides those of `ir`. */
import type { ControlFlow, Loop } from "../../ir/cfg";
import type { Block, Instruction, Value } from "../../ir/model";
import { operands } from "../../ir/uses";

/** Whether `inner` is the same loop as `outer`, or within it. */
export function isInside(inner: Loop | undefined, outer: Loop): boolean {
  for (let loop = inner; loop; loop = loop.parent) if (loop === outer) return true;
  return false;
}

/** The loops around a block, innermost first. */
export function loopsAround(flow: ControlFlow, block: Block): readonly Loop[] {
  const loops: Loop[] = [];
  for (let loop = flow.loopOf(block); loop; loop = loop.parent) loops.push(loop);
  return loops;
}

/** Blocks on some path from `from` to `to` that does not pass through `from` again: `from` included, `to` not. */
export function blocksBetween(from: Block, to: Block): ReadonlySet<Block> {
  const between = new Set<Block>([from]);
  const open = [...to.predecessors];
  for (let block = open.pop(); block; block = open.pop()) {
    if (between.has(block)) continue;
    between.add(block);
    open.push(...block.predecessors);
  }
  return between;
}

/** The pending instructions that a value depends on, in post-order: each after its operands, without the value itself. */
export function operandsFirst(value: Value, isPending: (one: Value) => one is Instruction): readonly Instruction[] {
  if (!isPending(value)) return [];
  const order: Instruction[] = [];
  const seen = new Set([value]);
  const open = [{ instruction: value, rest: operands(value).filter(isPending) }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.rest.pop();
    if (next && !seen.has(next)) {
      seen.add(next);
      open.push({ instruction: next, rest: operands(next).filter(isPending) });
    } else if (!next) {
      open.pop();
      if (open.length) order.push(top.instruction);
    }
  }
  return order;
}

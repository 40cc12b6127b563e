/** Queries on control flow that lane forms need besides those of `ir`. */
import type { ControlFlow, Loop } from "../../ir/cfg";
import type { Block } from "../../ir/model";

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

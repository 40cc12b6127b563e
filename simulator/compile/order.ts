/**
 * The order in which a function's blocks are executed: a topological order (but for back edges) in which every natural
 * loop is one contiguous run. Always executing the first block of this order that has lanes waiting makes lanes meet
 * again at the immediate post-dominator of the branch that parted them.
 */
import { controlFlow, type Loop } from "../../analyzer/ir/cfg";
import type { Block, Func } from "../../analyzer/ir/model";

export interface BlockOrder {
  /** Reachable blocks in execution order. */
  readonly blocks: readonly Block[];
  readonly position: ReadonlyMap<Block, number>;
  /** The innermost loop around a block; none anywhere when the function is irreducible. */
  readonly loopOf: ReadonlyMap<Block, Loop>;
  /** Some cycle is entered at more than one block: no loop structure can be relied upon. */
  readonly irreducible: boolean;
}

export function blockOrder(fn: Func): BlockOrder {
  const flow = controlFlow(fn);
  const loopOf = new Map<Block, Loop>();
  if (!flow.irreducible) {
    for (const block of flow.order) {
      const loop = flow.loopOf(block);
      if (loop) loopOf.set(block, loop);
    }
  }
  const position = new Map(flow.order.map((block, index) => [block, index]));
  return { blocks: flow.order, position, loopOf, irreducible: flow.irreducible };
}

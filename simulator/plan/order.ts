/**
 * The order in which a function's blocks are executed: a topological order (but for back edges) in which every natural
 * loop is one contiguous run. Always executing the first block of this order that has lanes waiting makes lanes
 * reconverge at the immediate post-dominator of the branch at which they diverged.
 */
import { type ControlFlow, controlFlow, type Loop } from "../../analyzer/ir/cfg";
import type { Block, Func } from "../../analyzer/ir/model";
import { exitsWithoutReconvergence } from "./exits";

/** The blocks of a function in the order of their execution, and its loops. */
export interface BlockOrder {
  /** Reachable blocks in execution order. */
  readonly blocks: readonly Block[];
  readonly position: ReadonlyMap<Block, number>;
  /** The innermost loop around a block, or that it ends (`exits.ts`); none anywhere when the function is irreducible. */
  readonly loopOf: ReadonlyMap<Block, Loop>;
  /** Some cycle is entered at more than one block: no loop structure can be relied upon. */
  readonly irreducible: boolean;
}

/** Orders the reachable blocks of a function. */
export function blockOrder(fn: Func): BlockOrder {
  const flow = controlFlow(fn);
  const loopOf = new Map<Block, Loop>();
  let blocks = flow.order;
  if (!flow.irreducible) {
    for (const block of flow.order) {
      const loop = flow.loopOf(block);
      if (loop) loopOf.set(block, loop);
    }
    for (const [exit, loop] of exitsWithoutReconvergence(fn, flow)) {
      loopOf.set(exit, loop);
      blocks = moved(exit, loop, blocks, flow);
    }
  }
  const position = new Map(blocks.map((block, index) => [block, index]));
  return { blocks, position, loopOf, irreducible: flow.irreducible };
}

/** Puts a block that only leads to the function's end after the last branch to it, into the run of the loop. */
function moved(exit: Block, loop: Loop, blocks: readonly Block[], flow: ControlFlow): readonly Block[] {
  const others = blocks.filter((block) => block !== exit);
  let at = Math.max(...exit.predecessors.map((from) => others.indexOf(from)));
  // Loops inside stay in one piece.
  for (let inner = flow.loopOf(others[at]!); inner && inner !== loop; inner = inner.parent) {
    const whole = inner.blocks;
    at = others.findLastIndex((block) => whole.has(block));
  }
  return [...others.slice(0, at + 1), exit, ...others.slice(at + 1)];
}

/** Control flow of a function: reverse post-order, dominators, post-dominators and natural loops. */
import { dominatorTree } from "./dominators";
import { findLoops, type Loop, loopOrder } from "./loops";
import type { Block, Func } from "./model";

export type { Loop } from "./loops";

/** The control flow of a function. Blocks that are not reachable from the entry are in no result. */
export interface ControlFlow {
  /** Reachable blocks so that a block comes after all that lead to it except along back edges, and a loop's are contiguous. */
  readonly order: readonly Block[];
  /** Outermost first, in the order of their headers. */
  readonly loops: readonly Loop[];
  /** Whether the function has a cycle that is no natural loop. */
  readonly irreducible: boolean;
  reachable(block: Block): boolean;
  /** The innermost loop that the block belongs to. */
  loopOf(block: Block): Loop | undefined;
  /** The number of loops that contain the block. */
  depth(block: Block): number;
  /** Immediate dominator; none for the entry. */
  dominator(block: Block): Block | undefined;
  /** Whether every path to `second` goes through `first`; a block dominates itself. */
  dominates(first: Block, second: Block): boolean;
  /**
   * The immediate post-dominator; undefined where that is the function's exit. An endless loop counts as having an edge from
   * its last block (in the order of blocks) to the exit.
   */
  postDominator(block: Block): Block | undefined;
  /** Whether every path from `second` to the function's end goes through `first`. */
  postDominates(first: Block, second: Block): boolean;
  /** Blocks whose paths end: those without successors, and one for each endless loop. */
  readonly ends: readonly Block[];
}

const known = new WeakMap<Func, ControlFlow>();

/** Control flow of a function with a body; computed once for each function. */
export function controlFlow(func: Func): ControlFlow {
  let flow = known.get(func);
  if (!flow) {
    flow = compute(func);
    known.set(func, flow);
  }
  return flow;
}

function compute(func: Func): ControlFlow {
  const { blocks } = func;
  const count = blocks.length;
  const successors = blocks.map((block) => block.successors.map((successor) => successor.index));
  const forward = dominatorTree(count, 0, (node) => successors[node] as number[]);
  const reached = (index: number) => forward.reachable(index);
  const loops = findLoops(func, forward);
  const order = loopOrder(func, loops, reached);
  const ends = findEnds(func, successors, reached);

  // The virtual end is one more node, at which the reversed graph starts.
  const reversed: number[][] = Array.from({ length: count + 1 }, () => []);
  reversed[count] = ends.map((block) => block.index);
  successors.forEach((targets, index) => {
    if (reached(index)) for (const target of targets) (reversed[target] as number[]).push(index);
  });
  const backward = dominatorTree(count + 1, count, (node) => reversed[node] as number[]);
  const position = new Map(order.map((block, index) => [block, index]));
  const innermost = new Map<Block, Loop>();
  for (const loop of loops) for (const block of loop.blocks) innermost.set(block, loop);

  return {
    order,
    loops,
    ends,
    irreducible: order.some((block) =>
      block.successors.some(
        (target) =>
          (position.get(target) as number) <= (position.get(block) as number) &&
          !forward.dominates(target.index, block.index),
      ),
    ),
    reachable: (block) => reached(block.index),
    loopOf: (block) => innermost.get(block),
    depth: (block) => innermost.get(block)?.depth ?? 0,
    dominator: (block) => blocks[forward.parent(block.index)],
    dominates: (first, second) => forward.dominates(first.index, second.index),
    postDominator: (block) => blocks[backward.parent(block.index)],
    postDominates: (first, second) => backward.dominates(first.index, second.index),
  };
}

/** Blocks without successors; then, while a reachable block cannot get to one, the last such block. */
function findEnds(func: Func, successors: readonly number[][], reached: (index: number) => boolean): Block[] {
  const ends = func.blocks.filter((block) => reached(block.index) && successors[block.index]?.length === 0);
  const arrives = new Set<Block>();
  const spread = (from: Block) => {
    const work = [from];
    for (let block = work.pop(); block; block = work.pop()) {
      if (arrives.has(block)) continue;
      arrives.add(block);
      for (const predecessor of block.predecessors) if (reached(predecessor.index)) work.push(predecessor);
    }
  };
  for (const block of ends) spread(block);
  for (let index = func.blocks.length - 1; index >= 0; index--) {
    const block = func.blocks[index] as Block;
    if (!reached(index) || arrives.has(block)) continue;
    ends.push(block);
    spread(block);
  }
  return ends;
}

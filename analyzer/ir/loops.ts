/** Natural loops, and an order of blocks in which each loop is contiguous. */
import { type DominatorTree, reversePostOrder } from "./dominators";
import type { Block, Func } from "./model";

/** A natural loop: back edges to one header that dominates their sources. */
export interface Loop {
  readonly header: Block;
  /** All blocks of the loop, those of inner loops too. */
  readonly blocks: ReadonlySet<Block>;
  /** Blocks of the loop with an edge back to the header. */
  readonly latches: readonly Block[];
  /** Blocks of the loop with an edge out of it. */
  readonly exiting: readonly Block[];
  /** Blocks outside that those edges lead to. */
  readonly exits: readonly Block[];
  readonly parent: Loop | undefined;
  /** 1 for an outermost loop. */
  readonly depth: number;
}

/** All natural loops, outer ones before inner ones, else in the order of their headers. */
export function findLoops(func: Func, tree: DominatorTree): Loop[] {
  const found: { header: Block; blocks: Set<Block>; latches: Block[] }[] = [];
  for (const index of tree.order) {
    const header = func.blocks[index] as Block;
    const latches = header.predecessors.filter((latch) => tree.dominates(index, latch.index));
    if (latches.length) found.push({ header, latches, blocks: body(header, latches, tree) });
  }
  const loops: Loop[] = [];
  // Reverse post-order of headers puts outer loops first, so the last loop that has the header is the parent.
  for (const { header, blocks, latches } of found) {
    const parent = loops.findLast((loop) => loop.blocks.has(header));
    const exiting = [...blocks].filter((block) => block.successors.some((target) => !blocks.has(target)));
    const exits = [...new Set(exiting.flatMap((block) => block.successors.filter((target) => !blocks.has(target))))];
    loops.push({ header, blocks, latches, exiting, exits, parent, depth: (parent?.depth ?? 0) + 1 });
  }
  return loops;
}

function body(header: Block, latches: readonly Block[], tree: DominatorTree): Set<Block> {
  const blocks = new Set([header]);
  const work = [...latches];
  for (let block = work.pop(); block; block = work.pop()) {
    if (blocks.has(block)) continue;
    blocks.add(block);
    for (const predecessor of block.predecessors) if (tree.reachable(predecessor.index)) work.push(predecessor);
  }
  return blocks;
}

/**
 * Reachable blocks in reverse post-order with each loop's blocks contiguous: every loop is ordered as one node of the region
 * around it, which its own blocks then replace.
 */
export function loopOrder(func: Func, loops: readonly Loop[], reachable: (index: number) => boolean): Block[] {
  const innermost = new Map<Block, Loop>();
  for (const loop of loops) for (const block of loop.blocks) innermost.set(block, loop);
  const entry = func.blocks[0];
  if (!entry) return [];
  const order: Block[] = [];
  const { blocks } = func;
  const region = (start: Block, loop: Loop | undefined, startsAtHeader: boolean): void => {
    // A node is a block of this region, or the header of a loop directly inside it.
    const nodeOf = (block: Block): Block | undefined => {
      let at = innermost.get(block);
      if (at === loop) return block;
      while (at && at.parent !== loop) at = at.parent;
      return at?.header;
    };
    const next = (index: number): number[] => {
      const block = blocks[index] as Block;
      const inner = innermost.get(block) !== loop ? directlyInside(innermost.get(block), loop) : undefined;
      const targets = inner ? inner.exits : block.successors;
      const nodes: number[] = [];
      for (const target of targets) {
        // The surrounding region orders blocks outside of this one; the header is already ordered.
        if (loop && !loop.blocks.has(target)) continue;
        const node = nodeOf(target);
        if (node && reachable(node.index)) nodes.push(node.index);
      }
      return nodes;
    };
    const root = startsAtHeader ? start : (nodeOf(start) as Block);
    for (const index of reversePostOrder(blocks.length, root.index, next)) {
      const block = blocks[index] as Block;
      const inner = innermost.get(block) !== loop ? directlyInside(innermost.get(block), loop) : undefined;
      if (inner) region(inner.header, inner, true);
      else order.push(block);
    }
  };
  region(entry, undefined, false);
  return order;
}

function directlyInside(inner: Loop | undefined, outer: Loop | undefined): Loop | undefined {
  let at = inner;
  while (at && at.parent !== outer) at = at.parent;
  return at;
}

/** Whether control can return from a block to itself. */
export function isInCycle(block: Block): boolean {
  const seen = new Set<Block>();
  const work = [...block.successors];
  for (let at = work.pop(); at; at = work.pop()) {
    if (at === block) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    work.push(...at.successors);
  }
  return false;
}

/**
 * The order in which a function's blocks are executed: a topological order (but for back edges) in which every natural
 * loop is one contiguous run. Always executing the first block of this order that has lanes waiting makes lanes meet
 * again at the immediate post-dominator of the branch that parted them.
 */
import type { Block, Func } from "../../analyzer/ir/model";

export interface Loop {
  readonly header: Block;
  readonly blocks: ReadonlySet<Block>;
  readonly parent: Loop | undefined;
}

export interface BlockOrder {
  /** Reachable blocks in execution order. */
  readonly blocks: readonly Block[];
  readonly position: ReadonlyMap<Block, number>;
  /** Outer loops before inner ones. */
  readonly loops: readonly Loop[];
  /** The innermost loop around a block. */
  readonly loopOf: ReadonlyMap<Block, Loop>;
  /** Some cycle is entered at more than one block: no loop structure can be relied upon. */
  readonly irreducible: boolean;
}

function reversePostOrder(entry: Block): Block[] {
  const seen = new Set<Block>([entry]);
  const order: Block[] = [];
  const stack: { block: Block; next: number }[] = [{ block: entry, next: 0 }];
  while (stack.length) {
    const top = stack.at(-1)!;
    const successor = top.block.successors[top.next++];
    if (successor === undefined) {
      order.push(top.block);
      stack.pop();
    } else if (!seen.has(successor)) {
      seen.add(successor);
      stack.push({ block: successor, next: 0 });
    }
  }
  return order.reverse();
}

/** Immediate dominators by the iterative algorithm of Cooper, Harvey and Kennedy. */
function immediateDominators(order: readonly Block[], position: ReadonlyMap<Block, number>): number[] {
  const idom: number[] = order.map(() => -1);
  idom[0] = 0;
  const meet = (left: number, right: number): number => {
    let [a, b] = [left, right];
    while (a !== b) {
      while (a > b) a = idom[a]!;
      while (b > a) b = idom[b]!;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = 1; index < order.length; index++) {
      let found = -1;
      for (const predecessor of order[index]!.predecessors) {
        const from = position.get(predecessor);
        if (from === undefined || idom[from] === -1) continue;
        found = found === -1 ? from : meet(from, found);
      }
      if (found !== idom[index]) {
        idom[index] = found;
        changed = true;
      }
    }
  }
  return idom;
}

export function blockOrder(fn: Func): BlockOrder {
  const rpo = reversePostOrder(fn.blocks[0]!);
  const number = new Map(rpo.map((block, index) => [block, index]));
  const idom = immediateDominators(rpo, number);
  const dominates = (a: number, b: number): boolean => {
    let at = b;
    while (at > a) at = idom[at]!;
    return at === a;
  };
  let irreducible = false;
  const bodies = new Map<Block, Set<Block>>();
  for (const block of rpo) {
    for (const successor of block.successors) {
      const [from, to] = [number.get(block)!, number.get(successor)!];
      if (to > from) continue;
      if (!dominates(to, from)) {
        irreducible = true;
        continue;
      }
      const body = bodies.get(successor) ?? new Set([successor]);
      bodies.set(successor, body);
      const work = [block];
      for (let at = work.pop(); at; at = work.pop()) {
        if (body.has(at)) continue;
        body.add(at);
        work.push(...at.predecessors.filter((predecessor) => number.has(predecessor)));
      }
    }
  }
  if (irreducible) {
    return { blocks: rpo, position: number, loops: [], loopOf: new Map(), irreducible };
  }
  const loops: Loop[] = [];
  for (const [header, blocks] of [...bodies].sort((a, b) => b[1].size - a[1].size)) {
    const parent = loops.findLast((outer) => outer.blocks.has(header));
    loops.push({ header, blocks, parent });
  }
  const loopOf = new Map<Block, Loop>();
  for (const loop of loops) for (const block of loop.blocks) loopOf.set(block, loop);
  const blocks = contiguous(rpo, number, loopOf);
  const position = new Map(blocks.map((block, index) => [block, index]));
  return { blocks, position, loops, loopOf, irreducible };
}

function contiguous(rpo: readonly Block[], number: Map<Block, number>, loopOf: Map<Block, Loop>): Block[] {
  const isBackEdge = (from: Block, to: Block) => number.get(to)! <= number.get(from)!;
  const waitsFor = new Map<Block, number>();
  for (const block of rpo) {
    waitsFor.set(block, block.predecessors.filter((from) => number.has(from) && !isBackEdge(from, block)).length);
  }
  const result: Block[] = [];
  const ready: Block[] = [rpo[0]!];
  const openLoops: { readonly loop: Loop; left: number }[] = [];
  while (ready.length) {
    while (openLoops.length && openLoops.at(-1)!.left === 0) openLoops.pop();
    const inside = openLoops.at(-1)?.loop;
    let best = -1;
    ready.forEach((block, index) => {
      if (inside && !inside.blocks.has(block)) return;
      if (best < 0 || number.get(block)! < number.get(ready[best]!)!) best = index;
    });
    const block = ready.splice(best, 1)[0]!;
    result.push(block);
    const loop = loopOf.get(block);
    if (loop?.header === block) openLoops.push({ loop, left: loop.blocks.size });
    for (const open of openLoops) if (open.loop.blocks.has(block)) open.left--;
    for (const successor of block.successors) {
      if (isBackEdge(block, successor)) continue;
      const left = waitsFor.get(successor)! - 1;
      waitsFor.set(successor, left);
      if (left === 0) ready.push(successor);
    }
  }
  return result;
}

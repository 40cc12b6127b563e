/**
 * Dominators of a graph whose nodes are numbers.
 *
 * Reference: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
 */

/** A dominator tree; nodes that the root does not reach are outside of it. */
export interface DominatorTree {
  /** Immediate dominator; −1 for the root and for what is not reachable. */
  parent(node: number): number;
  /** Whether every path from the root to `second` goes through `first`; reflexive on reachable nodes. */
  dominates(first: number, second: number): boolean;
  reachable(node: number): boolean;
  /** Reachable nodes in reverse post-order. */
  readonly order: readonly number[];
}

/** Dominators of the graph of `count` nodes from `root`. */
export function dominatorTree(
  count: number,
  root: number,
  successors: (node: number) => readonly number[],
): DominatorTree {
  const order = reversePostOrder(count, root, successors);
  const rank = new Int32Array(count).fill(-1);
  order.forEach((node, index) => {
    rank[node] = index;
  });
  const predecessors: number[][] = Array.from({ length: count }, () => []);
  for (const node of order) for (const target of successors(node)) (predecessors[target] as number[]).push(node);

  const parent = new Int32Array(count).fill(-1);
  parent[root] = root;
  const meet = (left: number, right: number): number => {
    let [a, b] = [left, right];
    while (a !== b) {
      while ((rank[a] as number) > (rank[b] as number)) a = parent[a] as number;
      while ((rank[b] as number) > (rank[a] as number)) b = parent[b] as number;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order) {
      if (node === root) continue;
      let best = -1;
      for (const predecessor of predecessors[node] as number[]) {
        if (parent[predecessor] === -1) continue;
        best = best === -1 ? predecessor : meet(best, predecessor);
      }
      if (parent[node] !== best) {
        parent[node] = best;
        changed = true;
      }
    }
  }
  parent[root] = -1;

  const [enter, leave] = intervals(order, parent, count);
  return {
    order,
    parent: (node) => parent[node] ?? -1,
    reachable: (node) => (rank[node] ?? -1) >= 0,
    dominates: (first, second) =>
      (rank[first] ?? -1) >= 0 &&
      (rank[second] ?? -1) >= 0 &&
      (enter[first] as number) <= (enter[second] as number) &&
      (leave[second] as number) <= (leave[first] as number),
  };
}

/** Nodes that `root` reaches, each after all that lead to it except along retreating edges. */
export function reversePostOrder(
  count: number,
  root: number,
  successors: (node: number) => readonly number[],
): readonly number[] {
  const seen = new Uint8Array(count);
  const order: number[] = [];
  // A switch has thousands of successors: they are asked for once.
  const stack = [{ node: root, targets: successors(root), next: 0 }];
  seen[root] = 1;
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const target = top.targets[top.next++];
    if (target === undefined) {
      order.push(top.node);
      stack.pop();
    } else if (!seen[target]) {
      seen[target] = 1;
      stack.push({ node: target, targets: successors(target), next: 0 });
    }
  }
  return order.reverse();
}

/** Times at which a walk over the tree enters and leaves each node: an ancestor's interval contains its descendants'. */
function intervals(order: readonly number[], parent: Int32Array, count: number): [Int32Array, Int32Array] {
  const children: number[][] = Array.from({ length: count }, () => []);
  for (const node of order) {
    const above = parent[node] as number;
    if (above >= 0) (children[above] as number[]).push(node);
  }
  const enter = new Int32Array(count);
  const leave = new Int32Array(count);
  let time = 0;
  const stack = order.length ? [{ node: order[0] as number, next: 0 }] : [];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (top.next === 0) enter[top.node] = time++;
    const child = children[top.node]?.[top.next++];
    if (child === undefined) {
      leave[top.node] = time++;
      stack.pop();
    } else stack.push({ node: child, next: 0 });
  }
  return [enter, leave];
}

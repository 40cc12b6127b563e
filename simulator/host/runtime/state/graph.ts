/** Graphs: nodes of work with their dependencies, captured from streams or built by hand, and run as often as launched. */
import type { GraphNode, GraphState, NodeKind, NodeWork } from "../../model/graph";

/** `cudaStreamCaptureMode` */
export const CaptureMode = { global: 0, threadLocal: 1, relaxed: 2 } as const;

/** A graph without nodes. */
export function emptyGraph(): GraphState {
  return { nodes: new Map() };
}

/** Adds a node after those that it depends on. */
export function addNode(
  graph: GraphState,
  handle: bigint,
  kind: NodeKind,
  work: NodeWork,
  after: Iterable<bigint>,
): void {
  graph.nodes.set(handle, { kind, handle, work, isEnabled: true, after: new Set(after), attributes: new Map() });
}

/** A graph as it is now, for an executable one: later changes of the original do not reach it. Nodes keep their handles. */
export function snapshot(graph: GraphState): GraphState {
  const copies = [...graph.nodes.values()].map((node) => ({
    ...node,
    work: fixed(node.work),
    after: new Set(node.after),
    attributes: new Map(node.attributes),
  }));
  return copyOf(graph, copies);
}

/** Work whose bodies, too, stay what they are. */
function fixed(work: NodeWork): NodeWork {
  const { condition } = work;
  return condition ? { ...work, condition: { ...condition, bodies: condition.bodies.map(snapshot) } } : work;
}

/** Other nodes, and the same user objects. */
function copyOf({ holds }: GraphState, nodes: readonly GraphNode[]): GraphState {
  return { nodes: new Map(nodes.map((node) => [node.handle, node])), ...(holds && { holds: new Map(holds) }) };
}

/** A copy whose nodes have handles of their own. */
export function clone(graph: GraphState, newHandle: () => bigint): GraphState {
  const renamed = new Map([...graph.nodes.keys()].map((handle) => [handle, newHandle()]));
  const copies = [...graph.nodes.values()].map((node) => ({
    ...node,
    handle: renamed.get(node.handle)!,
    origin: node.handle,
    after: new Set([...node.after].map((one) => renamed.get(one)!)),
    attributes: new Map(node.attributes),
  }));
  return copyOf(graph, copies);
}

/** Nodes that nothing comes after. */
export function leaves(graph: GraphState): bigint[] {
  const used = new Set([...graph.nodes.values()].flatMap((node) => [...node.after]));
  return [...graph.nodes.keys()].filter((one) => !used.has(one));
}

/** Nodes so that each comes after those that it depends on. */
export function inOrder(graph: GraphState): GraphNode[] {
  const placed = new Set<bigint>();
  const sorted: GraphNode[] = [];
  const visit = (handle: bigint) => {
    const node = graph.nodes.get(handle);
    if (!node || placed.has(handle)) return;
    placed.add(handle);
    for (const before of node.after) visit(before);
    sorted.push(node);
  };
  for (const handle of graph.nodes.keys()) visit(handle);
  return sorted;
}

/** `cudaGraphExecUpdateResult` */
export const UpdateResult = { success: 0, topologyChanged: 2, nodeTypeChanged: 3 } as const;

/** Gives an executable graph the work of another of the same shape, node by node in the order of creation. */
export function update(executable: GraphState, graph: GraphState): (typeof UpdateResult)[keyof typeof UpdateResult] {
  const [mine, theirs] = [[...executable.nodes.values()], [...graph.nodes.values()]];
  if (mine.length !== theirs.length) return UpdateResult.topologyChanged;
  const place = (nodes: readonly GraphNode[], handle: bigint) => nodes.findIndex((node) => node.handle === handle);
  for (const [i, node] of theirs.entries()) {
    const edges = [...node.after].map((one) => place(theirs, one)).sort();
    const known = [...mine[i]!.after].map((one) => place(mine, one)).sort();
    if (edges.join() !== known.join()) return UpdateResult.topologyChanged;
  }
  if (theirs.some((node, i) => node.kind !== mine[i]!.kind)) return UpdateResult.nodeTypeChanged;
  for (const [i, node] of theirs.entries()) mine[i]!.work = node.work;
  return UpdateResult.success;
}

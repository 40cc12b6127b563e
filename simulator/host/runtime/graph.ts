/** Graphs: nodes of work with their dependencies, captured from streams or built by hand, and run as often as launched. */
import type { Request } from "./submit";

export type NodeKind = "kernel" | "memcpy" | "memset" | "host" | "graph" | "empty" | "waitEvent" | "eventRecord";

/** `cudaGraphNodeType`. */
export const nodeTypes: Readonly<Record<NodeKind, number>> = {
  kernel: 0,
  memcpy: 1,
  memset: 2,
  host: 3,
  graph: 4,
  empty: 5,
  waitEvent: 6,
  eventRecord: 7,
};

export interface GraphNode {
  readonly kind: NodeKind;
  /** Handle that the program knows it by. */
  readonly handle: bigint;
  request: Request | undefined;
  /** Indices of nodes that must be done before. */
  readonly after: number[];
  readonly child?: GraphState;
}

export interface GraphState {
  readonly nodes: GraphNode[];
}

/** A graph as it is now, for an executable one: later changes of the original do not reach it. */
export function snapshot(graph: GraphState): GraphState {
  return { nodes: graph.nodes.map((node) => ({ ...node, after: [...node.after] })) };
}

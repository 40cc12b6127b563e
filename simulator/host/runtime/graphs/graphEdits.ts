/**
 * Nodes of graphs in the newer spelling, where one structure describes any kind; copies to and from variables; events,
 * allocations and child graphs of nodes; graphs as text. Reference: CUDA Runtime API, "Graph Management".
 */
import { filesOf, writeBytes } from "../../libc/files";
import { type GraphNode, type NodeKind, type NodeWork, nodeTypes } from "../../model/graph";
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { copySymbol } from "../memory/symbols";
import { CudaError, calls } from "../state/errors";
import { nodeOf } from "../state/handles";
import { takeRequest } from "../streams/submit";
import { add, change, childWork, describers, type Head } from "./graphNodes";

/** Where `cudaGraphNodeParams` has the description of its kind; that of a copy stands after its flags. */
const DESCRIPTION = 16n;
const COPY_FLAGS = 16n;

/** Kinds whose description is a handle or an address itself, not a structure that is pointed to. */
const byValue: ReadonlySet<NodeKind> = new Set(["graph", "waitEvent", "eventRecord", "memFree"]);

/** Kind and work that a `cudaGraphNodeParams` describes, or an error code. */
function generic(machine: HostMachine, at: bigint): { readonly kind: NodeKind; readonly work: NodeWork } | number {
  const type = machine.getInt(at);
  const kind = (Object.keys(nodeTypes) as NodeKind[]).find((one) => nodeTypes[one] === type);
  const describe = kind && describers[kind];
  if (!describe) return CudaError.InvalidValue;
  const place = at + DESCRIPTION + (kind === "memcpy" ? COPY_FLAGS : 0n);
  const work = describe(machine, byValue.has(kind) ? machine.getLong(place) : place);
  return typeof work === "number" ? work : { kind, work };
}

function executableNode(machine: HostMachine, executable: bigint, node: bigint): GraphNode | undefined {
  return machine.cuda.executables.get(executable)?.nodes.get(node);
}

function changeGeneric(machine: HostMachine, node: GraphNode | undefined, at: bigint): number {
  const described = generic(machine, at);
  return typeof described === "number" ? described : change(node, described.kind, described.work);
}

type ToSymbol = [shadow: bigint, from: bigint, bytes: bigint, offset: bigint, kind: number];
type FromSymbol = [to: bigint, shadow: bigint, bytes: bigint, offset: bigint, kind: number];

function toSymbol(machine: HostMachine, ...[shadow, from, bytes, offset, kind]: ToSymbol): NodeWork | number {
  const request = takeRequest(machine, (stream) =>
    copySymbol(machine, shadow, from, bytes, offset, kind, true, { stream }),
  );
  return typeof request === "number" ? request : { request };
}

function fromSymbol(machine: HostMachine, ...[to, shadow, bytes, offset, kind]: FromSymbol): NodeWork | number {
  const request = takeRequest(machine, (stream) =>
    copySymbol(machine, shadow, to, bytes, offset, kind, false, { stream }),
  );
  return typeof request === "number" ? request : { request };
}

/** Adding, changing and, in an executable graph, changing copies that name a variable. */
function symbolNodes(
  direction: "ToSymbol" | "FromSymbol",
  work: (machine: HostMachine, ...values: [bigint, bigint, bigint, bigint, number]) => NodeWork | number,
): Record<string, HostFunction> {
  type Values = [bigint, bigint, bigint, bigint, number];
  return {
    [`cudaGraphAddMemcpyNode${direction}`]: (
      machine: HostMachine,
      ...[result, graph, list, count, ...values]: [...Head, ...Values]
    ) => add(machine, [result, graph, list, count], "memcpy", work(machine, ...values)),
    [`cudaGraphMemcpyNodeSetParams${direction}`]: (machine: HostMachine, node: bigint, ...values: Values) =>
      change(nodeOf(machine, node), "memcpy", work(machine, ...values)),
    [`cudaGraphExecMemcpyNodeSetParams${direction}`]: (
      machine: HostMachine,
      executable: bigint,
      node: bigint,
      ...values: Values
    ) => change(executableNode(machine, executable, node), "memcpy", work(machine, ...values)),
  };
}

/** Reading and changing the event of a node that records one or waits for one. */
function eventNodes(name: "Record" | "Wait", kind: NodeKind): Record<string, HostFunction> {
  const work = (machine: HostMachine, event: bigint) => describers[kind]!(machine, event);
  return {
    [`cudaGraphEvent${name}NodeGetEvent`](machine: HostMachine, handle: bigint, result: bigint) {
      const node = nodeOf(machine, handle);
      if (node?.kind !== kind || node.work.event === undefined) return CudaError.InvalidValue;
      machine.setLong(result, node.work.event);
      return CudaError.Success;
    },
    [`cudaGraphEvent${name}NodeSetEvent`]: (machine: HostMachine, handle: bigint, event: bigint) =>
      change(nodeOf(machine, handle), kind, work(machine, event)),
    [`cudaGraphExecEvent${name}NodeSetEvent`]: (
      machine: HostMachine,
      executable: bigint,
      handle: bigint,
      event: bigint,
    ) => change(executableNode(machine, executable, handle), kind, work(machine, event)),
  };
}

/** Gives back what a node of a kind was described with. */
function parametersOf(kind: NodeKind) {
  return (machine: HostMachine, handle: bigint, at: bigint): number => {
    const node = nodeOf(machine, handle);
    const known = node?.kind === kind ? node.work.parameters : undefined;
    if (!known) return CudaError.InvalidValue;
    machine.bytes.set(known, machine.at(at, known.length));
    return CudaError.Success;
  };
}

/** A graph in the language of Graphviz: one line a node with its kind and what it does, one line an edge. */
function asDot(nodes: readonly GraphNode[]): string {
  const numbers = new Map(nodes.map((node, i) => [node.handle, i]));
  const boxes = nodes.map(
    ({ kind, work }, i) => `  n${i} [label="${kind}${work.request ? `\\n${work.request.label}` : ""}"];`,
  );
  const edges = nodes.flatMap(({ after }, i) => [...after].map((one) => `  n${numbers.get(one)} -> n${i};`));
  return `digraph graph_1 {\n${[...boxes, ...edges].join("\n")}\n}\n`;
}

/** The runtime's calls about nodes of any kind, by name. */
export const graphEdits: HostLibrary = calls({
  cudaGraphAddNode(
    machine,
    ...[result, graph, list, _data, count, at]: [bigint, bigint, bigint, bigint, bigint, bigint]
  ) {
    const described = generic(machine, at);
    if (typeof described === "number") return described;
    return add(machine, [result, graph, list, count], described.kind, described.work);
  },
  cudaGraphNodeSetParams: (machine, node: bigint, at: bigint) => changeGeneric(machine, nodeOf(machine, node), at),
  cudaGraphExecNodeSetParams: (machine, executable: bigint, node: bigint, at: bigint) =>
    changeGeneric(machine, executableNode(machine, executable, node), at),
  ...symbolNodes("ToSymbol", toSymbol),
  ...symbolNodes("FromSymbol", fromSymbol),
  ...eventNodes("Record", "eventRecord"),
  ...eventNodes("Wait", "waitEvent"),
  cudaGraphExecChildGraphNodeSetParams: (machine, executable: bigint, node: bigint, child: bigint) =>
    change(executableNode(machine, executable, node), "graph", childWork(machine, child)),
  cudaGraphMemAllocNodeGetParams: parametersOf("memAlloc"),
  cudaGraphMemFreeNodeGetParams: parametersOf("memFree"),
  cudaGraphKernelNodeCopyAttributes(machine, to: bigint, from: bigint) {
    const [target, source] = [nodeOf(machine, to), nodeOf(machine, from)];
    if (target?.kind !== "kernel" || source?.kind !== "kernel") return CudaError.InvalidValue;
    for (const [key, value] of source.attributes) target.attributes.set(key, value);
    return CudaError.Success;
  },
  // The text is ours: the format of the driver's is not documented.
  cudaGraphDebugDotPrint(machine, handle: bigint, path: bigint) {
    const graph = machine.cuda.graphs.get(handle);
    if (!graph || path === 0n) return CudaError.InvalidValue;
    const files = filesOf(machine);
    const file = files.fopen(machine.text(path), "w");
    if (file === 0n) return CudaError.OperatingSystem;
    writeBytes(machine, file, new TextEncoder().encode(asDot([...graph.nodes.values()])));
    files.open.delete(file);
    return CudaError.Success;
  },
});

/** Nodes of graphs built by hand: what each kind is described with, adding them, reading them back and changing them. */

import type { GraphNode, NodeKind, NodeWork, Request } from "../../model/graph";
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { kernelOf, parameterSizes } from "../launch/kernels";
import { launchRequest } from "../launch/launch";
import { copyBytes, fillElements } from "../memory/copies";
import { CudaError, calls } from "../state/errors";
import { addNode, snapshot } from "../state/graph";
import { handlesAt, newHandle, nodeOf } from "../state/handles";
import { conditionalWork } from "../streams/conditional";
import { ATTRIBUTE_BYTES, hostRequest, setAttribute } from "../streams/streams";
import { takeRequest } from "../streams/submit";
import { copy3D } from "../textures/arrayCopies";

/** Bytes of the parameter structures, in our `driver_types.h`. */
const SIZE = { kernel: 56, memcpy: 160, memset: 40, host: 16, alloc: 120 } as const;
/** Where `cudaMemAllocNodeParams` has its size and its address. */
const ALLOC = { bytes: 104n, address: 112n } as const;

/** The work of a node described by the structure at an address, or an error code. */
export type Describe = (machine: HostMachine, at: bigint) => NodeWork | number;

function described(parameters: Uint8Array, request: Request | number): NodeWork | number {
  return typeof request === "number" ? request : { request, parameters };
}

/** `cudaKernelNodeParams`: function, grid, block, shared bytes, parameters. Their values are copied for good. */
function kernelWork(machine: HostMachine, at: bigint): NodeWork | number {
  const word = (offset: number) => machine.getInt(at + BigInt(offset)) >>> 0;
  const configuration = {
    grid: [word(8), word(12), word(16)],
    block: [word(20), word(24), word(28)],
    shared: BigInt(word(32)),
    stream: 0n,
  } as const;
  const [stub, list] = [machine.getLong(at), machine.getLong(at + 40n)];
  const parameters = machine.bytesAt(at, SIZE.kernel);
  const kernel = kernelOf(machine, stub);
  if (!kernel) return CudaError.InvalidDeviceFunction;
  const sizes = parameterSizes(kernel);
  const values = machine.allocate(8 * sizes.length + sizes.reduce((sum, size) => sum + Math.ceil(size / 16) * 16, 16));
  let next = values + BigInt(Math.ceil((8 * sizes.length) / 16) * 16);
  sizes.forEach((size, i) => {
    const value = machine.bytesAt(machine.getLong(list + BigInt(8 * i)), size);
    machine.bytes.set(value, machine.at(next, size));
    machine.setLong(values + BigInt(8 * i), next);
    next += BigInt(Math.ceil(size / 16) * 16);
  });
  new DataView(parameters.buffer).setBigUint64(40, values, true);
  return described(parameters, launchRequest(machine, stub, configuration, values));
}

/** `cudaMemsetParams`: destination, pitch, value, bytes of an element, elements in a row, rows. */
function memsetWork(machine: HostMachine, at: bigint): NodeWork | number {
  const [to, pitch, width, height] = [0n, 8n, 24n, 32n].map((offset) => machine.getLong(at + offset)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const element = { value: machine.getInt(at + 16n), size: machine.getInt(at + 20n) };
  if (![1, 2, 4].includes(element.size)) return CudaError.InvalidValue;
  const request = takeRequest(machine, (stream) =>
    fillElements(machine, to, Number(pitch), element, Number(width), Number(height), stream),
  );
  return described(machine.bytesAt(at, SIZE.memset), request);
}

function memcpyWork(machine: HostMachine, at: bigint): NodeWork | number {
  const request = takeRequest(machine, (stream) => copy3D(machine, at, { stream }));
  return described(machine.bytesAt(at, SIZE.memcpy), request);
}

function plainCopy(machine: HostMachine, to: bigint, from: bigint, bytes: bigint, kind: number): NodeWork | number {
  const request = takeRequest(machine, (stream) => copyBytes(machine, to, from, bytes, kind, { stream }));
  return typeof request === "number" ? request : { request };
}

function hostWork(machine: HostMachine, at: bigint): NodeWork {
  const [callee, data] = [machine.getLong(at), machine.getLong(at + 8n)];
  const request = hostRequest(() => void machine.program.callPointer(callee, data));
  return { request, parameters: machine.bytesAt(at, SIZE.host) };
}

function eventWork(machine: HostMachine, event: bigint): NodeWork | number {
  return machine.cuda.events.has(event) ? { event } : CudaError.InvalidValue;
}

/** Memory of an allocation node is there from the start: programs may only use it in the order that the graph gives. */
function allocWork(machine: HostMachine, at: bigint): NodeWork | number {
  const size = Number(machine.getLong(at + ALLOC.bytes));
  if (size === 0) return CudaError.InvalidValue;
  const address = machine.memory.allocate(size);
  if (address === undefined) return CudaError.MemoryAllocation;
  machine.setLong(at + ALLOC.address, address);
  machine.cuda.graphMemory.add(address);
  return { parameters: machine.bytesAt(at, SIZE.alloc) };
}

/** Frees nothing: the memory is the graph's and stays, as its next launch uses it again. */
function freeWork(machine: HostMachine, address: bigint): NodeWork | number {
  if (!machine.memory.allocationOf(address)) return CudaError.InvalidValue;
  return { parameters: new Uint8Array(new BigUint64Array([address]).buffer) };
}

/** A graph as a node of another: a copy as it is now. */
export function childWork(machine: HostMachine, handle: bigint): NodeWork | number {
  const inner = machine.cuda.graphs.get(handle);
  if (!inner) return CudaError.InvalidValue;
  const { nodes } = snapshot(inner);
  return { child: { nodes } };
}

/** What describes the work of a node of each kind; kinds that only order others need nothing. */
export const describers: Readonly<Partial<Record<NodeKind, Describe>>> = {
  kernel: kernelWork,
  memcpy: memcpyWork,
  memset: memsetWork,
  host: hostWork,
  graph: childWork,
  waitEvent: eventWork,
  eventRecord: eventWork,
  memAlloc: allocWork,
  memFree: freeWork,
  conditional: conditionalWork,
  empty: () => ({}),
};

/** Arguments that every `cudaGraphAdd…Node` begins with. */
export type Head = [result: bigint, graph: bigint, list: bigint, count: bigint];

/** Adds a node after others and gives its handle. */
export function add(
  machine: HostMachine,
  [result, handle, list, count]: Head,
  kind: NodeKind,
  work: NodeWork | number,
): number {
  const graph = machine.cuda.graphs.get(handle);
  if (!graph) return CudaError.InvalidValue;
  if (typeof work === "number") return work;
  const after = handlesAt(machine, list, count);
  if (after.some((one) => !graph.nodes.has(one))) return CudaError.InvalidValue;
  const node = newHandle(machine);
  addNode(graph, node, kind, { ...work, place: machine.place }, after);
  machine.setLong(result, node);
  return CudaError.Success;
}

/** `cudaGraphAdd…Node` of a kind that a structure describes. */
function adding(kind: NodeKind, describe: Describe): HostFunction {
  return (machine: HostMachine, ...[result, graph, list, count, at]: [...Head, bigint]) =>
    add(machine, [result, graph, list, count], kind, describe(machine, at));
}

/** Changes what a node of a kind does. */
export function change(node: GraphNode | undefined, kind: NodeKind, work: NodeWork | number): number {
  if (node?.kind !== kind) return CudaError.InvalidValue;
  if (typeof work === "number") return work;
  node.work = { ...work, place: node.work.place };
  return CudaError.Success;
}

/** Reading and changing nodes of a kind, in graphs and in executable ones. */
function parameters(name: string, kind: NodeKind, describe: Describe): Record<string, HostFunction> {
  return {
    [`cudaGraph${name}NodeGetParams`](machine: HostMachine, handle: bigint, at: bigint) {
      const node = nodeOf(machine, handle);
      const known = node?.kind === kind ? node.work.parameters : undefined;
      if (!known) return CudaError.InvalidValue;
      machine.bytes.set(known, machine.at(at, known.length));
      return CudaError.Success;
    },
    [`cudaGraph${name}NodeSetParams`]: (machine: HostMachine, handle: bigint, at: bigint) =>
      change(nodeOf(machine, handle), kind, describe(machine, at)),
    [`cudaGraphExec${name}NodeSetParams`]: (machine: HostMachine, executable: bigint, node: bigint, at: bigint) =>
      change(machine.cuda.executables.get(executable)?.nodes.get(node), kind, describe(machine, at)),
  };
}

type PlainCopy = [to: bigint, from: bigint, bytes: bigint, kind: number];

/** The runtime's calls about nodes of graphs, by name. */
export const graphNodes: HostLibrary = calls({
  cudaGraphAddKernelNode: adding("kernel", kernelWork),
  cudaGraphAddMemcpyNode: adding("memcpy", memcpyWork),
  cudaGraphAddMemsetNode: adding("memset", memsetWork),
  cudaGraphAddHostNode: adding("host", hostWork),
  cudaGraphAddEventRecordNode: adding("eventRecord", eventWork),
  cudaGraphAddEventWaitNode: adding("waitEvent", eventWork),
  cudaGraphAddMemAllocNode: adding("memAlloc", allocWork),
  cudaGraphAddMemFreeNode: adding("memFree", freeWork),
  cudaGraphAddMemcpyNode1D: (machine, ...[result, graph, list, count, ...copy]: [...Head, ...PlainCopy]) =>
    add(machine, [result, graph, list, count], "memcpy", plainCopy(machine, ...copy)),
  cudaGraphAddEmptyNode: (machine, ...head: Head) => add(machine, head, "empty", {}),
  cudaGraphAddChildGraphNode: adding("graph", childWork),
  ...parameters("Kernel", "kernel", kernelWork),
  ...parameters("Memcpy", "memcpy", memcpyWork),
  ...parameters("Memset", "memset", memsetWork),
  ...parameters("Host", "host", hostWork),
  cudaGraphMemcpyNodeSetParams1D: (machine, handle: bigint, ...copy: PlainCopy) =>
    change(nodeOf(machine, handle), "memcpy", plainCopy(machine, ...copy)),
  cudaGraphExecMemcpyNodeSetParams1D: (machine, executable: bigint, node: bigint, ...copy: PlainCopy) =>
    change(machine.cuda.executables.get(executable)?.nodes.get(node), "memcpy", plainCopy(machine, ...copy)),
  cudaGraphChildGraphNodeGetGraph(machine, handle: bigint, result: bigint) {
    const child = nodeOf(machine, handle)?.work.child;
    if (!child) return CudaError.InvalidValue;
    const graph = newHandle(machine);
    machine.cuda.graphs.set(graph, child);
    machine.setLong(result, graph);
    return CudaError.Success;
  },
  cudaGraphKernelNodeSetAttribute(machine, handle: bigint, attribute: number, value: bigint) {
    const node = nodeOf(machine, handle);
    if (node?.kind !== "kernel") return CudaError.InvalidValue;
    return setAttribute(machine, node.attributes, attribute, value);
  },
  cudaGraphKernelNodeGetAttribute(machine, handle: bigint, attribute: number, value: bigint) {
    const node = nodeOf(machine, handle);
    if (node?.kind !== "kernel") return CudaError.InvalidValue;
    const known = node.attributes.get(attribute) ?? new Uint8Array(ATTRIBUTE_BYTES);
    machine.bytes.set(known, machine.at(value, ATTRIBUTE_BYTES));
    return CudaError.Success;
  },
});

/** Graphs: capture from streams, nodes by hand, instantiation and launch. Reference: CUDA Runtime API, "Graph Management". */
import type { HostLibrary, HostMachine } from "../machine";
import { copyBytes } from "./copies";
import { CudaError, calls } from "./errors";
import { type GraphNode, type GraphState, type NodeKind, nodeTypes, snapshot } from "./graph";
import { launchRequest } from "./launch";
import type { StreamState } from "./state";
import { type Request, runGraph, streamOf } from "./submit";

function newHandle(machine: HostMachine): bigint {
  machine.cuda.nextHandle += 16n;
  return machine.cuda.nextHandle;
}

function keepGraph(machine: HostMachine, result: bigint, graph: GraphState, call: string): number {
  const handle = newHandle(machine);
  machine.cuda.graphs.set(handle, graph);
  machine.log.add({ kind: "graph", call, address: handle, bytes: 0, place: machine.place });
  machine.setLong(result, handle);
  return CudaError.Success;
}

function capturing(machine: HostMachine, graph: GraphState): StreamState[] {
  return [machine.cuda.perThread, ...machine.cuda.streams.values()].filter((one) => one.capture === graph);
}

/** Nodes that nothing comes after. */
function leaves(graph: GraphState): number[] {
  const used = new Set(graph.nodes.flatMap((node) => node.after));
  return [...graph.nodes.keys()].filter((one) => !used.has(one));
}

function endCapture(machine: HostMachine, handle: bigint, result: bigint): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  const graph = stream.capture;
  if (!graph) return CudaError.IllegalState;
  const joined = leaves(graph).every((one) => stream.tail.includes(one));
  for (const one of capturing(machine, graph)) {
    one.capture = undefined;
    one.tail = [];
  }
  if (!joined) {
    machine.setLong(result, 0n);
    return CudaError.StreamCaptureUnjoined;
  }
  return keepGraph(machine, result, graph, "cudaStreamEndCapture");
}

/** Indices of the nodes that a list of handles names. */
function dependencies(machine: HostMachine, graph: GraphState, list: bigint, count: bigint): number[] {
  return Array.from({ length: Number(count) }, (_, i) => {
    const handle = machine.getLong(list + BigInt(8 * i));
    return graph.nodes.findIndex((node) => node.handle === handle);
  }).filter((one) => one >= 0);
}

function addNode(
  machine: HostMachine,
  [result, graphHandle, list, count]: readonly [bigint, bigint, bigint, bigint],
  kind: NodeKind,
  request: Request | number | undefined,
  child?: GraphState,
): number {
  const graph = machine.cuda.graphs.get(graphHandle);
  if (!graph) return CudaError.InvalidValue;
  if (typeof request === "number") return request;
  const node: GraphNode = {
    kind,
    handle: newHandle(machine),
    request,
    after: dependencies(machine, graph, list, count),
    ...(child && { child }),
  };
  graph.nodes.push(node);
  machine.setLong(result, node.handle);
  return CudaError.Success;
}

/** `cudaKernelNodeParams`: function, grid, block, shared bytes, parameters. */
function kernelRequest(machine: HostMachine, at: bigint): Request | number {
  const word = (offset: number) => machine.getInt(at + BigInt(offset)) >>> 0;
  const configuration = {
    grid: [word(8), word(12), word(16)],
    block: [word(20), word(24), word(28)],
    shared: BigInt(word(32)),
    stream: 0n,
  } as const;
  return launchRequest(machine, machine.getLong(at), configuration, machine.getLong(at + 40n));
}

/** Takes the request that a runtime call would submit, by letting it be captured into a graph of its own. */
function requestOf(machine: HostMachine, issue: (stream: bigint) => number): Request | number {
  const handle = newHandle(machine);
  const graph: GraphState = { nodes: [] };
  const { perThread } = machine.cuda;
  machine.cuda.streams.set(handle, {
    ...perThread,
    handle,
    nonBlocking: true,
    capture: graph,
    tail: [],
    waits: [],
    last: undefined,
  });
  const code = issue(handle);
  machine.cuda.streams.delete(handle);
  return code === CudaError.Success ? graph.nodes[0]!.request! : code;
}

function nodeNamed(machine: HostMachine, handle: bigint): GraphNode | undefined {
  for (const graph of machine.cuda.graphs.values()) {
    const found = graph.nodes.find((node) => node.handle === handle);
    if (found) return found;
  }
  return undefined;
}

type Head = [result: bigint, graph: bigint, list: bigint, count: bigint];

/** Writes handles and their number; a list of 0 asks for the number only. */
function giveNodes(machine: HostMachine, nodes: readonly GraphNode[], list: bigint, count: bigint): number {
  if (list !== 0n) for (const [i, node] of nodes.entries()) machine.setLong(list + BigInt(8 * i), node.handle);
  machine.setLong(count, BigInt(nodes.length));
  return CudaError.Success;
}

export const graphs: HostLibrary = calls({
  cudaStreamBeginCapture(machine, handle: bigint) {
    const stream = streamOf(machine, handle);
    if (!stream) return CudaError.InvalidResourceHandle;
    if (stream === machine.cuda.defaultStream) return CudaError.StreamCaptureUnsupported;
    if (stream.capture) return CudaError.IllegalState;
    stream.capture = { nodes: [] };
    stream.tail = [];
    return CudaError.Success;
  },
  cudaStreamEndCapture: endCapture,
  cudaStreamIsCapturing(machine, handle: bigint, status: bigint) {
    const stream = streamOf(machine, handle);
    if (!stream) return CudaError.InvalidResourceHandle;
    machine.setInt(status, stream.capture ? 1 : 0);
    return CudaError.Success;
  },
  cudaThreadExchangeStreamCaptureMode: () => CudaError.Success,
  cudaGraphCreate: (machine, result: bigint) => keepGraph(machine, result, { nodes: [] }, "cudaGraphCreate"),
  cudaGraphClone(machine, result: bigint, original: bigint) {
    const graph = machine.cuda.graphs.get(original);
    return graph ? keepGraph(machine, result, snapshot(graph), "cudaGraphClone") : CudaError.InvalidValue;
  },
  cudaGraphDestroy(machine, handle: bigint) {
    machine.log.free(handle, machine.place);
    return machine.cuda.graphs.delete(handle) ? CudaError.Success : CudaError.InvalidValue;
  },
  cudaGraphAddKernelNode: (machine, ...[result, graph, list, count, at]: [...Head, bigint]) =>
    addNode(machine, [result, graph, list, count], "kernel", kernelRequest(machine, at)),
  cudaGraphAddMemcpyNode1D: (
    machine,
    ...[result, graph, list, count, to, from, bytes, kind]: [...Head, bigint, bigint, bigint, number]
  ) =>
    addNode(
      machine,
      [result, graph, list, count],
      "memcpy",
      requestOf(machine, (stream) => copyBytes(machine, to, from, bytes, kind, { stream })),
    ),
  cudaGraphAddHostNode: (machine, ...[result, graph, list, count, at]: [...Head, bigint]) => {
    const [callee, data] = [machine.getLong(at), machine.getLong(at + 8n)];
    const run = () => {
      machine.callPointer(callee, data);
      return { code: CudaError.Success, nanoseconds: 3_000n };
    };
    return addNode(machine, [result, graph, list, count], "host", {
      kind: "host",
      label: "a host function",
      engine: "host",
      bytes: 0,
      writes: [],
      run,
    });
  },
  cudaGraphAddEmptyNode: (machine, ...head: Head) => addNode(machine, head, "empty", undefined),
  cudaGraphAddChildGraphNode: (machine, ...[result, graph, list, count, child]: [...Head, bigint]) => {
    const inner = machine.cuda.graphs.get(child);
    return inner
      ? addNode(machine, [result, graph, list, count], "graph", undefined, snapshot(inner))
      : CudaError.InvalidValue;
  },
  cudaGraphAddDependencies(machine, handle: bigint, from: bigint, to: bigint, count: bigint) {
    const graph = machine.cuda.graphs.get(handle);
    if (!graph) return CudaError.InvalidValue;
    const [sources, targets] = [dependencies(machine, graph, from, count), dependencies(machine, graph, to, count)];
    for (const [i, target] of targets.entries()) graph.nodes[target]!.after.push(sources[i]!);
    return CudaError.Success;
  },
  cudaGraphGetNodes(machine, handle: bigint, list: bigint, count: bigint) {
    const graph = machine.cuda.graphs.get(handle);
    return graph ? giveNodes(machine, graph.nodes, list, count) : CudaError.InvalidValue;
  },
  cudaGraphGetRootNodes(machine, handle: bigint, list: bigint, count: bigint) {
    const graph = machine.cuda.graphs.get(handle);
    return graph
      ? giveNodes(
          machine,
          graph.nodes.filter((node) => node.after.length === 0),
          list,
          count,
        )
      : CudaError.InvalidValue;
  },
  cudaGraphNodeGetType(machine, handle: bigint, type: bigint) {
    const node = nodeNamed(machine, handle);
    if (!node) return CudaError.InvalidValue;
    machine.setInt(type, nodeTypes[node.kind]);
    return CudaError.Success;
  },
  cudaGraphInstantiateWithFlags(machine, result: bigint, handle: bigint) {
    const graph = machine.cuda.graphs.get(handle);
    if (!graph) return CudaError.InvalidValue;
    const executable = newHandle(machine);
    machine.cuda.executables.set(executable, snapshot(graph));
    machine.setLong(result, executable);
    return CudaError.Success;
  },
  cudaGraphUpload: () => CudaError.Success,
  cudaGraphLaunch(machine, handle: bigint, streamHandle: bigint) {
    const [graph, stream] = [machine.cuda.executables.get(handle), streamOf(machine, streamHandle)];
    if (!graph) return CudaError.InvalidValue;
    return stream ? runGraph(machine, stream, graph) : CudaError.InvalidResourceHandle;
  },
  cudaGraphExecDestroy: (machine, handle: bigint) =>
    machine.cuda.executables.delete(handle) ? CudaError.Success : CudaError.InvalidValue,
  cudaGraphExecKernelNodeSetParams(machine, handle: bigint, node: bigint, at: bigint) {
    const found = machine.cuda.executables.get(handle)?.nodes.find((one) => one.handle === node);
    const request = kernelRequest(machine, at);
    if (found?.kind !== "kernel") return CudaError.InvalidValue;
    if (typeof request === "number") return request;
    found.request = request;
    return CudaError.Success;
  },
  cudaGraphKernelNodeSetAttribute: (machine, handle: bigint) =>
    nodeNamed(machine, handle)?.kind === "kernel" ? CudaError.Success : CudaError.InvalidValue,
});

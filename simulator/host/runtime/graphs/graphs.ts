/** Graphs as a whole: made, asked about, instantiated, updated and launched. Reference: CUDA Runtime API, "Graph Management". */

import { type GraphState, nodeTypes } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { clone, emptyGraph, snapshot, UpdateResult, update } from "../state/graph";
import { giveHandles, handlesAt, keepGraph, newHandle, nodeOf } from "../state/handles";
import { streamOf } from "../state/state";
import { runGraph } from "../streams/submit";
import { releaseHeld, retainHeld } from "./userObjects";

function on(machine: HostMachine, handle: bigint, run: (graph: GraphState) => number): number {
  const graph = machine.cuda.graphs.get(handle);
  return graph ? run(graph) : CudaError.InvalidValue;
}

/** Adds or takes away edges between pairs of nodes. */
function changeEdges(isAdding: boolean) {
  return (machine: HostMachine, handle: bigint, from: bigint, to: bigint, _data: bigint, count: bigint): number =>
    on(machine, handle, (graph) => {
      const [sources, targets] = [handlesAt(machine, from, count), handlesAt(machine, to, count)];
      if ([...sources, ...targets].some((one) => !graph.nodes.has(one))) return CudaError.InvalidValue;
      targets.forEach((target, i) => {
        const { after } = graph.nodes.get(target)!;
        if (isAdding) after.add(sources[i]!);
        else after.delete(sources[i]!);
      });
      return CudaError.Success;
    });
}

/** The graph that a node is in. */
function graphOfNode(machine: HostMachine, handle: bigint): GraphState | undefined {
  return [...machine.cuda.graphs.values()].find((graph) => graph.nodes.has(handle));
}

/** All of `cudaGraphInstantiateFlags`. */
const INSTANTIATE_FLAGS = 15n;

function instantiate(machine: HostMachine, result: bigint, handle: bigint, flags: bigint): number {
  return on(machine, handle, (graph) => {
    if ((flags & ~INSTANTIATE_FLAGS) !== 0n) return CudaError.InvalidValue;
    const executable = newHandle(machine);
    machine.cuda.executables.set(executable, { ...snapshot(graph), flags });
    retainHeld(machine, graph);
    machine.setLong(result, executable);
    return CudaError.Success;
  });
}

/** `cudaGraphInstantiateResult`: it worked, and the graph has a node that may not be there. */
const InstantiateResult = { success: 0, error: 1 } as const;

/** Lets a graph go, and with it what only it kept alive. */
function destroy(machine: HostMachine, table: Map<bigint, GraphState>, handle: bigint): number {
  const graph = table.get(handle);
  if (!graph) return CudaError.InvalidValue;
  table.delete(handle);
  releaseHeld(machine, graph);
  return CudaError.Success;
}

/** The runtime's calls about whole graphs, by name. */
export const graphs: HostLibrary = calls({
  cudaGraphCreate: (machine, result: bigint) => keepGraph(machine, result, emptyGraph(), "cudaGraphCreate"),
  cudaGraphClone: (machine, result: bigint, original: bigint) =>
    on(machine, original, (graph) => {
      retainHeld(machine, graph);
      const copy = clone(graph, () => newHandle(machine));
      return keepGraph(machine, result, copy, "cudaGraphClone");
    }),
  cudaGraphDestroy(machine, handle: bigint) {
    machine.log.free(handle, machine.place);
    return destroy(machine, machine.cuda.graphs, handle);
  },
  cudaGraphDestroyNode(machine, handle: bigint) {
    const graph = graphOfNode(machine, handle);
    if (!graph) return CudaError.InvalidValue;
    graph.nodes.delete(handle);
    for (const { after } of graph.nodes.values()) after.delete(handle);
    return CudaError.Success;
  },
  cudaGraphNodeFindInClone: (machine, result: bigint, original: bigint, cloned: bigint) =>
    on(machine, cloned, (graph) => {
      const found = [...graph.nodes.values()].find((node) => node.origin === original);
      if (!found) return CudaError.InvalidValue;
      machine.setLong(result, found.handle);
      return CudaError.Success;
    }),
  cudaGraphAddDependencies: changeEdges(true),
  cudaGraphRemoveDependencies: changeEdges(false),
  cudaGraphGetNodes: (machine, handle: bigint, list: bigint, count: bigint) =>
    on(machine, handle, (graph) => giveHandles(machine, [...graph.nodes.keys()], list, count)),
  cudaGraphGetRootNodes: (machine, handle: bigint, list: bigint, count: bigint) =>
    on(machine, handle, (graph) => {
      const roots = [...graph.nodes.values()].filter((node) => node.after.size === 0);
      return giveHandles(
        machine,
        roots.map((node) => node.handle),
        list,
        count,
      );
    }),
  cudaGraphGetEdges: (machine, handle: bigint, from: bigint, to: bigint, _data: bigint, count: bigint) =>
    on(machine, handle, (graph) => {
      const edges = [...graph.nodes.values()].flatMap((node) =>
        [...node.after].map((one) => [one, node.handle] as const),
      );
      giveHandles(
        machine,
        edges.map(([source]) => source),
        from,
        count,
      );
      return giveHandles(
        machine,
        edges.map(([, target]) => target),
        to,
        count,
      );
    }),
  cudaGraphNodeGetDependencies(machine, handle: bigint, list: bigint, _data: bigint, count: bigint) {
    const node = nodeOf(machine, handle);
    return node ? giveHandles(machine, [...node.after], list, count) : CudaError.InvalidValue;
  },
  cudaGraphNodeGetDependentNodes(machine, handle: bigint, list: bigint, _data: bigint, count: bigint) {
    const graph = graphOfNode(machine, handle);
    if (!graph) return CudaError.InvalidValue;
    const dependents = [...graph.nodes.values()].filter((node) => node.after.has(handle));
    return giveHandles(
      machine,
      dependents.map((node) => node.handle),
      list,
      count,
    );
  },
  cudaGraphNodeGetType(machine, handle: bigint, type: bigint) {
    const node = nodeOf(machine, handle);
    if (!node) return CudaError.InvalidValue;
    machine.setInt(type, nodeTypes[node.kind]);
    return CudaError.Success;
  },
  cudaGraphInstantiateWithFlags: instantiate,
  // cudaGraphInstantiateParams: flags, a stream to upload in, and for the answer the node that is wrong and the result.
  cudaGraphInstantiateWithParams(machine, result: bigint, handle: bigint, parameters: bigint) {
    const code = instantiate(machine, result, handle, machine.getLong(parameters));
    machine.setLong(parameters + 16n, 0n);
    machine.setInt(parameters + 24n, code === CudaError.Success ? InstantiateResult.success : InstantiateResult.error);
    return code;
  },
  cudaGraphExecGetFlags(machine, handle: bigint, result: bigint) {
    const graph = machine.cuda.executables.get(handle);
    if (!graph) return CudaError.InvalidValue;
    machine.setLong(result, graph.flags ?? 0n);
    return CudaError.Success;
  },
  // No memory is kept for graphs that are done.
  cudaDeviceGraphMemTrim: (machine, ordinal: number) =>
    deviceOf(machine, ordinal) ? CudaError.Success : CudaError.InvalidDevice,
  cudaGraphUpload: () => CudaError.Success,
  cudaGraphLaunch(machine, handle: bigint, streamHandle: bigint) {
    const [graph, stream] = [machine.cuda.executables.get(handle), streamOf(machine, streamHandle)];
    if (!graph) return CudaError.InvalidValue;
    return stream ? runGraph(machine, stream, graph) : CudaError.InvalidResourceHandle;
  },
  // cudaGraphExecUpdateResultInfo: the result, and the nodes that it is about, which are not given.
  cudaGraphExecUpdate(machine, executable: bigint, handle: bigint, info: bigint) {
    const target = machine.cuda.executables.get(executable);
    if (!target) return CudaError.InvalidValue;
    return on(machine, handle, (graph) => {
      const result = update(target, graph);
      if (info !== 0n) {
        machine.setInt(info, result);
        machine.setLong(info + 8n, 0n);
        machine.setLong(info + 16n, 0n);
      }
      return result === UpdateResult.success ? CudaError.Success : CudaError.GraphExecUpdateFailure;
    });
  },
  cudaGraphExecDestroy: (machine, handle: bigint) => destroy(machine, machine.cuda.executables, handle),
  cudaGraphNodeSetEnabled(machine, executable: bigint, handle: bigint, isEnabled: number) {
    const node = machine.cuda.executables.get(executable)?.nodes.get(handle);
    if (!node) return CudaError.InvalidValue;
    node.isEnabled = isEnabled !== 0;
    return CudaError.Success;
  },
  cudaGraphNodeGetEnabled(machine, executable: bigint, handle: bigint, result: bigint) {
    const node = machine.cuda.executables.get(executable)?.nodes.get(handle);
    if (!node) return CudaError.InvalidValue;
    machine.setInt(result, node.isEnabled ? 1 : 0);
    return CudaError.Success;
  },
});

/** Capture of streams into graphs. Reference: CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture"; answers as an H200 gave them. */

import type { StreamState } from "../../model/cuda";
import type { Capture, NodeKind, NodeWork } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { CudaError, calls } from "../state/errors";
import { addNode, CaptureMode, emptyGraph, leaves } from "../state/graph";
import { handlesAt, keepGraph, newHandle } from "../state/handles";
import { streamOf } from "../state/state";

/** Adds a node to a stream's graph after what the stream did last. */
export function captureNode(machine: HostMachine, stream: StreamState, kind: NodeKind, work: NodeWork): void {
  const handle = newHandle(machine);
  const { graph } = stream.capture!;
  addNode(graph, handle, kind, { ...work, place: machine.place, device: stream.device }, stream.tail);
  // What the stream says of its kernels goes with them.
  if (kind === "kernel")
    for (const [key, value] of stream.attributes) graph.nodes.get(handle)!.attributes.set(key, value);
  stream.tail = [handle];
}

/** Streams of all devices that can be captured. */
function capturable(machine: HostMachine): StreamState[] {
  const { devices, streams } = machine.cuda;
  return [...devices.flatMap((one) => [...one.perThreads.values()]), ...streams.values()];
}

/** Streams of a capture. */
function members(machine: HostMachine, capture: Capture): StreamState[] {
  return capturable(machine).filter((one) => one.capture === capture);
}

/** What a call answers that waits for a stream or asks about it: while the stream is captured, that spoils the capture. */
export function refuseWaiting({ capture }: StreamState): number {
  if (!capture) return CudaError.Success;
  capture.isInvalid = true;
  return CudaError.StreamCaptureUnsupported;
}

/** What a call answers that is not ordered by any stream: only relaxed captures allow it. */
export function refuseUnordered(machine: HostMachine): number {
  for (const { capture } of capturable(machine)) {
    if (!capture || capture.mode === CaptureMode.relaxed) continue;
    capture.isInvalid = true;
    return CudaError.StreamCaptureUnsupported;
  }
  return CudaError.Success;
}

/** Records a stream into a graph: a new one, or one that is there, after some of its nodes. */
function record(
  machine: HostMachine,
  handle: bigint,
  mode: number,
  into?: { readonly graph: bigint; readonly after: bigint[] },
): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  if (stream === machine.cuda.current.defaultStream) return CudaError.StreamCaptureUnsupported;
  if (stream.capture) return CudaError.IllegalState;
  const graph = into ? machine.cuda.graphs.get(into.graph) : emptyGraph();
  if (!graph || into?.after.some((one) => !graph.nodes.has(one))) return CudaError.InvalidValue;
  const known = into && { handle: into.graph, before: new Set(graph.nodes.keys()) };
  stream.capture = { graph, mode, id: newHandle(machine) / 16n, isInvalid: false, ...known };
  stream.tail = into?.after ?? [];
  return CudaError.Success;
}

/** The handle of a capture's graph, which the program may ask for before it is done. */
function graphHandle(machine: HostMachine, capture: Capture): bigint {
  if (capture.handle === undefined) {
    capture.handle = newHandle(machine);
    machine.cuda.graphs.set(capture.handle, capture.graph);
  }
  return capture.handle;
}

type Information = [status: bigint, id: bigint, graph: bigint, list: bigint, data: bigint, count: bigint];

/** Status, number, graph and the nodes that the next one comes after. Edges have no data: 0 is written for them. */
function information(
  machine: HostMachine,
  stream: bigint,
  ...[status, id, graph, list, data, count]: Information
): number {
  const state = streamOf(machine, stream);
  if (!state) return CudaError.InvalidResourceHandle;
  const { capture, tail } = state;
  machine.setInt(status, statusOf(capture));
  if (!capture || capture.isInvalid) return CudaError.Success;
  if (id !== 0n) machine.setLong(id, capture.id);
  if (graph !== 0n) machine.setLong(graph, graphHandle(machine, capture));
  if (count !== 0n) machine.setLong(count, BigInt(tail.length));
  if (data !== 0n) machine.setLong(data, 0n);
  if (list === 0n) return CudaError.Success;
  const place = machine.allocate(Math.max(1, 8 * tail.length));
  tail.forEach((one, i) => {
    machine.setLong(place + BigInt(8 * i), one);
  });
  machine.setLong(list, place);
  return CudaError.Success;
}

/** `cudaStreamSetCaptureDependencies`: the nodes replace those that the next one would come after; otherwise they join them. */
const SET_DEPENDENCIES = 1;

function updateDependencies(
  machine: HostMachine,
  ...[handle, list, _data, count, flags]: [bigint, bigint, bigint, bigint, number]
): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  if (!stream.capture) return CudaError.IllegalState;
  const nodes = handlesAt(machine, list, count);
  if (nodes.some((one) => !stream.capture!.graph.nodes.has(one))) return CudaError.InvalidValue;
  stream.tail = flags === SET_DEPENDENCIES ? nodes : [...new Set([...stream.tail, ...nodes])];
  return CudaError.Success;
}

function end(machine: HostMachine, handle: bigint, result: bigint): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  const { capture } = stream;
  if (!capture) return CudaError.IllegalState;
  const isJoined = leaves(capture.graph).every((one) => stream.tail.includes(one) || capture.before?.has(one));
  for (const one of members(machine, capture)) {
    one.capture = undefined;
    one.tail = [];
  }
  if (isJoined && !capture.isInvalid) {
    if (capture.before) {
      // Who captures into a graph has it already, and need not ask for it: NVIDIA's samples pass nullptr.
      if (result !== 0n) machine.setLong(result, capture.handle!);
      return CudaError.Success;
    }
    return keepGraph(machine, result, capture.graph, "cudaStreamEndCapture", capture.handle);
  }
  machine.setLong(result, 0n);
  return capture.isInvalid ? CudaError.StreamCaptureInvalidated : CudaError.StreamCaptureUnjoined;
}

/** `cudaStreamCaptureStatus`: none, active, invalidated. */
function statusOf(capture: Capture | undefined): number {
  return capture ? (capture.isInvalid ? 2 : 1) : 0;
}

/** The runtime's calls about capture, by name. */
export const captures: HostLibrary = calls({
  cudaStreamBeginCapture: (machine, stream: bigint, mode: number) => record(machine, stream, mode),
  cudaStreamBeginCaptureToGraph: (
    machine,
    ...[stream, graph, list, _data, count, mode]: [bigint, bigint, bigint, bigint, bigint, number]
  ) => record(machine, stream, mode, { graph, after: handlesAt(machine, list, count) }),
  cudaStreamEndCapture: end,
  cudaStreamIsCapturing(machine, handle: bigint, status: bigint) {
    const stream = streamOf(machine, handle);
    if (!stream) return CudaError.InvalidResourceHandle;
    machine.setInt(status, statusOf(stream.capture));
    return CudaError.Success;
  },
  cudaStreamGetCaptureInfo: information,
  cudaStreamUpdateCaptureDependencies: updateDependencies,
  cudaThreadExchangeStreamCaptureMode(machine, mode: bigint) {
    const before = machine.cuda.captureMode;
    machine.cuda.captureMode = machine.getInt(mode);
    machine.setInt(mode, before);
    return CudaError.Success;
  },
});

/** Capture of streams into graphs. Reference: CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture"; answers as an H200 gave them. */
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";
import { addNode, type Capture, CaptureMode, emptyGraph, leaves, type NodeKind, type NodeWork } from "./graph";
import { keepGraph, newHandle } from "./handles";
import type { StreamState } from "./state";
import { streamOf } from "./submit";

/** Adds a node to a stream's graph behind what the stream did last. */
export function captureNode(machine: HostMachine, stream: StreamState, kind: NodeKind, work: NodeWork): void {
  const handle = newHandle(machine);
  addNode(stream.capture!.graph, handle, kind, work, stream.tail);
  stream.tail = [handle];
}

/** Streams of all devices that can be captured. */
function capturable(machine: HostMachine): StreamState[] {
  const { devices, streams } = machine.cuda;
  return [...devices.map((one) => one.perThread), ...streams.values()];
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

function begin(machine: HostMachine, handle: bigint, mode: number): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  if (stream === machine.cuda.current.defaultStream) return CudaError.StreamCaptureUnsupported;
  if (stream.capture) return CudaError.IllegalState;
  stream.capture = { graph: emptyGraph(), mode, id: newHandle(machine) / 16n, isInvalid: false };
  stream.tail = [];
  return CudaError.Success;
}

function end(machine: HostMachine, handle: bigint, result: bigint): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  const { capture } = stream;
  if (!capture) return CudaError.IllegalState;
  const isJoined = leaves(capture.graph).every((one) => stream.tail.includes(one));
  for (const one of members(machine, capture)) {
    one.capture = undefined;
    one.tail = [];
  }
  if (isJoined && !capture.isInvalid) return keepGraph(machine, result, capture.graph, "cudaStreamEndCapture");
  machine.setLong(result, 0n);
  return capture.isInvalid ? CudaError.StreamCaptureInvalidated : CudaError.StreamCaptureUnjoined;
}

/** `cudaStreamCaptureStatus`: none, active, invalidated. */
function statusOf(capture: Capture | undefined): number {
  return capture ? (capture.isInvalid ? 2 : 1) : 0;
}

export const captures: HostLibrary = calls({
  cudaStreamBeginCapture: begin,
  cudaStreamEndCapture: end,
  cudaStreamIsCapturing(machine, handle: bigint, status: bigint) {
    const stream = streamOf(machine, handle);
    if (!stream) return CudaError.InvalidResourceHandle;
    machine.setInt(status, statusOf(stream.capture));
    return CudaError.Success;
  },
  cudaStreamGetCaptureInfo(machine, handle: bigint, status: bigint, id: bigint) {
    const stream = streamOf(machine, handle);
    if (!stream) return CudaError.InvalidResourceHandle;
    machine.setInt(status, statusOf(stream.capture));
    if (id !== 0n && stream.capture) machine.setLong(id, stream.capture.id);
    return CudaError.Success;
  },
  cudaThreadExchangeStreamCaptureMode(machine, mode: bigint) {
    const before = machine.cuda.captureMode;
    machine.cuda.captureMode = machine.getInt(mode);
    machine.setInt(mode, before);
    return CudaError.Success;
  },
});

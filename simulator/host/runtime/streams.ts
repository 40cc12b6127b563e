/**
 * Streams and events. Work runs at once, in the order in which it is issued, which every program that synchronises
 * correctly cannot tell from overlap; the clock moves on by a modelled cost.
 */
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";

function handle(machine: HostMachine): bigint {
  machine.cuda.nextHandle += 16n;
  return machine.cuda.nextHandle;
}

function createStream(machine: HostMachine, result: bigint): number {
  const stream = handle(machine);
  machine.cuda.streams.add(stream);
  machine.setLong(result, stream);
  return CudaError.Success;
}

function createEvent(machine: HostMachine, result: bigint): number {
  const event = handle(machine);
  machine.cuda.events.set(event, { recorded: undefined });
  machine.setLong(result, event);
  return CudaError.Success;
}

/** The default streams are the handles 0, 1 and 2. */
function known(machine: HostMachine, stream: bigint): number {
  return stream <= 2n || machine.cuda.streams.has(stream) ? CudaError.Success : CudaError.InvalidResourceHandle;
}

export const streams: HostLibrary = calls({
  cudaStreamCreate: createStream,
  cudaStreamCreateWithFlags: createStream,
  cudaStreamCreateWithPriority: createStream,
  cudaStreamDestroy: (machine, stream: bigint) =>
    machine.cuda.streams.delete(stream) ? CudaError.Success : CudaError.InvalidResourceHandle,
  cudaStreamSynchronize: known,
  cudaStreamQuery: known,
  cudaStreamWaitEvent: known,
  cudaEventCreate: createEvent,
  cudaEventCreateWithFlags: createEvent,
  cudaEventRecord(machine, event: bigint) {
    const state = machine.cuda.events.get(event);
    if (!state) return CudaError.InvalidResourceHandle;
    state.recorded = machine.now();
    return CudaError.Success;
  },
  cudaEventSynchronize: (machine, event: bigint) =>
    machine.cuda.events.has(event) ? CudaError.Success : CudaError.InvalidResourceHandle,
  cudaEventQuery: (machine, event: bigint) =>
    machine.cuda.events.has(event) ? CudaError.Success : CudaError.InvalidResourceHandle,
  cudaEventElapsedTime(machine, result: bigint, start: bigint, end: bigint) {
    const [from, to] = [start, end].map((one) => machine.cuda.events.get(one)?.recorded);
    if (from === undefined || to === undefined) return CudaError.InvalidResourceHandle;
    machine.view.setFloat32(machine.at(result, 4), Number(to - from) / 1e6, true);
    return CudaError.Success;
  },
  cudaEventDestroy: (machine, event: bigint) =>
    machine.cuda.events.delete(event) ? CudaError.Success : CudaError.InvalidResourceHandle,
});

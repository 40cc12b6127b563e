/** Events: marks in streams, on the modelled clock. Reference: CUDA Runtime API, "Event Management". */

import type { EventState } from "../../model/cuda";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { CudaError, calls } from "../state/errors";
import { missingHandle } from "../state/handles";
import { streamOf } from "../state/state";
import { captureNode } from "./capture";
import { noteElapsed, noteWait, untimedReason } from "./eventUse";
import { mark, settle } from "./submit";

const DISABLE_TIMING = 2;
/** Only for events without timing. */
const INTERPROCESS = 4;
/** All flags that an event can be made with, with that of waiting without spinning. */
const FLAGS = 1 | DISABLE_TIMING | INTERPROCESS;
/** `cudaEventRecordExternal`, `cudaEventWaitExternal`: while the stream is captured, they become nodes of its graph. */
const RECORD_EXTERNAL = 1;
const WAIT_EXTERNAL = 1;

/** `call`: the function that was called, which the report of a leak names. */
function create(machine: HostMachine, call: string, result: bigint, flags = 0): number {
  const isForOthers = (flags & INTERPROCESS) !== 0;
  if (result === 0n || (flags & ~FLAGS) !== 0) return CudaError.InvalidValue;
  if (isForOthers && (flags & DISABLE_TIMING) === 0) return CudaError.InvalidValue;
  const { cuda } = machine;
  cuda.nextHandle += 16n;
  const timed = (flags & DISABLE_TIMING) === 0;
  cuda.events.set(cuda.nextHandle, {
    device: cuda.current.ordinal,
    timed,
    interprocess: isForOthers,
    isRecorded: false,
    work: undefined,
    time: undefined,
    captured: undefined,
  });
  note(machine, { kind: "event", call, address: cuda.nextHandle, bytes: 0 });
  machine.setLong(result, cuda.nextHandle);
  return CudaError.Success;
}

function on(machine: HostMachine, handle: bigint, run: (event: EventState) => number): number {
  const event = machine.cuda.events.get(handle);
  return event ? run(event) : missingHandle(machine, handle, "event");
}

function record(machine: HostMachine, handle: bigint, streamHandle = 0n, flags = 0): number {
  if ((flags & ~RECORD_EXTERNAL) !== 0) return CudaError.InvalidValue;
  return on(machine, handle, (event) => {
    const stream = streamOf(machine, streamHandle);
    if (!stream) return missingHandle(machine, streamHandle, "stream");
    if (stream.device !== event.device) {
      machine.cuda.refusal = {
        reason: `the event is of device ${event.device}, the stream of device ${stream.device}`,
      };
      return CudaError.InvalidResourceHandle;
    }
    event.isRecorded = true;
    if (stream.capture && flags === RECORD_EXTERNAL) {
      captureNode(machine, stream, "eventRecord", { event: handle });
      return CudaError.Success;
    }
    if (stream.capture) {
      event.captured = { capture: stream.capture, tail: [...stream.tail] };
      return CudaError.Success;
    }
    event.captured = undefined;
    event.work = mark(machine, stream, "an event");
    event.time = event.work.end;
    return CudaError.Success;
  });
}

function wait(machine: HostMachine, streamHandle: bigint, handle: bigint, flags = 0): number {
  if ((flags & ~WAIT_EXTERNAL) !== 0) return CudaError.InvalidValue;
  return on(machine, handle, (event) => {
    const stream = streamOf(machine, streamHandle);
    if (!stream) return missingHandle(machine, streamHandle, "stream");
    const isIdle = noteWait(machine, "cudaStreamWaitEvent", handle, event);
    stream.idleWait = isIdle ? machine.place : undefined;
    if (stream.capture && flags === WAIT_EXTERNAL) {
      captureNode(machine, stream, "waitEvent", { event: handle });
      return CudaError.Success;
    }
    if (event.captured) {
      // Waiting for an event of a capture draws the stream into it.
      stream.tail = stream.capture ? [...new Set([...stream.tail, ...event.captured.tail])] : [...event.captured.tail];
      stream.capture = event.captured.capture;
      return CudaError.Success;
    }
    if (event.work) stream.waits.push(event.work);
    return CudaError.Success;
  });
}

/** The runtime's calls about events, by name. */
export const events: HostLibrary = calls({
  cudaEventCreate: (machine, result: bigint) => create(machine, "cudaEventCreate", result),
  cudaEventCreateWithFlags: (machine, result: bigint, flags: number) =>
    create(machine, "cudaEventCreateWithFlags", result, flags),
  cudaEventRecord: record,
  cudaEventRecordWithFlags: record,
  cudaStreamWaitEvent: wait,
  cudaEventSynchronize: (machine, handle: bigint) =>
    on(machine, handle, (event) => {
      noteWait(machine, "cudaEventSynchronize", handle, event);
      settle(machine, event.work);
      return CudaError.Success;
    }),
  cudaEventQuery: (machine, handle: bigint) =>
    on(machine, handle, ({ work }) => {
      if (work && work.end > machine.nanoseconds) return CudaError.NotReady;
      settle(machine, work);
      return CudaError.Success;
    }),
  cudaEventElapsedTime: (machine, result: bigint, start: bigint, end: bigint) =>
    on(machine, start, (from) =>
      on(machine, end, (to) => {
        const reason = untimedReason(machine, [
          [start, from],
          [end, to],
        ]);
        if (reason || from.time === undefined || to.time === undefined) {
          machine.cuda.refusal = reason ? { reason } : undefined;
          return CudaError.InvalidResourceHandle;
        }
        noteElapsed(machine, [from.work, to.work]);
        if (from.time > machine.nanoseconds || to.time > machine.nanoseconds) return CudaError.NotReady;
        machine.view.setFloat32(machine.at(result, 4), Number(to.time - from.time) / 1e6, true);
        return CudaError.Success;
      }),
    ),
  cudaEventDestroy(machine, handle: bigint) {
    if (!machine.cuda.events.delete(handle)) return missingHandle(machine, handle, "event");
    machine.log.free(handle, machine.place);
    return CudaError.Success;
  },
});

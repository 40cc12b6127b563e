/** Streams: order, queries, callbacks. Work runs when it is issued; the timeline says when it would have run. */

import { LARGEST_L2_WINDOW } from "../../../../analyzer/hardware/architectures";
import { byteCount } from "../../../text/quantities";
import type { StreamState } from "../../model/cuda";
import type { Request } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { CudaError, calls } from "../state/errors";
import { missingHandle } from "../state/handles";
import { ACCESS_POLICY_WINDOW, beginL2 } from "../state/l2";
import { streamOf, streamState } from "../state/state";
import { refuseWaiting } from "./capture";
import { mark, settle, settleAll, settleStream, submit } from "./submit";

/** `cudaStreamNonBlocking`. */
const NON_BLOCKING = 1;
/** Priorities from least to greatest, as an H200 answers. */
const PRIORITIES = { least: 0, greatest: -5 } as const;

/** `call`: the function that was called, which the report of a leak names. */
function create(machine: HostMachine, call: string, result: bigint, flags = 0, priority = 0): number {
  if (result === 0n || flags > NON_BLOCKING) return CudaError.InvalidValue;
  const { cuda } = machine;
  cuda.nextHandle += 16n;
  const within = Math.max(PRIORITIES.greatest, Math.min(PRIORITIES.least, priority));
  cuda.streams.set(
    cuda.nextHandle,
    streamState(cuda.nextHandle, cuda.current.ordinal, cuda.nextStream++, flags === NON_BLOCKING, within),
  );
  note(machine, { kind: "stream", call, address: cuda.nextHandle, bytes: 0 });
  machine.setLong(result, cuda.nextHandle);
  return CudaError.Success;
}

function on(machine: HostMachine, handle: bigint, run: (stream: StreamState) => number): number {
  const stream = streamOf(machine, handle);
  return stream ? run(stream) : missingHandle(machine, handle, "stream");
}

function synchronize(machine: HostMachine, handle: bigint): number {
  return on(machine, handle, (stream) => {
    if (stream.capture) return refuseWaiting(stream);
    if (stream === machine.cuda.current.defaultStream) settle(machine, mark(machine, stream, "a synchronisation"));
    else settleStream(machine, stream);
    return CudaError.Success;
  });
}

function query(machine: HostMachine, handle: bigint): number {
  return on(machine, handle, (stream) => {
    if (stream.capture) return refuseWaiting(stream);
    const last = stream === machine.cuda.current.defaultStream ? mark(machine, stream, "a query") : stream.last;
    if (last && last.end > machine.nanoseconds) return CudaError.NotReady;
    settle(machine, last);
    return CudaError.Success;
  });
}

/** Modelled nanoseconds of a host function in a stream. */
const HOST_NANOSECONDS = 3_000n;

/** A function of the host as work. */
export function hostRequest(run: () => void): Request {
  return {
    kind: "host",
    label: "a host function",
    engine: "host",
    bytes: 0,
    writes: [],
    run: () => {
      run();
      return { code: CudaError.Success, nanoseconds: HOST_NANOSECONDS };
    },
  };
}

/** Functions of the host that run in a stream's order. */
function hostFunction(machine: HostMachine, stream: bigint, run: () => void): number {
  return submit(machine, stream, hostRequest(run));
}

const streamCalls: HostLibrary = calls({
  cudaStreamCreate: (machine, result: bigint) => create(machine, "cudaStreamCreate", result),
  cudaStreamCreateWithFlags: (machine, result: bigint, flags: number) =>
    create(machine, "cudaStreamCreateWithFlags", result, flags),
  cudaStreamCreateWithPriority: (machine, result: bigint, flags: number, priority: number) =>
    create(machine, "cudaStreamCreateWithPriority", result, flags, priority),
  cudaDeviceGetStreamPriorityRange(machine, least: bigint, greatest: bigint) {
    if (least !== 0n) machine.setInt(least, PRIORITIES.least);
    if (greatest !== 0n) machine.setInt(greatest, PRIORITIES.greatest);
    return CudaError.Success;
  },
  cudaStreamGetPriority: (machine, handle: bigint, result: bigint) =>
    on(machine, handle, ({ priority }) => {
      machine.setInt(result, priority);
      return CudaError.Success;
    }),
  cudaStreamGetFlags: (machine, handle: bigint, result: bigint) =>
    on(machine, handle, ({ nonBlocking }) => {
      machine.setInt(result, nonBlocking ? NON_BLOCKING : 0);
      return CudaError.Success;
    }),
  // The legacy default stream is the same under both of its handles.
  cudaStreamGetId: (machine, handle: bigint, result: bigint) =>
    on(machine, handle, ({ handle: own }) => {
      machine.setLong(result, own);
      return CudaError.Success;
    }),
  cudaStreamGetDevice: (machine, handle: bigint, result: bigint) =>
    on(machine, handle, ({ device }) => {
      machine.setInt(result, device);
      return CudaError.Success;
    }),
  // Work that is still pending completes; the handle is gone at once.
  cudaStreamDestroy(machine, handle: bigint) {
    const stream = machine.cuda.streams.get(handle);
    if (!stream) return missingHandle(machine, handle, "stream");
    if (stream.last) machine.cuda.devices[stream.device]!.defaultStream.waits.push(stream.last);
    machine.cuda.streams.delete(handle);
    machine.log.free(handle, machine.place);
    return CudaError.Success;
  },
  cudaStreamSynchronize: synchronize,
  cudaStreamQuery: query,
  cudaDeviceSynchronize(machine) {
    settleAll(machine);
    return CudaError.Success;
  },
  cudaThreadSynchronize(machine) {
    settleAll(machine);
    return CudaError.Success;
  },
  cudaLaunchHostFunc: (machine, stream: bigint, callee: bigint, data: bigint) =>
    callee === 0n
      ? CudaError.InvalidValue
      : hostFunction(machine, stream, () => void machine.program.callPointer(callee, data)),
  cudaStreamAddCallback: (machine, stream: bigint, callee: bigint, data: bigint) =>
    callee === 0n
      ? CudaError.InvalidValue
      : hostFunction(machine, stream, () => void machine.program.callPointer(callee, stream, CudaError.Success, data)),
  cudaStreamAttachMemAsync: (machine, handle: bigint) => on(machine, handle, () => CudaError.Success),
  cudaStreamSetAttribute: (machine, handle: bigint, attribute: number, value: bigint) =>
    on(machine, handle, (stream) => setAttribute(machine, stream.attributes, attribute, value)),
  cudaStreamGetAttribute: (machine, handle: bigint, attribute: number, value: bigint) =>
    on(machine, handle, (stream) => {
      const known = stream.attributes.get(attribute) ?? new Uint8Array(ATTRIBUTE_BYTES);
      machine.bytes.set(known, machine.at(value, ATTRIBUTE_BYTES));
      return CudaError.Success;
    }),
  cudaStreamCopyAttributes: (machine, to: bigint, from: bigint) =>
    on(machine, to, (target) =>
      on(machine, from, (source) => {
        for (const [key, value] of source.attributes) target.attributes.set(key, value);
        return CudaError.Success;
      }),
    ),
});

/** The runtime's calls about streams, by name. */
export const streams: HostLibrary = {
  ...streamCalls,
  // Our header has this called before main when the flag of nvcc is given.
  __wl_default_stream_per_thread(machine) {
    machine.cuda.isPerThreadDefault = true;
    return 0;
  },
};

/** Bytes of `cudaLaunchAttributeValue`. */
export const ATTRIBUTE_BYTES = 64;
/** `cudaAccessPropertyPersisting`, which only hits may have. */
const PERSISTING = 2;

/** Why an access-policy window is refused, in the program's numbers; undefined where it is not. */
function refusedWindow(bytes: bigint, ratio: number, missProperty: number): string | undefined {
  if (bytes > LARGEST_L2_WINDOW)
    return `the access-policy window has ${byteCount(bytes)}, the limit is ${byteCount(LARGEST_L2_WINDOW)} (accessPolicyMaxWindowSize)`;
  if (!(ratio >= 0 && ratio <= 1)) return `hitRatio is ${Math.fround(ratio)}, and it must be from 0 to 1`;
  return missProperty === PERSISTING
    ? "missProp is cudaAccessPropertyPersisting, which only hitProp may be"
    : undefined;
}

/** Remembers an attribute; an access-policy window is checked against the device. */
export function setAttribute(
  machine: HostMachine,
  attributes: Map<number, Uint8Array>,
  attribute: number,
  value: bigint,
): number {
  const at = machine.at(value, ATTRIBUTE_BYTES);
  if (attribute === ACCESS_POLICY_WINDOW) {
    const bytes = machine.view.getBigUint64(at + 8, true);
    const ratio = machine.view.getFloat32(at + 16, true);
    const missProperty = machine.view.getInt32(at + 24, true);
    const reason = refusedWindow(bytes, ratio, missProperty);
    if (reason) {
      machine.cuda.refusal = { reason };
      return CudaError.InvalidValue;
    }
    if (bytes > 0n) beginL2(machine);
  }
  attributes.set(attribute, machine.bytes.slice(at, at + ATTRIBUTE_BYTES));
  return CudaError.Success;
}

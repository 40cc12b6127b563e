/**
 * The driver API as far as programs use it beside the runtime: devices, memory, streams, events, and launches of kernels that
 * the program has as source, by the handle that `cudaGetFuncBySymbol` gives. Most calls are the runtime's under other names.
 * Reference: CUDA Driver API.
 */
import { typeAlign } from "../../../plan/types";
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { device } from "../devices/device";
import { properties } from "../devices/properties";
import { graphNodes } from "../graphs/graphNodes";
import { graphs } from "../graphs/graphs";
import { userObjects } from "../graphs/userObjects";
import { functionAttribute, functions } from "../launch/functions";
import { kernelOf, parameterSizes } from "../launch/kernels";
import { launch, launchAttributes } from "../launch/launch";
import { occupancy } from "../launch/occupancy";
import { allocation } from "../memory/allocation";
import { copyBytes, fillElements } from "../memory/copies";
import { managed } from "../memory/managed";
import { pools } from "../memory/pools";
import { Kind } from "../memory/transfers";
import { asCurrent, devices } from "../state/devices";
import { driverErrorName, errors } from "../state/errors";
import { placeOf } from "../state/kinds";
import { captures } from "../streams/capture";
import { events } from "../streams/events";
import { streams } from "../streams/streams";
import { borrowed, DriverError, driverCall, driverContexts, type Needs } from "./driverContext";
import { modules } from "./modules";
import { tensorMaps } from "./tensorMaps";

const runtime: HostLibrary = {
  ...allocation,
  ...captures,
  ...device,
  ...devices,
  ...events,
  ...functions,
  ...graphNodes,
  ...graphs,
  ...managed,
  ...occupancy,
  ...pools,
  ...properties,
  ...streams,
  ...userObjects,
};

/** Calls that take the same arguments as the runtime's and do the same: what they need, and pairs of names without `cu` and `cuda`. */
const sameAs: readonly (readonly [needs: Needs, names: string])[] = [
  ["nothing", "DriverGetVersion=DriverGetVersion"],
  [
    "driver",
    `DeviceGetCount=GetDeviceCount DeviceGetAttribute=DeviceGetAttribute DeviceGetPCIBusId=DeviceGetPCIBusId
     DeviceGetByPCIBusId=DeviceGetByPCIBusId DeviceCanAccessPeer=DeviceCanAccessPeer
     DeviceGetP2PAttribute=DeviceGetP2PAttribute`,
  ],
  [
    "context",
    `CtxSynchronize=DeviceSynchronize CtxSetLimit=DeviceSetLimit CtxGetLimit=DeviceGetLimit
     CtxSetCacheConfig=DeviceSetCacheConfig CtxGetCacheConfig=DeviceGetCacheConfig
     CtxGetStreamPriorityRange=DeviceGetStreamPriorityRange CtxResetPersistingL2Cache=CtxResetPersistingL2Cache
     MemAllocManaged=MallocManaged MemAllocHost=MallocHost MemHostAlloc=HostAlloc MemHostRegister=HostRegister
     MemHostUnregister=HostUnregister MemHostGetDevicePointer=HostGetDevicePointer MemHostGetFlags=HostGetFlags
     MemFree=Free MemFreeHost=FreeHost MemAllocAsync=MallocAsync MemFreeAsync=FreeAsync MemGetInfo=MemGetInfo
     MemAllocPitch=MallocPitch MemPrefetchAsync=MemPrefetchAsync_v2 MemAdvise=MemAdvise_v2
     StreamCreate=StreamCreateWithFlags StreamCreateWithPriority=StreamCreateWithPriority
     StreamGetPriority=StreamGetPriority StreamGetFlags=StreamGetFlags StreamGetId=StreamGetId
     StreamGetDevice=StreamGetDevice StreamDestroy=StreamDestroy
     StreamSynchronize=StreamSynchronize StreamQuery=StreamQuery StreamWaitEvent=StreamWaitEvent
     StreamAddCallback=StreamAddCallback StreamBeginCapture=StreamBeginCapture StreamEndCapture=StreamEndCapture
     EventCreate=EventCreateWithFlags EventDestroy=EventDestroy EventRecord=EventRecord EventQuery=EventQuery
     EventSynchronize=EventSynchronize EventElapsedTime=EventElapsedTime GraphCreate=GraphCreate
     GraphInstantiate=GraphInstantiateWithFlags GraphLaunch=GraphLaunch GraphExecDestroy=GraphExecDestroy
     GraphDestroy=GraphDestroy GraphClone=GraphClone GraphGetNodes=GraphGetNodes GraphNodeGetType=GraphNodeGetType
     GraphAddEmptyNode=GraphAddEmptyNode GraphKernelNodeSetAttribute=GraphKernelNodeSetAttribute
     UserObjectCreate=UserObjectCreate GraphRetainUserObject=GraphRetainUserObject
     StreamIsCapturing=StreamIsCapturing FuncSetAttribute=FuncSetAttribute FuncSetCacheConfig=FuncSetCacheConfig
     FuncGetName=FuncGetName FuncGetParamInfo=FuncGetParamInfo LaunchHostFunc=LaunchHostFunc
     OccupancyMaxActiveBlocksPerMultiprocessor=OccupancyMaxActiveBlocksPerMultiprocessor
     OccupancyMaxActiveBlocksPerMultiprocessorWithFlags=OccupancyMaxActiveBlocksPerMultiprocessorWithFlags
     OccupancyAvailableDynamicSMemPerBlock=OccupancyAvailableDynamicSMemPerBlock
     ProfilerStart=ProfilerStart ProfilerStop=ProfilerStop`,
  ],
];

const same: HostLibrary = Object.fromEntries(
  sameAs.flatMap(([needs, names]) =>
    names.split(/\s+/).map((pair) => {
      const [mine, theirs] = pair.split("=") as [string, string];
      return [`cu${mine}`, driverCall(needs, borrowed(runtime[`cuda${theirs}`]!))];
    }),
  ),
);

/** Copies of a direction, which wait for the copy or leave it to a stream. */
function copying(kind: number): { readonly now: HostFunction; readonly later: HostFunction } {
  return {
    now: driverCall("context", (machine: HostMachine, to: bigint, from: bigint, size: bigint) =>
      copyBytes(machine, to, from, size, kind, "sync"),
    ),
    later: driverCall("context", (machine: HostMachine, to: bigint, from: bigint, size: bigint, stream: bigint) =>
      copyBytes(machine, to, from, size, kind, { stream }),
    ),
  };
}

/** Fills by element size in bytes: plain, in a stream, and in rows. */
function filling(bits: 8 | 16 | 32): Record<string, HostFunction> {
  const size = bits / 8;
  const fill = (
    machine: HostMachine,
    to: bigint,
    pitch: bigint,
    value: number,
    box: [bigint, bigint],
    stream: bigint,
  ) =>
    to % BigInt(size) === 0n
      ? fillElements(machine, to, Number(pitch), { value, size }, Number(box[0]), Number(box[1]), stream)
      : DriverError.invalidValue;
  return {
    [`cuMemsetD${bits}`]: driverCall("context", (machine: HostMachine, to: bigint, value: number, count: bigint) =>
      fill(machine, to, 0n, value, [count, 1n], 0n),
    ),
    [`cuMemsetD${bits}Async`]: driverCall(
      "context",
      (machine: HostMachine, to: bigint, value: number, count: bigint, stream: bigint) =>
        fill(machine, to, 0n, value, [count, 1n], stream),
    ),
    [`cuMemsetD2D${bits}`]: driverCall(
      "context",
      (machine: HostMachine, to: bigint, pitch: bigint, value: number, width: bigint, height: bigint) =>
        fill(machine, to, pitch, value, [width, height], 0n),
    ),
  };
}

/** What the list after `extra` is marked with. */
const Extra = { end: 0n, buffer: 1n } as const;

/** Addresses of a kernel's parameters: those that the program lists, or places in the one buffer that `extra` names. */
function parameterList(machine: HostMachine, stub: bigint, list: bigint, extra: bigint): bigint {
  const kernel = kernelOf(machine, stub);
  if (extra === 0n || !kernel) return list;
  let buffer = 0n;
  for (let at = extra; machine.getLong(at) !== Extra.end; at += 16n)
    if (machine.getLong(at) === Extra.buffer) buffer = machine.getLong(at + 8n);
  const sizes = parameterSizes(kernel);
  const made = machine.allocate(Math.max(8, 8 * sizes.length));
  let end = 0;
  kernel.arguments.forEach(({ attributes, type }, i) => {
    const byval = attributes.get("byval");
    const align = typeAlign(typeof byval === "object" ? byval : type);
    const place = Math.ceil(end / align) * align;
    machine.setLong(made + BigInt(8 * i), buffer + BigInt(place));
    end = place + sizes[i]!;
  });
  return made;
}

type LaunchWords = [
  stub: bigint,
  ...sizes: [number, number, number, number, number, number],
  shared: number,
  stream: bigint,
  list: bigint,
];

function launchWords(isCooperative: boolean) {
  return (
    machine: HostMachine,
    ...[stub, gx, gy, gz, bx, by, bz, shared, stream, list, extra = 0n]: [...LaunchWords, bigint?]
  ): number => {
    const grid = [gx >>> 0, gy >>> 0, gz >>> 0] as const;
    const block = [bx >>> 0, by >>> 0, bz >>> 0] as const;
    const configuration = { grid, block, shared: BigInt(shared >>> 0), stream, isCooperative };
    return launch(machine, stub, configuration, parameterList(machine, stub, list, extra));
  };
}

/** Launches by a `CUlaunchConfig`: grid, block, shared bytes, stream, attributes and their number. */
function launchConfigured(machine: HostMachine, config: bigint, stub: bigint, list: bigint, extra: bigint): number {
  const word = (at: number) => machine.getInt(config + BigInt(at)) >>> 0;
  const configuration = {
    grid: [word(0), word(4), word(8)] as const,
    block: [word(12), word(16), word(20)] as const,
    shared: BigInt(word(24)),
    stream: machine.getLong(config + 32n),
    ...launchAttributes(machine, machine.getLong(config + 40n), word(48)),
  };
  return launch(machine, stub, configuration, parameterList(machine, stub, list, extra));
}

/** `CUpointer_attribute` as far as it is answered, and `CUmemorytype` by the kind of memory. */
const Pointer = {
  memoryType: 2,
  devicePointer: 3,
  hostPointer: 4,
  isManaged: 8,
  ordinal: 9,
  start: 11,
  size: 12,
  mapped: 13,
};
const memoryTypes = { pinned: 1, device: 2, managed: 2, pageable: 0, nothing: 0 } as const;

function pointerAttribute(machine: HostMachine, data: bigint, attribute: number, address: bigint): number {
  const { kind } = placeOf(machine, address);
  const record = machine.log.around(address);
  if (memoryTypes[kind] === 0) return DriverError.invalidValue;
  const isHost = kind !== "device";
  if (attribute === Pointer.memoryType) machine.setInt(data, memoryTypes[kind]);
  else if (attribute === Pointer.isManaged) machine.setInt(data, kind === "managed" ? 1 : 0);
  else if (attribute === Pointer.ordinal) machine.setInt(data, record?.device ?? machine.cuda.current.ordinal);
  else if (attribute === Pointer.mapped) machine.setInt(data, 1);
  else if (attribute === Pointer.devicePointer) machine.setLong(data, address);
  else if (attribute === Pointer.hostPointer && isHost) machine.setLong(data, address);
  else if (attribute === Pointer.start && record) machine.setLong(data, record.address);
  else if (attribute === Pointer.size && record) machine.setLong(data, BigInt(record.bytes));
  else return DriverError.invalidValue;
  return DriverError.success;
}

const [toDevice, toHost, onDevice, anywhere] = [
  copying(Kind.hostToDevice),
  copying(Kind.deviceToHost),
  copying(Kind.deviceToDevice),
  copying(Kind.default),
];

const UUID_BYTES = 16;

function given(machine: HostMachine, result: bigint, text: string | undefined): number {
  machine.setLong(result, text === undefined ? 0n : machine.constantText(text));
  return text === undefined ? DriverError.invalidValue : DriverError.success;
}

/** The runtime's calls about the driver API, by name. */
export const driver: HostLibrary = {
  ...driverContexts,
  ...modules,
  ...tensorMaps,
  ...same,
  ...filling(8),
  ...filling(16),
  ...filling(32),
  cuMemcpyHtoD: toDevice.now,
  cuMemcpyHtoDAsync: toDevice.later,
  cuMemcpyDtoH: toHost.now,
  cuMemcpyDtoHAsync: toHost.later,
  cuMemcpyDtoD: onDevice.now,
  cuMemcpyDtoDAsync: onDevice.later,
  cuMemcpy: anywhere.now,
  cuMemcpyAsync: anywhere.later,
  // Unlike the runtime, the driver gives no memory of 0 bytes.
  cuMemAlloc: driverCall("context", (machine: HostMachine, result: bigint, size: bigint) =>
    size === 0n
      ? DriverError.invalidValue
      : (borrowed(runtime.cudaMalloc!) as unknown as MemAlloc)(machine, result, size),
  ),
  cuMemGetAddressRange: driverCall("context", (machine: HostMachine, start: bigint, size: bigint, address: bigint) => {
    const record = machine.log.around(address);
    if (!record || record.freed) return DriverError.invalidValue;
    if (start !== 0n) machine.setLong(start, record.address);
    if (size !== 0n) machine.setLong(size, BigInt(record.bytes));
    return DriverError.success;
  }),
  cuPointerGetAttribute: driverCall("context", pointerAttribute),
  cuLaunchKernel: driverCall("context", launchWords(false)),
  cuLaunchKernelEx: driverCall("context", launchConfigured),
  cuLaunchCooperativeKernel: driverCall("context", launchWords(true)),
  cuFuncGetAttribute: driverCall("context", (machine: HostMachine, result: bigint, attribute: number, stub: bigint) => {
    const kernel = kernelOf(machine, stub);
    const value = kernel && functionAttribute(machine, kernel, attribute);
    if (value === undefined) return DriverError.invalidValue;
    machine.setInt(result, value);
    return DriverError.success;
  }),
  // Every kernel of the program is loaded.
  cuFuncLoad: driverCall("context", (machine: HostMachine, stub: bigint) =>
    kernelOf(machine, stub) ? DriverError.success : DriverError.invalidHandle,
  ),
  cuDevicePrimaryCtxReset: driverCall("driver", (machine: HostMachine, ordinal: number) => {
    const device = machine.cuda.devices[ordinal];
    const reset = runtime.cudaDeviceReset as unknown as (machine: HostMachine) => number;
    return device ? asCurrent(machine, device, () => reset(machine)) : DriverError.invalidDevice;
  }),
  cuDeviceGet: driverCall("driver", (machine: HostMachine, result: bigint, ordinal: number) => {
    if (!machine.cuda.devices[ordinal]) return DriverError.invalidDevice;
    machine.setInt(result, ordinal);
    return DriverError.success;
  }),
  cuDeviceGetName: driverCall("driver", (machine: HostMachine, text: bigint, length: number, ordinal: number) => {
    if (!machine.cuda.devices[ordinal]) return DriverError.invalidDevice;
    if (length < 1) return DriverError.invalidValue;
    machine.writeText(text, `NVIDIA ${machine.device.product}`.slice(0, length - 1));
    return DriverError.success;
  }),
  // A simulated device has no number of its own: zeros, as in `cudaDeviceProp`.
  cuDeviceGetUuid: driverCall("driver", (machine: HostMachine, result: bigint, ordinal: number) => {
    if (!machine.cuda.devices[ordinal]) return DriverError.invalidDevice;
    const start = machine.at(result, UUID_BYTES);
    machine.bytes.fill(0, start, start + UUID_BYTES);
    return DriverError.success;
  }),
  cuDeviceTotalMem: driverCall("driver", (machine: HostMachine, result: bigint, ordinal: number) => {
    if (!machine.cuda.devices[ordinal]) return DriverError.invalidDevice;
    machine.setLong(result, BigInt(machine.device.globalBytes));
    return DriverError.success;
  }),
  cuDeviceComputeCapability: driverCall(
    "driver",
    (machine: HostMachine, major: bigint, minor: bigint, ordinal: number) => {
      if (!machine.cuda.devices[ordinal]) return DriverError.invalidDevice;
      machine.setInt(major, machine.device.computeCapability[0]);
      machine.setInt(minor, machine.device.computeCapability[1]);
      return DriverError.success;
    },
  ),
  cuGetErrorName: (machine: HostMachine, code: number, result: bigint) => given(machine, result, driverErrorName(code)),
  cuGetErrorString(machine: HostMachine, code: number, result: bigint) {
    if (driverErrorName(code) === undefined) return given(machine, result, undefined);
    machine.setLong(result, (errors.cudaGetErrorString as unknown as ErrorText)(machine, code));
    return DriverError.success;
  },
};

type MemAlloc = (machine: HostMachine, result: bigint, size: bigint) => number;
type ErrorText = (machine: HostMachine, code: number) => bigint;

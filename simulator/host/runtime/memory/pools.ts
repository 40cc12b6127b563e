/**
 * Stream-ordered allocation and its pools. Memory is given and taken when the call is made, which ordered programs cannot
 * distinguish. Reference: CUDA Runtime API, "Stream Ordered Memory Allocator"; answers as an H200 gave them.
 */

import type { PoolState, StreamState } from "../../model/cuda";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { newHandle } from "../state/handles";
import { streamOf } from "../state/state";
import { captureNode } from "../streams/capture";
import { compareInFlight } from "../streams/order";
import { mark } from "../streams/submit";
import { allocateDevice, freeDevice } from "./allocation";

/** `cudaMemPoolAttr` */
const Attribute = {
  followEventDependencies: 1,
  allowOpportunistic: 2,
  allowInternalDependencies: 3,
  releaseThreshold: 4,
  reservedCurrent: 5,
  reservedHigh: 6,
  usedCurrent: 7,
  usedHigh: 8,
} as const;

function makePool(machine: HostMachine, device: number): PoolState {
  const pool: PoolState = {
    handle: newHandle(machine),
    device,
    used: 0,
    high: 0,
    threshold: 0n,
    reuse: new Map(),
    access: new Map(),
  };
  machine.cuda.pools.set(pool.handle, pool);
  return pool;
}

/** The pool that a device had from the start. */
function defaultPool(machine: HostMachine, ordinal: number): PoolState {
  const { cuda } = machine;
  let pool = cuda.defaultPools.get(ordinal);
  if (!pool) {
    pool = makePool(machine, ordinal);
    cuda.defaultPools.set(ordinal, pool);
  }
  return pool;
}

/** The pool that `cudaMallocAsync` takes memory from on a device. */
function currentPool(machine: HostMachine, ordinal: number): PoolState {
  return machine.cuda.currentPools.get(ordinal) ?? defaultPool(machine, ordinal);
}

function allocate(
  machine: HostMachine,
  result: bigint,
  size: bigint,
  stream: bigint,
  pool: PoolState | undefined,
): number {
  const state = streamOf(machine, stream);
  if (!state) return CudaError.InvalidResourceHandle;
  if (!pool) return CudaError.InvalidValue;
  const code = allocateDevice(machine, result, size, "cudaMallocAsync");
  if (code !== CudaError.Success || size === 0n) return code;
  machine.cuda.pooled.set(machine.getLong(result), { pool, bytes: Number(size) });
  pool.used += Number(size);
  pool.high = Math.max(pool.high, pool.used);
  if (state.capture) captureNode(machine, state, "memAlloc", {});
  else inStream(machine, state, machine.getLong(result), "allocates");
  return code;
}

const CALLS = { allocates: "cudaMallocAsync", frees: "cudaFreeAsync" } as const;

/** Notes in a stream that memory begins or ceases to be there: work of other streams with it needs an order. */
function inStream(machine: HostMachine, stream: StreamState, address: bigint, verb: keyof typeof CALLS): void {
  const record = machine.log.at(address);
  if (!record || record.freed) return;
  const writes = [Number(address), Number(address) + record.bytes];
  const work = mark(machine, stream, `the call of ${CALLS[verb]}`);
  compareInFlight(machine, work, { footprint: { reads: [], writes, atomics: [], verb } });
}

function free(machine: HostMachine, address: bigint, stream: bigint): number {
  const state = streamOf(machine, stream);
  if (!state) return CudaError.InvalidResourceHandle;
  if (state.capture) {
    // The memory is the graph's and stays, as its next launch uses it again.
    machine.log.free(address, machine.place);
    captureNode(machine, state, "memFree", {});
    return CudaError.Success;
  }
  inStream(machine, state, address, "frees");
  return freeDevice(machine, address, false);
}

function givePool(choose: (machine: HostMachine, ordinal: number) => PoolState) {
  return (machine: HostMachine, result: bigint, ordinal: number): number => {
    if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
    machine.setLong(result, choose(machine, ordinal).handle);
    return CudaError.Success;
  };
}

function setAttribute(machine: HostMachine, handle: bigint, attribute: number, value: bigint): number {
  const pool = machine.cuda.pools.get(handle);
  if (!pool) return CudaError.InvalidValue;
  if (attribute >= Attribute.followEventDependencies && attribute <= Attribute.allowInternalDependencies) {
    pool.reuse.set(attribute, machine.getInt(value));
    return CudaError.Success;
  }
  if (attribute === Attribute.releaseThreshold) {
    pool.threshold = machine.getLong(value);
    return CudaError.Success;
  }
  // High-water marks can only be set back to 0, and what is used now cannot be set.
  const isMark = attribute === Attribute.usedHigh || attribute === Attribute.reservedHigh;
  if (!isMark || machine.getLong(value) !== 0n) return CudaError.InvalidValue;
  pool.high = pool.used;
  return CudaError.Success;
}

function getAttribute(machine: HostMachine, handle: bigint, attribute: number, value: bigint): number {
  const pool = machine.cuda.pools.get(handle);
  if (!pool) return CudaError.InvalidValue;
  switch (attribute) {
    case Attribute.followEventDependencies:
    case Attribute.allowOpportunistic:
    case Attribute.allowInternalDependencies:
      machine.setInt(value, pool.reuse.get(attribute) ?? 1);
      break;
    case Attribute.releaseThreshold:
      machine.setLong(value, pool.threshold);
      break;
    // What the driver reserves for a pool is its own affair: here never more than what is used.
    case Attribute.usedCurrent:
    case Attribute.reservedCurrent:
      machine.setLong(value, BigInt(pool.used));
      break;
    case Attribute.usedHigh:
    case Attribute.reservedHigh:
      machine.setLong(value, BigInt(pool.high));
      break;
    default:
      return CudaError.InvalidValue;
  }
  return CudaError.Success;
}

/** The pool of the device that a `cudaMemLocation` names; pools of the host are not there. */
function locatedPool(choose: (machine: HostMachine, ordinal: number) => PoolState) {
  return (machine: HostMachine, result: bigint, location: bigint): number =>
    machine.getInt(location) === LOCATION_DEVICE
      ? givePool(choose)(machine, result, machine.getInt(location + 4n))
      : CudaError.NotSupported;
}

function choosePool(machine: HostMachine, ordinal: number, handle: bigint): number {
  const pool = machine.cuda.pools.get(handle);
  if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
  if (!pool) return CudaError.InvalidValue;
  machine.cuda.currentPools.set(ordinal, pool);
  return CudaError.Success;
}

/** `cudaMemLocationTypeDevice`, and `cudaMemAccessFlagsProtReadWrite`. */
const LOCATION_DEVICE = 1;
const READ_WRITE = 3;
/** Where `cudaMemPoolProps` has the number of its device. */
const PROPERTIES_DEVICE = 12n;

/** The runtime's calls about memory pools, by name. */
export const pools: HostLibrary = calls({
  cudaMallocAsync: (machine, result: bigint, size: bigint, stream: bigint) =>
    allocate(machine, result, size, stream, currentPool(machine, machine.cuda.current.ordinal)),
  cudaMallocFromPoolAsync: (machine, result: bigint, size: bigint, pool: bigint, stream: bigint) =>
    allocate(machine, result, size, stream, machine.cuda.pools.get(pool)),
  cudaFreeAsync: free,
  cudaDeviceGetDefaultMemPool: givePool(defaultPool),
  cudaDeviceGetMemPool: givePool(currentPool),
  cudaDeviceSetMemPool: choosePool,
  cudaMemGetDefaultMemPool: locatedPool(defaultPool),
  cudaMemGetMemPool: locatedPool(currentPool),
  cudaMemSetMemPool: (machine, location: bigint, _type: number, handle: bigint) =>
    machine.getInt(location) === LOCATION_DEVICE
      ? choosePool(machine, machine.getInt(location + 4n), handle)
      : CudaError.NotSupported,
  cudaMemPoolCreate(machine, result: bigint, properties: bigint) {
    const ordinal = machine.getInt(properties + PROPERTIES_DEVICE);
    if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
    machine.setLong(result, makePool(machine, ordinal).handle);
    return CudaError.Success;
  },
  cudaMemPoolDestroy(machine, handle: bigint) {
    const { cuda } = machine;
    const pool = cuda.pools.get(handle);
    if (!pool || pool === cuda.defaultPools.get(pool.device)) return CudaError.InvalidValue;
    cuda.pools.delete(handle);
    if (cuda.currentPools.get(pool.device) === pool) cuda.currentPools.delete(pool.device);
    return CudaError.Success;
  },
  cudaMemPoolSetAttribute: setAttribute,
  cudaMemPoolGetAttribute: getAttribute,
  // A list of locations with what each may do; the pool's own device may always read and write.
  cudaMemPoolSetAccess(machine, handle: bigint, list: bigint, count: bigint) {
    const pool = machine.cuda.pools.get(handle);
    if (!pool) return CudaError.InvalidValue;
    for (let i = 0n; i < count; i++) {
      const [type, ordinal, flags] = [0n, 4n, 8n].map((at) => machine.getInt(list + 12n * i + at)) as [
        number,
        number,
        number,
      ];
      if (type !== LOCATION_DEVICE || !deviceOf(machine, ordinal)) return CudaError.InvalidValue;
      if (ordinal === pool.device && flags !== READ_WRITE) return CudaError.InvalidValue;
      pool.access.set(ordinal, flags);
    }
    return CudaError.Success;
  },
  cudaMemPoolGetAccess(machine, result: bigint, handle: bigint, location: bigint) {
    const pool = machine.cuda.pools.get(handle);
    const ordinal = machine.getInt(location + 4n);
    if (!pool || machine.getInt(location) !== LOCATION_DEVICE || !deviceOf(machine, ordinal))
      return CudaError.InvalidValue;
    machine.setInt(result, ordinal === pool.device ? READ_WRITE : (pool.access.get(ordinal) ?? 0));
    return CudaError.Success;
  },
  cudaMemPoolTrimTo: (machine, handle: bigint) =>
    machine.cuda.pools.has(handle) ? CudaError.Success : CudaError.InvalidValue,
});

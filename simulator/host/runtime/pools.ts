/** Stream-ordered allocation. Memory is given and taken when the call is made, which ordered programs cannot tell apart. */
import type { HostLibrary, HostMachine } from "../machine";
import { allocateDevice, freeDevice } from "./allocation";
import { CudaError, calls } from "./errors";
import { streamOf } from "./submit";

/** The handle of the device's default pool. */
const DEFAULT_POOL = 0x500n;

function allocate(machine: HostMachine, result: bigint, size: bigint, stream: bigint): number {
  if (!streamOf(machine, stream)) return CudaError.InvalidResourceHandle;
  if (size === 0n) return CudaError.InvalidValue;
  return allocateDevice(machine, result, size, "cudaMallocAsync");
}

function giveDefault(machine: HostMachine, result: bigint, device: number): number {
  if (device !== 0) return CudaError.InvalidDevice;
  machine.setLong(result, DEFAULT_POOL);
  return CudaError.Success;
}

export const pools: HostLibrary = calls({
  cudaMallocAsync: allocate,
  cudaMallocFromPoolAsync: (machine, result: bigint, size: bigint, _pool: bigint, stream: bigint) =>
    allocate(machine, result, size, stream),
  cudaFreeAsync: (machine, address: bigint, stream: bigint) =>
    streamOf(machine, stream) ? freeDevice(machine, address, false) : CudaError.InvalidResourceHandle,
  cudaDeviceGetDefaultMemPool: giveDefault,
  cudaDeviceGetMemPool: giveDefault,
  cudaDeviceSetMemPool: () => CudaError.Success,
  cudaMemPoolSetAttribute: () => CudaError.Success,
  cudaMemPoolTrimTo: () => CudaError.Success,
});

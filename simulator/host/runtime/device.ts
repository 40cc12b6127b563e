/** The device as programs ask about it. One device, whose figures are those of the chosen architecture. */
import type { HostLibrary } from "../machine";
import { CudaError, calls } from "./errors";
import { placeOf } from "./kinds";

/** `cudaMemoryType` of an address's kind. */
const memoryTypes = { pageable: 0, nothing: 0, pinned: 1, device: 2, managed: 3 } as const;

export const device: HostLibrary = calls({
  cudaGetDeviceCount(machine, count: bigint) {
    machine.setInt(count, 1);
    return CudaError.Success;
  },
  cudaGetDevice(machine, result: bigint) {
    machine.setInt(result, 0);
    return CudaError.Success;
  },
  cudaSetDevice: (_machine, ordinal: number) => (ordinal === 0 ? CudaError.Success : CudaError.InvalidDevice),
  cudaDeviceSynchronize: () => CudaError.Success,
  cudaThreadSynchronize: () => CudaError.Success,
  cudaDeviceReset(machine) {
    machine.cuda.sticky = CudaError.Success;
    machine.cuda.lastError = CudaError.Success;
    return CudaError.Success;
  },
  cudaDeviceSetLimit: () => CudaError.Success,
  cudaDeviceSetCacheConfig: () => CudaError.Success,
  cudaDeviceSetSharedMemConfig: () => CudaError.Success,
  cudaSetDeviceFlags: () => CudaError.Success,
  cudaPointerGetAttributes(machine, result: bigint, address: bigint) {
    const { kind } = placeOf(machine, address);
    const type = memoryTypes[kind];
    machine.setInt(result, type);
    machine.setInt(result + 4n, type === 0 ? -2 : 0);
    machine.setLong(result + 8n, type === 0 ? 0n : address);
    machine.setLong(result + 16n, type === 2 ? 0n : address);
    return CudaError.Success;
  },
});

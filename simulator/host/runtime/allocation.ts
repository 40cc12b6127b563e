/** Device, pinned, managed and pitched memory. Reference: CUDA Runtime API, "Memory Management"; error codes as recorded on an H200. */
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";
import type { HostAllocation } from "./state";

/** Rows of pitched memory start at multiples of this. Measured on an H200: a pitch of 512 for rows of 280 bytes. */
const PITCH_BYTES = 512;

function allocateDevice(machine: HostMachine, result: bigint, size: bigint): number {
  if (result === 0n) return CudaError.InvalidValue;
  if (size === 0n) {
    machine.setLong(result, 0n);
    return CudaError.Success;
  }
  if (size > BigInt(machine.device.globalBytes)) return CudaError.MemoryAllocation;
  const address = machine.memory.allocate(Number(size));
  if (address === undefined) return CudaError.MemoryAllocation;
  machine.setLong(result, address);
  return CudaError.Success;
}

function allocateHost(machine: HostMachine, result: bigint, size: bigint, kind: "pinned" | "managed"): number {
  if (result === 0n) return CudaError.InvalidValue;
  if (size === 0n && kind === "managed") return CudaError.InvalidValue;
  const address = machine.memory.allocate(Number(size));
  if (address === undefined) return CudaError.MemoryAllocation;
  machine.cuda.hostMemory.set(address, { kind, size: Number(size) });
  machine.setLong(result, address);
  return CudaError.Success;
}

function freeHost(machine: HostMachine, address: bigint, kind: HostAllocation["kind"]): number {
  if (address === 0n) return CudaError.Success;
  if (machine.cuda.hostMemory.get(address)?.kind !== kind) return CudaError.InvalidValue;
  machine.cuda.hostMemory.delete(address);
  machine.memory.free(address);
  return CudaError.Success;
}

function freeDevice(machine: HostMachine, address: bigint): number {
  if (address === 0n) return CudaError.Success;
  const shared = machine.cuda.hostMemory.get(address);
  if (shared?.kind === "managed") return freeHost(machine, address, "managed");
  if (shared) return CudaError.InvalidValue;
  return machine.memory.free(address) ? CudaError.Success : CudaError.InvalidValue;
}

function pitched(machine: HostMachine, pointer: bigint, pitchAt: bigint, width: bigint, rows: bigint): number {
  const pitch = ((width + BigInt(PITCH_BYTES) - 1n) / BigInt(PITCH_BYTES)) * BigInt(PITCH_BYTES);
  const code = allocateDevice(machine, pointer, pitch * rows);
  if (code === CudaError.Success) machine.setLong(pitchAt, pitch);
  return code;
}

export const allocation: HostLibrary = calls({
  cudaMalloc: allocateDevice,
  cudaMallocAsync: allocateDevice,
  cudaFree: freeDevice,
  cudaFreeAsync: freeDevice,
  cudaMallocHost: (machine, result: bigint, size: bigint) => allocateHost(machine, result, size, "pinned"),
  cudaHostAlloc: (machine, result: bigint, size: bigint, _flags: number) =>
    allocateHost(machine, result, size, "pinned"),
  cudaFreeHost: (machine, address: bigint) => freeHost(machine, address, "pinned"),
  cudaMallocManaged: (machine, result: bigint, size: bigint) => allocateHost(machine, result, size, "managed"),
  cudaMallocPitch: (machine, result: bigint, pitch: bigint, width: bigint, height: bigint) =>
    pitched(machine, result, pitch, width, height),
  cudaMalloc3D(machine, result: bigint, extent: bigint) {
    const [width, height, depth] = [0n, 8n, 16n].map((at) => machine.getLong(extent + at)) as [bigint, bigint, bigint];
    const code = pitched(machine, result, result + 8n, width, height * depth);
    if (code === CudaError.Success) {
      machine.setLong(result + 16n, width);
      machine.setLong(result + 24n, height);
    }
    return code;
  },
  cudaHostRegister(machine, address: bigint, size: bigint) {
    if (address === 0n || size === 0n) return CudaError.InvalidValue;
    if (machine.cuda.hostMemory.has(address)) return CudaError.HostMemoryAlreadyRegistered;
    machine.cuda.hostMemory.set(address, { kind: "registered", size: Number(size) });
    return CudaError.Success;
  },
  cudaHostUnregister(machine, address: bigint) {
    if (machine.cuda.hostMemory.get(address)?.kind !== "registered") return CudaError.HostMemoryNotRegistered;
    machine.cuda.hostMemory.delete(address);
    return CudaError.Success;
  },
  // One address serves both sides: host memory is mapped where it lies.
  cudaHostGetDevicePointer(machine, result: bigint, address: bigint) {
    machine.setLong(result, address);
    return CudaError.Success;
  },
  cudaMemGetInfo(machine, free: bigint, total: bigint) {
    machine.setLong(free, BigInt(machine.device.globalBytes) - BigInt(machine.memory.allocatedBytes));
    machine.setLong(total, BigInt(machine.device.globalBytes));
    return CudaError.Success;
  },
  cudaMemPrefetchAsync: () => CudaError.Success,
  cudaMemAdvise: () => CudaError.Success,
});

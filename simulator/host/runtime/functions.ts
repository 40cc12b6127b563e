/** Attributes of kernels. Reference: CUDA Runtime API, "Execution Control"; answers as an H200 gave them. */
import { sharedLayout } from "../../compile/shared";
import type { HostFunction, HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";
import { kernelOf } from "./launch";
import { dynamicLimit } from "./occupancy";

/** `cudaFuncAttribute` */
const Attribute = { maxDynamicShared: 8, carveOut: 9, last: 15 } as const;
/** Bytes of `cudaFuncAttributes` in our `driver_types.h`. */
const ATTRIBUTES_BYTES = 128;

function onKernel(run: (machine: HostMachine) => number): HostFunction {
  return (machine: HostMachine, stub: bigint) =>
    machine.cuda.kernels.has(stub) ? run(machine) : CudaError.InvalidDeviceFunction;
}

export const functions: HostLibrary = calls({
  cudaFuncSetAttribute(machine, stub: bigint, attribute: number, value: number) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    if (attribute < Attribute.maxDynamicShared || attribute > Attribute.last) return CudaError.InvalidValue;
    if (attribute === Attribute.maxDynamicShared) {
      const most = machine.device.sharedPerBlockOptIn - sharedLayout([kernel]).bytes;
      if (value < 0 || value > most) return CudaError.InvalidValue;
      machine.cuda.sharedLimit.set(kernel.name, value);
    }
    if (attribute === Attribute.carveOut) {
      if (value < -1 || value > 100) return CudaError.InvalidValue;
      machine.cuda.carveOut.set(kernel.name, value);
    }
    return CudaError.Success;
  },
  // sharedSizeBytes, constSizeBytes, localSizeBytes, maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
  // maxDynamicSharedSizeBytes, preferredShmemCarveout. Registers and local memory are decided by ptxas: 0 here.
  cudaFuncGetAttributes(machine, at: bigint, stub: bigint) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    const { module } = machine.cuda.program;
    const start = machine.at(at, ATTRIBUTES_BYTES);
    machine.bytes.fill(0, start, start + ATTRIBUTES_BYTES);
    machine.setLong(at, BigInt(sharedLayout([kernel]).bytes));
    const constants = module.globals.filter((one) => one.space === 4);
    machine.setLong(at + 8n, BigInt(constants.reduce((sum, one) => sum + machine.memory.sizeOf(one), 0)));
    const bound = Number(kernel.attributes.get("nvvm.maxntid") ?? machine.device.maxThreadsPerBlock);
    machine.setInt(at + 24n, bound);
    const [major, minor] = machine.device.computeCapability;
    machine.setInt(at + 32n, major * 10 + minor);
    machine.setInt(at + 36n, major * 10 + minor);
    machine.setInt(at + 44n, dynamicLimit(machine, kernel));
    machine.setInt(at + 48n, machine.cuda.carveOut.get(kernel.name) ?? -1);
    return CudaError.Success;
  },
  cudaFuncSetCacheConfig: onKernel(() => CudaError.Success),
  cudaFuncSetSharedMemConfig: onKernel(() => CudaError.Success),
  cudaFuncGetName(machine, result: bigint, stub: bigint) {
    const name = machine.cuda.kernels.get(stub);
    if (!name) return CudaError.InvalidDeviceFunction;
    machine.setLong(result, machine.constantText(name));
    return CudaError.Success;
  },
  cudaGetFuncBySymbol(machine, result: bigint, stub: bigint) {
    if (!machine.cuda.kernels.has(stub)) return CudaError.InvalidDeviceFunction;
    machine.setLong(result, stub);
    return CudaError.Success;
  },
});

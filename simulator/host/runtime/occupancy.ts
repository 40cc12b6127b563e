/** Occupancy queries and function attributes. Registers are not known before ptxas has run: programs that ask are told 0. */
import type { Func } from "../../../analyzer/ir/model";
import { sharedLayout } from "../../compile/shared";
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";

function kernelOf(machine: HostMachine, stub: bigint): Func | undefined {
  const name = machine.cuda.kernels.get(stub);
  return machine.cuda.program.module.functions.find((one) => one.name === name && one.isKernel);
}

/** Blocks that one multiprocessor holds, by threads, shared memory and the limit of blocks. */
function activeBlocks(machine: HostMachine, kernel: Func, threads: number, dynamic: bigint): number {
  const { device } = machine;
  if (threads > device.maxThreadsPerBlock || threads < 1) return 0;
  const shared = sharedLayout([kernel]).bytes + Number(dynamic);
  const limit = machine.cuda.sharedLimit.get(kernel.name) ?? device.sharedPerBlock;
  if (shared > limit) return 0;
  const warps = Math.ceil(threads / 32);
  const byThreads = Math.floor(device.maxThreadsPerMultiprocessor / 32 / warps);
  const byShared = Math.floor(device.sharedPerMultiprocessor / (shared + device.sharedReservedPerBlock));
  return Math.min(device.maxBlocksPerMultiprocessor, byThreads, byShared);
}

function answer(machine: HostMachine, result: bigint, stub: bigint, threads: number, shared: bigint): number {
  const kernel = kernelOf(machine, stub);
  if (!kernel) return CudaError.InvalidDeviceFunction;
  machine.setInt(result, activeBlocks(machine, kernel, threads, shared));
  return CudaError.Success;
}

export const occupancy: HostLibrary = calls({
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: answer,
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: answer,
  cudaFuncGetAttributes(machine, at: bigint, stub: bigint) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    const start = machine.at(at, 128);
    machine.bytes.fill(0, start, start + 128);
    machine.setLong(at, BigInt(sharedLayout([kernel]).bytes));
    machine.setInt(at + 24n, machine.device.maxThreadsPerBlock);
    const [major, minor] = machine.device.computeCapability;
    machine.setInt(at + 32n, major * 10 + minor);
    machine.setInt(at + 36n, major * 10 + minor);
    machine.setInt(at + 44n, machine.cuda.sharedLimit.get(kernel.name) ?? machine.device.sharedPerBlock);
    return CudaError.Success;
  },
});

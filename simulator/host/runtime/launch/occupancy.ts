/**
 * Occupancy queries. Registers are not known before ptxas has run: the answers are those of kernels that registers do not
 * limit. Reference: CUDA Runtime API, "Occupancy"; answers as an H200 gave them.
 */
import { residentBlocks, SHARED_GRANULE, warpsOf } from "../../../../analyzer/hardware/occupancy";
import type { Func } from "../../../../analyzer/ir/model";
import { sharedLayout } from "../../../compile/shared";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { CudaError, calls } from "../state/errors";
import { clusterLimit, kernelOf } from "./kernels";

/** Bytes of dynamic shared memory that a block of the kernel may have. */
export function dynamicLimit(machine: HostMachine, kernel: Func): number {
  const { device, cuda } = machine;
  return cuda.sharedLimit.get(kernel.name) ?? device.sharedPerBlock - sharedLayout([kernel]).bytes;
}

/** Blocks that one multiprocessor holds, by threads, shared memory and the limit of blocks. */
export function activeBlocks(machine: HostMachine, kernel: Func, threads: number, dynamic: bigint): number {
  const { device } = machine;
  if (threads > device.maxThreadsPerBlock || threads < 1 || Number(dynamic) > dynamicLimit(machine, kernel)) return 0;
  const shared = sharedLayout([kernel]).bytes + Number(dynamic);
  return residentBlocks(device, { warps: warpsOf(threads), shared });
}

function answer(machine: HostMachine, result: bigint, stub: bigint, threads: number, shared: bigint): number {
  const kernel = kernelOf(machine, stub);
  if (!kernel) return CudaError.InvalidDeviceFunction;
  if (threads < 1) {
    machine.setInt(result, 0);
    return CudaError.InvalidValue;
  }
  machine.setInt(result, activeBlocks(machine, kernel, threads, shared));
  return CudaError.Success;
}

/** The runtime's calls about occupancy, by name. */
export const occupancy: HostLibrary = calls({
  cudaOccupancyMaxActiveBlocksPerMultiprocessor: answer,
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: answer,
  cudaOccupancyMaxPotentialClusterSize(machine, result: bigint, stub: bigint) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    machine.setInt(result, clusterLimit(machine, kernel));
    return CudaError.Success;
  },
  // The most that `blocks` blocks can share, in the granules that shared memory is given in, up to a block's limit.
  cudaOccupancyAvailableDynamicSMemPerBlock(machine, result: bigint, stub: bigint, blocks: number, threads: number) {
    const kernel = kernelOf(machine, stub);
    if (!kernel) return CudaError.InvalidDeviceFunction;
    if (blocks < 1 || threads < 1) return CudaError.InvalidValue;
    const { device } = machine;
    const fixed = sharedLayout([kernel]).bytes;
    const share = Math.floor(device.sharedPerMultiprocessor / blocks / SHARED_GRANULE) * SHARED_GRANULE;
    const left = share - device.sharedReservedPerBlock - fixed;
    machine.setLong(result, BigInt(Math.max(0, Math.min(left, dynamicLimit(machine, kernel)))));
    return CudaError.Success;
  },
});

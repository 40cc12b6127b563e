/** Kernel launches: the configuration that `<<<…>>>` pushes, its limits, and the parameters behind their pointers. */
import type { Dim3 } from "../../../analyzer/facts/model";
import { typeSize } from "../../compile/types";
import type { Outcome } from "../../model";
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";

/** `dim3` by value: x and y in one register, z in the next. */
function dim3(xy: bigint, z: number): Dim3 {
  return [Number(xy & 0xffff_ffffn), Number(BigInt.asUintN(64, xy) >> 32n), z >>> 0];
}

/** The error of a launch that the hardware refuses; CUDA 13 answers `InvalidValue` throughout (recorded on an H200). */
function refused(machine: HostMachine, kernel: string, grid: Dim3, block: Dim3, shared: bigint): boolean {
  const { device, cuda } = machine;
  const threads = block[0] * block[1] * block[2];
  const outside = (size: Dim3, limit: readonly number[]) => size.some((one, i) => one < 1 || one > limit[i]!);
  const limit = cuda.sharedLimit.get(kernel) ?? device.sharedPerBlock;
  return (
    outside(grid, device.maxGrid) ||
    outside(block, device.maxBlock) ||
    threads > device.maxThreadsPerBlock ||
    shared > BigInt(limit)
  );
}

/** The error that the context keeps after a kernel ended badly. */
function stickyOf({ kind, message }: Outcome): number {
  if (kind === "deadlock") return CudaError.LaunchFailure;
  if (/misaligned/i.test(message)) return CudaError.MisalignedAddress;
  if (/assert/i.test(message)) return CudaError.Assert;
  if (/__trap|illegal instruction/i.test(message)) return CudaError.LaunchFailure;
  return CudaError.IllegalAddress;
}

function launch(
  machine: HostMachine,
  stub: bigint,
  grid: Dim3,
  block: Dim3,
  parameters: bigint,
  shared: bigint,
  stream: bigint,
): number {
  const { cuda } = machine;
  const name = cuda.kernels.get(stub);
  const kernel = cuda.program.module.functions.find((one) => one.name === name && one.isKernel);
  if (!name || !kernel) return CudaError.InvalidDeviceFunction;
  if (refused(machine, name, grid, block, shared)) return CudaError.InvalidValue;
  const bytes = kernel.arguments.map((argument, i) => {
    const byval = argument.attributes.get("byval");
    const size = typeSize(typeof byval === "object" ? byval : argument.type);
    const at = machine.at(machine.getLong(parameters + BigInt(8 * i)), size);
    return machine.bytes.slice(at, at + size);
  });
  const report = cuda.runLaunch(name, { grid, block, shared, stream }, bytes);
  cuda.launches.push(report);
  const { outcome } = report;
  if (outcome.kind === "trapped" || outcome.kind === "deadlock") cuda.sticky = stickyOf(outcome);
  return CudaError.Success;
}

export const launches: HostLibrary = {
  __cudaPushCallConfiguration(
    machine,
    gridXY: bigint,
    gridZ: number,
    blockXY: bigint,
    blockZ: number,
    shared: bigint,
    stream: bigint,
  ) {
    machine.cuda.pushed.push({ grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ), shared, stream });
    return 0;
  },
  __cudaPopCallConfiguration(machine, grid: bigint, block: bigint, shared: bigint, stream: bigint) {
    const pushed = machine.cuda.pushed.pop();
    if (!pushed) return CudaError.MissingConfiguration;
    for (let i = 0; i < 3; i++) {
      machine.setInt(grid + BigInt(4 * i), pushed.grid[i]!);
      machine.setInt(block + BigInt(4 * i), pushed.block[i]!);
    }
    machine.setLong(shared, pushed.shared);
    machine.setLong(stream, pushed.stream);
    return CudaError.Success;
  },
  ...calls({
    cudaLaunchKernel: (
      machine,
      stub: bigint,
      gridXY: bigint,
      gridZ: number,
      blockXY: bigint,
      blockZ: number,
      parameters: bigint,
      shared: bigint,
      stream: bigint,
    ) => launch(machine, stub, dim3(gridXY, gridZ), dim3(blockXY, blockZ), parameters, shared, stream),
    cudaFuncSetAttribute(machine, stub: bigint, attribute: number, value: number) {
      const name = machine.cuda.kernels.get(stub);
      if (!name) return CudaError.InvalidDeviceFunction;
      // cudaFuncAttributeMaxDynamicSharedMemorySize
      if (attribute !== 8) return CudaError.Success;
      if (value > machine.device.sharedPerBlockOptIn) return CudaError.InvalidValue;
      machine.cuda.sharedLimit.set(name, value);
      return CudaError.Success;
    },
    cudaFuncSetCacheConfig: () => CudaError.Success,
    cudaFuncSetSharedMemConfig: () => CudaError.Success,
  }),
};

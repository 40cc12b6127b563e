/** Launches that the hardware refuses: the error, and the reason in the numbers of the launch. */
import type { Dim3 } from "../../../../analyzer/hardware/model";
import type { Func } from "../../../../analyzer/ir/model";
import { sharedLayout } from "../../../compile/shared";
import { requiredCluster } from "../../../machine/limits";
import type { Configuration } from "../../model/cuda";
import type { HostMachine } from "../../model/machine";
import { CudaError } from "../state/errors";
import { clusterLimit } from "./kernels";
import { activeBlocks, dynamicLimit } from "./occupancy";

/** An error code with the reason for it. */
export interface RefusedLaunch {
  readonly code: number;
  readonly reason: string;
}

const count = (value: number | bigint): string => value.toLocaleString("en-US");
const sizes = (size: Dim3): string => size.join(" × ");

function outside(what: string, size: Dim3, limit: readonly number[]): string | undefined {
  const axis = size.findIndex((one, i) => one < 1 || one > limit[i]!);
  if (axis < 0) return undefined;
  const name = `${what}.${"xyz"[axis]}`;
  return size[axis]! < 1
    ? `${name} is 0, and every dimension must be at least 1`
    : `${name} is ${count(size[axis]!)}, the limit is ${count(limit[axis]!)}`;
}

/** `required`: what the kernel's `__cluster_dims__` says, which no launch may change. */
function badCluster({ grid, cluster: given }: Configuration, required: Dim3 | undefined, limit: number) {
  const cluster = required ?? given;
  if (!cluster) return undefined;
  if (given && given.join() !== cluster.join())
    return `clusters of ${sizes(given)} blocks, and the kernel's __cluster_dims__ is ${sizes(cluster)}`;
  const blocks = cluster[0] * cluster[1] * cluster[2];
  if (blocks > limit) return `${count(blocks)} blocks in a cluster, the limit is ${count(limit)}`;
  if (cluster.every((size, i) => size > 0 && grid[i]! % size === 0)) return undefined;
  return `a grid of ${sizes(grid)} blocks cannot be divided into clusters of ${sizes(cluster)}`;
}

/** Bytes of `__constant__` variables that a program may have. Guide: "Technical Specifications per Compute Capability". */
const CONSTANT_BYTES = 1 << 16;
/** NVPTX's address space of constants. */
const CONSTANT_SPACE = 4;

/** What ptxas refuses to assemble: too much static shared memory, or too many constants. */
function tooMuchStatic({ device, cuda, memory }: HostMachine, kernel: Func): string | undefined {
  const shared = sharedLayout([kernel]).bytes;
  if (shared > device.sharedPerBlock)
    return `${count(shared)} bytes of static shared memory, the limit is ${count(device.sharedPerBlock)}, and ptxas does not assemble the kernel; declare the array extern and give its size at the launch`;
  const constants = cuda.program.module.globals
    .filter(({ space, externallyInitialized }) => space === CONSTANT_SPACE && externallyInitialized)
    .reduce((total, one) => total + memory.sizeOf(one), 0);
  if (constants <= CONSTANT_BYTES) return undefined;
  return `${count(constants)} bytes of __constant__ variables, the limit is ${count(CONSTANT_BYTES)}, and ptxas does not assemble the program; keep the table in global memory`;
}

/** Why the hardware refuses a launch, if it does; CUDA 13 answers `InvalidValue` for every bad size (recorded on an H200). */
export function refusedLaunch(
  machine: HostMachine,
  kernel: Func,
  configuration: Configuration,
): RefusedLaunch | undefined {
  const { grid, block, shared } = configuration;
  const { device, cuda } = machine;
  const threads = block[0] * block[1] * block[2];
  const badSize =
    outside("gridDim", grid, device.maxGrid) ??
    (threads > device.maxThreadsPerBlock
      ? `${count(threads)} threads in a block, the limit is ${count(device.maxThreadsPerBlock)}`
      : outside("blockDim", block, device.maxBlock));
  if (badSize)
    return { code: cuda.version === 12 ? CudaError.InvalidConfiguration : CudaError.InvalidValue, reason: badSize };
  const tooLarge = tooMuchStatic(machine, kernel);
  if (tooLarge) return { code: CudaError.InvalidValue, reason: tooLarge };
  const limit = dynamicLimit(machine, kernel);
  if (shared > BigInt(limit)) {
    const reason = `${count(shared)} bytes of dynamic shared memory, the limit of this kernel is ${count(limit)}; cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize can raise it`;
    return { code: CudaError.InvalidValue, reason };
  }
  const cluster = badCluster(
    configuration,
    requiredCluster(cuda.program.module, kernel),
    clusterLimit(machine, kernel),
  );
  if (cluster) return { code: CudaError.InvalidClusterSize, reason: cluster };
  if (!configuration.isCooperative) return undefined;
  const resident = activeBlocks(machine, kernel, threads, shared) * device.multiprocessors;
  const blocks = grid[0] * grid[1] * grid[2];
  if (blocks <= resident) return undefined;
  const reason = `${count(blocks)} blocks in a cooperative launch, of which ${count(resident)} fit on the device at once`;
  return { code: CudaError.CooperativeLaunchTooLarge, reason };
}

/** Mipmapped arrays: a CUDA array for each level, half as large as the one before. */
import type { TexelBlock } from "../../../textures/model";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { CudaError, calls } from "../state/errors";
import { newHandle } from "../state/handles";
import { freeArray, makeArray } from "./arrays";

/** Texels of each level, the finest first. */
export function levelsOf(machine: HostMachine, handle: bigint): TexelBlock[] | undefined {
  return machine.cuda.mipmaps.get(handle)?.map((level) => machine.cuda.arrays.get(level)!.texels);
}

/** Levels that an extent has until every side is 1. */
function mostLevels(extent: readonly bigint[]): number {
  return Math.floor(Math.log2(Math.max(...extent.map(Number), 1))) + 1;
}

type Extent = [width: bigint, height: bigint, depth: bigint];

/** The runtime's calls about mipmapped arrays, by name. */
export const mipmaps: HostLibrary = calls({
  cudaMallocMipmappedArray(machine, result: bigint, format: bigint, extent: bigint, count: number, flags: number) {
    const size = [0n, 8n, 16n].map((at) => machine.getLong(extent + at)) as Extent;
    if (result === 0n || count < 1) return CudaError.InvalidValue;
    const levels: bigint[] = [];
    for (let level = 0; level < Math.min(count, mostLevels(size)); level++) {
      const half = (side: bigint) => (side === 0n ? 0n : side >> BigInt(level) || 1n);
      const made = makeArray(machine, format, size.map(half) as Extent, flags, "cudaMallocMipmappedArray");
      if (typeof made === "number") return made;
      levels.push(made);
    }
    const handle = newHandle(machine);
    machine.cuda.mipmaps.set(handle, levels);
    machine.setLong(result, handle);
    return CudaError.Success;
  },
  cudaGetMipmappedArrayLevel(machine, result: bigint, handle: bigint, level: number) {
    const levels = machine.cuda.mipmaps.get(handle);
    if (!levels) return CudaError.InvalidResourceHandle;
    const array = levels[level];
    if (array === undefined) return CudaError.InvalidValue;
    machine.setLong(result, array);
    return CudaError.Success;
  },
  cudaFreeMipmappedArray(machine, handle: bigint) {
    if (handle === 0n) return CudaError.Success;
    const levels = machine.cuda.mipmaps.get(handle);
    if (!levels) return CudaError.InvalidResourceHandle;
    for (const level of levels) freeArray(machine, level);
    machine.cuda.mipmaps.delete(handle);
    return CudaError.Success;
  },
});

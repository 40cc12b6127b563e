/** CUDA arrays. An array's texels lie row by row in device memory that only fetches reach. */

import { type ChannelFormat, ChannelKind, texelBytes } from "../../../textures/model";
import { offsetOf } from "../../model/addresses";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { CudaError, calls } from "../state/errors";

/** Flags of `cudaMalloc3DArray`. */
const Flag = { layered: 1, surface: 2, cubemap: 4, gather: 8 } as const;

/** Reads a `cudaChannelFormatDesc`; undefined when no texel looks like that. */
export function channelFormat(machine: HostMachine, at: bigint): ChannelFormat | undefined {
  const [x, y, z, w, kind] = [0n, 4n, 8n, 12n, 16n].map((offset) => machine.getInt(at + offset)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const used = [x, y, z, w].filter((bits) => bits !== 0);
  const isKind = kind === ChannelKind.signed || kind === ChannelKind.unsigned || kind === ChannelKind.float;
  const isWidth = [8, 16, 32].includes(x) && used.every((bits) => bits === x) && (kind !== ChannelKind.float || x > 8);
  if (!isKind || !isWidth || used.length === 3) return undefined;
  return { bits: [x, y, z, w], kind };
}

function writeChannelFormat(machine: HostMachine, at: bigint, { bits, kind }: ChannelFormat): void {
  [...bits, kind].forEach((value, i) => {
    machine.setInt(at + BigInt(4 * i), value);
  });
}

type MakeArray = [description: bigint, extent: readonly [bigint, bigint, bigint], flags: number, call: string];

/** Makes an array; gives its handle, or an error code as a number. */
export function makeArray(
  machine: HostMachine,
  description: bigint,
  extent: readonly [bigint, bigint, bigint],
  flags: number,
  call: string,
): bigint | number {
  const format = channelFormat(machine, description);
  if (!format) return CudaError.InvalidChannelDescriptor;
  const [width, height, depth] = extent.map(Number) as [number, number, number];
  if (width === 0 || (depth > 0 && height === 0 && !(flags & Flag.layered))) return CudaError.InvalidValue;
  if (flags & Flag.cubemap && (width !== height || depth % 6 !== 0 || depth === 0)) return CudaError.InvalidValue;
  const pitch = width * texelBytes(format);
  const slice = pitch * Math.max(1, height);
  const address = machine.memory.allocate(slice * Math.max(1, depth));
  if (address === undefined) return CudaError.MemoryAllocation;
  const { cuda } = machine;
  cuda.nextHandle += 16n;
  const texels = { start: offsetOf(address), format, width, height, depth, pitch, slice };
  cuda.arrays.set(cuda.nextHandle, { texels, address, flags, extent });
  note(machine, { kind: "array", call, address: cuda.nextHandle, bytes: slice * Math.max(1, depth) });
  return cuda.nextHandle;
}

function allocateArray(machine: HostMachine, result: bigint, ...made: MakeArray): number {
  if (result === 0n) return CudaError.InvalidValue;
  const array = makeArray(machine, ...made);
  if (typeof array === "number") return array;
  machine.setLong(result, array);
  return CudaError.Success;
}

/** Frees an array; 0 is none and succeeds. */
export function freeArray(machine: HostMachine, handle: bigint): number {
  if (handle === 0n) return CudaError.Success;
  const array = machine.cuda.arrays.get(handle);
  if (!array) return CudaError.InvalidResourceHandle;
  machine.memory.free(array.address);
  machine.cuda.arrays.delete(handle);
  machine.log.free(handle, machine.place);
  return CudaError.Success;
}

/** The runtime's calls about arrays, by name. */
export const arrays: HostLibrary = {
  cudaCreateChannelDesc(machine, result: bigint, x: number, y: number, z: number, w: number, kind: number) {
    [x, y, z, w, kind].forEach((value, i) => {
      machine.setInt(result + BigInt(4 * i), value);
    });
  },
  ...calls({
    cudaMallocArray: (machine, result: bigint, description: bigint, width: bigint, height: bigint, flags: number) =>
      allocateArray(machine, result, description, [width, height, 0n], flags, "cudaMallocArray"),
    cudaMalloc3DArray(machine, result: bigint, description: bigint, extent: bigint, flags: number) {
      const size = [0n, 8n, 16n].map((at) => machine.getLong(extent + at)) as [bigint, bigint, bigint];
      return allocateArray(machine, result, description, size, flags, "cudaMalloc3DArray");
    },
    cudaFreeArray: freeArray,
    cudaArrayGetInfo(machine, description: bigint, extent: bigint, flags: bigint, handle: bigint) {
      const array = machine.cuda.arrays.get(handle);
      if (!array) return CudaError.InvalidResourceHandle;
      if (description !== 0n) writeChannelFormat(machine, description, array.texels.format);
      if (flags !== 0n) machine.setInt(flags, array.flags);
      if (extent !== 0n) for (const [i, size] of array.extent.entries()) machine.setLong(extent + BigInt(8 * i), size);
      return CudaError.Success;
    },
    cudaGetChannelDesc(machine, description: bigint, handle: bigint) {
      const array = machine.cuda.arrays.get(handle);
      if (!array) return CudaError.InvalidResourceHandle;
      writeChannelFormat(machine, description, array.texels.format);
      return CudaError.Success;
    },
  }),
};

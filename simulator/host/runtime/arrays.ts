/** CUDA arrays and copies into and out of them. An array's texels lie row by row in device memory that only fetches reach. */

import { type ChannelFormat, ChannelKind, texelBytes } from "../../textures/model";
import { offsetOf } from "../addresses";
import type { HostLibrary, HostMachine } from "../machine";
import { type Box, copyBox, Kind, type Mode, type Side } from "./copies";
import { CudaError, calls } from "./errors";
import type { ArrayState } from "./state";

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

export function writeChannelFormat(machine: HostMachine, at: bigint, { bits, kind }: ChannelFormat): void {
  [...bits, kind].forEach((value, i) => {
    machine.setInt(at + BigInt(4 * i), value);
  });
}

function allocateArray(
  machine: HostMachine,
  result: bigint,
  description: bigint,
  extent: readonly [bigint, bigint, bigint],
  flags: number,
  call: string,
): number {
  const format = channelFormat(machine, description);
  if (!format) return CudaError.InvalidChannelDescriptor;
  const [width, height, depth] = extent.map(Number) as [number, number, number];
  if (result === 0n || width === 0 || (depth > 0 && height === 0 && !(flags & Flag.layered)))
    return CudaError.InvalidValue;
  if (flags & Flag.cubemap && (width !== height || depth % 6 !== 0 || depth === 0)) return CudaError.InvalidValue;
  const pitch = width * texelBytes(format);
  const slice = pitch * Math.max(1, height);
  const address = machine.memory.allocate(slice * Math.max(1, depth));
  if (address === undefined) return CudaError.MemoryAllocation;
  const { cuda } = machine;
  cuda.nextHandle += 16n;
  const texels = { start: offsetOf(address), format, width, height, depth, pitch, slice };
  cuda.arrays.set(cuda.nextHandle, { texels, address, flags, extent });
  machine.log.add({
    kind: "array",
    call,
    address: cuda.nextHandle,
    bytes: slice * Math.max(1, depth),
    place: machine.place,
  });
  machine.setLong(result, cuda.nextHandle);
  return CudaError.Success;
}

/** The side of a copy that begins at byte `x` of row `y` of an array. */
function sideOf({ address, texels }: ArrayState, x: bigint, y: bigint, z = 0n): Side {
  const { pitch, slice } = texels;
  return { address: address + z * BigInt(slice) + y * BigInt(pitch) + x, pitch, slice };
}

function leaves({ texels }: ArrayState, x: bigint, y: bigint, width: bigint, height: bigint): boolean {
  return x + width > BigInt(texels.pitch) || y + height > BigInt(Math.max(1, texels.height));
}

type Rectangle = { readonly x: bigint; readonly y: bigint; readonly width: bigint; readonly height: bigint };

/** Between an array and plain memory. */
function copyRectangle(
  machine: HostMachine,
  handle: bigint,
  { x, y, width, height }: Rectangle,
  plain: bigint,
  pitch: bigint,
  kind: number,
  intoArray: boolean,
  mode: Mode,
): number {
  const array = machine.cuda.arrays.get(handle);
  if (!array) return CudaError.InvalidResourceHandle;
  if (leaves(array, x, y, width, height)) return CudaError.InvalidValue;
  const inside = sideOf(array, x, y);
  const outside: Side = { address: plain, pitch: Number(pitch), slice: 0 };
  const box: Box = {
    to: intoArray ? inside : outside,
    from: intoArray ? outside : inside,
    width: Number(width),
    height: Number(height),
    depth: 1,
  };
  return copyBox(machine, box, kind, mode);
}

/** One side of `cudaMemcpy3DParms`: an array with positions in texels, or pitched memory with x in bytes. */
function side3D(machine: HostMachine, at: bigint, arrayAt: bigint, positionAt: bigint, pointerAt: bigint) {
  const array = machine.cuda.arrays.get(machine.getLong(at + arrayAt));
  const [x, y, z] = [0n, 8n, 16n].map((offset) => machine.getLong(at + positionAt + offset)) as [
    bigint,
    bigint,
    bigint,
  ];
  if (array) return { side: sideOf(array, x * BigInt(texelBytes(array.texels.format)), y, z), array };
  const [pointer, pitch, , rows] = [0n, 8n, 16n, 24n].map((offset) => machine.getLong(at + pointerAt + offset)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const slice = pitch * rows;
  return {
    side: { address: pointer + z * slice + y * pitch + x, pitch: Number(pitch), slice: Number(slice) },
    array: undefined,
  };
}

function copy3D(machine: HostMachine, at: bigint, mode: Mode): number {
  const from = side3D(machine, at, 0n, 8n, 32n);
  const to = side3D(machine, at, 64n, 72n, 96n);
  const [width, height, depth] = [128n, 136n, 144n].map((offset) => Number(machine.getLong(at + offset))) as [
    number,
    number,
    number,
  ];
  const array = from.array ?? to.array;
  // The extent counts texels as soon as an array takes part.
  const bytes = array ? width * texelBytes(array.texels.format) : width;
  return copyBox(
    machine,
    { to: to.side, from: from.side, width: bytes, height, depth },
    machine.getInt(at + 152n),
    mode,
  );
}

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
    cudaFreeArray(machine, handle: bigint) {
      if (handle === 0n) return CudaError.Success;
      const array = machine.cuda.arrays.get(handle);
      if (!array) return CudaError.InvalidResourceHandle;
      machine.memory.free(array.address);
      machine.cuda.arrays.delete(handle);
      machine.log.free(handle, machine.place);
      return CudaError.Success;
    },
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
    cudaMemcpy2DToArray: (
      machine,
      handle: bigint,
      x: bigint,
      y: bigint,
      from: bigint,
      pitch: bigint,
      width: bigint,
      height: bigint,
      kind: number,
    ) => copyRectangle(machine, handle, { x, y, width, height }, from, pitch, kind, true, "sync"),
    cudaMemcpy2DToArrayAsync: (
      machine,
      handle: bigint,
      x: bigint,
      y: bigint,
      from: bigint,
      pitch: bigint,
      width: bigint,
      height: bigint,
      kind: number,
      stream: bigint,
    ) => copyRectangle(machine, handle, { x, y, width, height }, from, pitch, kind, true, { stream }),
    cudaMemcpy2DFromArray: (
      machine,
      to: bigint,
      pitch: bigint,
      handle: bigint,
      x: bigint,
      y: bigint,
      width: bigint,
      height: bigint,
      kind: number,
    ) => copyRectangle(machine, handle, { x, y, width, height }, to, pitch, kind, false, "sync"),
    cudaMemcpy2DFromArrayAsync: (
      machine,
      to: bigint,
      pitch: bigint,
      handle: bigint,
      x: bigint,
      y: bigint,
      width: bigint,
      height: bigint,
      kind: number,
      stream: bigint,
    ) => copyRectangle(machine, handle, { x, y, width, height }, to, pitch, kind, false, { stream }),
    cudaMemcpyToArray: (machine, handle: bigint, x: bigint, y: bigint, from: bigint, size: bigint, kind: number) =>
      copyLine(machine, handle, x, y, from, size, kind, true),
    cudaMemcpyFromArray: (machine, to: bigint, handle: bigint, x: bigint, y: bigint, size: bigint, kind: number) =>
      copyLine(machine, handle, x, y, to, size, kind, false),
    cudaMemcpy2DArrayToArray(
      machine,
      to: bigint,
      toX: bigint,
      toY: bigint,
      from: bigint,
      fromX: bigint,
      fromY: bigint,
      width: bigint,
      height: bigint,
      kind: number,
    ) {
      const [target, source] = [machine.cuda.arrays.get(to), machine.cuda.arrays.get(from)];
      if (!target || !source) return CudaError.InvalidResourceHandle;
      if (leaves(target, toX, toY, width, height) || leaves(source, fromX, fromY, width, height))
        return CudaError.InvalidValue;
      const box = {
        to: sideOf(target, toX, toY),
        from: sideOf(source, fromX, fromY),
        width: Number(width),
        height: Number(height),
        depth: 1,
      };
      return copyBox(machine, box, kind, "sync");
    },
    cudaMemcpy3D: (machine, at: bigint) => copy3D(machine, at, "sync"),
    cudaMemcpy3DAsync: (machine, at: bigint, stream: bigint) => copy3D(machine, at, { stream }),
  }),
};

/** Bytes that run on over the ends of an array's rows. */
function copyLine(
  machine: HostMachine,
  handle: bigint,
  x: bigint,
  y: bigint,
  plain: bigint,
  size: bigint,
  kind: number,
  intoArray: boolean,
): number {
  const array = machine.cuda.arrays.get(handle);
  if (!array) return CudaError.InvalidResourceHandle;
  const { pitch, slice } = array.texels;
  const start = Number(y) * pitch + Number(x);
  if (start + Number(size) > slice) return CudaError.InvalidValue;
  const inside: Side = { address: array.address + BigInt(start), pitch: Number(size), slice: 0 };
  const outside: Side = { address: plain, pitch: Number(size), slice: 0 };
  const box = {
    to: intoArray ? inside : outside,
    from: intoArray ? outside : inside,
    width: Number(size),
    height: 1,
    depth: 1,
  };
  return copyBox(machine, box, kind === Kind.default ? Kind.default : kind, "sync");
}

/** Copies into, out of and between CUDA arrays, and of boxes in three dimensions. Reference: CUDA Runtime API, "Memory Management". */
import { texelBytes } from "../../../textures/model";
import type { ArrayState } from "../../model/cuda";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { type Box, copyBox, Kind, type Mode, type Side } from "../memory/copies";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";

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

function copySides(
  machine: HostMachine,
  from: ReturnType<typeof side3D>,
  to: ReturnType<typeof side3D>,
  extent: bigint,
  kind: number,
  mode: Mode,
): number {
  const [width, height, depth] = [0n, 8n, 16n].map((offset) => Number(machine.getLong(extent + offset))) as [
    number,
    number,
    number,
  ];
  const array = from.array ?? to.array;
  // The extent counts texels as soon as an array takes part.
  const bytes = array ? width * texelBytes(array.texels.format) : width;
  return copyBox(machine, { to: to.side, from: from.side, width: bytes, height, depth }, kind, mode);
}

/** `cudaMemcpy3DParms`: source, destination, extent, kind. */
export function copy3D(machine: HostMachine, at: bigint, mode: Mode): number {
  const from = side3D(machine, at, 0n, 8n, 32n);
  const to = side3D(machine, at, 64n, 72n, 96n);
  return copySides(machine, from, to, at + 128n, machine.getInt(at + 152n), mode);
}

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
  mode: Mode = "sync",
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
  return copyBox(machine, box, kind, mode);
}

type Corner = [array: bigint, x: bigint, y: bigint];

/** Between two arrays: rows of `width` bytes. */
function copyArrays(
  machine: HostMachine,
  [to, toX, toY]: readonly [bigint, bigint, bigint],
  [from, fromX, fromY]: readonly [bigint, bigint, bigint],
  width: bigint,
  height: bigint,
  kind: number,
): number {
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
}

/** `cudaMemcpy3DPeerParms`: as the other, with the device of each side behind it. */
function copy3DPeer(machine: HostMachine, at: bigint, mode: Mode): number {
  const from = side3D(machine, at, 0n, 8n, 32n);
  const to = side3D(machine, at, 72n, 80n, 104n);
  const [source, target] = [machine.getInt(at + 64n), machine.getInt(at + 136n)];
  if (!deviceOf(machine, source) || !deviceOf(machine, target)) return CudaError.InvalidDevice;
  return copySides(machine, from, to, at + 144n, Kind.deviceToDevice, mode);
}

export const arrayCopies: HostLibrary = calls({
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
  cudaMemcpyToArrayAsync: (
    machine,
    handle: bigint,
    x: bigint,
    y: bigint,
    from: bigint,
    size: bigint,
    kind: number,
    stream: bigint,
  ) => copyLine(machine, handle, x, y, from, size, kind, true, { stream }),
  cudaMemcpyFromArray: (machine, to: bigint, handle: bigint, x: bigint, y: bigint, size: bigint, kind: number) =>
    copyLine(machine, handle, x, y, to, size, kind, false),
  cudaMemcpyFromArrayAsync: (
    machine,
    ...[to, handle, x, y, size, kind, stream]: [bigint, bigint, bigint, bigint, bigint, number, bigint]
  ) => copyLine(machine, handle, x, y, to, size, kind, false, { stream }),
  cudaMemcpy2DArrayToArray: (
    machine,
    ...[to, toX, toY, from, fromX, fromY, width, height, kind]: [...Corner, ...Corner, bigint, bigint, number]
  ) => copyArrays(machine, [to, toX, toY], [from, fromX, fromY], width, height, kind),
  cudaMemcpyArrayToArray: (
    machine,
    ...[to, toX, toY, from, fromX, fromY, size, kind]: [...Corner, ...Corner, bigint, number]
  ) => copyArrays(machine, [to, toX, toY], [from, fromX, fromY], size, 1n, kind),
  cudaMemcpy3D: (machine, at: bigint) => copy3D(machine, at, "sync"),
  cudaMemcpy3DAsync: (machine, at: bigint, stream: bigint) => copy3D(machine, at, { stream }),
  cudaMemcpy3DPeer: (machine, at: bigint) => copy3DPeer(machine, at, "sync"),
  cudaMemcpy3DPeerAsync: (machine, at: bigint, stream: bigint) => copy3DPeer(machine, at, { stream }),
});

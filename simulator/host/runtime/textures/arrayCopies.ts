/** Copies into, out of and between CUDA arrays, and of boxes in three dimensions. Reference: CUDA Runtime API, "Memory Management". */
import { texelBytes } from "../../../textures/model";
import type { ArrayState } from "../../model/cuda";
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { copyBox, type Mode } from "../memory/copies";
import { type Box, Kind, type Side } from "../memory/transfers";
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

/** Plain memory on the other side of a copy: its rows are `pitch` bytes apart. */
interface Plain {
  readonly address: bigint;
  readonly pitch: bigint;
}

/** Bytes `x` to `x + width` of `height` rows of an array, from row `y` on. */
interface Rectangle {
  readonly handle: bigint;
  readonly x: bigint;
  readonly y: bigint;
  readonly width: bigint;
  readonly height: bigint;
}

/** How a copy between an array and plain memory runs. `kind` is its `cudaMemcpyKind`. */
interface Transfer {
  readonly intoArray: boolean;
  readonly kind: number;
  readonly mode: Mode;
}

/** Copies between one side in an array and one in plain memory. */
function transfer(
  machine: HostMachine,
  [inside, outside]: readonly [Side, Side],
  { width, height }: { readonly width: number; readonly height: number },
  { intoArray, kind, mode }: Transfer,
): number {
  const [to, from] = intoArray ? [inside, outside] : [outside, inside];
  const box: Box = { to, from, width, height, depth: 1 };
  return copyBox(machine, box, kind, mode);
}

/** Rows of an array and rows of plain memory. */
function copyRectangle(
  machine: HostMachine,
  { handle, x, y, width, height }: Rectangle,
  { address, pitch }: Plain,
  how: Transfer,
): number {
  const array = machine.cuda.arrays.get(handle);
  if (!array) return CudaError.InvalidResourceHandle;
  if (leaves(array, x, y, width, height)) return CudaError.InvalidValue;
  const sides = [sideOf(array, x, y), { address, pitch: Number(pitch), slice: 0 }] as const;
  return transfer(machine, sides, { width: Number(width), height: Number(height) }, how);
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

/** `size` bytes from byte `x` of row `y` of an array, over the ends of its rows. */
interface Line {
  readonly handle: bigint;
  readonly x: bigint;
  readonly y: bigint;
  readonly size: bigint;
}

/** Consecutive bytes of an array and of plain memory. */
function copyLine(machine: HostMachine, { handle, x, y, size }: Line, address: bigint, how: Transfer): number {
  const array = machine.cuda.arrays.get(handle);
  if (!array) return CudaError.InvalidResourceHandle;
  const { pitch, slice } = array.texels;
  const start = Number(y) * pitch + Number(x);
  const width = Number(size);
  if (start + width > slice) return CudaError.InvalidValue;
  const inside: Side = { address: array.address + BigInt(start), pitch: width, slice: 0 };
  return transfer(machine, [inside, { address, pitch: width, slice: 0 }], { width, height: 1 }, how);
}

type Corner = [array: bigint, x: bigint, y: bigint];

/** Between two arrays: rows of `width` bytes. */
function copyArrays(
  machine: HostMachine,
  [to, toX, toY]: readonly [bigint, bigint, bigint],
  [from, fromX, fromY]: readonly [bigint, bigint, bigint],
  { width, height }: { readonly width: bigint; readonly height: bigint },
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

/** `cudaMemcpy3DPeerParms`: as the other, with the device of each side after it. */
function copy3DPeer(machine: HostMachine, at: bigint, mode: Mode): number {
  const from = side3D(machine, at, 0n, 8n, 32n);
  const to = side3D(machine, at, 72n, 80n, 104n);
  const [source, target] = [machine.getInt(at + 64n), machine.getInt(at + 136n)];
  if (!deviceOf(machine, source) || !deviceOf(machine, target)) return CudaError.InvalidDevice;
  return copySides(machine, from, to, at + 144n, Kind.deviceToDevice, mode);
}

/** Array, x and y, then plain memory with its pitch, then the extent; a stream where the copy is asynchronous. */
type ToArray = [...Corner, from: bigint, pitch: bigint, width: bigint, height: bigint, kind: number, stream: bigint];
type FromArray = [to: bigint, pitch: bigint, ...Corner, width: bigint, height: bigint, kind: number, stream: bigint];
type LineToArray = [...Corner, from: bigint, size: bigint, kind: number, stream: bigint];
type LineFromArray = [to: bigint, ...Corner, size: bigint, kind: number, stream: bigint];

/** When a copy runs: at once, or in the stream that is its last argument. */
type When = (stream: bigint) => Mode;

const synchronous: When = () => "sync";
const inStream: When = (stream) => ({ stream });

function toArray(when: When): HostFunction {
  return (machine, ...[handle, x, y, address, pitch, width, height, kind, stream]: ToArray) =>
    copyRectangle(
      machine,
      { handle, x, y, width, height },
      { address, pitch },
      { intoArray: true, kind, mode: when(stream) },
    );
}

function fromArray(when: When): HostFunction {
  return (machine, ...[address, pitch, handle, x, y, width, height, kind, stream]: FromArray) =>
    copyRectangle(
      machine,
      { handle, x, y, width, height },
      { address, pitch },
      { intoArray: false, kind, mode: when(stream) },
    );
}

function lineToArray(when: When): HostFunction {
  return (machine, ...[handle, x, y, from, size, kind, stream]: LineToArray) =>
    copyLine(machine, { handle, x, y, size }, from, { intoArray: true, kind, mode: when(stream) });
}

function lineFromArray(when: When): HostFunction {
  return (machine, ...[to, handle, x, y, size, kind, stream]: LineFromArray) =>
    copyLine(machine, { handle, x, y, size }, to, { intoArray: false, kind, mode: when(stream) });
}

/** Copies into, out of and between arrays, by their names. */
export const arrayCopies: HostLibrary = calls({
  cudaMemcpy2DToArray: toArray(synchronous),
  cudaMemcpy2DToArrayAsync: toArray(inStream),
  cudaMemcpy2DFromArray: fromArray(synchronous),
  cudaMemcpy2DFromArrayAsync: fromArray(inStream),
  cudaMemcpyToArray: lineToArray(synchronous),
  cudaMemcpyToArrayAsync: lineToArray(inStream),
  cudaMemcpyFromArray: lineFromArray(synchronous),
  cudaMemcpyFromArrayAsync: lineFromArray(inStream),
  cudaMemcpy2DArrayToArray: (
    machine,
    ...[to, toX, toY, from, fromX, fromY, width, height, kind]: [...Corner, ...Corner, bigint, bigint, number]
  ) => copyArrays(machine, [to, toX, toY], [from, fromX, fromY], { width, height }, kind),
  cudaMemcpyArrayToArray: (
    machine,
    ...[to, toX, toY, from, fromX, fromY, size, kind]: [...Corner, ...Corner, bigint, number]
  ) => copyArrays(machine, [to, toX, toY], [from, fromX, fromY], { width: size, height: 1n }, kind),
  cudaMemcpy3D: (machine, at: bigint) => copy3D(machine, at, "sync"),
  cudaMemcpy3DAsync: (machine, at: bigint, stream: bigint) => copy3D(machine, at, { stream }),
  cudaMemcpy3DPeer: (machine, at: bigint) => copy3DPeer(machine, at, "sync"),
  cudaMemcpy3DPeerAsync: (machine, at: bigint, stream: bigint) => copy3DPeer(machine, at, { stream }),
});

/** Copies and fills between all kinds of memory. Reference: CUDA Runtime API, "Memory Management"; error codes as recorded on an H200. */
import { offsetOf } from "../addresses";
import type { HostLibrary, HostMachine } from "../machine";
import { CudaError, calls } from "./errors";
import { type MemoryKind, placeOf } from "./kinds";

/** Values of `cudaMemcpyKind`. */
const Kind = { hostToHost: 0, hostToDevice: 1, deviceToHost: 2, deviceToDevice: 3, default: 4 } as const;

/** What each side of a copy may be, by kind: managed and pinned memory is reachable from both. */
const onHost: readonly MemoryKind[] = ["pageable", "pinned", "managed"];
const onDevice: readonly MemoryKind[] = ["device", "pinned", "managed"];
const sides: Readonly<Record<number, readonly [from: readonly MemoryKind[], to: readonly MemoryKind[]]>> = {
  [Kind.hostToHost]: [onHost, onHost],
  [Kind.hostToDevice]: [onHost, onDevice],
  [Kind.deviceToHost]: [onDevice, onHost],
  [Kind.deviceToDevice]: [onDevice, onDevice],
  [Kind.default]: [
    ["pageable", "pinned", "managed", "device"],
    ["pageable", "pinned", "managed", "device"],
  ],
};

/** Rows of `width` bytes, each side with its own distance between rows. */
export interface Rows {
  readonly to: bigint;
  readonly toPitch: number;
  readonly from: bigint;
  readonly fromPitch: number;
  readonly width: number;
  readonly rows: number;
}

/** Copies rows after checking kinds and sizes; gives an error code. */
export function copyRows(
  machine: HostMachine,
  { to, toPitch, from, fromPitch, width, rows }: Rows,
  kind: number,
): number {
  const allowed = sides[kind];
  if (!allowed) return CudaError.InvalidMemcpyDirection;
  if (width === 0 || rows === 0) return CudaError.Success;
  if (rows > 1 && (toPitch < width || fromPitch < width)) return CudaError.InvalidValue;
  const source = placeOf(machine, from);
  const target = placeOf(machine, to);
  if (!allowed[0].includes(source.kind) || !allowed[1].includes(target.kind)) return CudaError.InvalidValue;
  if ((rows - 1) * fromPitch + width > source.left || (rows - 1) * toPitch + width > target.left)
    return CudaError.InvalidValue;
  const { bytes } = machine;
  const start = offsetOf(from);
  const end = offsetOf(to);
  if (Math.max(start + (rows - 1) * fromPitch, end + (rows - 1) * toPitch) + width > bytes.length)
    return CudaError.InvalidValue;
  for (let row = 0; row < rows; row++) {
    const at = start + row * fromPitch;
    bytes.copyWithin(end + row * toPitch, at, at + width);
  }
  return CudaError.Success;
}

function copy(machine: HostMachine, to: bigint, from: bigint, size: bigint, kind: number): number {
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) return CudaError.InvalidValue;
  const width = Number(size);
  return copyRows(machine, { to, from, width, rows: 1, toPitch: width, fromPitch: width }, kind);
}

function copy2D(
  machine: HostMachine,
  to: bigint,
  toPitch: bigint,
  from: bigint,
  fromPitch: bigint,
  width: bigint,
  height: bigint,
  kind: number,
): number {
  return copyRows(
    machine,
    { to, toPitch: Number(toPitch), from, fromPitch: Number(fromPitch), width: Number(width), rows: Number(height) },
    kind,
  );
}

function fillRows(machine: HostMachine, to: bigint, pitch: number, byte: number, width: number, rows: number): number {
  if (width === 0 || rows === 0) return CudaError.Success;
  const target = placeOf(machine, to);
  if (!onDevice.includes(target.kind) || (rows - 1) * pitch + width > target.left) return CudaError.InvalidValue;
  for (let row = 0; row < rows; row++) {
    const start = offsetOf(to) + row * pitch;
    machine.bytes.fill(byte & 255, start, start + width);
  }
  return CudaError.Success;
}

function fill(machine: HostMachine, to: bigint, byte: number, size: bigint): number {
  return fillRows(machine, to, 0, byte, Number(size), 1);
}

function fill2D(machine: HostMachine, to: bigint, pitch: bigint, byte: number, width: bigint, height: bigint): number {
  return fillRows(machine, to, Number(pitch), byte, Number(width), Number(height));
}

export const copies: HostLibrary = calls({
  cudaMemcpy: copy,
  cudaMemcpyAsync: copy,
  cudaMemcpyPeer: (machine, to: bigint, _toDevice: number, from: bigint, _fromDevice: number, size: bigint) =>
    copy(machine, to, from, size, Kind.deviceToDevice),
  cudaMemcpy2D: copy2D,
  cudaMemcpy2DAsync: copy2D,
  cudaMemset: fill,
  cudaMemsetAsync: fill,
  cudaMemset2D: fill2D,
  cudaMemset2DAsync: fill2D,
});

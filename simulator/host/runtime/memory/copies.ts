/** Copies and fills between all kinds of memory. Reference: CUDA Runtime API, "Memory Management"; error codes as recorded on an H200. */

import { byteCount } from "../../../text/quantities";
import { type MemoryRange, offsetOf, unsigned } from "../../model/addresses";
import { report } from "../../model/findings";
import type { Done } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { deviceNanoseconds, type Engine, transferNanoseconds } from "../../timeline/model";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";
import { type MemoryKind, type Place, placeOf } from "../state/kinds";
import { streamOf } from "../state/state";
import { warnPageable } from "../streams/pageable";
import { settle, submit } from "../streams/submit";
import { explainHostBlocks } from "./hostBlocks";
import { noteCopiedRows, noteFilledRows } from "./pitched";
import {
  type Box,
  explainKind,
  explainRefused,
  footprintOf,
  Kind,
  onDevice,
  type Side,
  sides,
  span,
} from "./transfers";
import { noteCopied, noteWritten } from "./unwritten";

/** How a call treats the host: it waits for the copy, or leaves it to a stream. */
export type Mode = "sync" | { readonly stream: bigint };

function engineOf(source: MemoryKind, target: MemoryKind): Engine {
  if (source === "device" && target === "device") return "compute";
  if (target === "device") return "h2d";
  return source === "device" ? "d2h" : "host";
}

const directions: Readonly<Record<Engine, string>> = {
  h2d: " to the device",
  d2h: " to the host",
  compute: " within the device",
  host: "",
};

/** How the timeline calls a copy; `devices`: those whose memory it reads and writes, where both sides are a device's own. */
export function copyLabel(bytes: number, engine: Engine, devices: readonly number[] = []): string {
  const [from, to] = devices;
  const isAcross = from !== undefined && to !== undefined && from !== to;
  return `a copy of ${byteCount(bytes)}${isAcross ? ` from device ${from} to device ${to}` : directions[engine]}`;
}

/** The devices whose own memory the sides of a copy are, that of its source first. */
function devicesOf(machine: HostMachine, sidesOfCopy: readonly (readonly [Side, Place])[]): number[] {
  if (machine.cuda.devices.length === 1) return [];
  const own = sidesOfCopy.filter(([, { kind }]) => kind === "device");
  return own.flatMap(([{ address }]) => machine.log.around(address)?.device ?? []);
}

function move(machine: HostMachine, box: Box): void {
  const { bytes } = machine;
  machine.spendBytes(2 * box.width * box.height * box.depth);
  const [from, to] = [offsetOf(box.from.address), offsetOf(box.to.address)];
  if (box.height * box.depth === 1) noteCopied(machine, box.from.address, box.width);
  for (let z = 0; z < box.depth; z++) {
    for (let y = 0; y < box.height; y++) {
      const at = from + z * box.from.slice + y * box.from.pitch;
      const row = z * box.to.slice + y * box.to.pitch;
      bytes.copyWithin(to + row, at, at + box.width);
      noteWritten(machine, box.to.address + BigInt(row), box.width);
    }
  }
}

/** Whether a legacy call is forbidden because a stream that it orders itself with is captured. */
function capturesImplicitly(machine: HostMachine): boolean {
  const { cuda } = machine;
  return [...cuda.current.perThreads.values(), ...cuda.streams.values()].some((one) => one.capture && !one.nonBlocking);
}

/** Copies a box after checking kinds and sizes; gives an error code. */
export function copyBox(machine: HostMachine, box: Box, kind: number, mode: Mode): number {
  const allowed = sides[kind];
  if (!allowed) return CudaError.InvalidMemcpyDirection;
  const { width, height, depth } = box;
  if (width === 0 || height === 0 || depth === 0) return CudaError.Success;
  if (height > 1 && (box.to.pitch < width || box.from.pitch < width)) return CudaError.InvalidPitchValue;
  const source = placeOf(machine, box.from.address);
  const target = placeOf(machine, box.to.address);
  const fits =
    allowed[0].includes(source.kind) &&
    allowed[1].includes(target.kind) &&
    span(box.from, box) <= source.left &&
    span(box.to, box) <= target.left &&
    offsetOf(box.from.address) + span(box.from, box) <= machine.bytes.length &&
    offsetOf(box.to.address) + span(box.to, box) <= machine.bytes.length;
  if (!fits) {
    explainRefused(machine, { box, kind, source, target });
    return CudaError.InvalidValue;
  }
  explainKind(machine, { box, kind, source, target });
  explainHostBlocks(machine, { box, kind, source, target });
  const stream = mode === "sync" ? 0n : mode.stream;
  if (mode === "sync" && capturesImplicitly(machine)) return CudaError.StreamCaptureImplicit;
  const bytes = width * height * depth;
  const engine = engineOf(source.kind, target.kind);
  const isPageable = source.kind === "pageable" || target.kind === "pageable";
  const duration =
    engine === "compute" ? deviceNanoseconds(bytes, machine.device) : transferNanoseconds(bytes, !isPageable);
  const isShared = target.kind === "pinned" || target.kind === "managed";
  const writes: MemoryRange[] = isShared ? [{ start: box.to.address, size: span(box.to, box) }] : [];
  const devices = devicesOf(machine, [
    [box.from, source],
    [box.to, target],
  ]);
  const code = submit(machine, stream, {
    kind: "memcpy",
    label: copyLabel(bytes, engine, devices),
    engine,
    bytes,
    writes,
    devices,
    ...(target.kind === "pageable" && engine === "d2h" && { intoPageable: box.to.address }),
    run: (): Done => {
      move(machine, box);
      noteCopiedRows(machine, box);
      return { code: CudaError.Success, nanoseconds: duration, footprint: footprintOf({ box, source, target }) };
    },
  });
  if (code !== CudaError.Success) return code;
  const state = streamOf(machine, stream)!;
  if (state.capture) return code;
  if (mode !== "sync" && isPageable)
    warnPageable(machine, source.kind === "pageable" ? box.from.address : box.to.address, machine.place);
  // A copy within the device does not hold the host up; everything with pageable memory does.
  if (isPageable || (mode === "sync" && engine !== "compute")) settle(machine, state.last);
  return code;
}

/** A plain range. */
export function copyBytes(
  machine: HostMachine,
  to: bigint,
  from: bigint,
  size: bigint,
  kind: number,
  mode: Mode,
): number {
  const width = unsigned(size);
  if (width > Number.MAX_SAFE_INTEGER) return CudaError.InvalidValue;
  const side = (address: bigint): Side => ({ address, pitch: width, slice: width });
  return copyBox(machine, { to: side(to), from: side(from), width, height: 1, depth: 1 }, kind, mode);
}

type PeerCopy = [to: bigint, toDevice: number, from: bigint, fromDevice: number, size: bigint];

function copyPeer(machine: HostMachine, mode: Mode, ...[to, toDevice, from, fromDevice, size]: PeerCopy): number {
  if (!deviceOf(machine, toDevice) || !deviceOf(machine, fromDevice)) return CudaError.InvalidDevice;
  return copyBytes(machine, to, from, size, Kind.deviceToDevice, mode);
}

type Copy2D = [
  to: bigint,
  toPitch: bigint,
  from: bigint,
  fromPitch: bigint,
  width: bigint,
  height: bigint,
  kind: number,
];

function copy2D(
  machine: HostMachine,
  mode: Mode,
  ...[to, toPitch, from, fromPitch, width, height, kind]: Copy2D
): number {
  const side = (address: bigint, pitch: bigint): Side => ({ address, pitch: unsigned(pitch), slice: 0 });
  const box = {
    to: side(to, toPitch),
    from: side(from, fromPitch),
    width: unsigned(width),
    height: unsigned(height),
    depth: 1,
  };
  return copyBox(machine, box, kind, mode);
}

/** What a fill repeats: a value of 1, 2 or 4 bytes. */
export interface FillElement {
  readonly value: number;
  readonly size: number;
}

function repeat(machine: HostMachine, { value, size }: FillElement, start: number, end: number): void {
  if (size === 1) machine.bytes.fill(value & 255, start, end);
  else if (size === 2) for (let at = start; at < end; at += 2) machine.view.setUint16(at, value, true);
  else for (let at = start; at < end; at += 4) machine.view.setUint32(at, value, true);
}

/** Fills a box of `width` bytes in each row. */
function fillBox(
  machine: HostMachine,
  to: Side,
  element: FillElement,
  [width, height, depth]: readonly [number, number, number],
  stream: bigint,
): number {
  if (width === 0 || height === 0 || depth === 0) return CudaError.Success;
  if (height > 1 && width > to.pitch) return CudaError.InvalidValue;
  const box: Box = { to, from: to, width, height, depth };
  const target = placeOf(machine, to.address);
  if (!onDevice.includes(target.kind) || span(to, box) > target.left) {
    const record = machine.log.around(to.address);
    if (onDevice.includes(target.kind) && record)
      report(machine, {
        kind: "copy-past-end",
        message: `The fill needs ${byteCount(span(to, box))}, and ${byteCount(target.left)} are left.`,
        place: machine.place,
        other: { message: `allocated here by ${record.call}`, place: record.place },
      });
    return CudaError.InvalidValue;
  }
  const bytes = width * height * depth;
  noteFilledRows(machine, box);
  return submit(machine, stream, {
    kind: "memset",
    label: `a fill of ${byteCount(bytes)}`,
    engine: "compute",
    bytes,
    writes: target.kind === "device" ? [] : [{ start: to.address, size: span(to, box) }],
    run: () => {
      machine.spendBytes(bytes);
      for (let z = 0; z < depth; z++) {
        for (let y = 0; y < height; y++) {
          const row = z * to.slice + y * to.pitch;
          const start = offsetOf(to.address) + row;
          repeat(machine, element, start, start + width);
          noteWritten(machine, to.address + BigInt(row), width);
        }
      }
      const footprint = footprintOf({ box, source: target, target }, true);
      return { code: CudaError.Success, nanoseconds: deviceNanoseconds(bytes / 2, machine.device), footprint };
    },
  });
}

/** Fills `height` rows of `width` elements each. */
export function fillElements(
  machine: HostMachine,
  to: bigint,
  pitch: number,
  element: FillElement,
  width: number,
  height: number,
  stream: bigint,
): number {
  return fillBox(machine, { address: to, pitch, slice: 0 }, element, [width * element.size, height, 1], stream);
}

function fill(machine: HostMachine, to: bigint, byte: number, size: bigint, stream: bigint): number {
  return fillElements(machine, to, 0, { value: byte, size: 1 }, unsigned(size), 1, stream);
}

function fill2D(
  machine: HostMachine,
  to: bigint,
  pitch: bigint,
  byte: number,
  width: bigint,
  height: bigint,
  stream: bigint,
): number {
  return fillElements(
    machine,
    to,
    unsigned(pitch),
    { value: byte, size: 1 },
    unsigned(width),
    unsigned(height),
    stream,
  );
}

/** `cudaPitchedPtr` and `cudaExtent` come by value in memory. */
function fill3D(machine: HostMachine, pitched: bigint, byte: number, extent: bigint, stream: bigint): number {
  const [address, pitch, , rows] = [0n, 8n, 16n, 24n].map((at) => machine.getLong(pitched + at)) as bigint[];
  const [width, height, depth] = [0n, 8n, 16n].map((at) => Number(machine.getLong(extent + at))) as [
    number,
    number,
    number,
  ];
  const slice = Number(pitch) * Number(rows);
  const to = { address: address!, pitch: Number(pitch), slice };
  return fillBox(machine, to, { value: byte, size: 1 }, [width, height, depth], stream);
}

/** The runtime's calls about copies and fills, by name. */
export const copies: HostLibrary = calls({
  cudaMemcpy: (machine, to: bigint, from: bigint, size: bigint, kind: number) =>
    copyBytes(machine, to, from, size, kind, "sync"),
  cudaMemcpyAsync: (machine, to: bigint, from: bigint, size: bigint, kind: number, stream: bigint) =>
    copyBytes(machine, to, from, size, kind, { stream }),
  cudaMemcpyPeer: (machine, ...[to, toDevice, from, fromDevice, size]: PeerCopy) =>
    copyPeer(machine, "sync", to, toDevice, from, fromDevice, size),
  cudaMemcpyPeerAsync: (machine, ...[to, toDevice, from, fromDevice, size, stream]: [...PeerCopy, bigint]) =>
    copyPeer(machine, { stream }, to, toDevice, from, fromDevice, size),
  cudaMemcpy2D: (machine, ...values: Copy2D) => copy2D(machine, "sync", ...values),
  cudaMemcpy2DAsync: (machine, ...[to, toPitch, from, fromPitch, width, height, kind, stream]: [...Copy2D, bigint]) =>
    copy2D(machine, { stream }, to, toPitch, from, fromPitch, width, height, kind),
  cudaMemset: (machine, to: bigint, byte: number, size: bigint) => fill(machine, to, byte, size, 0n),
  cudaMemsetAsync: fill,
  cudaMemset2D: (machine, to: bigint, pitch: bigint, byte: number, width: bigint, height: bigint) =>
    fill2D(machine, to, pitch, byte, width, height, 0n),
  cudaMemset2DAsync: fill2D,
  cudaMemset3D: (machine, pitched: bigint, byte: number, extent: bigint) => fill3D(machine, pitched, byte, extent, 0n),
  cudaMemset3DAsync: fill3D,
});

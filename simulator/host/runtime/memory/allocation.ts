/** Device, pinned, managed and pitched memory. Reference: CUDA Runtime API, "Memory Management"; error codes as recorded on an H200. */

import type { AllocationKind, PitchedRows } from "../../model/allocationRecord";
import { nounOf } from "../../model/allocations";
import type { HostAllocation } from "../../model/cuda";
import { lineText, report } from "../../model/findings";
import { noteTakenAway } from "../../model/inFlight";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { HostLimit } from "../../model/traps";
import { CudaError, calls } from "../state/errors";
import { placeOf } from "../state/kinds";
import { leaveDevice, MANAGED_PAGE, managedPages } from "../state/pages";
import { refuseUnordered } from "../streams/capture";
import { settleAll } from "../streams/submit";
import { leavePool } from "./pooled";

/** Rows of pitched memory start at multiples of this. Measured on an H200: a pitch of 512 for rows of 280 bytes. */
const PITCH_BYTES = 512;

/** Bytes of the current device's own memory that are taken. Pinned memory lies at the host, managed memory where it is used. */
function deviceBytes({ log, cuda }: HostMachine): number {
  return log.deviceBytes(cuda.current.ordinal);
}

/** Pages of managed memory that fit beside the device's own memory. */
export function managedRoom(machine: HostMachine): number {
  return Math.floor((machine.device.globalBytes - deviceBytes(machine)) / MANAGED_PAGE);
}

/** Bytes of the simulated host for pinned and managed memory, which may be more than a device has. */
const HOST_BYTES = 2 ** 40;

/**
 * Memory that host and device address; undefined where the limit in bytes leaves no room. What the device would give and the
 * simulation cannot ends the run, since any error code would be a lie about the hardware.
 */
function takeMemory(machine: HostMachine, size: bigint, call: string, room: number): bigint | undefined {
  // A `size_t`: what looks negative is larger than any memory.
  if (BigInt.asUintN(64, size) > BigInt(room)) return undefined;
  const address = machine.memory.allocate(Number(size));
  if (address !== undefined) return address;
  throw new HostLimit(
    `${call} at ${lineText(machine.place)} asks for ${size.toLocaleString("en-US")} bytes, which the device has, but ${machine.memory.advice}`,
  );
}

/** Allocates device memory and writes its address to `result`; gives the runtime's error code. */
export function allocateDevice(
  machine: HostMachine,
  result: bigint,
  size: bigint,
  call = "cudaMalloc",
  rows?: PitchedRows,
): number {
  if (result === 0n) return CudaError.InvalidValue;
  if (size === 0n) {
    machine.setLong(result, 0n);
    return CudaError.Success;
  }
  const address = takeMemory(machine, size, call, machine.device.globalBytes - deviceBytes(machine));
  if (address === undefined) return CudaError.MemoryAllocation;
  note(machine, { kind: "device", call, address, bytes: Number(size), ...(rows && { rows }) });
  machine.setLong(result, address);
  return CudaError.Success;
}

function allocateHost(
  machine: HostMachine,
  result: bigint,
  size: bigint,
  kind: "pinned" | "managed",
  call: string,
  flags = 0,
): number {
  if (result === 0n) return CudaError.InvalidValue;
  if (size === 0n) {
    machine.setLong(result, 0n);
    return CudaError.Success;
  }
  const address = takeMemory(machine, size, call, HOST_BYTES);
  if (address === undefined) return CudaError.MemoryAllocation;
  machine.cuda.hostMemory.set(address, { kind, size: Number(size), flags });
  if (kind === "managed")
    machine.cuda.pages.set(address, managedPages(Number(size), machine.place, machine.cuda.residents));
  note(machine, { kind, call, address, bytes: Number(size) });
  machine.setLong(result, address);
  return CudaError.Success;
}

/** Says what was wrong with a free that the runtime refuses. */
function explainFree(machine: HostMachine, address: bigint, call: string): void {
  const record = machine.log.at(address) ?? machine.log.around(address);
  const place = machine.place;
  if (record?.freed && record.address === address) {
    const other = { message: "freed here first", place: record.freed.place };
    report(machine, {
      kind: "double-free",
      message: `${call} frees ${nounOf(record.kind)} that was already freed at ${lineText(record.freed.place)}.`,
      place,
      other,
    });
    return;
  }
  const kind: AllocationKind | undefined = record?.kind;
  const what = !record
    ? placeOf(machine, address).kind === "pageable"
      ? "host memory"
      : "an address at which nothing was allocated"
    : record.address === address
      ? nounOf(kind!)
      : `an address inside ${nounOf(kind!)}`;
  const other = record && { other: { message: `allocated here by ${record.call}`, place: record.place } };
  report(machine, { kind: "wrong-free", message: `${call} is given ${what}, which it cannot free.`, place, ...other });
}

function freeHost(machine: HostMachine, address: bigint, kind: HostAllocation["kind"], call: string): number {
  if (address === 0n) return CudaError.Success;
  const known = machine.cuda.hostMemory.get(address);
  if (known?.kind !== kind) {
    explainFree(machine, address, call);
    return CudaError.InvalidValue;
  }
  if (kind === "pinned") noteTakenAway(machine, address, known.size, { call, does: "frees", waits: true });
  settleAll(machine);
  machine.cuda.hostMemory.delete(address);
  const pages = machine.cuda.pages.get(address);
  if (pages) {
    leaveDevice(pages);
    const { size, place, residency, counts } = pages;
    machine.freedPages.push([address, { size, place, residency, counts }]);
  }
  machine.cuda.pages.delete(address);
  machine.memory.free(address);
  machine.log.free(address, machine.place);
  return CudaError.Success;
}

/** Reference: CUDA Runtime API, "cudaFree": no implicit synchronisation for memory of a pool. */
const OF_POOL = "cudaFree does not wait where the memory is from cudaMallocAsync";

/** Frees device or managed memory; `wait` for `cudaFree`, which synchronises the device. */
export function freeDevice(machine: HostMachine, address: bigint, wait = true): number {
  if (address === 0n) return CudaError.Success;
  const call = wait ? "cudaFree" : "cudaFreeAsync";
  const shared = machine.cuda.hostMemory.get(address);
  if (shared?.kind === "managed") return freeHost(machine, address, "managed", call);
  if (machine.cuda.graphMemory.has(address)) {
    if (wait) settleAll(machine);
    return CudaError.Success;
  }
  const record = machine.log.at(address);
  if (shared || record?.kind !== "device" || !machine.memory.free(address)) {
    explainFree(machine, address, call);
    return CudaError.InvalidValue;
  }
  if (wait && machine.cuda.pooled.has(address))
    noteTakenAway(machine, address, record.bytes, { call, does: "frees", reason: OF_POOL });
  else if (wait) settleAll(machine);
  leavePool(machine, address);
  machine.log.free(address, machine.place);
  return CudaError.Success;
}

function pitched(
  machine: HostMachine,
  pointer: bigint,
  pitchAt: bigint,
  width: bigint,
  rows: bigint,
  call: string,
): number {
  const pitch = ((width + BigInt(PITCH_BYTES) - 1n) / BigInt(PITCH_BYTES)) * BigInt(PITCH_BYTES);
  const made = { width: Number(width), pitch: Number(pitch), count: Number(rows) };
  const code = allocateDevice(machine, pointer, pitch * rows, call, made);
  if (code === CudaError.Success) machine.setLong(pitchAt, pitch);
  return code;
}

function register(machine: HostMachine, address: bigint, size: bigint, flags: number): number {
  if (address === 0n || size === 0n) return CudaError.InvalidValue;
  if (machine.cuda.hostMemory.has(address)) return CudaError.HostMemoryAlreadyRegistered;
  machine.cuda.hostMemory.set(address, { kind: "registered", size: Number(size), flags });
  return CudaError.Success;
}

/** The runtime's calls about allocation, by name. */
export const allocation: HostLibrary = calls({
  cudaMalloc: (machine, result: bigint, size: bigint) =>
    refuseUnordered(machine) || allocateDevice(machine, result, size),
  cudaFree: (machine, address: bigint) => freeDevice(machine, address),
  cudaMallocHost: (machine, result: bigint, size: bigint) =>
    refuseUnordered(machine) || allocateHost(machine, result, size, "pinned", "cudaMallocHost"),
  cudaHostAlloc: (machine, result: bigint, size: bigint, flags: number) =>
    flags > 7 ? CudaError.InvalidValue : allocateHost(machine, result, size, "pinned", "cudaHostAlloc", flags),
  cudaFreeHost: (machine, address: bigint) => freeHost(machine, address, "pinned", "cudaFreeHost"),
  cudaMallocManaged: (machine, result: bigint, size: bigint, flags: number) =>
    flags !== 1 && flags !== 2
      ? CudaError.InvalidValue
      : allocateHost(machine, result, size, "managed", "cudaMallocManaged", flags),
  cudaMallocPitch: (machine, result: bigint, pitch: bigint, width: bigint, height: bigint) =>
    pitched(machine, result, pitch, width, height, "cudaMallocPitch"),
  cudaMalloc3D(machine, result: bigint, extent: bigint) {
    const [width, height, depth] = [0n, 8n, 16n].map((at) => machine.getLong(extent + at)) as [bigint, bigint, bigint];
    const code = pitched(machine, result, result + 8n, width, height * depth, "cudaMalloc3D");
    if (code === CudaError.Success) {
      machine.setLong(result + 16n, width);
      machine.setLong(result + 24n, height);
    }
    return code;
  },
  cudaHostRegister: register,
  cudaHostUnregister(machine, address: bigint) {
    const known = machine.cuda.hostMemory.get(address);
    if (known?.kind !== "registered") return CudaError.HostMemoryNotRegistered;
    noteTakenAway(machine, address, known.size, { call: "cudaHostUnregister", does: "unregisters", waits: true });
    machine.cuda.hostMemory.delete(address);
    return CudaError.Success;
  },
  // One address serves both sides: host memory is mapped where it lies.
  cudaHostGetDevicePointer(machine, result: bigint, address: bigint) {
    const { kind } = placeOf(machine, address);
    if (kind !== "pinned") return CudaError.InvalidValue;
    machine.setLong(result, address);
    return CudaError.Success;
  },
  cudaHostGetFlags(machine, result: bigint, address: bigint) {
    const known = machine.cuda.hostMemory.get(address);
    if (!known || known.kind === "managed") return CudaError.InvalidValue;
    // Unified addressing maps all pinned memory (recorded semantics: the mapped flag is always set on 64-bit Linux).
    machine.setInt(result, (known.flags ?? 0) | 2);
    return CudaError.Success;
  },
  cudaMemGetInfo(machine, free: bigint, total: bigint) {
    const taken = deviceBytes(machine) + machine.cuda.residents.order.size * MANAGED_PAGE;
    machine.setLong(free, BigInt(Math.max(0, machine.device.globalBytes - taken)));
    machine.setLong(total, BigInt(machine.device.globalBytes));
    return CudaError.Success;
  },
});

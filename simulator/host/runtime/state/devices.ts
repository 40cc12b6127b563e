/**
 * Choosing among several devices, and what reaches from one to another. All are of one architecture and connected to each
 * other; answers as two H200s gave them with CUDA 13. Reference: CUDA Runtime API, "Peer Device Memory Access".
 */
import { demangle } from "../../../../analyzer/ir/demangle";
import type { Observer } from "../../../model";
import { offsetOf } from "../../model/addresses";
import type { DeviceState } from "../../model/cuda";
import { lineText, report } from "../../model/findings";
import type { Ranges } from "../../model/footprint";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { busOf } from "./attributes";
import { CudaError, calls, errorName, fail } from "./errors";
import { noteFailure } from "./failures";

/** The device of an ordinal; undefined when there is none. */
export function deviceOf(machine: HostMachine, ordinal: number): DeviceState | undefined {
  return machine.cuda.devices[ordinal];
}

/** The module's variables that every device has its own of; managed ones belong to all devices. */
function variables({ memory, cuda }: HostMachine): { readonly address: bigint; readonly size: number }[] {
  return [...memory.place(cuda.program.module)]
    .filter(([, address]) => cuda.hostMemory.get(address)?.kind !== "managed")
    .map(([variable, address]) => ({ address, size: memory.sizeOf(variable) }));
}

/** The bytes of the variables that every device has its own of. */
export function ownVariables(machine: HostMachine): Ranges {
  const all = variables(machine).map(({ address, size }) => [Number(address), Number(address) + size]);
  return all.sort(([a], [b]) => a! - b!).flat();
}

/**
 * Makes a device the current one. Every device has its own `__device__` and `__constant__` variables; as only the current
 * one is ever used, their values change places here and all devices find them at the same addresses.
 */
export function makeCurrent(machine: HostMachine, next: DeviceState): void {
  const { cuda } = machine;
  if (next === cuda.current) return;
  const places = variables(machine).map(({ address, size }) => ({ at: offsetOf(address), size }));
  const values = () => places.map(({ at, size }) => machine.bytes.slice(at, at + size));
  cuda.current.variables = values();
  // A device that was never current finds what the program was loaded with.
  const mine = next.variables ?? cuda.initialVariables;
  cuda.initialVariables ??= cuda.current.variables;
  mine?.forEach((bytes, i) => {
    machine.bytes.set(bytes, places[i]!.at);
  });
  cuda.current = next;
}

/** Does something as if another device were current. */
export function asCurrent<T>(machine: HostMachine, device: DeviceState, run: () => T): T {
  const before = machine.cuda.current;
  makeCurrent(machine, device);
  try {
    return run();
  } finally {
    makeCurrent(machine, before);
  }
}

/** Follows the accesses of a kernel, by its mangled name, to the memory of other devices; nothing is observed while there is one device only. */
export function watchPeers(
  machine: HostMachine,
  kernel: string,
): { readonly observers: readonly Observer[]; readonly isFault: () => boolean } {
  const { devices, current, pooled } = machine.cuda;
  if (devices.length === 1) return { observers: [], isFault: () => false };
  const launchedAt = machine.place;
  const foreign = machine.log.all.filter(
    (one) =>
      !one.freed &&
      one.kind === "device" &&
      one.device !== undefined &&
      one.device !== current.ordinal &&
      !current.peers.has(one.device) &&
      // `cudaMemPoolSetAccess` gives a device access to a pool's memory.
      (pooled.get(one.address)?.pool.access.get(current.ordinal) ?? 0) === 0,
  );
  let isFault = false;
  const observer: Observer = {
    access(access, mask, addresses) {
      if (access.space !== "global" && access.space !== "generic") return;
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        const address = addresses[lane]!;
        const hit = foreign.find((one) => address >= one.address && address < one.address + BigInt(one.bytes));
        if (!hit) continue;
        isFault = true;
        report(machine, {
          kind: "other-device-memory",
          message: `${demangle(kernel).name} runs on device ${current.ordinal} and accesses memory of device ${hit.device}, allocated at ${lineText(hit.place)}; enable peer access with cudaDeviceEnablePeerAccess, or launch on that device.`,
          place: access.location ?? launchedAt,
          other: { message: `allocated here by ${hit.call}`, place: hit.place },
        });
      }
    },
  };
  return { observers: [observer], isFault: () => isFault };
}

/** Ordinals of two devices that are there and differ. */
function arePeers(machine: HostMachine, one: number, other: number): boolean {
  return one !== other && deviceOf(machine, one) !== undefined && deviceOf(machine, other) !== undefined;
}

function busIdOf(ordinal: number): string {
  return `0000:${busOf(ordinal).toString(16).toUpperCase().padStart(2, "0")}:00.0`;
}

/** `cudaDeviceP2PAttr`: rank of the link, access, native atomics, arrays. */
const PEER_ATTRIBUTES: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 1, 4: 1 };

/** Choosing a device works even after an error that spoiled the context. */
function setDevice(machine: HostMachine, ordinal: number): number {
  machine.now();
  const next = deviceOf(machine, ordinal);
  if (!next) {
    const count = machine.cuda.devices.length;
    const reason = `there is no device ${ordinal} (the machine has ${count === 1 ? "one, number 0" : `${count}, counted from 0`})`;
    machine.cuda.refusal = { reason };
    const error = errorName(CudaError.InvalidDevice);
    noteFailure(machine, { call: "cudaSetDevice", error, text: "", known: machine.findings.length });
    return fail(machine, CudaError.InvalidDevice);
  }
  makeCurrent(machine, next);
  return CudaError.Success;
}

const asking: HostLibrary = calls({
  cudaGetDeviceCount(machine, count: bigint) {
    machine.setInt(count, machine.cuda.devices.length);
    return CudaError.Success;
  },
  cudaGetDevice(machine, result: bigint) {
    machine.setInt(result, machine.cuda.current.ordinal);
    return CudaError.Success;
  },
  cudaChooseDevice(machine, result: bigint) {
    machine.setInt(result, 0);
    return CudaError.Success;
  },
  cudaInitDevice: (machine, ordinal: number) =>
    deviceOf(machine, ordinal) ? CudaError.Success : CudaError.InvalidDevice,
  cudaSetValidDevices: () => CudaError.Success,
  cudaDeviceCanAccessPeer(machine, result: bigint, device: number, peer: number) {
    if (!deviceOf(machine, device) || !deviceOf(machine, peer)) return CudaError.InvalidDevice;
    machine.setInt(result, device === peer ? 0 : 1);
    return CudaError.Success;
  },
  cudaDeviceEnablePeerAccess(machine, peer: number, flags: number) {
    const { current } = machine.cuda;
    if (!deviceOf(machine, peer)) return CudaError.InvalidDevice;
    if (flags !== 0) return CudaError.InvalidValue;
    if (peer === current.ordinal) return CudaError.PeerAccessUnsupported;
    if (current.peers.has(peer)) return CudaError.PeerAccessAlreadyEnabled;
    current.peers.add(peer);
    return CudaError.Success;
  },
  cudaDeviceDisablePeerAccess(machine, peer: number) {
    if (!deviceOf(machine, peer)) return CudaError.InvalidDevice;
    return machine.cuda.current.peers.delete(peer) ? CudaError.Success : CudaError.PeerAccessNotEnabled;
  },
  cudaDeviceGetP2PAttribute(machine, result: bigint, attribute: number, source: number, destination: number) {
    if (!arePeers(machine, source, destination)) return CudaError.InvalidDevice;
    const value = PEER_ATTRIBUTES[attribute];
    if (value === undefined) return CudaError.InvalidValue;
    machine.setInt(result, value);
    return CudaError.Success;
  },
  cudaDeviceGetPCIBusId(machine, text: bigint, length: number, ordinal: number) {
    if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
    const id = busIdOf(ordinal);
    if (length <= id.length) return CudaError.InvalidValue;
    machine.writeText(text, id);
    return CudaError.Success;
  },
  cudaDeviceGetByPCIBusId(machine, result: bigint, text: bigint) {
    const wanted = machine.text(text).toUpperCase();
    const found = machine.cuda.devices.find(({ ordinal }) => busIdOf(ordinal).endsWith(wanted));
    if (!found) return CudaError.InvalidDevice;
    machine.setInt(result, found.ordinal);
    return CudaError.Success;
  },
});

/** The runtime's calls about several devices, by name. */
export const devices: HostLibrary = { cudaSetDevice: setDevice, ...asking };

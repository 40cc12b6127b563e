/** The current device as programs ask about it: limits, configuration, reset, and what a pointer leads to. */

import { persistingL2Bytes } from "../../../../analyzer/hardware/architectures";
import { byteCount } from "../../../text/quantities";
import { unsigned } from "../../model/addresses";
import { lineText } from "../../model/findings";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { reportFreedByReset, reportHeapLeaks } from "../../model/recordAllocation";
import { CudaError, calls } from "../state/errors";
import { placeOf } from "../state/kinds";
import { resetL2 } from "../state/l2";
import { initialLimit, PERSISTING_L2, setting } from "../state/limits";
import { leaveDevice } from "../state/pages";
import { settleAll } from "../streams/submit";

/** `cudaMemoryType` of an address's kind. */
const memoryTypes = { pageable: 0, nothing: 0, pinned: 1, device: 2, managed: 3 } as const;

const HEAP = 2;

function refuse({ cuda }: HostMachine, reason: string): number {
  cuda.refusal = { reason };
  return CudaError.InvalidValue;
}

function setLimit(machine: HostMachine, limit: number, value: bigint): number {
  if (initialLimit(machine, limit) === undefined) return refuse(machine, `${limit} is no cudaLimit`);
  const most = BigInt(persistingL2Bytes(machine.device));
  if (limit === PERSISTING_L2 && value > most)
    return refuse(
      machine,
      `${byteCount(value)} of L2 are to be set aside, the limit is ${byteCount(most)} (persistingL2CacheMaxSize)`,
    );
  if (limit === HEAP) machine.memory.heap.limit = unsigned(value);
  machine.cuda.current.settings.set(`limit ${limit}`, value);
  return CudaError.Success;
}

function getLimit(machine: HostMachine, result: bigint, limit: number): number {
  const initial = initialLimit(machine, limit);
  if (initial === undefined) return refuse(machine, `${limit} is no cudaLimit`);
  machine.setLong(result, setting(machine, `limit ${limit}`, initial));
  return CudaError.Success;
}

/** A configuration that has no effect on this architecture and is given back as it was set. */
function remember(name: string) {
  return (machine: HostMachine, value: number): number => {
    machine.cuda.current.settings.set(name, BigInt(value));
    return CudaError.Success;
  };
}

function recall(name: string, initial: bigint) {
  return (machine: HostMachine, result: bigint): number => {
    machine.setInt(result, Number(setting(machine, name, initial)));
    return CudaError.Success;
  };
}

/** Variables of the device begin anew with what they were initialised with. */
function initialiseVariables(machine: HostMachine): void {
  const { module } = machine.cuda.program;
  const places = machine.memory.place(module);
  for (const [variable, address] of places) {
    if (machine.cuda.hostMemory.get(address)?.kind === "managed") continue;
    machine.spendBytes(machine.memory.sizeOf(variable));
    machine.memory.initialise(module, variable);
  }
}

/** Units of work that a reset counts as: it goes through all that the runtime keeps of a device. */
const RESET_WORK = 20_000;

/** Frees all that the current device has; other devices keep theirs. */
function reset(machine: HostMachine): number {
  const { cuda } = machine;
  const { ordinal } = cuda.current;
  machine.program.spend(RESET_WORK);
  settleAll(machine);
  for (const one of machine.log.all) {
    if (one.freed || one.kind === "heap" || (one.device ?? ordinal) !== ordinal) continue;
    reportFreedByReset(machine, one);
    if (one.kind === "device" || one.kind === "managed" || one.kind === "pinned") machine.memory.free(one.address);
    machine.log.release(one, machine.place);
    const pages = cuda.pages.get(one.address);
    if (pages) leaveDevice(pages);
    for (const table of [cuda.hostMemory, cuda.streams, cuda.events, cuda.arrays, cuda.pages])
      table.delete(one.address);
  }
  reportHeapLeaks(machine, `only cudaDeviceReset at ${lineText(machine.place)} frees`);
  machine.memory.heap.reset();
  initialiseVariables(machine);
  cuda.current.peers.clear();
  cuda.current.settings.clear();
  cuda.sticky = CudaError.Success;
  cuda.fault = undefined;
  cuda.lastError = CudaError.Success;
  cuda.initialised = false;
  return CudaError.Success;
}

/** The runtime's calls about the current device, by name. */
export const device: HostLibrary = {
  // A reset answers success even after an error that spoiled the context.
  cudaDeviceReset: reset,
  cudaThreadExit: reset,
  ...calls({
    cudaDeviceSetLimit: setLimit,
    cudaDeviceGetLimit: getLimit,
    cudaThreadSetLimit: setLimit,
    cudaThreadGetLimit: getLimit,
    cudaDeviceSetCacheConfig: remember("cache"),
    cudaThreadSetCacheConfig: remember("cache"),
    cudaDeviceGetCacheConfig: recall("cache", 0n),
    cudaDeviceSetSharedMemConfig: () => CudaError.Success,
    // Banks are four bytes wide since compute capability 5.0, whatever is asked for.
    cudaDeviceGetSharedMemConfig(machine, result: bigint) {
      machine.setInt(result, 1);
      return CudaError.Success;
    },
    cudaSetDeviceFlags: remember("flags"),
    cudaGetDeviceFlags: recall("flags", 8n),
    cudaCtxResetPersistingL2Cache(machine) {
      resetL2(machine);
      return CudaError.Success;
    },
    cudaProfilerStart: () => CudaError.Success,
    cudaProfilerStop: () => CudaError.Success,
    cudaPointerGetAttributes(machine, result: bigint, address: bigint) {
      const { kind } = placeOf(machine, address);
      const type = memoryTypes[kind];
      machine.setInt(result, type);
      const owner = machine.log.around(address)?.device ?? machine.cuda.current.ordinal;
      machine.setInt(result + 4n, type === 0 ? -2 : owner);
      machine.setLong(result + 8n, type === 0 ? 0n : address);
      machine.setLong(result + 16n, type === 2 ? 0n : address);
      return CudaError.Success;
    },
  }),
};

/**
 * Handles for other processes. There is no other process here: handles are made, and opening one answers as a process is
 * answered that opens its own. Reference: CUDA Runtime API, "Device Management"; answers as an H200 gave them with CUDA 13.
 */

import type { HostLibrary } from "../../model/machine";
import { CudaError, calls } from "../state/errors";

/** Bytes of `cudaIpcMemHandle_t` and `cudaIpcEventHandle_t`. */
const HANDLE_BYTES = 64;
/** What a handle of memory begins with, and one of an event; the address or the event's handle follows. */
const MEMORY_MARK = 0x6d656d;
const EVENT_MARK = 0x657674;

/** The runtime's calls about handles for other processes, by name. */
export const interprocess: HostLibrary = calls({
  // The handle of an allocation, the same for every address within it.
  cudaIpcGetMemHandle(machine, result: bigint, address: bigint) {
    const place = machine.log.around(address);
    if (place?.kind !== "device" || place.freed) return CudaError.InvalidValue;
    const start = machine.at(result, HANDLE_BYTES);
    machine.bytes.fill(0, start, start + HANDLE_BYTES);
    machine.setInt(result, MEMORY_MARK);
    machine.setLong(result + 8n, place.address);
    return CudaError.Success;
  },
  cudaIpcOpenMemHandle(machine, _result: bigint, handle: bigint) {
    return machine.getInt(handle) === MEMORY_MARK ? CudaError.DeviceUninitialized : CudaError.InvalidValue;
  },
  cudaIpcCloseMemHandle: () => CudaError.InvalidValue,
  cudaIpcGetEventHandle(machine, result: bigint, event: bigint) {
    if (!machine.cuda.events.get(event)?.interprocess) return CudaError.InvalidResourceHandle;
    const start = machine.at(result, HANDLE_BYTES);
    machine.bytes.fill(0, start, start + HANDLE_BYTES);
    machine.setInt(result, EVENT_MARK);
    machine.setLong(result + 8n, event);
    return CudaError.Success;
  },
  cudaIpcOpenEventHandle(machine, _result: bigint, handle: bigint) {
    return machine.getInt(handle) === EVENT_MARK ? CudaError.DeviceUninitialized : CudaError.InvalidValue;
  },
});

/**
 * Handles of cuBLAS and cuBLASLt. Programs make them, set them up and destroy them; the library's products and reductions are
 * not simulated, so a call of one stops the run by its name. Reference: cuBLAS, "Helper Function Reference".
 */
import type { HostFunction, HostLibrary, HostMachine } from "../model/machine";
import { newHandle } from "./state/handles";
import { streamOf } from "./state/state";

/** `cublasStatus_t` */
const Status = { success: 0, notInitialized: 1, invalidValue: 7 } as const;
/** What `cublasGetVersion` says: 10000 * major + 100 * minor + patch, of CUDA 13.0. */
const VERSION = 130_000;

function create(machine: HostMachine, result: bigint): number {
  if (result === 0n) return Status.invalidValue;
  const handle = newHandle(machine);
  machine.cuda.blas.set(handle, { stream: 0n, mathMode: 0, pointerMode: 0 });
  machine.setLong(result, handle);
  return Status.success;
}

function destroy(machine: HostMachine, handle: bigint): number {
  return machine.cuda.blas.delete(handle) ? Status.success : Status.notInitialized;
}

function setting(name: "mathMode" | "pointerMode"): { readonly set: HostFunction; readonly get: HostFunction } {
  return {
    set(machine: HostMachine, handle: bigint, value: number) {
      const state = machine.cuda.blas.get(handle);
      if (!state) return Status.notInitialized;
      state[name] = value;
      return Status.success;
    },
    get(machine: HostMachine, handle: bigint, result: bigint) {
      const state = machine.cuda.blas.get(handle);
      if (!state) return Status.notInitialized;
      machine.setInt(result, state[name]);
      return Status.success;
    },
  };
}

const mathMode = setting("mathMode");
const pointerMode = setting("pointerMode");

/** The runtime's calls about handles of cuBLAS, by name. */
export const blas: HostLibrary = {
  cublasCreate: create,
  cublasDestroy: destroy,
  cublasLtCreate: create,
  cublasLtDestroy: destroy,
  cublasSetMathMode: mathMode.set,
  cublasGetMathMode: mathMode.get,
  cublasSetPointerMode: pointerMode.set,
  cublasGetPointerMode: pointerMode.get,
  cublasSetStream(machine, handle: bigint, stream: bigint) {
    const state = machine.cuda.blas.get(handle);
    if (!state) return Status.notInitialized;
    if (!streamOf(machine, stream)) return Status.invalidValue;
    state.stream = stream;
    return Status.success;
  },
  cublasGetStream(machine, handle: bigint, result: bigint) {
    const state = machine.cuda.blas.get(handle);
    if (!state) return Status.notInitialized;
    machine.setLong(result, state.stream);
    return Status.success;
  },
  cublasSetWorkspace: (machine, handle: bigint) =>
    machine.cuda.blas.has(handle) ? Status.success : Status.notInitialized,
  cublasGetVersion(machine, _handle: bigint, result: bigint) {
    machine.setInt(result, VERSION);
    return Status.success;
  },
};

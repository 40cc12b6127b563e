/**
 * Error codes of the runtime, with their names and texts, and the rule that every call follows: an error that spoiled the
 * context answers every later call; others stay until the program reads the last error.
 * Reference: CUDA Runtime API, "Data types used by CUDA Runtime"; stickiness recorded on an H200 with CUDA 13.
 */
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { NullPointer } from "../../model/traps";
import { CONTEXT_NANOSECONDS } from "../../timeline/model";
import { noteAsked, noteFailure, noteSpoiled } from "./failures";

/** Error codes of the runtime (`cudaError_t`), as far as it gives them. */
export const CudaError = {
  Success: 0,
  InvalidValue: 1,
  MemoryAllocation: 2,
  InitializationError: 3,
  InvalidConfiguration: 9,
  InvalidPitchValue: 12,
  InvalidSymbol: 13,
  InvalidTexture: 18,
  InvalidChannelDescriptor: 20,
  InvalidMemcpyDirection: 21,
  InvalidSurface: 37,
  MissingConfiguration: 52,
  InvalidDeviceFunction: 98,
  NoDevice: 100,
  InvalidDevice: 101,
  DeviceUninitialized: 201,
  UnsupportedLimit: 215,
  OperatingSystem: 304,
  InvalidResourceHandle: 400,
  IllegalState: 401,
  SymbolNotFound: 500,
  NotReady: 600,
  IllegalAddress: 700,
  LaunchOutOfResources: 701,
  PeerAccessUnsupported: 217,
  PeerAccessAlreadyEnabled: 704,
  PeerAccessNotEnabled: 705,
  Assert: 710,
  HostMemoryAlreadyRegistered: 712,
  HostMemoryNotRegistered: 713,
  IllegalInstruction: 715,
  MisalignedAddress: 716,
  LaunchFailure: 719,
  CooperativeLaunchTooLarge: 720,
  NotSupported: 801,
  StreamCaptureUnsupported: 900,
  StreamCaptureInvalidated: 901,
  StreamCaptureUnmatched: 903,
  StreamCaptureUnjoined: 904,
  StreamCaptureImplicit: 906,
  GraphExecUpdateFailure: 910,
  InvalidClusterSize: 912,
  Unknown: 999,
} as const;

const texts: Readonly<Record<number, readonly [name: string, text: string]>> = {
  0: ["cudaSuccess", "no error"],
  1: ["cudaErrorInvalidValue", "invalid argument"],
  2: ["cudaErrorMemoryAllocation", "out of memory"],
  3: ["cudaErrorInitializationError", "initialization error"],
  9: ["cudaErrorInvalidConfiguration", "invalid configuration argument"],
  12: ["cudaErrorInvalidPitchValue", "invalid pitch argument"],
  13: ["cudaErrorInvalidSymbol", "invalid device symbol"],
  18: ["cudaErrorInvalidTexture", "invalid texture reference"],
  20: ["cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"],
  21: ["cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"],
  37: ["cudaErrorInvalidSurface", "invalid surface reference"],
  52: ["cudaErrorMissingConfiguration", "__global__ function call is not configured"],
  98: ["cudaErrorInvalidDeviceFunction", "invalid device function"],
  100: ["cudaErrorNoDevice", "no CUDA-capable device is detected"],
  101: ["cudaErrorInvalidDevice", "invalid device ordinal"],
  201: ["cudaErrorDeviceUninitialized", "invalid device context"],
  215: ["cudaErrorUnsupportedLimit", "limit is not supported on this architecture"],
  217: ["cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"],
  400: ["cudaErrorInvalidResourceHandle", "invalid resource handle"],
  304: ["cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS"],
  401: ["cudaErrorIllegalState", "the operation cannot be performed in the present state"],
  500: ["cudaErrorSymbolNotFound", "named symbol not found"],
  600: ["cudaErrorNotReady", "device not ready"],
  700: ["cudaErrorIllegalAddress", "an illegal memory access was encountered"],
  701: ["cudaErrorLaunchOutOfResources", "too many resources requested for launch"],
  704: ["cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"],
  705: ["cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"],
  710: ["cudaErrorAssert", "device-side assert triggered"],
  712: ["cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"],
  713: ["cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"],
  715: ["cudaErrorIllegalInstruction", "an illegal instruction was encountered"],
  716: ["cudaErrorMisalignedAddress", "misaligned address"],
  719: ["cudaErrorLaunchFailure", "unspecified launch failure"],
  720: ["cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"],
  801: ["cudaErrorNotSupported", "operation not supported"],
  900: ["cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"],
  901: ["cudaErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture"],
  903: ["cudaErrorStreamCaptureUnmatched", "capture was not initiated in this stream"],
  904: ["cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work"],
  906: [
    "cudaErrorStreamCaptureImplicit",
    "operation would make the legacy stream depend on a capturing blocking stream",
  ],
  910: [
    "cudaErrorGraphExecUpdateFailure",
    "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update",
  ],
  912: ["cudaErrorInvalidClusterSize", "cluster misconfiguration"],
  999: ["cudaErrorUnknown", "unknown error"],
};

/** Names of `CUresult` where they are not those of the runtime in capitals. Reference: CUDA Driver API, "CUresult". */
const driverNames: Readonly<Record<number, string>> = {
  0: "CUDA_SUCCESS",
  2: "CUDA_ERROR_OUT_OF_MEMORY",
  3: "CUDA_ERROR_NOT_INITIALIZED",
  201: "CUDA_ERROR_INVALID_CONTEXT",
  400: "CUDA_ERROR_INVALID_HANDLE",
  500: "CUDA_ERROR_NOT_FOUND",
  701: "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
  719: "CUDA_ERROR_LAUNCH_FAILED",
};
/** Errors of the runtime alone: the driver has no such numbers. */
const runtimeOnly: ReadonlySet<number> = new Set([9, 12, 13, 18, 20, 21, 37, 52, 98]);

/** The driver's name of an error code; undefined for a number that names none, or none that we know. */
export function driverErrorName(code: number): string | undefined {
  const name = runtimeOnly.has(code) ? undefined : texts[code]?.[0];
  const plain = name?.replace(/^cudaError/, "").replace(/(?<=[a-z])(?=[A-Z])/g, "_");
  return driverNames[code] ?? (plain && `CUDA_ERROR_${plain.toUpperCase()}`);
}

/** Codes by which programs learn what a machine can do or whether work has ended: answers rather than failures. */
const answers: ReadonlySet<number> = new Set([
  CudaError.NotReady,
  CudaError.UnsupportedLimit,
  CudaError.PeerAccessUnsupported,
  CudaError.PeerAccessAlreadyEnabled,
  CudaError.PeerAccessNotEnabled,
  CudaError.HostMemoryAlreadyRegistered,
  CudaError.NotSupported,
  CudaError.GraphExecUpdateFailure,
]);

/** Remembers an error and gives it back. */
export function fail(machine: HostMachine, code: number): number {
  if (code !== CudaError.Success && code !== CudaError.NotReady) machine.cuda.lastError = code;
  return code;
}

/** The answer of a spoiled context. */
function answerSpoiled(machine: HostMachine, name: string): number {
  noteSpoiled(machine, name);
  return fail(machine, machine.cuda.sticky);
}

/** The runtime's name of an error code. */
export const errorName = (code: number): string => texts[code]?.[0] ?? `error ${code}`;

/** Makes a runtime call of a function that gives an error code: a spoiled context answers first. */
function call(name: string, run: HostFunction): HostFunction {
  const body = run as (machine: HostMachine, ...values: (number | bigint)[]) => number | undefined;
  return (machine: HostMachine, ...values: (number | bigint)[]) => {
    begin(machine);
    const { cuda } = machine;
    if (cuda.sticky !== CudaError.Success) return answerSpoiled(machine, name);
    const known = machine.findings.length;
    cuda.refusal = undefined;
    const code = answer(machine, body, values);
    // A call that waited for a trapped kernel returns its error.
    meetFault(machine);
    if (cuda.sticky !== CudaError.Success) return answerSpoiled(machine, name);
    if (code !== CudaError.Success && !answers.has(code)) {
      const [error = `error ${code}`, text = ""] = texts[code] ?? [];
      noteFailure(machine, { call: name, error, text, known });
    }
    return fail(machine, code);
  };
}

/** What a call answers; a null pointer for a result is an invalid value. Functions that it calls back have no part in that. */
function answer(
  machine: HostMachine,
  body: (machine: HostMachine, ...values: (number | bigint)[]) => number | undefined,
  values: (number | bigint)[],
): number {
  try {
    return body(machine, ...values) ?? CudaError.Success;
  } catch (error) {
    if (error instanceof NullPointer) return CudaError.InvalidValue;
    throw error;
  }
}

/** Units of work that a call counts as: about as long as it takes. */
const CALL_WORK = 200;

/** Time of one call; the first one brings the context up. */
function begin(machine: HostMachine): void {
  machine.now();
  machine.program.spend(CALL_WORK);
  if (!machine.cuda.initialised) {
    machine.cuda.initialised = true;
    machine.nanoseconds += CONTEXT_NANOSECONDS;
  }
  meetFault(machine);
}

/** A kernel's error spoils the context once the kernel has ended. */
function meetFault(machine: HostMachine): void {
  const { cuda } = machine;
  if (!cuda.fault || cuda.fault.at === 0n || cuda.fault.at > machine.nanoseconds) return;
  cuda.sticky = cuda.fault.code;
  cuda.spoiledBy = cuda.fault;
  cuda.fault = undefined;
}

/** A table of runtime calls. */
export function calls(table: HostLibrary): HostLibrary {
  return Object.fromEntries(Object.entries(table).map(([name, run]) => [name, call(name, run)]));
}

function lastError(machine: HostMachine, keep: boolean): number {
  const { cuda } = machine;
  begin(machine);
  // Asking clears even an error that spoils the context: the next call fails anew (recorded on an H200 with CUDA 13).
  const code = cuda.lastError;
  noteAsked(machine);
  if (!keep) cuda.lastError = CudaError.Success;
  return code;
}

/** The runtime's calls about errors, by name. */
export const errors: HostLibrary = {
  cudaGetLastError: (machine) => lastError(machine, false),
  cudaPeekAtLastError: (machine) => lastError(machine, true),
  cudaGetErrorName: (machine, code: number) => machine.constantText(texts[code]?.[0] ?? "unrecognized error code"),
  cudaGetErrorString: (machine, code: number) => machine.constantText(texts[code]?.[1] ?? "unrecognized error code"),
};

/**
 * What the driver API keeps between calls: whether it was initialised, and the contexts of the thread. All contexts of a device
 * share its memory here. Reference: CUDA Driver API, "Initialization", "Context Management", "Primary Context Management";
 * codes from there, for no recording has them.
 */
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { HostUnsupported, NullPointer } from "../../model/traps";
import { CONTEXT_NANOSECONDS } from "../../timeline/model";
import { deviceOf, makeCurrent } from "../state/devices";
import { newHandle } from "../state/handles";
import { settleAll } from "../streams/submit";

/** `CUresult` of what only the driver API says; all others are numbers of `cudaError`. */
export const DriverError = {
  success: 0,
  invalidValue: 1,
  notInitialized: 3,
  invalidDevice: 101,
  invalidContext: 201,
  invalidHandle: 400,
} as const;

interface Contexts {
  isInitialised: boolean;
  /** Ordinals of devices by context, and the context that each device has for the runtime. */
  readonly devices: Map<bigint, number>;
  readonly primary: Map<number, bigint>;
  /** Retained as often, by ordinal. */
  readonly retained: Map<number, number>;
  /** The thread's contexts, the current one last; 0 is none. */
  readonly stack: bigint[];
}

const states = new WeakMap<HostMachine, Contexts>();

function contextsOf(machine: HostMachine): Contexts {
  let known = states.get(machine);
  if (!known) {
    known = { isInitialised: false, devices: new Map(), primary: new Map(), retained: new Map(), stack: [] };
    states.set(machine, known);
  }
  return known;
}

/** The context that the runtime uses on a device. */
function primaryOf(machine: HostMachine, ordinal: number): bigint {
  const state = contextsOf(machine);
  const known = state.primary.get(ordinal);
  if (known !== undefined) return known;
  const made = newHandle(machine);
  state.primary.set(ordinal, made);
  state.devices.set(made, ordinal);
  return made;
}

/** The current context: the driver's, or, where the runtime has been used, that of its device. */
function currentOf(machine: HostMachine): bigint {
  const top = contextsOf(machine).stack.at(-1);
  if (top !== undefined) return top;
  return machine.cuda.initialised ? primaryOf(machine, machine.cuda.current.ordinal) : 0n;
}

function choose(machine: HostMachine): void {
  const ordinal = contextsOf(machine).devices.get(currentOf(machine));
  const device = ordinal === undefined ? undefined : deviceOf(machine, ordinal);
  if (device) makeCurrent(machine, device);
}

/** What must be there before a call: nothing, the driver, or a context. */
export type Needs = "nothing" | "driver" | "context";

/**
 * Makes a call of the driver API of a function that gives a code: it answers first when something is missing that it needs, and
 * leaves the runtime's last error alone.
 */
export function driverCall(needs: Needs, run: HostFunction): HostFunction {
  const body = run as (machine: HostMachine, ...values: (number | bigint)[]) => number;
  return (machine: HostMachine, ...values: (number | bigint)[]) => {
    const isReady = contextsOf(machine).isInitialised || machine.cuda.initialised;
    if (needs !== "nothing" && !isReady) return DriverError.notInitialized;
    if (needs === "context" && currentOf(machine) === 0n) return DriverError.invalidContext;
    const { lastError } = machine.cuda;
    try {
      return body(machine, ...values);
    } catch (error) {
      if (error instanceof NullPointer) return DriverError.invalidValue;
      throw error;
    } finally {
      machine.cuda.lastError = lastError;
    }
  };
}

/** A call of the runtime that the driver makes: it brings no context of the runtime's up. */
export function borrowed(run: HostFunction): HostFunction {
  const body = run as (machine: HostMachine, ...values: (number | bigint)[]) => number;
  return (machine: HostMachine, ...values: (number | bigint)[]) => {
    const { initialised } = machine.cuda;
    machine.cuda.initialised = true;
    try {
      return body(machine, ...values);
    } finally {
      machine.cuda.initialised = initialised;
    }
  };
}

function makeContext(machine: HostMachine, result: bigint, _flags: number, ordinal: number): number {
  if (!deviceOf(machine, ordinal)) return DriverError.invalidDevice;
  const state = contextsOf(machine);
  const context = newHandle(machine);
  state.devices.set(context, ordinal);
  state.stack.push(context);
  machine.nanoseconds += CONTEXT_NANOSECONDS;
  choose(machine);
  machine.setLong(result, context);
  return DriverError.success;
}

function setContext(machine: HostMachine, context: bigint): number {
  const { devices, stack } = contextsOf(machine);
  if (context !== 0n && !devices.has(context)) return DriverError.invalidContext;
  stack.pop();
  if (context !== 0n) stack.push(context);
  choose(machine);
  return DriverError.success;
}

function onDevice(run: (machine: HostMachine, ordinal: number) => number) {
  return driverCall("driver", (machine: HostMachine, ordinal: number) =>
    deviceOf(machine, ordinal) ? run(machine, ordinal) : DriverError.invalidDevice,
  );
}

/**
 * The context of a stream, which is the one that its device has for the runtime as long as the program makes no others; the
 * second version also says that it is no green one.
 */
function contextOfStream(machine: HostMachine, stream: bigint, result: bigint, green?: bigint): number {
  const { devices, primary } = contextsOf(machine);
  if (devices.size > primary.size)
    throw new HostUnsupported(
      "the simulated driver does not know which of several contexts a stream is of",
      machine.place,
    );
  if (stream <= LAST_DEFAULT_STREAM && currentOf(machine) === 0n) return DriverError.invalidContext;
  const ordinal =
    stream <= LAST_DEFAULT_STREAM ? machine.cuda.current.ordinal : machine.cuda.streams.get(stream)?.device;
  if (ordinal === undefined) return DriverError.invalidHandle;
  machine.setLong(result, primaryOf(machine, ordinal));
  if (green !== undefined && green !== 0n) machine.setLong(green, 0n);
  return DriverError.success;
}

/** Handles up to here are those of default streams: 0, the legacy one and each thread's. */
const LAST_DEFAULT_STREAM = 2n;

/** Versions of the driver API that contexts are made for. */
const API_VERSION = 3020;

/** The runtime's calls about contexts of the driver API, by name. */
export const driverContexts: HostLibrary = {
  cuInit: driverCall("nothing", (machine: HostMachine, flags: number) => {
    if (flags !== 0) return DriverError.invalidValue;
    contextsOf(machine).isInitialised = true;
    return DriverError.success;
  }),
  cuCtxCreate: driverCall("driver", makeContext),
  cuCtxDestroy: driverCall("driver", (machine: HostMachine, context: bigint) => {
    const { devices, stack, primary } = contextsOf(machine);
    const ordinal = devices.get(context);
    if (ordinal === undefined || primary.get(ordinal) === context) return DriverError.invalidContext;
    settleAll(machine);
    devices.delete(context);
    if (stack.at(-1) === context) stack.pop();
    choose(machine);
    return DriverError.success;
  }),
  cuCtxGetCurrent: driverCall("driver", (machine: HostMachine, result: bigint) => {
    machine.setLong(result, currentOf(machine));
    return DriverError.success;
  }),
  cuCtxSetCurrent: driverCall("driver", setContext),
  cuCtxPushCurrent: driverCall("driver", (machine: HostMachine, context: bigint) => {
    if (!contextsOf(machine).devices.has(context)) return DriverError.invalidContext;
    contextsOf(machine).stack.push(context);
    choose(machine);
    return DriverError.success;
  }),
  cuCtxPopCurrent: driverCall("context", (machine: HostMachine, result: bigint) => {
    const popped = currentOf(machine);
    contextsOf(machine).stack.pop();
    choose(machine);
    if (result !== 0n) machine.setLong(result, popped);
    return DriverError.success;
  }),
  cuCtxGetDevice: driverCall("context", (machine: HostMachine, result: bigint) => {
    machine.setInt(result, contextsOf(machine).devices.get(currentOf(machine)) ?? machine.cuda.current.ordinal);
    return DriverError.success;
  }),
  cuCtxGetApiVersion: driverCall("driver", (machine: HostMachine, context: bigint, result: bigint) => {
    const { devices } = contextsOf(machine);
    if (!devices.has(context === 0n ? currentOf(machine) : context)) return DriverError.invalidContext;
    machine.setInt(result, API_VERSION);
    return DriverError.success;
  }),
  cuStreamGetCtx: driverCall("driver", contextOfStream),
  cuStreamGetCtx_v2: driverCall("driver", contextOfStream),
  cuDevicePrimaryCtxRetain: driverCall("driver", (machine: HostMachine, result: bigint, ordinal: number) => {
    if (!deviceOf(machine, ordinal)) return DriverError.invalidDevice;
    const { retained } = contextsOf(machine);
    retained.set(ordinal, (retained.get(ordinal) ?? 0) + 1);
    machine.setLong(result, primaryOf(machine, ordinal));
    return DriverError.success;
  }),
  cuDevicePrimaryCtxRelease: onDevice((machine, ordinal) => {
    const { retained } = contextsOf(machine);
    const count = retained.get(ordinal) ?? 0;
    if (count === 0) return DriverError.invalidContext;
    retained.set(ordinal, count - 1);
    return DriverError.success;
  }),
  cuDevicePrimaryCtxSetFlags: onDevice(() => DriverError.success),
  cuDevicePrimaryCtxGetState: driverCall(
    "driver",
    (machine: HostMachine, ordinal: number, flags: bigint, active: bigint) => {
      if (!deviceOf(machine, ordinal)) return DriverError.invalidDevice;
      const { retained } = contextsOf(machine);
      machine.setInt(flags, 0);
      machine.setInt(active, machine.cuda.initialised || (retained.get(ordinal) ?? 0) > 0 ? 1 : 0);
      return DriverError.success;
    },
  ),
};

/**
 * Functions of the driver that a program finds by their names while it runs, as libraries do that are linked without it: in
 * the driver's library, or from the driver or the runtime itself.
 */
import { HostWindow, hostAddress } from "../../model/addresses";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { HostUnsupported } from "../../model/traps";
import { DriverError } from "./driverContext";

/** The driver's library by the names that programs load it by, with or without a folder. */
const DRIVER = /^(?:.*\/)?libcuda\.so(?:\.1)?$/;

/** What `dlopen` gives for it: the address of no function. */
const HANDLE = hostAddress(HostWindow.named, 0xffff_ffff);

/** Of `cuGetProcAddress` and of the runtime's call: functions whose default stream is each thread's own. */
const PER_THREAD = 2n;

const SUCCESS = 0;
/** `cudaErrorInvalidValue` */
const INVALID_VALUE = 1;

/** A function of the driver; its versions are one here, the newest. */
function functionOf(machine: HostMachine, call: string, name: string): bigint {
  const plain = name.replace(/_v\d+$/, "");
  const found = /^cu[A-Z]/.test(plain) ? machine.program.functionNamed(plain) : undefined;
  if (found !== undefined) return found;
  throw new HostUnsupported(`${call} asks for “${name}”, which the simulated driver does not have`, machine.place);
}

/** Writes a pointer to a function, and that it was found. */
function give(machine: HostMachine, call: string, name: bigint, to: bigint, status: bigint): void {
  machine.setLong(to, functionOf(machine, call, machine.text(name)));
  if (status !== 0n) machine.setInt(status, 0);
}

function refusePerThread(machine: HostMachine, call: string, flags: bigint): void {
  if (flags !== PER_THREAD) return;
  throw new HostUnsupported(
    `${call} asks for functions with a default stream for each thread, and there is one`,
    machine.place,
  );
}

function entryPoint(
  machine: HostMachine,
  call: string,
  [name, to, flags, status]: readonly [bigint, bigint, bigint, bigint],
) {
  if (name === 0n || to === 0n) return INVALID_VALUE;
  refusePerThread(machine, call, flags);
  give(machine, call, name, to, status);
  return SUCCESS;
}

/** The calls that give functions of the driver, by name. */
export const byName: HostLibrary = {
  dlopen(machine, name: bigint) {
    const file = name === 0n ? undefined : machine.text(name);
    if (file !== undefined && DRIVER.test(file)) return HANDLE;
    const what = file === undefined ? "the program itself" : `“${file}”`;
    throw new HostUnsupported(
      `dlopen of ${what} is not simulated: the only library that a program can load while it runs is the driver's, libcuda.so.1`,
      machine.place,
    );
  },
  dlsym(machine, handle: bigint, name: bigint) {
    if (handle === HANDLE) return functionOf(machine, "dlsym", machine.text(name));
    throw new HostUnsupported(
      `dlsym of “${machine.text(name)}” is not simulated: it is not of a library that dlopen gave`,
      machine.place,
    );
  },
  dlclose: () => 0,
  dlerror: () => 0n,
  cuGetProcAddress(machine, name: bigint, to: bigint, _version: number, flags: bigint, status: bigint) {
    if (name === 0n || to === 0n) return DriverError.invalidValue;
    refusePerThread(machine, "cuGetProcAddress", flags);
    give(machine, "cuGetProcAddress", name, to, status);
    return DriverError.success;
  },
  cudaGetDriverEntryPoint: (machine, name: bigint, to: bigint, flags: bigint, status: bigint) =>
    entryPoint(machine, "cudaGetDriverEntryPoint", [name, to, flags, status]),
  cudaGetDriverEntryPointByVersion: (
    machine,
    name: bigint,
    to: bigint,
    _version: number,
    flags: bigint,
    status: bigint,
  ) => entryPoint(machine, "cudaGetDriverEntryPointByVersion", [name, to, flags, status]),
};

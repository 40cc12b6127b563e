/** `std::exception_ptr`: one pointer to an exception, which lives as long as something points to it. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { currentException, forget, retain, rethrowFrom } from "./exceptions";

/** Writes a pointer to an exception into an object, which then counts as pointing to it. */
function point(machine: HostMachine, object: bigint, exception: bigint): void {
  machine.setLong(object, exception);
  retain(machine, exception);
}

/** The library's functions for pointers to exceptions, by name. */
export const exceptionPointers: HostLibrary = {
  _ZNSt13exception_ptrC1ERKS_: (machine, to: bigint, from: bigint) => point(machine, to, machine.getLong(from)),
  _ZNSt13exception_ptrC2ERKS_: (machine, to: bigint, from: bigint) => point(machine, to, machine.getLong(from)),
  _ZNSt13exception_ptrD1Ev: (machine, object: bigint) => forget(machine, machine.getLong(object)),
  _ZNSt13exception_ptrD2Ev: (machine, object: bigint) => forget(machine, machine.getLong(object)),
  _ZNSt13exception_ptraSERKS_(machine, to: bigint, from: bigint) {
    const old = machine.getLong(to);
    point(machine, to, machine.getLong(from));
    forget(machine, old);
    return to;
  },
  _ZNSt13exception_ptr31__from_native_exception_pointerEPv: (machine, result: bigint, exception: bigint) =>
    point(machine, result, exception),
  _ZSt17current_exceptionv: (machine, result: bigint) => point(machine, result, currentException(machine)),
  _ZSt17rethrow_exceptionSt13exception_ptr(machine, object: bigint) {
    rethrowFrom(machine, machine.getLong(object));
  },
};

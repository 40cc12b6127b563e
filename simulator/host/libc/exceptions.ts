/** C++ exceptions end the program with what was thrown; guards of static variables. */
import type { HostLibrary } from "../machine";

export const exceptions: HostLibrary = {
  __cxa_allocate_exception: (machine, size: bigint) => machine.allocate(Number(size)),
  __cxa_free_exception: () => {},
  __cxa_throw(machine) {
    throw machine.trap(
      "an exception was thrown; the simulated host does not catch exceptions yet, so the program ends here",
    );
  },
  __cxa_rethrow(machine) {
    throw machine.trap("an exception was thrown again");
  },
  __cxa_begin_catch: (_machine, exception: bigint) => exception,
  __cxa_end_catch: () => {},
  __cxa_guard_acquire(machine, guard: bigint) {
    return machine.bytes[machine.at(guard, 1)] ? 0 : 1;
  },
  __cxa_guard_release(machine, guard: bigint) {
    machine.bytes[machine.at(guard, 1)] = 1;
  },
  __cxa_pure_virtual(machine) {
    throw machine.trap("a pure virtual function was called");
  },
};

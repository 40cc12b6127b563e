/** Variables of threads: a thread begins with their initial values, and what the one beneath it had comes back at its end. */
import type { HostLibrary, HostMachine } from "../machine";

const suspended = new WeakMap<HostMachine, Uint8Array[][]>();

function stackOf(machine: HostMachine): Uint8Array[][] {
  const known = suspended.get(machine) ?? [];
  suspended.set(machine, known);
  return known;
}

export const threads: HostLibrary = {
  __wl_thread_enter(machine) {
    const values = machine.threadLocals.map(({ address, initial }) => {
      const start = machine.at(address, initial.length);
      const old = machine.bytes.slice(start, start + initial.length);
      machine.bytes.set(initial, start);
      return old;
    });
    stackOf(machine).push(values);
  },
  __wl_thread_leave(machine) {
    const values = stackOf(machine).pop() ?? [];
    machine.threadLocals.forEach(({ address, initial }, i) => {
      machine.bytes.set(values[i]!, machine.at(address, initial.length));
    });
  },
};

/** The environment: what the run was given, and what the program changed in it. */
import type { HostLibrary, HostMachine } from "../model/machine";

const machines = new WeakMap<HostMachine, Map<string, string>>();

function environmentOf(machine: HostMachine): Map<string, string> {
  const known = machines.get(machine) ?? new Map(machine.options.environment);
  machines.set(machine, known);
  return known;
}

/** The library's functions for the environment, by name. */
export const environment: HostLibrary = {
  getenv(machine, name: bigint) {
    const value = environmentOf(machine).get(machine.text(name));
    return value === undefined ? 0n : machine.constantText(value);
  },
  // There is one locale; asking for it by name, or for the user's own, gives it.
  setlocale: (machine, _category: number, name: bigint) =>
    name === 0n || ["", "C", "POSIX"].includes(machine.text(name)) ? machine.constantText("C") : 0n,
  setenv(machine, nameAt: bigint, value: bigint, overwrite: number) {
    const variables = environmentOf(machine);
    const name = machine.text(nameAt);
    if (overwrite !== 0 || !variables.has(name)) variables.set(name, machine.text(value));
    return 0;
  },
  unsetenv(machine, name: bigint) {
    environmentOf(machine).delete(machine.text(name));
    return 0;
  },
  putenv(machine, assignment: bigint) {
    const [name, ...rest] = machine.text(assignment).split("=");
    if (rest.length > 0) environmentOf(machine).set(name!, rest.join("="));
    else environmentOf(machine).delete(name!);
    return 0;
  },
};

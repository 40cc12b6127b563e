/** `__device__` and `__constant__` variables: where they are on the device, and the host variables that stand for them. */
import { demangle } from "../../../../analyzer/ir/demangle";
import type { HostMachine } from "../../model/machine";

/** A variable of the device. */
export interface Symbol {
  readonly address: bigint;
  readonly size: number;
}

/** The variable of the device of a name, as its module has it. */
export function symbolNamed(machine: HostMachine, name: string): Symbol | undefined {
  const { module } = machine.cuda.program;
  const variable = module.globals.find((one) => one.name === name);
  const address = variable && machine.memory.place(module).get(variable);
  if (!variable || address === undefined) return undefined;
  return { address, size: machine.memory.sizeOf(variable) };
}

/** The variable of the device whose host shadow begins at an address. */
export function symbolAt(machine: HostMachine, shadow: bigint): Symbol | undefined {
  const name = machine.cuda.symbols.get(shadow);
  return name === undefined ? undefined : symbolNamed(machine, name);
}

/** The name of the variable that holds an address of the device. */
export function variableAround(machine: HostMachine, address: bigint): string | undefined {
  for (const [variable, start] of machine.memory.place(machine.cuda.program.module)) {
    if (address >= start && address < start + BigInt(machine.memory.sizeOf(variable)))
      return demangle(variable.name).name;
  }
  return undefined;
}

/** The name of the variable of the device whose host shadow holds an address. */
export function shadowedName(machine: HostMachine, address: bigint): string | undefined {
  for (const [shadow, name] of machine.cuda.symbols) {
    const size = BigInt(symbolNamed(machine, name)?.size ?? 0);
    if (address >= shadow && address < shadow + size) return demangle(name).name;
  }
  return undefined;
}

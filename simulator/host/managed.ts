/** `__managed__` variables: our headers annotate them, and both sides are bound to one place in managed memory. */
import { annotationsOf } from "../../analyzer/ir/annotations";
import type { GlobalVariable, Module } from "../../analyzer/ir/model";
import type { HostMachine } from "./model/machine";
import { managedPages } from "./runtime/state/pages";

/** What `host_defines.h` annotates managed variables with. */
const ANNOTATION = "warplens.managed";

function managedVariables(host: Module): GlobalVariable[] {
  return annotationsOf(host).flatMap(({ target, text }) =>
    target.kind === "global" && text === ANNOTATION ? [target] : [],
  );
}

/** Host addresses of managed variables, which are those of the device; the runtime learns of their memory. */
export function bindManaged(machine: HostMachine, host: Module): Map<GlobalVariable, bigint> {
  const { module } = machine.cuda.program;
  const bound = new Map<GlobalVariable, bigint>();
  for (const variable of managedVariables(host)) {
    const device = module.globals.find((one) => one.name === variable.name);
    const address = device && machine.memory.place(module).get(device);
    if (!device || address === undefined) continue;
    const size = machine.memory.sizeOf(device);
    machine.cuda.hostMemory.set(address, { kind: "managed", size });
    machine.cuda.pages.set(address, managedPages(size, undefined, machine.cuda.residents));
    bound.set(variable, address);
  }
  return bound;
}

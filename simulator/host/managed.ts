/** `__managed__` variables: our headers annotate them, and both sides are bound to one place in managed memory. */
import type { Constant, GlobalVariable, Module } from "../../analyzer/ir/model";
import type { HostMachine } from "./machine";
import { managedPages } from "./runtime/pages";

/** What `host_defines.h` annotates managed variables with. */
const ANNOTATION = "warplens.managed";

function text(constant: Constant | undefined): string {
  const data = constant?.kind === "global" ? constant.initializer : undefined;
  return data?.kind === "data" ? String.fromCharCode(...data.elements.map(Number)).replace(/\0$/, "") : "";
}

function managedVariables(host: Module): GlobalVariable[] {
  const list = host.globals.find((one) => one.name === "llvm.global.annotations")?.initializer;
  if (list?.kind !== "aggregate") return [];
  return list.elements.flatMap((entry) => {
    if (entry.kind !== "aggregate") return [];
    const [variable, annotation] = entry.elements;
    return variable?.kind === "global" && text(annotation) === ANNOTATION ? [variable] : [];
  });
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
    machine.cuda.pages.set(address, managedPages(size, undefined));
    bound.set(variable, address);
  }
  return bound;
}

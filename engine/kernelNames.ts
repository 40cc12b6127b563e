/** Finding the kernel that a user names: as declared, as written at a launch, or mangled. */
import { demangle } from "../analyzer/facts/demangle";
import type { Func, Module } from "../analyzer/ir/model";
import { UsageError } from "./errors";

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

export function kernelsOf(module: Module): Func[] {
  return module.functions.filter((one) => one.isKernel && one.blocks.length > 0);
}

/** The unqualified name, without template arguments. */
export function kernelName(kernel: Func): string {
  return demangle(kernel.name).name;
}

/** The name with its template arguments, as one would write it at a launch, and the parameter types. */
export function kernelSignature(kernel: Func): string {
  return demangle(kernel.name).display;
}

/** Throws UsageError for a name that no kernel, or more than one, has; it lists what there is. */
export function findKernel(
  module: Module,
  wanted: string,
  leftOut: readonly { function: string; reason: string }[],
): Func {
  const kernels = kernelsOf(module);
  const exact = kernels.find((one) => one.name === wanted);
  if (exact) return exact;
  const name = squeeze(wanted);
  const matches = kernels.filter((one) => {
    const { name: plain, qualifiedName, templateArguments } = demangle(one.name);
    const withArguments = templateArguments.length ? `<${templateArguments.join(",")}>` : "";
    return [plain, qualifiedName].some((form) => squeeze(form) === name || squeeze(form + withArguments) === name);
  });
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) {
    throw new UsageError(`--kernel ${wanted} is ambiguous: ${matches.map(kernelSignature).join("; ")}.`);
  }
  const why = leftOut.find((one) => squeeze(one.function) === name);
  if (why) throw new UsageError(`Kernel ${wanted} could not be compiled: ${why.reason}`);
  const names = kernels.map(kernelSignature).join("; ");
  throw new UsageError(`There is no kernel ${wanted}; ${names ? `there is ${names}` : "the file has none"}.`);
}

/** Finding the kernel that a user names: as declared, as written at a launch, or mangled. */
import { demangle } from "../../analyzer/ir/demangle";
import type { Func } from "../../analyzer/ir/model";
import type { Analysis, CompiledKernel } from "../model";
import { UsageError } from "../model/errors";

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** The unqualified name, without template arguments. */
export function kernelName(kernel: Func): string {
  return demangle(kernel.name).name;
}

/** The name with its template arguments, as one would write it at a launch, and the parameter types. */
export function kernelSignature(kernel: Func): string {
  return demangle(kernel.name).display;
}

/** The library whose algorithm a kernel of our own headers stands behind, by the types that it was made for. */
export function libraryOf(mangled: string): "CUB" | "Thrust" | undefined {
  if (!mangled.startsWith("_ZN16warplens_library")) return undefined;
  return mangled.includes("3cub4__wl") ? "CUB" : "Thrust";
}

/** The name and template arguments of a kernel without those arguments' own: they hold whole expressions. */
export function shortSignature(mangled: string): string {
  const { qualifiedName, templateArguments } = demangle(mangled);
  const heads = templateArguments.map((one) => one.replace(/<.*$/s, ""));
  return heads.length > 0 ? `${qualifiedName}<${heads.join(", ")}>` : qualifiedName;
}

/** Why there is this instance of a template, where the file has no launch of it, or a kernel that nothing switches on. */
export function instanceOf(
  { instantiated }: Pick<Analysis, "instantiated">,
  mangled: string,
): { readonly instantiated?: string } {
  const { qualifiedName } = demangle(mangled);
  const made = [...instantiated].find(([name]) => name === qualifiedName || name.startsWith(`${qualifiedName}<`));
  return made ? { instantiated: made[1] } : {};
}

/** Throws UsageError for a name that no kernel, or more than one, has; it lists what there is. */
export function findKernel(
  compiled: readonly CompiledKernel[],
  wanted: string,
  leftOut: readonly { function: string; reason: string }[],
): CompiledKernel {
  const exact = compiled.find((one) => one.kernel.name === wanted);
  if (exact) return exact;
  const name = squeeze(wanted);
  const matches = compiled.filter(({ kernel }) => {
    const { name: plain, qualifiedName, templateArguments } = demangle(kernel.name);
    const withArguments = templateArguments.length ? `<${templateArguments.join(",")}>` : "";
    return [plain, qualifiedName].some((form) => squeeze(form) === name || squeeze(form + withArguments) === name);
  });
  const list = (some: readonly CompiledKernel[]) => some.map((one) => kernelSignature(one.kernel)).join("; ");
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) throw new UsageError(`--kernel ${wanted} is ambiguous: ${list(matches)}.`);
  const why = leftOut.find((one) => squeeze(one.function) === name);
  if (why) throw new UsageError(`Kernel ${wanted} could not be compiled: ${why.reason}`);
  throw new UsageError(`There is no kernel ${wanted}; the file has ${compiled.length ? list(compiled) : "none"}.`);
}

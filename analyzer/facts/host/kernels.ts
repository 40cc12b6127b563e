/** What kernels do with what launches hand to them, as the text of the kernel shows. */
import type { FunctionOutline, LaunchOutline, Outline } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import { indexOf } from "./outlineIndex";

/** What a kernel does with the memory of a pointer parameter. */
export type ParameterUse = "reads" | "writes" | "unknown";

/** The function that a launch runs, where the file holds one of that name. */
export function kernelOf({ kernel }: Pick<LaunchOutline, "kernel">, outline: Outline): FunctionOutline | undefined {
  const name = kernel.replace(/<.*$/s, "").split("::").at(-1)!;
  const found = (indexOf(outline).functions.get(name) ?? []).filter((one) => one.isKernel);
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a kernel writes through a parameter: by its type, else by the stores and atomics of its body. */
export function useOf(kernel: FunctionOutline, index: number, text: string): ParameterUse {
  const parameter = kernel.parameters[index];
  if (!parameter?.name || !kernel.body || !/[*]/.test(parameter.type)) return "unknown";
  if (/^\s*const\b|\bconst\s*\*/.test(parameter.type)) return "reads";
  const body = text.slice(kernel.body.start, kernel.body.end);
  const name = parameter.name;
  const stores = pattern`(?:\b${name}\s*\[[^;=]*\]|\*\s*\(?\s*${name}\b[^;=]*?)\s*(?:\.\s*\w+\s*)?(?:[-+*/|&^%]|<<|>>)?=(?!=)|(?:\+\+|--)\s*${name}\s*\[|\b${name}\s*\[[^;=]*\]\s*(?:\+\+|--)|\batomic\w+\s*\(\s*&?\s*\(?${name}\b`;
  if (stores.test(body)) return "writes";
  // Handed on, or copied into another pointer: anything may happen to it.
  const plain = pattern`(?:[(,=]\s*&?\s*)${name}\s*(?:[),;+]|\+|-)`;
  return plain.test(body) ? "unknown" : "reads";
}

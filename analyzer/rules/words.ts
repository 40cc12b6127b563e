/** Pieces of messages. */
import { demangle } from "../facts/demangle";
import type { AccessFact, Dim3, KernelFacts, LaunchShape } from "../facts/model";

/** A count for a sentence: whole numbers plain, others with one decimal. */
export function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1).replace(/\.0$/, "");
}

export const percent = (part: number): string => `${Math.round(part * 100)} %`;

export const dimensions = (shape: Dim3): string => {
  const used = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
  return shape.slice(0, used).join("×");
};

/** `store`, `load`, `atomic operation`, `asynchronous copy`. */
export function operationWords({ access }: AccessFact): string {
  switch (access.op) {
    case "load":
    case "store":
      return access.op;
    case "copy":
      return "asynchronous copy";
    default:
      return "atomic operation";
  }
}

/** Under which launch a figure holds, and where that launch comes from; with the template arguments that it is for. */
export function launchWords(kernel: KernelFacts, launch: LaunchShape): string {
  const { templateArguments } = demangle(kernel.kernel.name);
  const instance = templateArguments.length ? `<${templateArguments.join(", ")}> ` : "";
  const block = `${instance}${dimensions(launch.block)} block`;
  switch (launch.from) {
    case "site":
      return launch.line === undefined ? block : `${block} launched in line ${launch.line + 1}`;
    case "bounds":
      return `${block} of __launch_bounds__`;
    case "setting":
      return `${block} of the settings`;
    case "assumed":
      return `an assumed ${block}`;
  }
}

/** The share of the kernel's traffic, where it is known and not all of it. */
export function shareWords({ share, access }: AccessFact): string {
  if (share === undefined || share > 0.995) return "";
  return `, ${percent(share)} of the kernel's ${access.space} traffic`;
}

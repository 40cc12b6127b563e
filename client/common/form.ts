/** The form's text made into a request, or one sentence about what cannot be read. */
import type { SimulateParams } from "../../server/protocol";
import type { RunForm } from "../messages";

type Dim3 = NonNullable<SimulateParams["grid"]>;

/** `64`, `8,8`, `8 x 8 x 1`; undefined for an empty field, a sentence for one that makes no sense. */
export function readDim3(name: string, text: string): Dim3 | string | undefined {
  if (text.trim() === "") return undefined;
  const parts = text.trim().split(/\s*[,x×]\s*|\s+/);
  const numbers = parts.map(Number);
  if (parts.length > 3 || !parts.every((part) => /^\d+$/.test(part)) || numbers.some((n) => n < 1)) {
    return `${name} “${text}”: write one to three positive numbers, such as 8,8.`;
  }
  return [numbers[0]!, numbers[1] ?? 1, numbers[2] ?? 1];
}

export function simulateParams(uri: string, form: RunForm): SimulateParams | string {
  const grid = readDim3("Grid", form.grid);
  const block = readDim3("Block", form.block);
  if (typeof grid === "string") return grid;
  if (typeof block === "string") return block;
  const shared = form.shared.trim();
  if (!/^\d*$/.test(shared)) return `Shared memory “${shared}”: write a number of bytes.`;
  const given = Object.entries(form.arguments).filter(([, spec]) => spec.trim() !== "");
  return {
    textDocument: { uri },
    kernel: form.kernel,
    ...(grid ? { grid } : {}),
    ...(block ? { block } : {}),
    ...(shared === "" ? {} : { shared: Number(shared) }),
    ...(given.length ? { arguments: Object.fromEntries(given.map(([name, spec]) => [name, spec.trim()])) } : {}),
    ...(form.device === "" ? {} : { device: form.device }),
  };
}

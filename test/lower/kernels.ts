/** Our own kernels with the machine code that nvcc made of them (`scripts/record-machine-code.mjs`), and the comparison. */
import { readdirSync, readFileSync } from "node:fs";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Func } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { deviceModule } from "../support/device";
import { summary, wordOf } from "./words";

/** `fitted`: the rules were made with these in sight. `aside`: they were not. */
export const FOLDERS = ["fitted", "aside"] as const;
export type Folder = (typeof FOLDERS)[number];

interface MachineCode {
  readonly memory: Readonly<Record<string, number>>;
  readonly float: Readonly<Record<string, number>>;
}

export interface KernelComparison {
  /** `file:kernel`, the kernel mangled. */
  readonly place: string;
  readonly ours: string;
  readonly theirs: string;
  readonly equal: boolean;
  /** Floating-point instructions, where the kernel has no loop that nvcc may copy. */
  readonly float?: { readonly ours: string; readonly theirs: string };
}

export async function compareFolder(folder: Folder): Promise<KernelComparison[]> {
  const path = `test/lower/kernels/${folder}`;
  const recorded = JSON.parse(readFileSync(`${path}/machine-code.json`, "utf8")) as Record<string, MachineCode>;
  const found: KernelComparison[] = [];
  for (const file of readdirSync(path).filter((name) => name.endsWith(".cu"))) {
    const module = await deviceModule(readFileSync(`${path}/${file}`, "utf8"), file);
    for (const [name, lowered] of lowerModule(module)) {
      const place = `${file.slice(0, -3)}:${name}`;
      const code = recorded[place];
      if (lowered.function.isKernel && code) found.push(compareKernel(place, lowered, code));
    }
  }
  const missing = Object.keys(recorded).filter((place) => !found.some((one) => one.place === place));
  if (missing.length > 0) throw new Error(`not lowered: ${missing.join(", ")}`);
  return found;
}

function compareKernel(place: string, lowered: LoweredFunction, code: MachineCode): KernelComparison {
  const folded = controlFlow(lowered.function).loops.length > 0;
  const words = lowered.accesses.filter(({ space }) => space !== "constant" && space !== "texture").map(wordOf);
  const repeated = Object.entries(code.memory).flatMap(([word, count]) => Array<string>(count).fill(word));
  const equal = summary(words, folded) === summary(repeated, folded);
  const told = { place, ours: summary(words, false), theirs: summary(repeated, false), equal };
  if (folded) return told;
  return { ...told, float: { ours: summary(floats(lowered), false), theirs: countsOf(code.float) } };
}

function countsOf(counts: Readonly<Record<string, number>>): string {
  return summary(
    Object.entries(counts).flatMap(([word, count]) => Array<string>(count).fill(word)),
    false,
  );
}

/** Additions, products and fused products of a function, as `fused` and `absorbed` leave them. */
export function floats({ function: func, fused, absorbed, doubled }: LoweredFunction): string[] {
  const words: string[] = [];
  for (const instruction of instructionsOf(func)) {
    if (instruction.op !== "binary" || absorbed.has(instruction)) continue;
    const letter = instruction.type.kind === "float" && instruction.type.format === "double" ? "d" : "f";
    if (fused.has(instruction)) words.push(letter === "d" ? "dfma" : "ffma");
    else if (instruction.binary === "fadd" || instruction.binary === "fsub") words.push(`${letter}add`);
    else if (instruction.binary === "fmul") words.push(doubled.has(instruction) ? `${letter}add` : `${letter}mul`);
  }
  return words;
}

function instructionsOf(func: Func) {
  return func.blocks.flatMap((block) => block.instructions);
}

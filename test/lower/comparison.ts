/** Lowering of the recorded programs against their machine code, line by line. */
import { lowerModule } from "../../analyzer/lower/lower";
import { programModule } from "./programs";
import { mangledName, recordedKernels } from "./recordings";
import { loweredLines, summary } from "./words";

export interface Difference {
  readonly place: string;
  readonly kernel: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface Comparison {
  readonly kernels: number;
  readonly lines: number;
  readonly differences: readonly Difference[];
}

export async function compareProgram(program: string): Promise<Comparison> {
  const module = await programModule(program);
  const lowered = lowerModule(module);
  const kernels = recordedKernels(program);
  const differences: Difference[] = [];
  let lines = 0;
  for (const kernel of kernels) {
    const ours = loweredLines(lowered.get(mangledName(module, kernel))!);
    for (const line of new Set([...ours.lines.keys(), ...kernel.lines.keys()])) {
      lines++;
      const mine = ours.lines.get(line) ?? [];
      const theirs = kernel.lines.get(line) ?? [];
      const folded = ours.looping.has(line);
      if (summary(mine, folded) === summary(theirs, folded)) continue;
      const told = { ours: summary(mine, false), theirs: summary(theirs, false) };
      differences.push({ place: `${program}:${line}`, kernel: kernel.name, ...told });
    }
  }
  return { kernels: kernels.length, lines, differences };
}

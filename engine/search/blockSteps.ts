/**
 * The block that a kernel's code is written for, where its author wrote the number down: `blockIdx.x * 32 + threadIdx.x` has
 * blocks of 32 threads on that axis, since more threads would do what the next block does, too.
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import { frames, isProvided } from "../../analyzer/ir/frames";
import type { Instruction, Value } from "../../analyzer/ir/model";
import { pattern } from "../../analyzer/syntax/text/patterns";

/** Threads of a block at most, over all axes. Reference: CUDA C++ Programming Guide, "Compute Capabilities". */
const MOST_THREADS = 1024;

/** A value without the conversions of its width. */
function plain(value: Value): Value {
  let at = value;
  while (at.kind === "instruction" && (at.op === "cast" || at.op === "freeze")) at = at.value;
  return at;
}

/** The axis of a special register (`ctaid`) that a value is, where it is one. */
export function axisOf(value: Value, register: string): number | undefined {
  const at = plain(value);
  if (at.kind !== "instruction" || at.op !== "call" || at.callee.kind !== "function") return undefined;
  // Cooperative groups number threads over all axes, whatever the kernel uses.
  if (frames(at.location).filter(isProvided).length > 1) return undefined;
  const [, axis] = pattern`sreg\.${register}\.([xyz])$`.exec(at.callee.name) ?? [];
  return axis === undefined ? undefined : "xyz".indexOf(axis);
}

/** The axis of a block's index that a value multiplies by a constant, and the constant. */
function scaledBlock(value: Value): { readonly axis: number; readonly step: number } | undefined {
  const at = plain(value);
  if (at.kind !== "instruction" || at.op !== "binary") return undefined;
  if (at.binary !== "mul" && at.binary !== "shl") return undefined;
  for (const [index, factor] of [
    [at.left, plain(at.right)],
    [at.right, plain(at.left)],
  ] as const) {
    const axis = axisOf(index, "ctaid");
    if (axis === undefined || factor.kind !== "int") continue;
    const step = at.binary === "mul" ? Number(factor.value) : 2 ** Number(factor.value);
    if (step >= 1 && step <= MOST_THREADS) return { axis, step };
  }
  return undefined;
}

/** By axis: the smallest constant by which a block's index is multiplied before the thread's index is added to it. */
function blockSteps(code: readonly Instruction[]): readonly (number | undefined)[] {
  const steps: (number | undefined)[] = [undefined, undefined, undefined];
  for (const one of code) {
    if (one.op !== "binary" || (one.binary !== "add" && one.binary !== "or")) continue;
    for (const [a, b] of [
      [one.left, one.right],
      [one.right, one.left],
    ] as const) {
      const scaled = scaledBlock(a);
      if (!scaled || axisOf(b, "tid") !== scaled.axis) continue;
      steps[scaled.axis] = Math.min(scaled.step, steps[scaled.axis] ?? scaled.step);
    }
  }
  return steps;
}

/**
 * Blocks to try for a kernel, the likeliest first: those that are usual, and the one that its code is written for, before
 * them where they are larger than it on some axis, else after the first of them.
 */
export function blocksToTry(usual: readonly Dim3[], code: readonly Instruction[]): readonly Dim3[] {
  const [first, ...others] = usual;
  if (!first) return usual;
  const steps = blockSteps(code);
  const written = first.map((threads, axis) => steps[axis] ?? threads) as unknown as Dim3;
  const threads = written[0] * written[1] * written[2];
  if (written.join() === first.join() || threads > MOST_THREADS) return usual;
  const isSmaller = written.some((size, axis) => size < first[axis]!);
  return isSmaller ? [written, ...usual] : [first, written, ...others];
}

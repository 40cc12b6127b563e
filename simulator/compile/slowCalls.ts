/**
 * Work beside a kernel's steps: functions of mathematics, exchanges between lanes, atomic operations, copies of blocks of
 * memory and calls through pointers are one instruction of the IR each and take as long as many. What they take counts against
 * the budget, and moves no clock.
 */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { widestElement } from "../../analyzer/lower/elementAccesses";
import { isIndirect } from "../plan/callgraph";
import { calleeName } from "../plan/calls";

/**
 * Units of work of a call for 32 lanes, by the callee's plain name; the first pattern that matches says it. A unit is 20 ns
 * (`budget.ts`). Loops of one warp took, an iteration, on one core on 2026-11-26: `rsqrtf` 5.5 µs, `sinf` 2.7, `sin` 3,
 * `tgammaf` 1.9, `tanhf`, `erff` and `__expf` 1.5, `powf`, `expf`, `logf` and `fmodf` 0.5 to 0.7, a shuffle 0.35.
 */
const CALLS: readonly (readonly [name: RegExp, units: number])[] = [
  [/^rsqrt/, 275],
  [/^(?:fast_)?(?:sin|cos|tan|sincos|sinpi|cospi|sincospi)(?:f?$|\.)/, 140],
  [/^fast_|gamma|tanh|erf|normcdf|cyl_|^[jy][01n]f?$|\.approx/, 80],
  [
    /^(?:a?(?:sin|cos)h?|atan[2h]?|exp\w*|log\w*|pow\w*|cbrt|rcbrt|hypot|rhypot|r?norm\w*|fmod|remainder|remquo)(?:f?$|\.)/,
    30,
  ],
  [/^(?:shfl|vote|match|redux)\./, 15],
];

/** `tanhf` of `__nv_tanhf`, `exp.f32` of `llvm.exp.f32`. */
const plainName = (name: string): string => name.replace(/^(?:__nv_|llvm\.nvvm\.|llvm\.)/, "");

/** Of an atomic operation: 0.15 µs. */
const ATOMIC = 8;

/** Of a call through a pointer, whose lanes' targets are compared one by one: 1.3 µs. */
const INDIRECT = 65;

/** Of each access of a copy or a fill of a block of memory, which lanes make element by element: 40 to 120 ns. */
const ELEMENT = 5;

const isBlockCall = (call: InstructionOf<"call">): boolean =>
  /^llvm\.mem(?:cpy|move|set)\./.test(calleeName(call) ?? "");

/** Accesses of a copy or fill of a constant length. */
function elementsOf(call: InstructionOf<"call">): number {
  const length = call.arguments[2];
  if (length?.kind !== "int") return 0;
  const [size, isCopy] = [Number(length.value), !/memset/.test(calleeName(call)!)];
  return (isCopy ? 2 : 1) * Math.ceil(size / widestElement(call, isCopy ? "copy" : "set", size));
}

function workOf(instruction: Instruction): number {
  if (instruction.op === "call" && isBlockCall(instruction)) return ELEMENT * elementsOf(instruction);
  if (isIndirect(instruction)) return INDIRECT;
  if (instruction.op === "atomicrmw" || instruction.op === "cmpxchg") return ATOMIC;
  const name = plainName(calleeName(instruction) ?? "");
  return CALLS.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
}

/** Units that instructions take beside their steps, for one warp. */
export const slowWork = (instructions: readonly Instruction[]): number =>
  instructions.reduce((sum, one) => sum + workOf(one), 0);

/** Floating-point operations of what is one instruction or call here and many in the machine code (`functionCosts.ts`). */
import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import { components } from "../plan/types";
import {
  type Counts,
  DIVISION,
  EXACT_RECIPROCAL_ROOT,
  exactCosts,
  functionCosts,
  instructionCosts,
  POWER_BY_CONSTANT,
  POWER_OF_CONSTANT,
  RECIPROCAL,
  REMAINDER,
  SINE_AND_COSINE,
  SINE_AND_COSINE_PI,
} from "./functionCosts";

/** With `-use_fast_math` single precision is approximated by other instructions; known by the denormals that it flushes. */
export const isExact = (kind: Precision, { function: { attributes } }: LoweredFunction) =>
  kind === "f64" || attributes.get("denormal-fp-math-f32") === undefined;

/** Functions of single precision that have no faster approximation. */
const unaffected: ReadonlySet<string> = new Set("round logb ilogb frexp ldexp scalbn fdim".split(" "));

/** Bit patterns of 1.0. */
const ONES = { f32: 0x3f80_0000n, f64: 0x3ff0_0000_0000_0000n };

type Precision = "f32" | "f64";

/** The precision that an operation computes in: its result's, or its argument's where it gives an integer. */
function precisionOf(instruction: Instruction): Precision | undefined {
  const argument = instruction.op === "call" ? instruction.arguments[0]?.type : undefined;
  for (const type of [instruction.type, argument]) {
    const kind = type && components(type)[0]?.kind;
    if (kind === "f32" || kind === "f64") return kind;
  }
  return undefined;
}

/** Whether the block also has the sine of the value whose cosine this is: ptxas scales the value once. */
function hasSineOf({ block, arguments: [value] }: InstructionOf<"call">): boolean {
  return block.instructions.some(
    (other) => other.op === "call" && other.arguments[0] === value && SINE.test(calleeName(other) ?? ""),
  );
}

const SINE = /^llvm\.nvvm\.sin\.approx\b/;

const TURNED = /^(?:sin|cos|tan)$/;

/** Whether the block has another function of this angle before: nvcc scales the angle to a right one once for both. */
function hasAngleBefore(call: InstructionOf<"call">): boolean {
  const { instructions } = call.block;
  return instructions
    .slice(0, instructions.indexOf(call))
    .some(
      (other) => other.op === "call" && other.arguments[0] === call.arguments[0] && ANGLE.test(calleeName(other) ?? ""),
    );
}

const ANGLE = /^(?:__nv_|llvm\.)(?:sin|cos|tan)f?(?:\.f32)?$/;

/** A float is scaled by one multiply and three multiply-adds. `fsinAndCos` in `test/hardware/language/counters/anglesOfPi.json`. */
const withoutScaling = ({ fmul = 0, ffma = 0, ...rest }: Counts): Counts => ({
  ...rest,
  fmul: fmul - 1,
  ffma: ffma - 3,
});

/** Whether a value is another one with a changed sign. */
const hasOtherSign = (value: Value | undefined): boolean =>
  value?.kind === "instruction" &&
  (value.op === "fneg" || (value.op === "call" && /^(?:llvm|__nv)[._]fabs/.test(calleeName(value) ?? "")));

/** The operation that sets the sign of a function's argument, by the function's figures: none where its first ones do. */
const signOf = (figures: Counts): "fadd" | "dadd" | undefined =>
  figures.dfma ? "dadd" : figures === functionCosts.sqrt!.f32 ? "fadd" : undefined;

/** Operations of a call that becomes several; undefined for a call that becomes one or none. */
function costOf(call: InstructionOf<"call">, kind: Precision, lowered: LoweredFunction): Counts | undefined {
  const called = calleeName(call) ?? "";
  const [, instruction] = /^llvm\.nvvm\.([a-z0-9]+\.[a-z]+)(?:\.ftz)?\.[fd]$/.exec(called) ?? [];
  if (instruction) return costOfInstruction(instruction, call, kind, lowered);
  const [, plain] = /^(?:__nv_|llvm\.)?([a-z0-9]+?)(?:\.[if]\d+)*$/.exec(called) ?? [];
  const name = plain && (kind === "f32" && !functionCosts[plain] ? plain.replace(/f$/, "") : plain);
  return name && (isExact(kind, lowered) || unaffected.has(name)) ? costOfFunction(name, call, kind) : undefined;
}

/** Of an intrinsic that has the name of a PTX instruction, `rcp.rn`. */
function costOfInstruction(
  instruction: string,
  call: InstructionOf<"call">,
  kind: Precision,
  lowered: LoweredFunction,
): Counts | undefined {
  if (instruction === "cos.approx" && hasSineOf(call)) return undefined;
  if (kind === "f32" && instructionCosts[instruction]) return instructionCosts[instruction];
  if (instruction === "rsqrt.approx" && call.location?.function?.includes("frsqrt_rn")) return EXACT_RECIPROCAL_ROOT;
  return isExact(kind, lowered) ? exactCosts[instruction]?.[kind] : undefined;
}

/** Of a function of the mathematics library, by its name without the suffix for single precision. */
function costOfFunction(name: string, call: InstructionOf<"call">, kind: Precision): Counts | undefined {
  if (/^(?:sin|cos)(?:pi)?$/.test(name) && call.location?.function?.includes("sincos")) {
    // Both are computed together: the sine is counted for both.
    if (name.startsWith("cos")) return undefined;
    return (name === "sinpi" ? SINE_AND_COSINE_PI : SINE_AND_COSINE)[kind];
  }
  if (kind === "f32" && TURNED.test(name) && hasAngleBefore(call)) return withoutScaling(functionCosts[name]!.f32!);
  if (name === "pow" && call.arguments[0]?.kind === "float") return POWER_OF_CONSTANT[kind];
  if (name === "pow" && call.arguments[1]?.kind === "float") return POWER_BY_CONSTANT[kind];
  return functionCosts[name]?.[kind];
}

/**
 * Operations that one IR instruction becomes for each of its components, where they are several: the figures of its function
 * or operator, the same object for each such instruction where nothing beside it is computed with it.
 */
export function figuresOf(instruction: Instruction, lowered: LoweredFunction): Counts | undefined {
  const kind = precisionOf(instruction);
  if (!kind) return undefined;
  if (instruction.op === "binary") {
    if (!isExact(kind, lowered)) return undefined;
    if (instruction.binary === "frem") return REMAINDER[kind];
    if (instruction.binary !== "fdiv") return undefined;
    const { left } = instruction;
    return (left.kind === "float" && left.bits === ONES[kind] ? RECIPROCAL : DIVISION)[kind];
  }
  return instruction.op === "call" ? costOf(instruction, kind, lowered) : undefined;
}

/**
 * The same less a multiply that becomes part of what uses the result, and with the addition that changes or takes off the sign
 * of an argument whose bits the function reads. `sigmoidDouble` in `test/hardware/language/slowPathsInUse.cu`, `k18` in
 * `test/hardware/random/control3.cu`.
 */
export function expansion(instruction: Instruction, lowered: LoweredFunction): Counts | undefined {
  const figures = figuresOf(instruction, lowered);
  const signs = figures && instruction.op === "call" && hasOtherSign(instruction.arguments[0]) && signOf(figures);
  const counts = signs ? { ...figures, [signs]: (figures[signs] ?? 0) + 1 } : figures;
  const isFused = counts && instruction.op === "call" && lowered.fusedCalls.has(instruction);
  return isFused ? { ...counts, fmul: (counts.fmul ?? 0) - 1 } : counts;
}

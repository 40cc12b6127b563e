/**
 * Floating-point operations of what is one instruction or call here and many in the machine code.
 *
 * Reference: what nvcc 13.0 makes for sm_90 of a kernel that does nothing else, counted along the path of ordinary values:
 * no slow path for the very large and small, no infinities. Of sines, cosines, tangents and `tanhf` one to three more
 * operations stand under a predicate that the value decides; those are left out.
 */
import type { Instruction } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../compile/calls";
import { components } from "../compile/types";
import type { ArithmeticKind } from "../model";

export type Counts = Readonly<Partial<Record<Exclude<ArithmeticKind, "integer">, number>>>;

interface Formats {
  readonly f32?: Counts;
  readonly f64?: Counts;
}

/** `average` in `test/hardware/counters/streams.json`, `newtonRoots` in `test/hardware/algorithms/counters/science.json`. */
const DIVISION: Formats = { f32: { ffma: 5 }, f64: { ffma: 1, dmul: 1, dfma: 7 } };
/** A quotient of one. `boxFilterX` in `test/hardware/algorithms/counters/images.json`. */
const RECIPROCAL: Formats = { f32: { fadd: 1, ffma: 2 }, f64: { dfma: 5 } };
/** `uniformByBlock` in `test/hardware/counters/divergence.json`. */
const SQUARE_ROOT: Formats = { f32: { fmul: 2, ffma: 2 }, f64: { dmul: 3, dfma: 5 } };
/** `sincosf` is one function to nvcc. `fftStage` in `test/hardware/algorithms/counters/science.json`. */
const SINE_AND_COSINE: Counts = { fmul: 2, ffma: 11 };

/** A power of a constant, whose logarithm the compiler knows. `rope` in `test/hardware/algorithms/counters/deep.json`. */
const POWER_OF_CONSTANT: Counts = { fadd: 6, fmul: 6, ffma: 19 };

const functions: Readonly<Record<string, Formats>> = {
  sqrt: SQUARE_ROOT,
  exp: { f32: { fadd: 1, fmul: 1, ffma: 4 }, f64: { dadd: 1, dfma: 14 } },
  exp10: { f32: { fadd: 1, fmul: 1, ffma: 4 } },
  log: { f32: { fadd: 1, fmul: 1, ffma: 11 }, f64: { dadd: 8, dmul: 4, dfma: 16 } },
  log2: { f32: { fadd: 2, fmul: 2, ffma: 11 } },
  log10: { f32: { fadd: 1, fmul: 2, ffma: 11 } },
  pow: { f32: { fadd: 13, fmul: 10, ffma: 19 } },
  sin: { f32: { fmul: 2, ffma: 7 } },
  cos: { f32: { fmul: 2, ffma: 7 } },
  tan: { f32: { fmul: 3, ffma: 8 } },
  tanh: { f32: { fadd: 1, fmul: 2, ffma: 5 } },
  cosh: { f32: { fadd: 1, fmul: 4, ffma: 3 } },
  rsqrt: { f64: { dmul: 2, dfma: 3 } },
};

/** Rounding half away from zero is a sum with a half of the number's sign, cut off (PTX: `add.rz`, `cvt.rzi`), fast or not. */
const ROUNDING: Formats = { f32: { fadd: 1 }, f64: { dadd: 1 } };

/** With `-use_fast_math` these are approximations of other instructions, known by the denormals that it flushes. */
const isExact = ({ function: { attributes } }: LoweredFunction) => attributes.get("denormal-fp-math-f32") === undefined;

/** Bit patterns of 1.0. */
const ONES = { f32: 0x3f80_0000n, f64: 0x3ff0_0000_0000_0000n };

/** What `round` does first, and `lround` of doubles; `lroundf` takes the float's bits apart instead. */
function rounding(instruction: Instruction): Counts | undefined {
  if (instruction.op !== "call") return undefined;
  const [, long] = /^(?:llvm\.)?(l{0,2})round(?:f|\.\S+)?$/.exec(calleeName(instruction) ?? "") ?? [];
  const kind = instruction.arguments[0] && components(instruction.arguments[0].type)[0]?.kind;
  if (long === undefined || (kind !== "f32" && kind !== "f64") || (long !== "" && kind === "f32")) return undefined;
  return ROUNDING[kind];
}

/** Operations that one IR instruction becomes for each of its components, where they are several. */
export function expansion(instruction: Instruction, lowered: LoweredFunction): Counts | undefined {
  const [component] = components(instruction.type);
  const kind = component?.kind;
  const rounded = rounding(instruction);
  if (rounded) return rounded;
  if (!isExact(lowered)) return undefined;
  if (kind !== "f32" && kind !== "f64") return undefined;
  if (instruction.op === "binary" && instruction.binary === "fdiv") {
    const { left } = instruction;
    return (left.kind === "float" && left.bits === ONES[kind] ? RECIPROCAL : DIVISION)[kind];
  }
  if (instruction.op !== "call") return undefined;
  const called = calleeName(instruction) ?? "";
  if (/^llvm\.nvvm\.sqrt\.rn\.[fd]$/.test(called)) return SQUARE_ROOT[kind];
  const [, name] = /^(?:__nv_|llvm\.)?([a-z]+\d*?)(?:f|\.f32|\.f64)?$/.exec(called) ?? [];
  if ((name === "sin" || name === "cos") && kind === "f32" && instruction.location?.function.includes("sincosf"))
    return name === "sin" ? SINE_AND_COSINE : undefined;
  if (name === "pow" && kind === "f32" && instruction.arguments[0]?.kind === "float") return POWER_OF_CONSTANT;
  const counts = name ? functions[name]?.[kind] : undefined;
  return counts && lowered.endedInSums.has(instruction) ? { ...counts, fmul: (counts.fmul ?? 0) - 1 } : counts;
}

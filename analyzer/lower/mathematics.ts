/**
 * What stands between two accesses and touches no memory: whether nvcc merges them across it. Its vectoriser looks at one
 * basic block, so a library function that is inlined with a branch keeps them apart, one without does not. The assembler
 * puts branches of its own in the place of divisions and square roots.
 * Source: the PTX and the machine code that nvcc 13.0 makes of each for sm_90 (`test/lower/kernels/fitted/mathematics.cu`).
 */
import type { Instruction, InstructionOf } from "../ir/model";

const NO_MEMORY = /^llvm\.(lifetime|assume|dbg|experimental\.noalias|nvvm\.read\.ptx\.sreg\.(?!clock|globaltimer))/;

/** Functions of the mathematics library that are inlined without a branch, in single and in double precision. */
const STRAIGHT = {
  f32: new Set(
    (
      "exp exp2 exp10 expm1 sqrt rsqrt cbrt rcbrt sinh cosh tanh asin acos erfc floor ceil trunc rint round roundeven nearbyint " +
      "fabs hypot rhypot fdim fmin fmax minnum maxnum minimum maximum copysign fma fmuladd ldexp scalbn norm3d"
    ).split(" "),
  ),
  f64: new Set(
    (
      "sqrt rsqrt erf floor ceil trunc rint round roundeven nearbyint fabs hypot fdim fmin fmax minnum maxnum minimum maximum " +
      "copysign fma fmuladd ldexp scalbn norm3d"
    ).split(" "),
  ),
} as const;

/** `llvm.exp.f32`; the functions of the C library are called by their own names: `expf`, `exp`. */
const MATHEMATICS = /^llvm\.([a-z0-9]+)\.(f32|f64)(?:\.|$)/;

/** Quotients and square roots, and what is made of them: `llvm.sqrt.f32`, `llvm.nvvm.div.rn.f`, `hypotf`. */
const QUOTIENTS =
  /^(?:llvm\.sqrt\.|llvm\.nvvm\.(?:div|sqrt|rcp)\.|llvm\.nvvm\.rsqrt\.approx\.d|r?hypotf?$|norm3df?$|sqrtf?$|rsqrt$)/;

/** Whether a function of the mathematics library leaves the basic block whole; `undefined` for any other function. */
function isStraight(name: string): boolean | undefined {
  const [, intrinsic, type] = MATHEMATICS.exec(name) ?? [];
  if (intrinsic) return STRAIGHT[type as keyof typeof STRAIGHT].has(intrinsic);
  if (STRAIGHT.f64.has(name) || (name.endsWith("f") && STRAIGHT.f32.has(name.slice(0, -1)))) return true;
  return undefined;
}

/**
 * Whether loads and stores may move across an instruction in the vectoriser's step. What the lanes of a warp do together
 * (shuffles, votes) and clocks hold back even loads of constant memory.
 */
export function touchesNoMemory(instruction: InstructionOf<"call" | "invoke" | "binary">): boolean {
  // `fmod` is a loop.
  if (instruction.op === "binary") return instruction.binary !== "frem";
  const { callee } = instruction;
  if (callee.kind !== "function") return false;
  if (NO_MEMORY.test(callee.name)) return true;
  const straight = callee.blocks.length ? undefined : isStraight(callee.name);
  if (straight !== undefined) return straight;
  const isIntrinsic = callee.name.startsWith("llvm.") || callee.name.startsWith("__wl_");
  // A declared function of the C library that is not known to be straight may have any branch.
  if (!callee.blocks.length && !isIntrinsic) return false;
  return (instruction.attributes.get("memory") ?? callee.attributes.get("memory")) === "none";
}

/** Whether the assembler makes a branch of an instruction that is none before; of a constant divisor it makes a product. */
export function branchesLate(instruction: Instruction): boolean {
  if (instruction.op === "binary") {
    const { binary, right } = instruction;
    if (binary === "fdiv") return true;
    return /^[su](?:div|rem)$/.test(binary) && right.kind === "instruction";
  }
  return instruction.op === "call" && instruction.callee.kind === "function" && QUOTIENTS.test(instruction.callee.name);
}

/**
 * Whether nvcc merges accesses across a call or operation between them that accesses no memory. Its vectoriser works within
 * one basic block, so that a library function that is inlined with a branch prevents merging, and one without does not.
 * ptxas expands divisions and square roots to branches, after the vectoriser has run.
 * Source: the PTX and the machine code that nvcc 13.0 makes of each for sm_90 (`test/lower/kernels/fitted/mathematics.cu`).
 */
import type { Instruction, InstructionOf } from "../ir/model";

const NO_MEMORY = /^llvm\.(lifetime|assume|dbg|experimental\.noalias|nvvm\.read\.ptx\.sreg\.(?!clock|globaltimer))/;

/** Functions of the mathematics library that are inlined without a branch, in single and in double precision. */
const BRANCH_FREE = {
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

/** Divisions and square roots, and functions that consist of them: `llvm.sqrt.f32`, `llvm.nvvm.div.rn.f`, `hypotf`. */
const EXPANDED =
  /^(?:llvm\.sqrt\.|llvm\.nvvm\.(?:div|sqrt|rcp)\.|llvm\.nvvm\.rsqrt\.approx\.d|r?hypotf?$|norm3df?$|sqrtf?$|rsqrt$)/;

/** Whether a function of the mathematics library is inlined without a branch; `undefined` for any other function. */
function isBranchFree(name: string): boolean | undefined {
  const [, intrinsic, type] = MATHEMATICS.exec(name) ?? [];
  if (intrinsic) return BRANCH_FREE[type as keyof typeof BRANCH_FREE].has(intrinsic);
  if (BRANCH_FREE.f64.has(name) || (name.endsWith("f") && BRANCH_FREE.f32.has(name.slice(0, -1)))) return true;
  return undefined;
}

/**
 * Whether the vectoriser may move loads and stores across an instruction. Warp-wide operations and clocks prevent even
 * loads of constant memory from moving.
 */
export function accessesNoMemory(instruction: InstructionOf<"call" | "invoke" | "binary">): boolean {
  // `fmod` is a loop.
  if (instruction.op === "binary") return instruction.binary !== "frem";
  const { callee } = instruction;
  if (callee.kind !== "function") return false;
  if (NO_MEMORY.test(callee.name)) return true;
  const straight = callee.blocks.length ? undefined : isBranchFree(callee.name);
  if (straight !== undefined) return straight;
  const isIntrinsic = callee.name.startsWith("llvm.") || callee.name.startsWith("__wl_");
  // A declared function of the C library that is not known to be straight may have any branch.
  if (!callee.blocks.length && !isIntrinsic) return false;
  return (instruction.attributes.get("memory") ?? callee.attributes.get("memory")) === "none";
}

/** Whether ptxas expands an instruction to code with a branch; it expands an integer division by a constant to multiplies. */
export function expandsToBranch(instruction: Instruction): boolean {
  if (instruction.op === "binary") {
    const { binary, right } = instruction;
    if (binary === "fdiv") return true;
    return /^[su](?:div|rem)$/.test(binary) && right.kind === "instruction";
  }
  return instruction.op === "call" && instruction.callee.kind === "function" && EXPANDED.test(instruction.callee.name);
}

/** Which instructions have paths that values decide (`plan/slowPaths.ts`). */
import { frames } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calleeName } from "../plan/calls";
import type { SlowPath } from "../plan/slowPaths";
import { components } from "../plan/types";
import { figuresOf, isExact } from "./expansions";
import {
  type Counts,
  DIVISION,
  EXACT_RECIPROCAL_ROOT,
  functionCosts,
  POWER_BY_CONSTANT,
  POWER_OF_CONSTANT,
  RECIPROCAL,
} from "./functionCosts";

/** By what they cost for other values: the instruction and the function of a name share their figures. */
const byFigures: ReadonlyMap<Counts | undefined, SlowPath> = new Map<Counts | undefined, SlowPath>([
  [DIVISION.f32, "quotient"],
  [DIVISION.f64, "doubleQuotient"],
  [RECIPROCAL.f32, "reciprocal"],
  [RECIPROCAL.f64, "doubleReciprocal"],
  [EXACT_RECIPROCAL_ROOT, "exactReciprocalRoot"],
  [functionCosts.sqrt!.f32, "squareRoot"],
  [functionCosts.sqrt!.f64, "doubleSquareRoot"],
  [functionCosts.rsqrt!.f64, "doubleReciprocalRoot"],
  ...["log", "log2", "log10"].flatMap((name): [Counts | undefined, SlowPath][] => [
    [functionCosts[name]!.f32, "logarithm"],
    [functionCosts[name]!.f64, "doubleLogarithm"],
  ]),
  [functionCosts.log1p!.f32, "logarithmOfNext"],
  [functionCosts.pow!.f32, "power"],
  [POWER_BY_CONSTANT.f32, "powerByConstant"],
  [POWER_OF_CONSTANT.f32, "powerOfConstant"],
  [functionCosts.tanh!.f32, "tanh"],
  [functionCosts.tanh!.f64, "doubleTanh"],
  [functionCosts.sinh!.f32, "sinh"],
  [functionCosts.cosh!.f64, "doubleCosh"],
  [functionCosts.asin!.f32, "asin"],
  [functionCosts.acos!.f32, "acos"],
  [functionCosts.atan!.f32, "atan"],
  [functionCosts.atan!.f64, "doubleAtan"],
  [functionCosts.erf!.f32, "erf"],
  [functionCosts.cbrt!.f32, "cubeRoot"],
  [functionCosts.cbrt!.f64, "doubleCubeRoot"],
  [functionCosts.exp!.f64, "doubleExp"],
  [functionCosts.exp2!.f64, "doubleExp2"],
  [functionCosts.exp10!.f64, "doubleExp10"],
]);

/** Approximations, which cost nothing that is counted for other values; with `.ftz` in their names they have no such path. */
const approximations: readonly (readonly [RegExp, SlowPath])[] = [
  [/^llvm\.nvvm\.rsqrt\.approx\.f$/, "reciprocalRoot"],
  [/^llvm\.nvvm\.div\.approx\.f$/, "fastQuotient"],
  [/^(?:llvm\.nvvm\.ex2\.approx\.f(?:32)?|llvm\.exp2\.f32|__nv_exp2f)$/, "powerOfTwo"],
  [/^llvm\.nvvm\.lg2\.approx\.f$/, "fastLogarithm"],
];

/** Functions of `half` and `bfloat16` flush denormals on the device: `hrsqrt`, `h2exp`. */
const OF_SHORT_FLOATS = /^h2?(?:sqrt|rsqrt|rcp|exp|log)/;

/** The paths of an instruction; undefined where it has none. */
export function slowPathOf(instruction: Instruction, lowered: LoweredFunction): SlowPath | undefined {
  if (instruction.op !== "call" && instruction.op !== "binary") return undefined;
  const found = byFigures.get(figuresOf(instruction, lowered));
  if (found === "power" && hasIntegerExponent(instruction)) return "powerByInteger";
  return found ?? approximationOf(instruction, lowered);
}

/** Whether a power's exponent was converted from an integer. */
function hasIntegerExponent(instruction: Instruction): boolean {
  const exponent = instruction.op === "call" ? instruction.arguments[1] : undefined;
  return exponent?.kind === "instruction" && exponent.op === "cast" && /^[su]itofp$/.test(exponent.cast);
}

function approximationOf(instruction: Instruction, lowered: LoweredFunction): SlowPath | undefined {
  if (instruction.op !== "call" || components(instruction.type)[0]?.kind !== "f32" || !isExact("f32", lowered))
    return undefined;
  const name = calleeName(instruction) ?? "";
  const found = approximations.find(([pattern]) => pattern.test(name));
  if (!found || frames(instruction.location).some((frame) => OF_SHORT_FLOATS.test(frame.function ?? "")))
    return undefined;
  return found[1];
}

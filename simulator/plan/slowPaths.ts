/**
 * Functions and operators whose machine code has further paths, or operations under a predicate, for some values: zeros,
 * denormals, infinities, or what lies on one side of a limit. What each costs for other values is in
 * `estimates/functionCosts.ts`, what the paths cost in `counting/slowPathArithmetic.ts`.
 */

/** Precision and number of operands of each: of a reciprocal the operand is the divisor. */
export const slowPaths = {
  quotient: { kind: "f32", operands: 2 },
  reciprocal: { kind: "f32", operands: 1 },
  squareRoot: { kind: "f32", operands: 1 },
  /** `__frsqrt_rn`. */
  exactReciprocalRoot: { kind: "f32", operands: 1 },
  reciprocalRoot: { kind: "f32", operands: 1 },
  /** `__fdividef`. */
  fastQuotient: { kind: "f32", operands: 2 },
  /** `exp2f`, `__expf` and what else is the instruction for powers of two. */
  powerOfTwo: { kind: "f32", operands: 1 },
  /** `__logf` and what else is the instruction for logarithms. */
  fastLogarithm: { kind: "f32", operands: 1 },
  /** `logf`, `log2f`, `log10f`. */
  logarithm: { kind: "f32", operands: 1 },
  logarithmOfNext: { kind: "f32", operands: 1 },
  power: { kind: "f32", operands: 2 },
  /** With an exponent that was an integer. */
  powerByInteger: { kind: "f32", operands: 2 },
  powerByConstant: { kind: "f32", operands: 2 },
  powerOfConstant: { kind: "f32", operands: 2 },
  tanh: { kind: "f32", operands: 1 },
  sinh: { kind: "f32", operands: 1 },
  asin: { kind: "f32", operands: 1 },
  acos: { kind: "f32", operands: 1 },
  atan: { kind: "f32", operands: 1 },
  erf: { kind: "f32", operands: 1 },
  cubeRoot: { kind: "f32", operands: 1 },
  doubleQuotient: { kind: "f64", operands: 2 },
  doubleReciprocal: { kind: "f64", operands: 1 },
  doubleSquareRoot: { kind: "f64", operands: 1 },
  doubleReciprocalRoot: { kind: "f64", operands: 1 },
  /** `log`, `log2`, `log10`. */
  doubleLogarithm: { kind: "f64", operands: 1 },
  doubleExp: { kind: "f64", operands: 1 },
  doubleExp2: { kind: "f64", operands: 1 },
  doubleExp10: { kind: "f64", operands: 1 },
  doubleTanh: { kind: "f64", operands: 1 },
  doubleCosh: { kind: "f64", operands: 1 },
  doubleAtan: { kind: "f64", operands: 1 },
  doubleCubeRoot: { kind: "f64", operands: 1 },
} as const satisfies Readonly<Record<string, { readonly kind: "f32" | "f64"; readonly operands: 1 | 2 }>>;

/** Its name. */
export type SlowPath = keyof typeof slowPaths;

/** All of them: generated code names one by its index. */
export const slowPathNames = Object.keys(slowPaths) as readonly SlowPath[];

/**
 * Floating-point operations of the mathematical functions, per lane.
 *
 * Reference: `test/hardware/language/functions.cu`, each function by itself over ordinary values, measured on an H200
 * (CUDA 13.0). Where the value decides between two polynomials, or puts an operation under a predicate, the figure is
 * that of arguments near one; slow paths of the very large and small, and infinities, are left out.
 */
import type { ArithmeticKind } from "../model";

/** How many of each operation. */
export type Counts = Readonly<Partial<Record<Exclude<ArithmeticKind, "integer">, number>>>;

/** In single and in double precision; nothing where a function has none there, or none is known. */
export interface Formats {
  readonly f32?: Counts;
  readonly f64?: Counts;
}

const single = (fadd: number, fmul: number, ffma: number): Counts => ({ fadd, fmul, ffma });
const double = (dadd: number, dmul: number, dfma: number): Counts => ({ dadd, dmul, dfma });

/** `average` in `test/hardware/counters/streams.json`, `newtonRoots` in `test/hardware/algorithms/counters/science.json`. */
export const DIVISION: Formats = { f32: single(0, 0, 5), f64: { ffma: 1, dmul: 1, dfma: 7 } };
/** A quotient of one. `boxFilterX` in `test/hardware/algorithms/counters/images.json`. */
export const RECIPROCAL: Formats = { f32: single(1, 0, 2), f64: double(0, 0, 5) };
/** `uniformByBlock` in `test/hardware/counters/divergence.json`. */
const SQUARE_ROOT: Formats = { f32: single(0, 2, 2), f64: double(0, 3, 5) };
/** Sine and cosine of one value are one function to nvcc. `fftStage` in `test/hardware/algorithms/counters/science.json`. */
export const SINE_AND_COSINE: Formats = { f32: single(0, 2, 11), f64: double(0, 2, 17) };
/** The same of a value times pi. */
export const SINE_AND_COSINE_PI: Formats = { f32: single(1, 1, 10), f64: double(1, 2, 16) };
/** A power of a constant, whose logarithm the compiler knows. `rope` in `test/hardware/algorithms/counters/deep.json`. */
export const POWER_OF_CONSTANT: Formats = { f32: single(6, 6, 19), f64: double(32, 7, 41) };
/** A power whose exponent is a constant: what it is to an integer is known. */
export const POWER_BY_CONSTANT: Formats = { f32: single(11, 9, 19), f64: double(33, 7, 41) };
/** The remainder of two values near each other; each further bit between them adds a step. */
export const REMAINDER: Formats = { f32: single(1, 2, 1) };

/** Approximated by one instruction in single precision. */
const RECIPROCAL_ROOT: Formats = { f64: double(0, 2, 3) };

/** Functions by their names in double precision. */
export const functionCosts: Readonly<Record<string, Formats>> = {
  sqrt: SQUARE_ROOT,
  exp: { f32: single(1, 1, 4), f64: double(1, 0, 14) },
  exp2: { f64: double(3, 1, 12) },
  exp10: { f32: single(1, 1, 4), f64: double(1, 1, 15) },
  expm1: { f32: single(1, 3, 8), f64: double(3, 1, 15) },
  log: { f32: single(1, 1, 11), f64: double(8, 4, 16) },
  log2: { f32: single(2, 2, 11), f64: double(8, 5, 17) },
  log10: { f32: single(1, 2, 11), f64: double(8, 5, 17) },
  log1p: { f32: single(2, 2, 11), f64: double(9, 4, 16) },
  logb: { f32: single(1, 0, 0), f64: double(1, 0, 0) },
  pow: { f32: single(13, 10, 19), f64: double(33, 7, 41) },
  sin: { f32: single(0, 2, 7), f64: double(0, 2, 10) },
  cos: { f32: single(0, 2, 7), f64: double(0, 2, 11) },
  sinpi: { f32: single(1, 1, 9), f64: double(0, 2, 9) },
  cospi: { f32: single(1, 1, 9), f64: double(0, 2, 9) },
  tan: { f32: single(0, 3, 9), f64: double(0, 3, 19) },
  asin: { f32: single(0, 5, 8), f64: double(1, 2, 16) },
  acos: { f32: single(1, 4, 9), f64: double(2, 2, 15) },
  atan: { f32: single(0, 2, 8), f64: double(2, 2, 19) },
  atan2: { f32: single(1, 2, 13), f64: { ffma: 1, dadd: 6, dmul: 3, dfma: 26 } },
  sinh: { f32: single(1, 6, 6), f64: { ffma: 1, dadd: 4, dmul: 2, dfma: 23 } },
  cosh: { f32: single(1, 4, 3), f64: double(2, 0, 18) },
  tanh: { f32: single(1, 2, 5), f64: { fmul: 1, dadd: 3, dmul: 1, dfma: 16 } },
  asinh: { f32: single(2, 3, 14), f64: double(10, 7, 25) },
  acosh: { f32: single(4, 4, 14), f64: double(12, 5, 23) },
  atanh: { f32: single(4, 4, 11), f64: double(10, 6, 23) },
  cbrt: { f32: single(1, 5, 2), f64: { fmul: 2, dadd: 1, dmul: 2, dfma: 6 } },
  rcbrt: { f32: single(1, 5, 2), f64: { fmul: 2, dadd: 1, dmul: 3, dfma: 7 } },
  hypot: { f32: single(2, 6, 3), f64: double(2, 7, 4) },
  rhypot: { f32: single(2, 4, 1), f64: double(2, 6, 4) },
  norm3d: { f32: single(2, 7, 4), f64: double(2, 8, 5) },
  norm4d: { f32: single(3, 8, 5), f64: double(3, 9, 6) },
  rnorm3d: { f32: single(2, 5, 2), f64: double(3, 7, 5) },
  erf: { f32: single(0, 1, 7), f64: { fmul: 1, dadd: 3, dmul: 1, dfma: 37 } },
  erfc: { f32: single(5, 8, 20), f64: double(6, 6, 50) },
  erfcx: { f32: single(4, 3, 16), f64: double(4, 3, 34) },
  erfinv: { f32: single(0, 1, 10), f64: double(5, 4, 40) },
  erfcinv: { f32: single(1, 1, 10), f64: double(6, 4, 40) },
  normcdf: { f32: single(7, 10, 22), f64: double(7, 8, 52) },
  normcdfinv: { f32: single(2, 2, 9), f64: { ffma: 1, dadd: 7, dmul: 7, dfma: 27 } },
  round: { f32: single(1, 0, 0), f64: double(1, 0, 0) },
  lround: { f64: double(1, 0, 0) },
  llround: { f64: double(1, 0, 0) },
  ilogb: { f32: single(1, 0, 0), f64: double(1, 0, 0) },
  frexp: { f32: single(0, 1, 0) },
  ldexp: { f32: single(0, 4, 0), f64: double(0, 4, 0) },
  scalbn: { f32: single(0, 4, 0), f64: double(0, 4, 0) },
  fdim: { f32: single(1, 0, 0), f64: double(1, 0, 0) },
  rsqrt: RECIPROCAL_ROOT,
};

/** Single instructions of NVPTX, by their names after `llvm.nvvm.`; these hold with `-use_fast_math` too. */
export const instructionCosts: Readonly<Record<string, Counts>> = {
  "sin.approx": single(0, 1, 0),
  "cos.approx": single(0, 1, 0),
  "div.approx": single(0, 1, 0),
};

/** Instructions that are several where `-use_fast_math` does not make them one, by their names after `llvm.nvvm.`. */
export const exactCosts: Readonly<Record<string, Formats>> = {
  "sqrt.rn": SQUARE_ROOT,
  "rcp.rn": RECIPROCAL,
  "div.rn": DIVISION,
  "rsqrt.approx": RECIPROCAL_ROOT,
};

/** `__frsqrt_rn`, which is exact where `rsqrtf` approximates. */
export const EXACT_RECIPROCAL_ROOT: Counts = single(0, 2, 5);

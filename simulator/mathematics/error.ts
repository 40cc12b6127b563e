/** The error function and its family. Reference: Abramowitz and Stegun, chapter 7. */
import { evaluate, expOfSquare } from "./series";
import { erfOverX, inverseErrorFar, inverseErrorNear, scaledErfc } from "./tables";

/** exp(x²) · erfc(x). */
export function erfcx(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 0) return x < -27 ? Number.POSITIVE_INFINITY : 2 * expOfSquare(x, 1) - erfcx(-x);
  const t = 1 / (1 + x);
  return evaluate(scaledErfc, t) * t;
}

/** The error function: 2 / √π times the integral of exp(−t²) from 0 to x. */
export function erf(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude < 1) return x * evaluate(erfOverX, x * x);
  if (Number.isNaN(x)) return x;
  const value = magnitude > 6 ? 1 : 1 - expOfSquare(magnitude, -1) * erfcx(magnitude);
  return x < 0 ? -value : value;
}

/** 1 − erf(x), without the loss of digits of that difference for large x. */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 0.5) return 1 - erf(x);
  if (x > 28) return 0;
  // Close to the least doubles the exponential loses bits that the product still has.
  if (x > 26) return expOfSquare(x, -0.5) * (erfcx(x) * expOfSquare(x, -0.5));
  return expOfSquare(x, -1) * erfcx(x);
}

/** The inverse by ±(1 − rest), where the sum loses what `rest` still has. */
function inverse(x: number, rest: number): number {
  const w = -Math.log(rest * (2 - rest));
  if (w <= inverseErrorNear.high) return x * evaluate(inverseErrorNear, w);
  return x * evaluate(inverseErrorFar, Math.min(Math.sqrt(w), inverseErrorFar.high));
}

/** The x whose {@link erf} this is; ±∞ at ±1, NaN beyond. */
export function erfinv(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude <= 1)) return Number.NaN;
  if (magnitude === 1) return x / 0;
  // For small x the logarithm of 1 − x² is taken without forming the sum.
  if (magnitude < 0.5) return x * evaluate(inverseErrorNear, -Math.log1p(-x * x));
  return inverse(x, 1 - magnitude);
}

/** The x whose {@link erfc} this is: defined from 0 to 2, NaN elsewhere. */
export function erfcinv(z: number): number {
  if (!(z >= 0 && z <= 2)) return Number.NaN;
  if (z === 0) return Number.POSITIVE_INFINITY;
  if (z === 2) return Number.NEGATIVE_INFINITY;
  const x = 1 - z;
  if (Math.abs(x) < 0.5) return x * evaluate(inverseErrorNear, -Math.log1p(-x * x));
  return x > 0 ? inverse(x, z) : inverse(x, 2 - z);
}

const SQRT_HALF = Math.SQRT1_2;
/** What √½ loses as a double. */
const SQRT_HALF_REST = -4.833646656726457e-17;

/** The distribution of the normal law. */
export function normcdf(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 9) return 1;
  if (x < -38.6) return 0;
  const y = -x * SQRT_HALF;
  if (y < 0.5) return 0.5 * erfc(y);
  // exp(−x²/2) of the exact square; only the slowly changing rest sees the rounded argument.
  const rest = erfcx(y - x * SQRT_HALF_REST);
  if (x > -37) return 0.5 * (expOfSquare(x, -0.5) * rest);
  const half = expOfSquare(x, -0.25);
  return 0.5 * half * (rest * half);
}

/** The x up to which the normal distribution has the probability p. */
export function normcdfinv(p: number): number {
  return -Math.SQRT2 * erfcinv(2 * p);
}

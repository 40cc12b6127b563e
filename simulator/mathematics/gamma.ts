/** Γ and its logarithm. Reference: Abramowitz and Stegun, chapter 6. */
import { sinpi } from "./elementary";
import { evaluate } from "./series";
import { gammaNearOne, logGammaQuotient } from "./tables";

const LARGEST = 171.7;

/** Γ(x); NaN at negative integers, ±∞ at ±0. */
export function tgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x === 0) return 1 / x;
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x < 0 && Number.isInteger(x)) return Number.NaN;
  if (x < 0.5) return x > -0.5 ? tgamma(1 + x) / x : reflected(x);
  if (x >= LARGEST) return Number.POSITIVE_INFINITY;
  if (x < 20) {
    const whole = Math.floor(x);
    if (whole <= 1) return whole === 1 ? evaluate(gammaNearOne, x) : evaluate(gammaNearOne, x + 1) / x;
    return evaluate(gammaNearOne, x - (whole - 1)) * product(x - (whole - 1), whole - 1);
  }
  const power = x ** ((x - 0.5) / 2);
  return Math.sqrt(2 * Math.PI) * power * (power * Math.exp(-x)) * Math.exp(stirling(x));
}

/** Γ(x) for x ≤ −0.5 by Γ(x) Γ(1 − x) = π / sin πx. */
function reflected(x: number): number {
  if (x === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (x < -184) return sinpi(x) < 0 ? -0 : 0;
  // Below −170 the reflected value itself is too large.
  if (x < -170) return Math.PI / (sinpi(x) * tgamma(1 - x - 20)) / product(1 - x - 20, 20);
  return Math.PI / (sinpi(x) * tgamma(1 - x));
}

/** The rising factorial x (x + 1) … of `count` factors. */
function product(x: number, count: number): number {
  let value = 1;
  for (let i = 0; i < count; i++) value *= x + i;
  return value;
}

/** What Stirling's formula leaves of the logarithm, for arguments of 20 and more. */
function stirling(x: number): number {
  const s = 1 / (x * x);
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / x;
}

const HALF_LOG_TAU = 0.9189385332046728;

/** The natural logarithm of |Γ(x)|; ∞ at 0 and at negative integers. */
export function lgamma(x: number): number {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? x : Number.POSITIVE_INFINITY;
  if (x <= 0) {
    if (Number.isInteger(x)) return Number.POSITIVE_INFINITY;
    if (x > -0.5) return lgamma(1 + x) - Math.log(-x);
    return Math.log(Math.PI / Math.abs(x * sinpi(x))) - lgamma(-x);
  }
  if (x < 0.5) return lgamma(1 + x) - Math.log(x);
  if (x <= 3) return evaluate(logGammaQuotient, x) * (x - 1) * (x - 2);
  if (x < 20) {
    const steps = Math.floor(x) - 2;
    return lgamma(x - steps) + Math.log(product(x - steps, steps));
  }
  return (x - 0.5) * (Math.log(x) - 1) - 0.5 + (HALF_LOG_TAU + stirling(x));
}

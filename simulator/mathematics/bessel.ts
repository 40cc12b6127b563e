/** Bessel functions. Reference: Abramowitz and Stegun, chapter 9. */
import { evaluate, type Series } from "./series";
import {
  besselI0,
  besselI1,
  besselJ0,
  besselJ1,
  besselY0,
  besselY1,
  farI0,
  farI1,
  phaseP0,
  phaseP1,
  phaseQ0,
  phaseQ1,
  smallY0,
  smallY1,
  zeros,
} from "./tables";

/** Where series end and the asymptotic form begins. */
const FAR = 8;

type Zero = readonly [number, number];

const apart = (x: number, list: readonly Zero[]): number =>
  list.reduce((value, [upper, lower]) => value * (x - upper - lower), 1);

/** √(2 / πx) · (P cos φ − Q sin φ), or with sine and cosine changed for the second kind; φ = x − (2n + 1)π/4. */
function far(x: number, order: 0 | 1, second: boolean): number {
  const t = (FAR / x) ** 2;
  const [p, q]: readonly Series[] = order === 0 ? [phaseP0, phaseQ0] : [phaseP1, phaseQ1];
  const [P, Q] = [evaluate(p!, t), evaluate(q!, t) / x];
  const [sine, cosine] = [Math.sin(x), Math.cos(x)];
  // cos and sin of the phase by those of x, which are exact for large x, too.
  const [c, s] = order === 0 ? [cosine + sine, sine - cosine] : [sine - cosine, -sine - cosine];
  const scale = Math.sqrt(1 / (Math.PI * x));
  return second ? scale * (P * s + Q * c) : scale * (P * c - Q * s);
}

/** The Bessel function of the first kind of order 0, at any x. */
export function j0(x: number): number {
  const at = Math.abs(x);
  if (at > Number.MAX_VALUE) return 0;
  return at < FAR ? evaluate(besselJ0, at) * apart(at, zeros.J0) : Number.isNaN(x) ? x : far(at, 0, false);
}

/** The Bessel function of the first kind of order 1, at any x. */
export function j1(x: number): number {
  const at = Math.abs(x);
  if (at > Number.MAX_VALUE) return 0;
  const value = at < FAR ? evaluate(besselJ1, at) * apart(at, zeros.J1) * at : far(at, 1, false);
  return x < 0 ? -value : value;
}

function secondKind(x: number, near: (x: number) => number, order: 0 | 1): number {
  if (!(x >= 0)) return Number.NaN;
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < FAR ? near(x) : far(x, order, true);
}

const TWO_OVER_PI = 2 / Math.PI;

/** The Bessel function of the second kind of order 0: −∞ at 0, NaN below. */
export function y0(x: number): number {
  return secondKind(
    x,
    (at) => {
      if (at >= besselY0.low) return evaluate(besselY0, at) * apart(at, zeros.Y0);
      return TWO_OVER_PI * Math.log(at / 2) * j0(at) + evaluate(smallY0, at * at);
    },
    0,
  );
}

/** The Bessel function of the second kind of order 1: −∞ at 0, NaN below. */
export function y1(x: number): number {
  return secondKind(
    x,
    (at) => {
      if (at >= besselY1.low) return evaluate(besselY1, at) * apart(at, zeros.Y1);
      return TWO_OVER_PI * (Math.log(at / 2) * j1(at) - 1 / at) + at * evaluate(smallY1, at * at);
    },
    1,
  );
}

/** The Bessel function of the first kind of any order: by the recurrence upwards where that is stable, else downwards. */
export function jn(order: number, x: number): number {
  if (order < 0) return order % 2 ? -jn(-order, x) : jn(-order, x);
  if (order === 0) return j0(x);
  if (order === 1) return j1(x);
  const at = Math.abs(x);
  if (at === 0 || at > Number.MAX_VALUE) return 0;
  const value = order < at ? upwards(order, at, j0(at), j1(at)) : downwards(order, at);
  return x < 0 && order % 2 ? -value : value;
}

/**
 * Miller's algorithm: the recurrence downwards from an order where the function is almost zero, scaled in the end so that
 * J₀ + 2 J₂ + 2 J₄ + … is 1. Reference: Abramowitz and Stegun, 9.12.
 */
function downwards(order: number, x: number): number {
  let [above, here, sum, found] = [0, 1e-300, 0, 0];
  const start = 2 * Math.floor((order + Math.floor(Math.sqrt(60 * order))) / 2) + 40;
  for (let k = start; k > 0; k--) {
    const below = ((2 * k) / x) * here - above;
    above = here;
    here = below;
    if (Math.abs(here) > 1e250) {
      here *= 1e-250;
      above *= 1e-250;
      sum *= 1e-250;
      found *= 1e-250;
    }
    if (k - 1 === order) found = here;
    if ((k - 1) % 2 === 0) sum += k === 1 ? here : 2 * here;
  }
  return found / sum;
}

/**
 * The Bessel function of the second kind of any order, by the recurrence upwards from orders 0 and 1, which is stable.
 */
export function yn(order: number, x: number): number {
  if (order < 0) return order % 2 ? -yn(-order, x) : yn(-order, x);
  if (order === 0) return y0(x);
  if (order === 1 || !(x > 0) || x === Number.POSITIVE_INFINITY) return y1(x);
  return upwards(order, x, y0(x), y1(x));
}

function upwards(order: number, x: number, zeroth: number, first: number): number {
  let [below, here] = [zeroth, first];
  for (let k = 1; k < order && Number.isFinite(here); k++) [below, here] = [here, ((2 * k) / x) * here - below];
  return here;
}

/** The modified Bessel function of the first kind of order 0 (`cyl_bessel_i0`). */
export function i0(x: number): number {
  const at = Math.abs(x);
  if (at < FAR) return evaluate(besselI0, at) * Math.exp(at);
  return grown(evaluate(farI0, FAR / at), at);
}

/** The modified Bessel function of the first kind of order 1 (`cyl_bessel_i1`). */
export function i1(x: number): number {
  const at = Math.abs(x);
  const value = at < FAR ? at * evaluate(besselI1, at) * Math.exp(at) : grown(evaluate(farI1, FAR / at), at);
  return x < 0 ? -value : value;
}

/** value · exp(x) / √x without an overflow on the way. */
function grown(value: number, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return x;
  const half = Math.exp(x / 2);
  return ((value * half) / Math.sqrt(x)) * half;
}

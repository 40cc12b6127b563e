/**
 * Sine, cosine and tangent of floats as glibc 2.36 computes them: the first two by short polynomials in double precision,
 * the tangent in single precision.
 * References: Arm Optimized Routines, whose polynomials glibc's sinf and cosf have; fdlibm (Sun, 1993) for the tangent.
 */
import { quadrant } from "./doubled";
import { FAR_ANGLE, reduceAngle, rest } from "./quick";
import { cos, sin } from "./rounded";

const r = Math.fround;

const sineTerms = [-0.16666654943701084, 0.008332178146138854, -0.00019517298981385725] as const;
const cosineTerms = [-0.49999999725108224, 0.041666623324344516, -0.001388676379437604, 2.4390450703564542e-5] as const;
const HALF_PI = 1.5707963267948966;
/** Up to here, one step brings an angle near enough to zero. */
const FAST = 120;

/** Of an angle near zero; sine or cosine by the lowest bit of `turns`, the sign by the second. */
function wave(angle: number, turns: number): number {
  const square = angle * angle;
  let value: number;
  if ((turns & 1) === 0) {
    const cube = angle * square;
    value = angle + cube * sineTerms[0] + cube * square * (sineTerms[1] + square * sineTerms[2]);
  } else {
    const fourth = square * square;
    const near = 1 + square * cosineTerms[0] + fourth * cosineTerms[1];
    value = near + fourth * square * (cosineTerms[2] + square * cosineTerms[3]);
  }
  return r((turns & 2) === 0 ? value : -value);
}

function turned(x: number, by: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) >= FAST && Math.abs(x) < FAR_ANGLE) {
    const turns = reduceAngle(x);
    return wave(rest[0]!, turns + by);
  }
  if (Math.abs(x) >= FAST) {
    const left = quadrant(x);
    return wave(left.rest[0], left.turns + by);
  }
  const turns = Math.floor(x * (2 / Math.PI) + 0.5);
  return wave(x - turns * HALF_PI, turns + by);
}

/** The sine of an angle in radians, as a float. */
export function sinf(x: number): number {
  return Math.abs(x) < 2 ** -12 ? x : turned(x, 0);
}

/** The cosine of an angle in radians, as a float. */
export function cosf(x: number): number {
  return Math.abs(x) < 2 ** -12 ? 1 : turned(x, 1);
}

const terms = [
  3.3333334327e-1, 1.3333334029e-1, 5.3968254477e-2, 2.186948806e-2, 8.8632395491e-3, 3.5920790397e-3, 1.4562094584e-3,
  5.8804126456e-4, 2.4646313977e-4, 7.8179444245e-5, 7.1407252108e-5, -1.8558637748e-5, 2.5907305826e-5,
].map(r);
const [QUARTER, QUARTER_LOW] = [r(7.8539812565e-1), r(3.7748947079e-8)];

const word = new Float32Array(1);
const bits = new Int32Array(word.buffer);

function upper(x: number): number {
  word[0] = x;
  bits[0]! &= 0xfffff000;
  return word[0]!;
}

function exponentOf(x: number): number {
  word[0] = x;
  return (bits[0]! >> 23) & 255;
}

/** c_from + w (c_(from+2) + w (…)): every second term. */
function everySecond(from: number, w: number): number {
  let value = terms[from + 10]!;
  for (let i = from + 8; i >= from; i -= 2) value = r(terms[i]! + r(w * value));
  return value;
}

/** Of x + y near zero; `inverse` for minus its reciprocal. */
function tangent(angle: number, low: number, inverse: boolean): number {
  let [x, y] = [angle, low];
  const isLarge = Math.abs(x) >= r(0.67434);
  const sign = angle < 0 ? -1 : 1;
  if (isLarge) {
    if (angle < 0) [x, y] = [-x, -y];
    x = r(r(QUARTER - x) + r(QUARTER_LOW - y));
    y = 0;
    const unit = inverse ? -1 : 1;
    if (Math.abs(x) < 2 ** -13) return r(r(sign * unit) * r(1 - r(2 * unit * x)));
  }
  const z = r(x * x);
  const w = r(z * z);
  const odd = everySecond(1, w);
  const even = r(z * everySecond(2, w));
  const s = r(z * x);
  let rest = r(y + r(z * r(r(s * r(odd + even)) + y)));
  rest = r(rest + r(terms[0]! * s));
  const sum = r(x + rest);
  if (isLarge) {
    const unit = inverse ? -1 : 1;
    return r(sign * r(unit - r(2 * r(x - r(r(r(sum * sum) / r(sum + unit)) - rest)))));
  }
  if (!inverse) return sum;
  const high = upper(sum);
  const lost = r(rest - r(high - x));
  const a = r(-1 / sum);
  const t = upper(a);
  return r(t + r(a * r(r(1 + r(t * high)) + r(t * lost))));
}

/** π / 2 in three parts, each with what follows it. */
const halves = [
  [r(1.5707855225), r(1.0804334124e-5)],
  [r(1.0804273188e-5), r(6.0770999344e-11)],
  [r(6.0770943833e-11), r(6.1232342629e-17)],
] as const;

/** The tangent of an angle in radians, as a float. */
export function tanf(x: number): number {
  const size = Math.abs(x);
  if (size <= r(0.7853982)) return size < 2 ** -13 ? r(x) : tangent(r(x), 0, false);
  if (!(size <= 201)) {
    const s = sin(x);
    return r(s / cos(x));
  }
  const turns = Math.trunc(r(r(size * r(6.3661980629e-1)) + 0.5));
  let rest = r(size - r(turns * halves[0][0]));
  let w = r(turns * halves[0][1]);
  let angle = r(rest - w);
  // Where the angle lost more digits than the first part of π / 2 has, the next part is taken too.
  for (const [part, enough] of [
    [1, 8],
    [2, 25],
  ] as const) {
    if (exponentOf(size) - exponentOf(angle) <= enough) break;
    const before = rest;
    w = r(turns * halves[part][0]);
    rest = r(before - w);
    w = r(r(turns * halves[part][1]) - r(r(before - rest) - w));
    angle = r(rest - w);
  }
  const low = r(r(rest - angle) - w);
  const inverse = (turns & 1) === 1;
  return x < 0 ? tangent(-angle, -low, inverse) : tangent(angle, low, inverse);
}

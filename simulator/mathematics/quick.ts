/**
 * Exponential, logarithm, sine and cosine to some 70 bits from tables: most results are rounded rightly with that, and the
 * others are asked of `doubled.ts`, which takes twenty times as long. Nothing is allocated on the way.
 * Reference for the method: Gal and Bachelis, "An Accurate Elementary Mathematical Library" (1991); Ziv (1991) for the test.
 */
import { type Doubled, exponential, log2Of, logarithm, multiply, sineAndCosine } from "./doubled";

const SPLITTER = 134_217_729;

/** What a product loses as a double. */
function lost(a: number, b: number, p: number): number {
  const ca = SPLITTER * a;
  const cb = SPLITTER * b;
  const ah = ca - (ca - a);
  const bh = cb - (cb - b);
  const al = a - ah;
  const bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}

function column(values: readonly Doubled[], part: 0 | 1): Float64Array {
  return Float64Array.from(values, (one) => one[part]);
}

const word = new Float64Array(1);
const halves = new Uint32Array(word.buffer);

/** 2^power for a normal result. */
function powerOfTwo(power: number): number {
  halves[0] = 0;
  halves[1] = (power + 1023) << 20;
  return word[0]!;
}

/** The upper and the lower part of the last result: what a function of this file gives besides its return value. */
export const rest = new Float64Array(4);

const STEPS = 128;
const roots = Array.from({ length: STEPS }, (_, i): Doubled => {
  const { value, power } = exponential(multiply([i / STEPS, 0], log2Of));
  return [value[0] * 2 ** power, value[1] * 2 ** power];
});
const rootHigh = column(roots, 0);
const rootLow = column(roots, 1);
const PER_STEP = STEPS / Math.LN2;
/** log 2 / 128 in two parts, the first of 32 bits, so that its multiples up to 2^18 are exact. */
const stepHigh = Math.trunc((log2Of[0] / STEPS) * 2 ** 39) / 2 ** 39;
const stepLow = log2Of[0] / STEPS - stepHigh + log2Of[1] / STEPS;

/**
 * e^(high + low) for |high| < 708: the upper part, with the lower one in `rest[0]`. Relative error below 2^-67, and that of
 * the argument.
 */
export function quickExponential(high: number, low: number): number {
  const k = Math.round(high * PER_STEP);
  const near = high - k * stepHigh;
  const away = k * stepLow;
  const r = near - away;
  const s = near - r - away + low;
  const j = k & (STEPS - 1);
  const root = rootHigh[j]!;
  const t = s + r * s + r * r * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r / 720))));
  const p = root * r;
  const sum = root + p;
  const below = root - sum + p + lost(root, r, p) + (rootLow[j]! * (1 + r) + root * t);
  const scale = powerOfTwo((k - j) / STEPS);
  const value = sum + below;
  rest[0] = (sum - value + below) * scale;
  return value * scale;
}

const CELLS = 256;
/** For mantissas in [¾, 1½): a short number near the inverse of each cell's middle, and minus its logarithm. */
const inverses = Float64Array.from(
  { length: CELLS + 1 },
  (_, i) => Math.round(512 / (0.75 + (i / CELLS) * 0.75)) / 512,
);
const logs = [...inverses].map((one): Doubled => {
  const [high, low] = logarithm(one);
  return [-high, -low];
});
const logHigh = column(logs, 0);
const logLow = column(logs, 1);
/** log 2 in two parts, the first of 42 bits, so that its multiples by exponents are exact. */
const twoHigh = Math.trunc(log2Of[0] * 2 ** 42) / 2 ** 42;
const twoLow = log2Of[0] - twoHigh + log2Of[1];

/**
 * The natural logarithm of a positive normal number: the upper part, with the lower one in `rest[0]`. Absolute error below
 * 2^-72; near 1, where that is not enough, all digits.
 */
export function quickLogarithm(x: number): number {
  word[0] = x;
  let exponent = (halves[1]! >>> 20) - 1023;
  halves[1] = (halves[1]! & 0xfffff) | 0x3ff00000;
  let m = word[0]!;
  if (m >= 1.5) {
    m /= 2;
    exponent++;
  }
  if (exponent < -1022 || (exponent === 0 && Math.abs(m - 1) < 1 / 64)) {
    const [high, low] = logarithm(x);
    rest[0] = low;
    return high;
  }
  const cell = Math.round(((m - 0.75) / 0.75) * CELLS);
  const inverse = inverses[cell]!;
  const p = m * inverse;
  const r = p - 1;
  const s = lost(m, inverse, p);
  const square = r * r;
  const squareLow = lost(r, r, square);
  const cubic = r * square * (1 / 3 - r * (1 / 4 - r * (1 / 5 - r * (1 / 6 - r * (1 / 7 - r / 8)))));
  const whole = exponent * twoHigh;
  // The sum of the large parts, from the largest to the smallest, with what each step loses.
  const a = whole + logHigh[cell]!;
  const ae = Math.abs(whole) > Math.abs(logHigh[cell]!) ? whole - a + logHigh[cell]! : logHigh[cell]! - a + whole;
  const b = a + r;
  const be = a === 0 ? 0 : a - b + r;
  const c = b - square / 2;
  const ce = b - c - square / 2;
  const low = ae + be + ce + (exponent * twoLow + logLow[cell]! + (s - r * s - squareLow / 2 + cubic));
  const value = c + low;
  rest[0] = c - value + low;
  return value;
}

const ANGLES = 64;
const angles = Array.from({ length: ANGLES }, (_, i) => sineAndCosine(i / ANGLES));
const table = {
  sineHigh: column(
    angles.map((one) => one.sine),
    0,
  ),
  sineLow: column(
    angles.map((one) => one.sine),
    1,
  ),
  cosineHigh: column(
    angles.map((one) => one.cosine),
    0,
  ),
  cosineLow: column(
    angles.map((one) => one.cosine),
    1,
  ),
};
/** Angles from here on are reduced by integers of any length: of those below, multiples of π / 2 are fewer than 2^31. */
export const FAR_ANGLE = 3.2e9;

/** π / 2 in three parts of 22 bits, of which such multiples are exact, and the rest of it. */
const quarter = (() => {
  const low = 6.123233995736766e-17;
  const part = (value: number, scale: number) => Math.trunc(value * 2 ** scale) / 2 ** scale;
  const first = part(Math.PI / 2, 21);
  const second = part(Math.PI / 2 - first + low, 43);
  const third = part(Math.PI / 2 - first - second + low, 65);
  return { first, second, third, fourth: Math.PI / 2 - first - second - third + low };
})();

/**
 * How often π / 2 goes into an angle below {@link FAR_ANGLE}, to the nearest; what is left is in `rest`, upper part and lower,
 * with an absolute error below 2^-74. Differences with the first two parts are exact.
 */
export function reduceAngle(x: number): number {
  const times = Math.round(x / (Math.PI / 2));
  const near = x - times * quarter.first - times * quarter.second;
  const third = times * quarter.third;
  const next = near - third;
  const nextLost = Math.abs(near) > Math.abs(third) ? near - next - third : near - (next + third);
  const last = times * quarter.fourth;
  const turned = next - last;
  rest[0] = turned;
  rest[1] = next - turned - last + nextLost;
  return times;
}

/**
 * Sine and cosine of a finite number in `rest`: upper and lower part of the one, then of the other. Absolute error below
 * 2^-68; a sine that is small has all its digits.
 */
export function quickSineAndCosine(x: number): void {
  const times = reduceAngle(x);
  const turned = rest[0]!;
  const turnedLost = rest[1]!;
  if (!(Math.abs(x) < FAR_ANGLE) || Math.abs(turned) < 2 ** -7) {
    const { sine, cosine } = sineAndCosine(x);
    [rest[0], rest[1]] = sine;
    [rest[2], rest[3]] = cosine;
    return;
  }
  const isBelow = turned < 0;
  const angle = isBelow ? -turned : turned;
  const j = Math.round(angle * ANGLES);
  const b = angle - j / ANGLES;
  const bl = isBelow ? -turnedLost : turnedLost;
  const square = b * b;
  // sin b − b and cos b − 1, to b's own precision.
  const sineRest = bl - b * square * (1 / 6 - square * (1 / 120 - square / 5040));
  const cosineRest = -square * (0.5 - square * (1 / 24 - square / 720)) - b * bl;
  const [sh, sl, ch, cl] = [table.sineHigh[j]!, table.sineLow[j]!, table.cosineHigh[j]!, table.cosineLow[j]!];
  const p = ch * b;
  const sine = sh + p;
  const sineLow = sh - sine + p + (lost(ch, b, p) + sl + cl * b + sh * cosineRest + ch * sineRest);
  const q = sh * b;
  const cosine = ch - q;
  const cosineLow = ch - cosine - q + (cl - lost(sh, b, q) - sl * b + ch * cosineRest - sh * sineRest);
  const sign = isBelow ? -1 : 1;
  const turns = times & 3;
  const [one, oneLow, two, twoLow2] = [sign * sine, sign * sineLow, cosine, cosineLow];
  if (turns === 0) set(one, oneLow, two, twoLow2);
  else if (turns === 1) set(two, twoLow2, -one, -oneLow);
  else if (turns === 2) set(-one, -oneLow, -two, -twoLow2);
  else set(-two, -twoLow2, one, oneLow);
}

function set(sine: number, sineLow: number, cosine: number, cosineLow: number): void {
  const s = sine + sineLow;
  const c = cosine + cosineLow;
  rest[0] = s;
  rest[1] = sine - s + sineLow;
  rest[2] = c;
  rest[3] = cosine - c + cosineLow;
}

/** Whether a number is rounded as its exact value is, when its lower part is right up to an error. */
export function isCertain(high: number, low: number, error: number): boolean {
  return high + (low + error) === high && high + (low - error) === high;
}

/**
 * Functions of floats that glibc computes in single precision, where each step rounds: taking the double's result would
 * give the right digits, and in one of five to twenty cases others than a program built with g++ prints.
 * Reference: the algorithms and constants of fdlibm (Sun, 1993) in single precision, which glibc 2.36 follows.
 */

const r = Math.fround;
const floats = (...values: number[]): readonly number[] => values.map(r);

/** c0 + z (c1 + z (c2 + …)), each step rounded to a float. */
function horner(z: number, coefficients: readonly number[]): number {
  let value = coefficients.at(-1)!;
  for (let i = coefficients.length - 2; i >= 0; i--) value = r(coefficients[i]! + r(z * value));
  return value;
}

const word = new Float32Array(1);
const bits = new Int32Array(word.buffer);

function bitsOf(x: number): number {
  word[0] = x;
  return bits[0]!;
}

function fromBits(value: number): number {
  bits[0] = value;
  return word[0]!;
}

/** A float's result of a function that glibc computes in double precision. */
const expf = (x: number) => r(Math.exp(x));
const logf = (x: number) => r(Math.log(x));

const LN2_HIGH = r(6.9313812256e-1);
const LN2_LOW = r(9.0580006145e-6);
const LN2 = r(6.9314718246e-1);
const expm1Terms = floats(1, -3.3333335072e-2, 1.5873016091e-3, -7.936507609e-5, 4.0082177293e-6, -2.0109921195e-7);

/** e^x − 1, without the loss of digits near 0. */
export function expm1f(argument: number): number {
  let x = r(argument);
  const size = Math.abs(x);
  if (!(size < 18.714973)) return x > 0 ? r(Math.expm1(x)) : Number.isNaN(x) ? x : -1;
  if (size < 2 ** -25) return x;
  let k = 0;
  let c = 0;
  if (size > r(0.34657359)) {
    k = size < r(1.0397208) ? Math.sign(x) : Math.trunc(r(r(r(1.4426950216) * x) + (x < 0 ? -0.5 : 0.5)));
    const high = r(x - r(k * LN2_HIGH));
    const low = r(k * LN2_LOW);
    x = r(high - low);
    c = r(r(high - x) - low);
  }
  const half = r(0.5 * x);
  const square = r(x * half);
  const series = horner(square, expm1Terms);
  const t = r(3 - r(series * half));
  let e = r(square * r(r(series - t) / r(6 - r(x * t))));
  if (k === 0) return r(x - r(r(x * e) - square));
  e = r(r(x * r(e - c)) - c);
  e = r(e - square);
  if (k === -1) return r(r(0.5 * r(x - e)) - 0.5);
  if (k === 1) return x < -0.25 ? r(-2 * r(e - r(x + 0.5))) : r(1 + r(2 * r(x - e)));
  const scale = 2 ** k;
  if (k <= -2 || k > 56) return r(r(r(1 - r(e - x)) * scale) - 1);
  if (k < 23) return r(r(r(1 - 2 ** -k) - r(e - x)) * scale);
  return r(r(r(x - r(e + 2 ** -k)) + 1) * scale);
}

/** The hyperbolic tangent. */
export function tanhf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size >= 22) return x < 0 ? -1 : 1;
  if (size < 2 ** -55) return x;
  const t = expm1f(size >= 1 ? r(2 * size) : r(-2 * size));
  const z = size >= 1 ? r(1 - r(2 / r(t + 2))) : r(-t / r(t + 2));
  return x < 0 ? -z : z;
}

/** The hyperbolic sine. */
export function sinhf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 22)) return r(Math.sinh(x));
  if (size < 2 ** -28) return x;
  const t = expm1f(size);
  const half = x < 0 ? -0.5 : 0.5;
  if (size < 1) return r(half * r(r(2 * t) - r(r(t * t) / r(t + 1))));
  return r(half * r(t + r(t / r(t + 1))));
}

/** The hyperbolic cosine. */
export function coshf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 22)) return r(Math.cosh(x));
  if (size < r(0.34657359)) {
    const t = expm1f(size);
    const w = r(1 + t);
    return size < 2 ** -55 ? 1 : r(1 + r(r(t * t) / r(w + w)));
  }
  const t = expf(size);
  return r(r(0.5 * t) + r(0.5 / t));
}

const atanHigh = floats(4.6364760399e-1, 7.8539812565e-1, 9.8279368877e-1, 1.5707962513);
const atanLow = floats(5.012158244e-9, 3.7748947079e-8, 3.447321717e-8, 7.5497894159e-8);
const atanEven = floats(
  3.3333334327e-1,
  1.4285714924e-1,
  9.0908870101e-2,
  6.6610731184e-2,
  4.9768779427e-2,
  1.6285819933e-2,
);
const atanOdd = floats(-2.0000000298e-1, -1.1111110449e-1, -7.6918758452e-2, -5.8335702866e-2, -3.6531571299e-2);

/** The angle in radians from −π/2 to π/2 with this tangent. */
export function atanf(argument: number): number {
  const size = Math.abs(argument);
  if (!(size < 2 ** 34)) return r(Math.atan(argument));
  if (size < 2 ** -29) return argument;
  let x = r(argument);
  let part = -1;
  if (size >= 0.4375) {
    const from = size;
    if (size < 0.6875) [part, x] = [0, r(r(r(2 * from) - 1) / r(2 + from))];
    else if (size < 1.1875) [part, x] = [1, r(r(from - 1) / r(from + 1))];
    else if (size < 2.4375) [part, x] = [2, r(r(from - 1.5) / r(1 + r(1.5 * from)))];
    else [part, x] = [3, r(-1 / from)];
  }
  const z = r(x * x);
  const w = r(z * z);
  const both = r(r(z * horner(w, atanEven)) + r(w * horner(w, atanOdd)));
  if (part < 0) return r(x - r(x * both));
  const angle = r(atanHigh[part]! - r(r(r(x * both) - atanLow[part]!) - x));
  return argument < 0 ? -angle : angle;
}

const PI = r(3.141592741);
const PI_LOW = r(-8.7422776573e-8);

/** The angle in radians of the point (x, y), from −π to π. */
export function atan2f(y: number, x: number): number {
  const isPlain = Number.isFinite(x) && Number.isFinite(y) && x !== 0 && y !== 0;
  if (!isPlain) return r(Math.atan2(y, x));
  if (x === 1) return atanf(y);
  const apart = ((bitsOf(y) & 0x7fffffff) - (bitsOf(x) & 0x7fffffff)) >> 23;
  let z: number;
  if (apart > 60) z = r(PI / 2 + r(0.5 * PI_LOW));
  else if (x < 0 && apart < -60) z = 0;
  else z = atanf(Math.abs(r(y / x)));
  if (x > 0) return y < 0 ? -z : z;
  return y < 0 ? r(r(z - PI_LOW) - PI) : r(PI - r(z - PI_LOW));
}

/** The upper half of a float's digits. */
const upper = (x: number) => fromBits(bitsOf(x) & 0xfffff000);
const asinTerms = floats(1.666675248e-1, 7.495297643e-2, 4.547037598e-2, 2.417951451e-2, 4.21663088e-2);

/** The angle in radians from −π/2 to π/2 with this sine; NaN beyond ±1. */
export function asinf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return size === 1 ? r(r(x * r(1.5707963705)) + r(x * r(-4.3711388e-8))) : Number.NaN;
  if (size < 2 ** -27) return x;
  if (size < 0.5) {
    const t = r(x * x);
    return r(x + r(x * r(t * horner(t, asinTerms))));
  }
  const t = r(r(1 - size) * 0.5);
  const p = r(t * horner(t, asinTerms));
  const s = r(Math.sqrt(t));
  let angle: number;
  if (size >= r(0.975)) angle = r(r(1.5707963705) - r(r(2 * r(s + r(s * p))) - r(-4.3711388e-8)));
  else {
    const w = upper(s);
    const c = r(r(t - r(w * w)) / r(s + w));
    const left = r(r(r(2 * s) * p) - r(r(-4.3711388e-8) - r(2 * c)));
    angle = r(r(0.785398185) - r(left - r(r(0.785398185) - r(2 * w))));
  }
  return x < 0 ? -angle : angle;
}

const acosAbove = floats(
  1.6666667163e-1,
  -3.2556581497e-1,
  2.0121252537e-1,
  -4.0055535734e-2,
  7.9153501429e-4,
  3.4793309169e-5,
);
const acosBelow = floats(1, -2.4033949375, 2.0209457874, -6.8828397989e-1, 7.7038154006e-2);
const HALF_PI = r(1.5707962513);
const HALF_PI_LOW = r(7.5497894159e-8);

/** The angle in radians from 0 to π with this cosine; NaN beyond ±1. */
export function acosf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return x === 1 ? 0 : x === -1 ? PI : Number.NaN;
  const quotient = (z: number) => r(r(z * horner(z, acosAbove)) / horner(z, acosBelow));
  if (size < 0.5) {
    if (size <= 2 ** -26) return r(HALF_PI + HALF_PI_LOW);
    const q = quotient(r(x * x));
    return r(HALF_PI - r(x - r(HALF_PI_LOW - r(x * q))));
  }
  const z = r(r(1 - size) * 0.5);
  const s = r(Math.sqrt(z));
  if (x < 0) return r(r(3.1415925026) - r(2 * r(s + r(r(quotient(z) * s) - HALF_PI_LOW))));
  const high = upper(s);
  const c = r(r(z - r(high * high)) / r(s + high));
  return r(2 * r(high + r(r(quotient(z) * s) + c)));
}

/** The logarithm to base 10; NaN below 0. */
export function log10f(x: number): number {
  if (!(x >= 2 ** -126 && x < Number.POSITIVE_INFINITY)) return r(Math.log10(x));
  const raw = bitsOf(x);
  let k = (raw >> 23) - 127;
  const below = k < 0 ? 1 : 0;
  const mantissa = fromBits((raw & 0x7fffff) | ((127 - below) << 23));
  k += below;
  const low = r(r(k * r(7.9034151668e-7)) + r(r(4.3429449201e-1) * logf(mantissa)));
  return r(low + r(k * r(3.0102920532e-1)));
}

const log1pTerms = floats(
  6.6666668653e-1,
  4.0000000596e-1,
  2.8571429849e-1,
  2.2222198546e-1,
  1.818357259e-1,
  1.5313838422e-1,
  1.479819864e-1,
);

/** The natural logarithm of 1 + x, without the loss of digits near 0; NaN below −1. */
export function log1pf(x: number): number {
  if (!(x > -1 && x < Number.POSITIVE_INFINITY)) return r(Math.log1p(x));
  if (Math.abs(x) < 2 ** -15) return Math.abs(x) < 2 ** -24 ? x : r(x - r(r(x * x) * 0.5));
  let [f, k, c, isWhole] = [r(x), 0, 0, false];
  if (!(x > r(-0.29289323) && x < r(0.41421357))) {
    let u = r(1 + x);
    k = (bitsOf(u) >> 23) - 127;
    c = r((k > 0 ? r(1 - r(u - x)) : r(x - r(u - 1))) / u);
    const mantissa = bitsOf(u) & 0x7fffff;
    isWhole = mantissa === 0;
    u = fromBits(mantissa | (mantissa < 0x3504f7 ? 0x3f800000 : 0x3f000000));
    if (mantissa >= 0x3504f7) k++;
    f = r(u - 1);
  }
  const lost = r(r(k * LN2_LOW) + c);
  if (isWhole && f === 0) return k === 0 ? 0 : r(r(k * LN2_HIGH) + lost);
  const half = r(r(0.5 * f) * f);
  const s = r(f / r(2 + f));
  const z = r(s * s);
  const sum = r(s * r(half + r(z * horner(z, log1pTerms))));
  if (k === 0) return r(f - r(half - sum));
  return r(r(k * LN2_HIGH) - r(r(half - r(sum + lost)) - f));
}

/** The inverse of the hyperbolic sine. */
export function asinhf(x: number): number {
  const size = Math.abs(x);
  if (!(size < Number.POSITIVE_INFINITY) || size < 2 ** -14) return x;
  const square = r(x * x);
  let w: number;
  if (size > 2 ** 14) w = r(logf(size) + LN2);
  else if (size > 2) w = logf(r(r(2 * size) + r(1 / r(r(Math.sqrt(r(square + 1))) + size))));
  else w = log1pf(r(size + r(square / r(1 + r(Math.sqrt(r(1 + square)))))));
  return x < 0 ? -w : w;
}

/** The inverse of the hyperbolic cosine; NaN below 1. */
export function acoshf(x: number): number {
  if (!(x > 1 && x < Number.POSITIVE_INFINITY)) return r(Math.acosh(x));
  if (x > 2 ** 28) return r(logf(x) + LN2);
  if (x > 2) return logf(r(r(2 * x) - r(1 / r(x + r(Math.sqrt(r(r(x * x) - 1)))))));
  const t = r(x - 1);
  return log1pf(r(t + r(Math.sqrt(r(r(2 * t) + r(t * t))))));
}

/** The inverse of the hyperbolic tangent; NaN beyond ±1. */
export function atanhf(x: number): number {
  const size = Math.abs(x);
  if (!(size < 1)) return r(Math.atanh(x));
  if (size < 2 ** -28) return x;
  const twice = r(size + size);
  const t = r(0.5 * log1pf(size < 0.5 ? r(twice + r(r(twice * size) / r(1 - size))) : r(twice / r(1 - size))));
  return x < 0 ? -t : t;
}

/** A parabola of the mantissa and one step of Halley's, in double precision between floats. */
export function cbrtf(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  let [size, exponent] = [Math.abs(x), 0];
  if (size < 2 ** -126) [size, exponent] = [size * 2 ** 30, -30];
  exponent += (bitsOf(size) >> 23) - 126;
  const m = fromBits((bitsOf(size) & 0x7fffff) | 0x3f000000);
  const u = r(0.49265962052896956 + (0.6975704602079228 - 0.19150216167871906 * m) * m);
  const cube = r(r(u * u) * u);
  const third = exponent % 3;
  const factors = [0.6299605249474365, 0.7937005259840997, 1, 1.2599210498948732, 1.5874010519681996];
  const root = r(((u * (cube + 2 * m)) / (2 * cube + m)) * factors[2 + third]!);
  return r((x < 0 ? -root : root) * 2 ** ((exponent - third) / 3));
}

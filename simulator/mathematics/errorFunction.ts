/**
 * The error function and its complement as glibc computes them, for doubles and for floats: rational functions on four
 * intervals, each step rounded to the format.
 * Reference: the algorithm and constants of fdlibm (Sun, 1993).
 */
import { exp } from "./rounded";

type Rounding = (x: number) => number;

const SMALL = 0.1283791670955126;
const NEAR_ONE = 0.8450629115104675;
const small = {
  above: [
    0.12837916709551256, -0.3250421072470015, -0.02848174957559851, -0.005770270296489442, -2.3763016656650163e-5,
  ],
  below: [
    1, 0.39791722395915535, 0.0650222499887673, 0.005081306281875766, 0.00013249473800432164, -3.960228278775368e-6,
  ],
};
const middle = {
  above: [
    -0.0023621185607526594, 0.41485611868374833, -0.3722078760357013, 0.31834661990116175, -0.11089469428239668,
    0.035478304325618236, -0.002166375594868791,
  ],
  below: [
    1, 0.10642088040084423, 0.540397917702171, 0.07182865441419627, 0.12617121980876164, 0.01363708391202905,
    0.011984499846799107,
  ],
};
const large = {
  above: [
    -0.009864944034847148, -0.6938585727071818, -10.558626225323291, -62.375332450326006, -162.39666946257347,
    -184.60509290671104, -81.2874355063066, -9.814329344169145,
  ],
  below: [
    1, 19.651271667439257, 137.65775414351904, 434.56587747522923, 645.3872717332679, 429.00814002756783,
    108.63500554177944, 6.570249770319282, -0.0604244152148581,
  ],
};
const larger = {
  above: [
    -0.0098649429247001, -0.799283237680523, -17.757954917754752, -160.63638485582192, -637.5664433683896,
    -1025.0951316110772, -483.5191916086514,
  ],
  below: [
    1, 30.33806074348246, 325.7925129965739, 1536.729586084437, 3199.8582195085955, 2553.0504064331644,
    474.52854120695537, -22.44095244658582,
  ],
};

/** Floats are evaluated from the last coefficient on. */
function nested(z: number, coefficients: readonly number[], r: Rounding): number {
  let value = r(coefficients.at(-1)!);
  for (let i = coefficients.length - 2; i >= 0; i--) value = r(r(coefficients[i]!) + r(z * value));
  return value;
}

/** Doubles in pairs, which a processor computes side by side: (c0 + z c1) + z² (c2 + z c3) + z⁴ (…). */
function paired(z: number, c: readonly number[]): number {
  let value = 0;
  let power = 1;
  for (let i = 0; i < c.length; i += 2, power *= z * z) {
    const pair = i + 1 < c.length ? c[i]! + z * c[i + 1]! : c[i]!;
    value = i === 0 ? pair : value + power * pair;
  }
  return value;
}

interface Format {
  readonly round: Rounding;
  readonly series: (z: number, coefficients: readonly number[]) => number;
  /** The upper half of a number's digits. */
  readonly upper: (x: number) => number;
  readonly exp: Rounding;
}

function masked(view: Float32Array | Float64Array, words: Uint32Array, word: number, mask: number) {
  return (x: number): number => {
    view[0] = x;
    words[0]! &= word === 0 ? mask : 0;
    return view[0]!;
  };
}

const wide = new Float64Array(1);
const short = new Float32Array(1);
const doubles: Format = {
  round: (x) => x,
  series: paired,
  upper: masked(wide, new Uint32Array(wide.buffer), 1, 0),
  exp,
};
const floats: Format = {
  round: Math.fround,
  series: (z, coefficients) => nested(z, coefficients, Math.fround),
  upper: masked(short, new Uint32Array(short.buffer), 0, 0xffffe000),
  exp: (x) => Math.fround(Math.exp(x)),
};

/** e^(−x²) times the rational function's, over x: the complement for x from 1.25 on. */
function tail(size: number, far: boolean, { round: r, series, upper, exp }: Format): number {
  const s = r(1 / r(size * size));
  const { above, below } = far ? larger : large;
  const quotient = r(series(s, above) / series(s, below));
  const z = upper(size);
  const first = exp(r(r(-z * z) - r(0.5625)));
  const second = exp(r(r(r(z - size) * r(z + size)) + quotient));
  return r(r(first * second) / size);
}

function error(x: number, format: Format): number {
  const { round: r, series } = format;
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size < 0.84375) {
    if (size < 2 ** -28) return r(x + r(r(SMALL) * x));
    const z = r(x * x);
    return r(x + r(x * r(series(z, small.above) / series(z, small.below))));
  }
  const sign = x < 0 ? -1 : 1;
  if (size < 1.25) {
    const s = r(size - 1);
    return sign * r(r(NEAR_ONE) + r(series(s, middle.above) / series(s, middle.below)));
  }
  if (size >= 6) return sign;
  return sign * r(1 - tail(size, size >= 1 / 0.35, format));
}

function complement(x: number, format: Format): number {
  const { round: r, series } = format;
  const size = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (size < 0.84375) {
    if (size < 2 ** -56) return r(1 - x);
    const z = r(x * x);
    const y = r(series(z, small.above) / series(z, small.below));
    if (x < 0.25) return r(1 - r(x + r(x * y)));
    return r(0.5 - r(r(x * y) + r(x - 0.5)));
  }
  if (size < 1.25) {
    const s = r(size - 1);
    const quotient = r(series(s, middle.above) / series(s, middle.below));
    if (x >= 0) return r(r(1 - r(NEAR_ONE)) - quotient);
    return r(1 + r(r(NEAR_ONE) + quotient));
  }
  if (size >= 28) return x > 0 ? 0 : 2;
  if (x < -6) return 2;
  const rest = tail(size, size >= 1 / 0.35, format);
  return x > 0 ? rest : r(2 - rest);
}

/** The error function of a double. */
export const erf = (x: number): number => error(x, doubles);
/** Its complement, 1 − erf(x), of a double. */
export const erfc = (x: number): number => complement(x, doubles);
/** The error function of a float, each step rounded to a float. */
export const erff = (x: number): number => error(x, floats);
/** Its complement of a float, each step rounded to a float. */
export const erfcf = (x: number): number => complement(x, floats);

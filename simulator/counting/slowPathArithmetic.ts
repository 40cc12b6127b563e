/**
 * Floating-point operations of the paths that values decide (`plan/slowPaths.ts`), beyond the figures of ordinary values.
 * Read off the machine code of each function (CUDA 13.0, sm_90) and held against what an H100 counted of 8,395 warps with
 * chosen and random values (2026-11-27); `test/hardware/language/slowPaths.cu` has a kernel for most.
 */
import type { Arithmetic } from "../model";
import type { SlowPath } from "../plan/slowPaths";

/** An operand of one lane: its value, and its bits, of a double the upper 32. */
export interface SlowOperand {
  readonly value: number;
  readonly bits: number;
}

/** Adds what one lane executes beyond the figures of ordinary values, or less. */
type Add = (to: Arithmetic, x: SlowOperand, y: SlowOperand) => void;

const LEAST_FLOAT = 2 ** -126;
const INFINITE_BITS = 0x7f80_0000;

const magnitudeBits = ({ bits }: SlowOperand): number => bits & 0x7fff_ffff;
const floatExponent = ({ bits }: SlowOperand): number => (bits >>> 23) & 0xff;
const doubleExponent = ({ bits }: SlowOperand): number => (bits >>> 20) & 0x7ff;
const isDenormalFloat = ({ value }: SlowOperand): boolean => Math.abs(value) < LEAST_FLOAT;
/** Zeros, infinities and what is no number. */
const isSpecial = ({ value }: SlowOperand): boolean => value === 0 || !Number.isFinite(value);

/** Exponents of operands, and differences of them, whose quotient `FCHK` lets be computed at once: fitted to 11,441 quotients. */
const QUICK = { dividend: [25, 254], divisor: [2, 251], difference: [-124, 126] } as const;
const isWithin = (x: number, [least, most]: readonly [number, number]): boolean => x >= least && x <= most;

/** The biased exponent of a quotient of floats that is rounded to their precision, as if exponents had no end. */
function quotientExponent(x: number, y: number): number {
  const quotient = Math.abs(x) / Math.abs(y);
  const exponent = Math.floor(Math.log2(quotient));
  const mantissa = Math.fround(quotient * 2 ** -exponent);
  return exponent + (mantissa >= 2 ? 1 : mantissa < 1 ? -1 : 0) + 127;
}

const quotient: Add = (to, x, y) => {
  const [dividend, divisor] = [floatExponent(x), floatExponent(y)];
  const isQuick =
    isWithin(dividend, QUICK.dividend) &&
    isWithin(divisor, QUICK.divisor) &&
    isWithin(dividend - divisor, QUICK.difference);
  if (isQuick) return;
  if (Number.isNaN(x.value) || Number.isNaN(y.value)) to.fadd += 1;
  else if (!isSpecial(x) && !isSpecial(y)) {
    to.fadd += 1;
    to.ffma += 7 + Number(dividend === 0) + Number(divisor === 0);
    // A denormal quotient is rounded by three further operations, but for the least ones.
    if (isWithin(quotientExponent(x.value, y.value), [-24, 0])) to.ffma += 3;
  }
};

const reciprocal: Add = (to, x) => {
  const exponent = floatExponent(x);
  if (isSpecial(x)) {
    to.fadd -= 1;
    to.ffma -= 2;
  } else if (exponent === 0) to.ffma += 2;
  else if (exponent >= 253) to.ffma += 1;
};

const squareRoot: Add = (to, { value, bits }) => {
  if ((bits - 0x0d00_0000) >>> 0 <= 0x727f_ffff) return;
  to.fmul -= 2;
  to.ffma -= 2;
  // Negative denormals are taken for zeros when the sign is asked for.
  if (Number.isNaN(value)) to.fadd += 1;
  else if (value !== 0 && value > -LEAST_FLOAT && value !== Number.POSITIVE_INFINITY) {
    to.fadd += 1;
    to.fmul += 3;
    to.ffma += 3;
  }
};

const exactReciprocalRoot: Add = (to, x) => {
  if (isDenormalFloat(x)) to.fmul += 1;
  if (!(x.value > 0) || x.value === Number.POSITIVE_INFINITY) {
    to.fmul -= 2;
    to.ffma -= 5;
  }
};

const logarithm: Add = (to, { value, bits }) => {
  if (value < LEAST_FLOAT) to.fmul += 1;
  if (bits >>> 0 >= INFINITE_BITS) to.ffma += 1;
};

const power: Add = (to, { value: x }, { value: y }) => {
  if (x === 1 || y === 0) {
    to.fadd -= 2;
    to.fmul -= 1;
  } else if (Number.isNaN(x) || Number.isNaN(y)) {
    to.fadd -= 1;
    to.fmul -= 1;
  } else if (x === 0 || !Number.isFinite(x)) to.fadd += 1;
};

/** Here the exponent's half is computed before it is asked for. */
const powerByInteger: Add = (to, { value: x }, { value: y }) => {
  if (x === 1 || y === 0) to.fadd -= 1;
  else if (x === 0 || Math.abs(x) === Number.POSITIVE_INFINITY) to.fadd += 1;
};

/** Magnitudes of `y * log2(x)` from which a power is infinite or zero, and not scaled. */
const LARGEST_POWER = 152;
const isOutOfRange = (x: number, y: number): boolean => Math.abs(y * Math.log2(Math.abs(x))) > LARGEST_POWER;

const powerByConstant: Add = (to, { value: x }, { value: y }) => {
  if (x === 1 || x === 0 || !Number.isFinite(x)) {
    to.fadd -= x === 1 ? 11 : 10;
    to.fmul -= 9;
    to.ffma -= 19;
  } else if (isOutOfRange(x, y)) to.fmul -= 1;
};

const powerOfConstant: Add = (to, { value: x }, { value: y }) => {
  if (y === 0) {
    to.fadd -= 6;
    to.fmul -= 6;
    to.ffma -= 19;
  } else if (Number.isNaN(y)) to.fadd += 1;
  else if (isOutOfRange(x, y)) to.fmul -= 1;
};

/** One more `ffma` where a condition holds, which is false of what is no number unless it is negated. */
const ffmaWhere =
  (holds: (x: number) => boolean): Add =>
  (to, { value }) => {
    if (holds(value)) to.ffma += 1;
  };

const doubles = new Float64Array(1);
const words = new Uint32Array(doubles.buffer);

/** Upper 31 bits of a number's pattern without its sign. */
function highBits(x: number): number {
  doubles[0] = Math.abs(x);
  return words[1]!;
}

/** Whether a quotient of finite numbers is itself a double, were exponents without end. */
function isExactQuotient(x: number, y: number): boolean {
  let [dividend, divisor] = [mantissa(x), mantissa(y)];
  while ((divisor & 1n) === 0n) divisor >>= 1n;
  dividend <<= 53n;
  if (dividend % divisor !== 0n) return false;
  let result = dividend / divisor;
  while ((result & 1n) === 0n) result >>= 1n;
  return result < 1n << 53n;
}

function mantissa(x: number): bigint {
  doubles[0] = Math.abs(x);
  const fraction = (BigInt(words[1]! & 0xf_ffff) << 32n) | BigInt(words[0]!);
  return words[1]! >>> 20 === 0 ? fraction : fraction | (1n << 52n);
}

/** Bits of the upper words of the least normal double, and of the quotients that are right at once. */
const [LEAST_HIGH, QUICK_DIVIDEND] = [0x0010_0000, 0x0360_0000];

const doubleQuotient: Add = (to, x, y) => {
  const result = highBits(x.value / y.value);
  const isNormal = result > LEAST_HIGH;
  const isQuick = magnitudeBits(x) >= QUICK_DIVIDEND && isNormal && result <= INFINITE_BITS;
  if (isQuick && magnitudeBits(y) >= LEAST_HIGH && magnitudeBits(y) < INFINITE_BITS) return;
  to.dmul += 1 + Number(magnitudeBits(y) < LEAST_HIGH);
  to.dfma += 7 + Number(magnitudeBits(x) < LEAST_HIGH);
  if (isSpecial(x) || isSpecial(y)) return;
  to.dmul += 1;
  if (isNormal) return;
  to.dfma += 1;
  if (isExactQuotient(x.value, y.value)) return;
  to.dmul += 1;
  to.dfma += 1;
};

const doubleReciprocal: Add = (to, x) => {
  const high = magnitudeBits(x);
  if ((high >= LEAST_HIGH && high < 0x7fcf_fbfe) || high === 0 || !Number.isFinite(x.value)) return;
  to.dmul += high < LEAST_HIGH ? 2 : 1;
  to.dfma += high < LEAST_HIGH ? 5 : 8;
};

const doubleSquareRoot: Add = (to, { value, bits }) => {
  if (value === 0 || Number.isNaN(value) || value === Number.POSITIVE_INFINITY) to.dadd += 1;
  else if (value < 0) return;
  else if (bits < LEAST_HIGH) {
    to.dmul += 4;
    to.dfma += 5;
  } else if (bits < 0x0350_0000) to.dfma += 2;
};

const doubleReciprocalRoot: Add = (to, { value, bits }) => {
  if (Number.isNaN(value)) to.dadd += 1;
  else if (value > 0 && bits < LEAST_HIGH) {
    to.dmul += 4;
    to.dfma += 3;
  }
};

/** Of what is not positive and finite only its class is computed, and not the eight terms of the series. */
const doubleLogarithm: Add = (to, { value, bits }) => {
  if ((bits | 0) < LEAST_HIGH) to.dmul += 1;
  if (value > 0 && value < Number.POSITIVE_INFINITY) return;
  to.dadd -= 8;
  to.dmul -= 4;
  to.dfma -= 15;
};

/** Powers of which the result may be infinite or zero: upper words of the first ones, and of those whose result is neither. */
const doublePower =
  (from: number, to: number): Add =>
  (sum, x) => {
    const high = magnitudeBits(x);
    if (high < from) return;
    sum.dadd += 1;
    if (high < to) sum.dmul += 1;
  };

const doubleCosh: Add = (to, x) => {
  if (magnitudeBits(x) < 0x4086_33cf) return;
  to.dadd -= 1;
  to.dfma -= 18;
};

/** Below this magnitude the hyperbolic tangent is a polynomial. */
const SMALL_TANH = 0.6554119902864982;

const doubleTanh: Add = (to, { value }) => {
  if (Math.abs(value) >= SMALL_TANH) return;
  to.fmul -= 1;
  to.dadd -= 3;
  to.dfma -= 4;
};

/** By function or operator. */
export const slowPathArithmetic: Readonly<Record<SlowPath, Add>> = {
  quotient,
  reciprocal,
  squareRoot,
  exactReciprocalRoot,
  reciprocalRoot: (to, x) => {
    if (isDenormalFloat(x)) to.fmul += 2;
  },
  fastQuotient: (to, _, y) => {
    if (isDenormalFloat(y)) to.fmul += 2;
  },
  powerOfTwo: (to, { value }) => {
    if (value < -126) to.fmul += 2;
  },
  fastLogarithm: (to, x) => {
    if (!isDenormalFloat(x)) return;
    to.fmul += 1;
    to.fadd += 1;
  },
  logarithm,
  logarithmOfNext: ffmaWhere((x) => x < -1 || Number.isNaN(x) || x === Number.POSITIVE_INFINITY),
  power,
  powerByInteger,
  powerByConstant,
  powerOfConstant,
  tanh: ffmaWhere((x) => !(Math.abs(x) >= Math.fround(0.6))),
  sinh: ffmaWhere((x) => !(Math.abs(x) >= 1)),
  asin: ffmaWhere((x) => Math.abs(x) > Math.fround(0.56)),
  acos: (to, { value }) => {
    if (!(Math.abs(value) > Math.fround(0.56))) to.fadd -= 1;
    if (!(value > Math.fround(0.56))) to.ffma += 1;
  },
  atan: ffmaWhere((x) => Math.abs(x) > 1),
  erf: (to, { value }) => {
    if (Math.abs(value) >= Math.fround(1.00296)) to.fadd += 1;
  },
  cubeRoot: (to, x) => {
    if (isDenormalFloat(x)) to.fadd += 1;
  },
  doubleQuotient,
  doubleReciprocal,
  doubleSquareRoot,
  doubleReciprocalRoot,
  doubleLogarithm,
  doubleExp: doublePower(0x4086_232b, 0x4087_4800),
  doubleExp2: doublePower(0x408f_f000, 0x4090_cc00),
  doubleExp10: doublePower(0x4073_3a71, 0x4074_39b8),
  doubleTanh,
  doubleCosh,
  doubleAtan: (to, { value }) => {
    if (Math.abs(value) > 1) to.dfma += 3;
  },
  doubleCubeRoot: (to, x) => {
    if (doubleExponent(x) === 0) to.dmul += 1;
  },
};

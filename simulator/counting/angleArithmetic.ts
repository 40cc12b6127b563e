/**
 * Floating-point operations of sines, cosines and tangents that the argument decides, beyond those of `functionCosts`.
 * Measured on an H200 (CUDA 13.0, 2026-11-26): `test/hardware/language/angles.cu` and the files beside it, whose counters
 * all of this gives exactly.
 */
import type { Arithmetic } from "../model";
import { type AngleAccesses, LARGE_FROM } from "../plan/angleAccesses";

const roundToEven = (x: number): number => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));

/** The last two bits of a whole number as an integer of a width, to which the device clamps it. */
const lastTwoBits = (whole: number, width: 32 | 64): number =>
  whole >= 2 ** (width - 1) ? 3 : whole < -(2 ** (width - 1)) ? 0 : ((whole % 4) + 4) % 4;

/** Numbers whose product with 2/π has no fraction that a double could round. */
const EXACT_TO = 2 ** 50;
const FLOAT_2_OVER_PI = Math.fround(2 / Math.PI);

/** Magnitudes from which all numbers are whole and even: multiples of π of these are none to the device. */
const WHOLE_FROM = { f32: 2 ** 24, f64: 2 ** 53 } as const;

/** The nearest multiple of a right angle, modulo 4, of an argument that counts half turns. */
function quadrantOfHalfTurns(x: number, { kind, angle }: AngleAccesses): number {
  if (Number.isNaN(x) || (angle === "cos" && Math.abs(x) >= WHOLE_FROM[kind])) return 0;
  if (kind === "f64") return Number.isFinite(x) ? lastTwoBits(roundToEven(2 * x), 64) : 0;
  return lastTwoBits(roundToEven(2 * x), 32);
}

/** Which multiple of a right angle is the nearest, modulo 4, as the device's library finds it; 0 of what is no number. */
function quadrantOf(x: number, accesses: AngleAccesses): number {
  const { kind, halfTurns } = accesses;
  if (halfTurns) return quadrantOfHalfTurns(x, accesses);
  if (!Number.isFinite(x)) return 0;
  const size = Math.abs(x);
  if (size >= LARGE_FROM[kind] || size > EXACT_TO) {
    const [sine, cosine] = [Math.sin(x), Math.cos(x)];
    if (Math.abs(cosine) >= Math.abs(sine)) return cosine > 0 ? 0 : 2;
    return sine > 0 ? 1 : 3;
  }
  const product = kind === "f32" ? Math.fround(x * FLOAT_2_OVER_PI) : x * (2 / Math.PI);
  return lastTwoBits(roundToEven(product), 32);
}

/** The quadrants of a warp's arguments by lane, modulo 4. */
export const quadrantsOf = (values: ArrayLike<number>, accesses: AngleAccesses): readonly number[] =>
  Array.from(values, (x) => quadrantOf(x, accesses));

const isOdd = (quadrant: number): number => quadrant & 1;
const isNegative = (quadrant: number): number => (quadrant >> 1) & 1;
/** Odd quadrants have a longer polynomial, and the third and fourth a change of sign. */
const further = (quadrant: number): number => isOdd(quadrant) + isNegative(quadrant);

type Add = (to: Arithmetic, angle: AngleAccesses["angle"], x: number, quadrant: number) => void;

const addFloats: Add = (to, angle, x, quadrant) => {
  if (angle === "sin") to.ffma += further(quadrant);
  if (angle === "cos") to.ffma += further(quadrant + 1);
  const size = Math.abs(x);
  if (size === Number.POSITIVE_INFINITY) to.fmul += 1;
  else if (size >= LARGE_FROM.f32) to.dmul += 1;
};

const addDoubles: Add = (to, angle, x, quadrant) => {
  if (Math.abs(x) === Number.POSITIVE_INFINITY) to.dfma -= 3;
  if (angle === "sin") to.dfma += further(quadrant);
  // Of the cosine near one, the figure has one of these already.
  if (angle === "cos") to.dfma += further(quadrant + 1) - 1;
  if (angle === "tan") {
    to.dfma += isOdd(quadrant) ? 6 : -1;
    to.dadd += isOdd(quadrant);
  }
};

/** Whole numbers and infinities are multiplied by zero. */
const isWhole = (x: number): number => Number(!Number.isNaN(x) && Math.floor(x) === x);

const addFloatHalfTurns: Add = (to, angle, x, quadrant) => {
  const isLarge = Number(Math.abs(x) >= WHOLE_FROM.f32);
  const turned = angle === "cos" ? quadrant + 1 : quadrant;
  if (angle === "both") {
    to.ffma += isNegative(quadrant + 1);
    to.fadd += isLarge;
  } else {
    to.ffma += 1 - isOdd(turned);
    to.fadd += isNegative(turned);
  }
  to.fmul += angle === "cos" ? isLarge : isWhole(x);
};

const addDoubleHalfTurns: Add = (to, angle, x, quadrant) => {
  // Of no number the comparison is false as well.
  const isLarge = Number(!(Math.abs(x) < WHOLE_FROM.f64));
  if (angle === "both") to.dmul += isLarge + (Number.isFinite(x) ? isWhole(x) : 0);
  else {
    to.dfma += further(angle === "cos" ? quadrant + 1 : quadrant);
    to.dmul += angle === "cos" ? isLarge : isWhole(x);
  }
};

/** Adds what one lane's argument takes beyond the figures of `functionCosts`. */
export function addArithmetic(to: Arithmetic, accesses: AngleAccesses, x: number, quadrant: number): void {
  const { kind, angle, halfTurns } = accesses;
  const [floats, doubles] = halfTurns ? [addFloatHalfTurns, addDoubleHalfTurns] : [addFloats, addDoubles];
  (kind === "f32" ? floats : doubles)(to, angle, x, quadrant);
}

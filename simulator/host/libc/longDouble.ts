/**
 * `long double` of the C library. What IEEE 754 defines is exact; elementary functions come from some 95 bits and are
 * rounded once, which glibc's own results differ from by a unit in the last place at most.
 */

import type { Doubled } from "../../mathematics/doubled";
import * as doubled from "../../mathematics/doubled";
import * as extended from "../../mathematics/extended";
import { decode, type Extended, encode } from "../../mathematics/extended";
import type { HostFunction, HostLibrary, HostMachine } from "../model/machine";

/** The value as a sum of two doubles, exactly, for exponents that a double has. */
function parts(x: Extended): Doubled {
  const high = extended.toDouble(x);
  return [high, extended.toDouble(extended.add(x, extended.negate(extended.fromDouble(high))))];
}

function joined([high, low]: Doubled, power = 0): Extended {
  const { kind, negative, mantissa, power: at } = decode(exactSum(high, low));
  return kind === "finite" ? encode(negative, mantissa, at + power) : exactSum(high, low);
}

const exactSum = (high: number, low: number) => extended.add(extended.fromDouble(high), extended.fromDouble(low));

/** By the double's function, where the digits of a double decide: no number, zeros, infinities and arguments outside. */
function guarded(plain: (x: number) => number, inside: (x: number) => boolean, compute: (x: Doubled) => Extended) {
  return (x: Extended): Extended => {
    const near = extended.toDouble(x);
    if (!Number.isFinite(near) || near === 0 || !inside(near)) return extended.fromDouble(plain(near));
    return compute(parts(x));
  };
}

/** log(high + low) from log(high). */
function logarithm([high, low]: Doubled): Doubled {
  const ratio = low / high;
  return doubled.add(doubled.logarithm(high), [ratio, -(ratio * ratio) / 2]);
}

function exponential(x: Doubled): Extended {
  const { value, power } = doubled.exponential(x);
  return joined(value, power);
}

function wave([high, low]: Doubled): { readonly sine: Doubled; readonly cosine: Doubled } {
  const { sine, cosine } = doubled.sineAndCosine(high);
  return {
    sine: doubled.add(sine, doubled.multiply(cosine, [low, 0])),
    cosine: doubled.add(cosine, doubled.multiply(sine, [-low, 0])),
  };
}

/** An angle near a guess, whose sine and cosine are as y to x. */
function angle(guess: number, y: Doubled, x: Doubled): Extended {
  const { sine, cosine } = doubled.sineAndCosine(guess);
  const across = doubled.add(doubled.multiply(y, cosine), doubled.negate(doubled.multiply(x, sine)));
  const along = doubled.add(doubled.multiply(x, cosine), doubled.multiply(y, sine));
  return joined(doubled.add([guess, 0], doubled.divide(across, along)));
}

const always = () => true;
const positive = (x: number) => x > 0;
const small = (limit: number) => (x: number) => Math.abs(x) < limit;

/** Towards an integer, by what becomes of a whole part with something after it. */
function rounding(up: (whole: bigint, twiceRest: bigint, unit: bigint, negative: boolean) => boolean) {
  return (x: Extended): Extended => {
    const { kind, negative, mantissa, power } = decode(x);
    if (kind !== "finite" || power >= 0 || mantissa === 0n) return x;
    const whole = mantissa >> BigInt(-power);
    const rest = mantissa - (whole << BigInt(-power));
    const unit = 1n << BigInt(-power);
    return encode(negative, rest > 0n && up(whole, 2n * rest, unit, negative) ? whole + 1n : whole, 0);
  };
}

const toEven = rounding((whole, rest, unit) => rest > unit || (rest === unit && (whole & 1n) === 1n));
const away = rounding((_whole, rest, unit) => rest >= unit);

const one: Readonly<Record<string, (x: Extended) => Extended>> = {
  sqrt: extended.squareRoot,
  fabs: ([significand, word]) => [significand, word & 0x7fff],
  floor: rounding((_whole, _rest, _unit, negative) => negative),
  ceil: rounding((_whole, _rest, _unit, negative) => !negative),
  trunc: rounding(() => false),
  round: away,
  rint: toEven,
  nearbyint: toEven,
  roundeven: toEven,
  exp: guarded(Math.exp, small(11_000), exponential),
  exp2: guarded(
    (x) => 2 ** x,
    small(16_000),
    (x) => exponential(doubled.multiply(x, doubled.log2Of)),
  ),
  log: guarded(Math.log, positive, (x) => joined(logarithm(x))),
  log2: guarded(Math.log2, positive, (x) => joined(doubled.divide(logarithm(x), doubled.log2Of))),
  log10: guarded(Math.log10, positive, (x) => joined(doubled.divide(logarithm(x), doubled.log10Of))),
  sin: guarded(Math.sin, always, (x) => joined(wave(x).sine)),
  cos: guarded(Math.cos, always, (x) => joined(wave(x).cosine)),
  tan: guarded(Math.tan, always, (x) => joined(doubled.divide(wave(x).sine, wave(x).cosine))),
  atan: guarded(Math.atan, small(2 ** 60), (x) => angle(Math.atan(x[0]), x, [1, 0])),
};

function larger(x: Extended, y: Extended, wanted: number): Extended {
  const order = extended.compare(x, y);
  if (order === 2) return decode(x).kind === "nan" ? y : x;
  return order === wanted ? x : y;
}

/** The nearest to y·log(x), raised; by the double's function where the result is no normal double. */
function power(x: Extended, y: Extended): Extended {
  const [base, exponent] = [extended.toDouble(x), extended.toDouble(y)];
  const near = base ** exponent;
  const isPlain = Number.isFinite(base) && Number.isFinite(exponent) && base !== 0 && exponent !== 0;
  if (!isPlain || Number.isNaN(near)) return extended.fromDouble(base === 1 || exponent === 0 ? 1 : near);
  // A whole power of few digits is exact, or nearly so, by multiplying.
  const size = parts([x[0], x[1] & 0x7fff]);
  const raised = exponential(doubled.multiply(logarithm(size), parts(y)));
  return base < 0 && Math.abs(exponent % 2) === 1 ? extended.negate(raised) : raised;
}

const two: Readonly<Record<string, (x: Extended, y: Extended) => Extended>> = {
  pow: power,
  fmod: extended.remainder,
  fmax: (x, y) => larger(x, y, 1),
  fmin: (x, y) => larger(x, y, -1),
  maxnum: (x, y) => larger(x, y, 1),
  minnum: (x, y) => larger(x, y, -1),
  fdim: (x, y) => (extended.compare(x, y) === 1 ? extended.add(x, extended.negate(y)) : [0n, 0]),
  copysign: ([significand, word], [, sign]) => [significand, (word & 0x7fff) | (sign & 0x8000)],
  hypot: (x, y) => extended.squareRoot(extended.add(extended.multiply(x, x), extended.multiply(y, y))),
  atan2: (y, x) => angle(Math.atan2(extended.toDouble(y), extended.toDouble(x)), parts(y), parts(x)),
};

/** The number that a text begins with, and how many characters it takes. */
function parseExtended(text: string): { readonly value: Extended; readonly length: number } {
  const match = /^[ \t\n\v\f\r]*([+-]?)(?:(inf(?:inity)?)|(nan)|(\d+\.?\d*|\.\d+)(?:e([+-]?\d+))?)/i.exec(text);
  if (!match) return { value: [0n, 0], length: 0 };
  const length = match[0].length;
  const negative = match[1] === "-";
  const signed = (value: Extended): Extended => (negative ? extended.negate(value) : value);
  if (match[2]) return { value: signed(extended.fromDouble(Number.POSITIVE_INFINITY)), length };
  if (match[3]) return { value: extended.NAN, length };
  const [whole, part = ""] = match[4]!.split(".");
  const digits = BigInt(`${whole}${part}` || "0");
  const exponent = Math.max(-6000, Math.min(6000, Number(match[5] ?? 0))) - part.length;
  const scale = 10n ** BigInt(Math.abs(exponent));
  const value = exponent >= 0 ? encode(negative, digits * scale, 0) : extended.fromFraction(negative, digits, scale);
  return { value, length };
}

function strtold(machine: HostMachine, text: bigint, end: bigint): Extended {
  const { value, length } = parseExtended(machine.text(text));
  if (end !== 0n) machine.setLong(end, text + BigInt(length));
  return value;
}

/** A value with another power of two. */
function scaled(x: Extended, by: number): Extended {
  const { kind, negative, mantissa, power: at } = decode(x);
  return kind === "finite" ? encode(negative, mantissa, at + Math.max(-40_000, Math.min(40_000, by))) : x;
}

function named(name: string, run: HostFunction): [string, HostFunction][] {
  return [
    [`${name}l`, run],
    [`llvm.${name}.f80`, run],
  ];
}

function integer(round: (x: Extended) => Extended): HostFunction {
  return (_machine, a: bigint, word: number) => BigInt.asIntN(64, extended.toInteger(round([a, word])));
}

/** The library's functions for `long double`, by name. */
export const longDouble: HostLibrary = {
  ...Object.fromEntries(
    Object.entries(one).flatMap(([name, compute]) =>
      named(name, (_machine, a: bigint, word: number) => compute([a, word])),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(two).flatMap(([name, compute]) =>
      named(name, (_machine, a: bigint, aWord: number, b: bigint, bWord: number) => compute([a, aWord], [b, bWord])),
    ),
  ),
  strtold,
  lrintl: integer(toEven),
  llrintl: integer(toEven),
  lroundl: integer(away),
  llroundl: integer(away),
  ldexpl: (_machine, a: bigint, word: number, by: number) => scaled([a, word], by),
  scalbnl: (_machine, a: bigint, word: number, by: number) => scaled([a, word], by),
  "llvm.ldexp.f80.i32": (_machine, a: bigint, word: number, by: number) => scaled([a, word], by),
};

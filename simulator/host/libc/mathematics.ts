/** The C library's mathematics on the engine's own; functions of `float` round once more. */
import { fma64, sumToOdd } from "../../mathematics/arithmetic";
import { j0, j1, jn, y0, y1, yn } from "../../mathematics/bessel";
import { ldexp, nextafter, quotientBits, roundAway } from "../../mathematics/elementary";
import { erf, erfc, erfcf, erff } from "../../mathematics/errorFunction";
import { lgamma, tgamma } from "../../mathematics/gamma";
import { FAR_ANGLE } from "../../mathematics/quick";
import * as rounded from "../../mathematics/rounded";
import * as singleAngles from "../../mathematics/singleAngles";
import * as singles from "../../mathematics/singles";
import type { HostFunction, HostLibrary, HostMachine } from "../model/machine";

/** IEEE remainder: the quotient rounds half to even. */
function remainder(x: number, y: number): number {
  if (!Number.isFinite(x) || y === 0) return Number.NaN;
  const rest = x % y;
  const twice = 2 * Math.abs(rest);
  const size = Math.abs(y);
  const odd = Math.abs(Math.trunc(x / y)) % 2 === 1;
  return twice > size || (twice === size && odd) ? rest - Math.sign(rest) * size : rest;
}

/** Rounds half to even. */
function rint(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

const larger = (x: number, y: number): number => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y));
const smaller = (x: number, y: number): number => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y));

/** A number as a fraction in [0.5, 1) and a power of two. */
function split(x: number): { fraction: number; exponent: number } {
  if (x === 0 || !Number.isFinite(x)) return { fraction: x, exponent: 0 };
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1);
  let fraction = x * 2 ** -exponent;
  while (Math.abs(fraction) < 0.5) {
    fraction *= 2;
    exponent--;
  }
  while (Math.abs(fraction) >= 1) {
    fraction /= 2;
    exponent++;
  }
  return { fraction, exponent };
}

/** x · 2^power, rounded once: where the result is subnormal, no step before the last one may be. */
function scaled(x: number, power: number): number {
  let rest = Math.max(-2200, Math.min(2200, power));
  let result = x;
  for (; rest > 1023; rest -= 1023) result *= 2 ** 1023;
  for (; rest < -969; rest += 969) result *= 2 ** -969;
  return result * 2 ** rest;
}

/** Every name of scaling by a power of two; powers are `int` or, in `scalbln`, `long`. */
const scalings: HostLibrary = Object.fromEntries(
  ["ldexp", "scalbn", "scalbln"].flatMap((name): [string, HostFunction][] => {
    const wide: HostFunction = (_machine, x: number, power: number | bigint) => scaled(x, Number(power));
    const single: HostFunction = (_machine, x: number, power: number | bigint) => Math.fround(scaled(x, Number(power)));
    return [
      [name, wide],
      [`${name}f`, single],
      [`llvm.${name}.f64.i32`, wide],
      [`llvm.${name}.f32.i32`, single],
    ];
  }),
);

const one: Readonly<Record<string, (x: number) => number>> = {
  sin: rounded.sin,
  cos: rounded.cos,
  tan: rounded.tan,
  asin: rounded.asin,
  acos: rounded.acos,
  atan: rounded.atan,
  sinh: Math.sinh,
  cosh: rounded.cosh,
  tanh: Math.tanh,
  asinh: rounded.asinh,
  acosh: rounded.acosh,
  atanh: Math.atanh,
  exp: rounded.exp,
  exp2: rounded.exp2,
  exp10: rounded.exp10,
  j0,
  j1,
  y0,
  y1,
  expm1: Math.expm1,
  log: rounded.log,
  log2: rounded.log2,
  log10: rounded.log10,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: rounded.cbrt,
  erf,
  erfc,
  tgamma,
  lgamma,
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: roundAway,
  rint,
  nearbyint: rint,
  roundeven: rint,
};
const two: Readonly<Record<string, (x: number, y: number) => number>> = {
  pow: rounded.pow,
  atan2: rounded.atan2,
  hypot,
  fmod: (x, y) => x % y,
  remainder,
  fmin: smaller,
  fmax: larger,
  minnum: smaller,
  maxnum: larger,
  minimumnum: smaller,
  maximumnum: larger,
  fdim: (x, y) => (x > y ? x - y : 0),
  copysign: (x, y) => (Object.is(y, -0) || y < 0 ? -Math.abs(x) : Math.abs(x)),
};

/** What glibc computes for floats by rounding the double's result, which is right for both. */
const wide: Readonly<Record<string, (x: number) => number>> = {
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  log: Math.log,
  log2: Math.log2,
};

/** C knows more powers of one than JavaScript does. */
const powf = (x: number, y: number): number => (Math.abs(x) === 1 ? rounded.pow(x, y) : x ** y);

/** What glibc computes in single precision, by its name without the `f`. */
const single: Readonly<Record<string, (x: number, y: number) => number>> = Object.fromEntries(
  Object.entries({ ...singles, ...singleAngles, erff, erfcf, powf }).map(([name, compute]) => [
    name.slice(0, -1),
    compute,
  ]),
);

function both(functions: Readonly<Record<string, (x: number, y: number) => number>>): HostLibrary {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, compute]): [string, HostFunction][] => {
      const short = single[name] ?? wide[name] ?? compute;
      return [
        [name, (_machine, x: number, y: number) => compute(x, y)],
        [`${name}f`, (_machine, x: number, y: number) => Math.fround(short(x, y))],
        [`llvm.${name}.f64`, (_machine, x: number, y: number) => compute(x, y)],
        [`llvm.${name}.f32`, (_machine, x: number, y: number) => Math.fround(short(x, y))],
      ];
    }),
  );
}

/** A product of floats is exact as a double; the sum keeps what decides its rounding to a float. */
const fmaf = (_machine: HostMachine, x: number, y: number, z: number): number => Math.fround(sumToOdd(x * y, z));
const fma = (_machine: HostMachine, x: number, y: number, z: number): number => fma64(x, y, z);

/**
 * The longest side of a right triangle: a square root less what its square is too large by, worked out from small differences.
 * Reference: Borges, "Algorithm 1014: An Improved Algorithm for hypot(x,y)" (2020), in the form without fused products, which
 * glibc follows on x86-64.
 */
function corrected(long: number, short: number): number {
  const root = Math.sqrt(long * long + short * short);
  const isNearShort = root <= 2 * short;
  const over = root - (isNearShort ? short : long);
  const first = isNearShort ? long * (2 * over - long) : 2 * over * (long - 2 * short);
  const second = isNearShort ? (over - 2 * (long - short)) * over : (4 * over - short) * short + over * over;
  return root - (first + second) / (2 * root);
}

function hypot(x: number, y: number): number {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return Math.hypot(x, y);
  const [long, short] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  if (short <= long * 2 ** -54) return long + short;
  // Squares that would not fit, or would lose their last digits, are those of scaled sides.
  const scale = long > 2 ** 511 ? 2 ** -600 : short < 2 ** -459 ? 2 ** 600 : 1;
  return corrected(long * scale, short * scale) / scale;
}

/** Under the name of C and of the intrinsic that clang makes of it, from both widths. */
function toInteger(name: string, round: (x: number) => number): HostLibrary {
  const run: HostFunction = (_machine, x: number) => BigInt(round(x));
  const names = [name, `${name}f`, `llvm.${name}.i64.f64`, `llvm.${name}.i64.f32`];
  return Object.fromEntries(names.map((one) => [one, run]));
}

function remquo(machine: HostMachine, x: number, y: number, quotient: bigint): number {
  machine.setInt(quotient, quotientBits(x, y));
  return remainder(x, y);
}

/**
 * Units of work that this counts as beside the call, about as long as it takes: on one core on 2026-11-27 a sine took 2.0 µs there
 * in double precision and 0.9 in single.
 */
const FAR_WORK = { double: 95, single: 40 } as const;

/** Functions of angles, each charged for what a large one takes. */
function chargedAngles(functions: HostLibrary): HostLibrary {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]): [string, HostFunction] => {
      const angle = /^(?:llvm\.)?(sin|cos|tan|sincos)(f|\.f32|\.f64)?$/.exec(name);
      if (!angle) return [name, run];
      const [, kind, width] = angle;
      const units = FAR_WORK[width === "f" || width === ".f32" ? "single" : "double"] * (kind === "sincos" ? 2 : 1);
      const charged: HostFunction = (machine: HostMachine, x: number, ...others: never[]) => {
        if (Math.abs(x) >= FAR_ANGLE) machine.program.spend(units);
        return (run as (machine: HostMachine, x: number, ...others: never[]) => ReturnType<HostFunction>)(
          machine,
          x,
          ...others,
        );
      };
      return [name, charged];
    }),
  );
}

/** The library's functions for mathematics, by name. */
export const mathematics: HostLibrary = chargedAngles({
  ...toInteger("lround", roundAway),
  ...toInteger("llround", roundAway),
  ...toInteger("lrint", rint),
  ...toInteger("llrint", rint),
  "llvm.ldexp.f64.i32": (_machine, x: number, power: number) => ldexp(x, power),
  "llvm.ldexp.f32.i32": (_machine, x: number, power: number) => Math.fround(ldexp(x, power)),
  // Two results at once.
  "llvm.frexp.f64.i32": (_machine, x: number) => [split(x).fraction, split(x).exponent],
  "llvm.frexp.f32.i32": (_machine, x: number) => [split(x).fraction, split(x).exponent],
  "llvm.sincos.f64": (_machine, x: number) => [rounded.sin(x), rounded.cos(x)],
  "llvm.sincos.f32": (_machine, x: number) => [singleAngles.sinf(x), singleAngles.cosf(x)],
  remquo,
  remquof: remquo,
  scalbln: (_machine, x: number, power: bigint) => ldexp(x, Number(power)),
  ...both(one),
  ...both(two),
  fma,
  fmaf,
  "llvm.fma.f64": fma,
  "llvm.fma.f32": fmaf,
  jn: (_machine, order: number, x: number) => jn(order, x),
  yn: (_machine, order: number, x: number) => yn(order, x),
  ...scalings,
  nextafter: (_machine, x: number, y: number) => nextafter(x, y, false),
  nextafterf: (_machine, x: number, y: number) => nextafter(x, y, true),
  frexp(machine, x: number, power: bigint) {
    const { fraction, exponent } = split(x);
    machine.setInt(power, exponent);
    return fraction;
  },
  frexpf(machine, x: number, power: bigint) {
    const { fraction, exponent } = split(x);
    machine.setInt(power, exponent);
    return fraction;
  },
  modf(machine, x: number, whole: bigint) {
    machine.setDouble(whole, Math.trunc(x));
    return Number.isFinite(x) ? x - Math.trunc(x) : Number.isNaN(x) ? x : Math.sign(x) * 0;
  },
  modff(machine, x: number, whole: bigint) {
    machine.view.setFloat32(machine.at(whole, 4), Math.trunc(x), true);
    return Number.isFinite(x) ? x - Math.trunc(x) : Number.isNaN(x) ? x : Math.sign(x) * 0;
  },
  sincos(machine, x: number, sine: bigint, cosine: bigint) {
    machine.setDouble(sine, rounded.sin(x));
    machine.setDouble(cosine, rounded.cos(x));
  },
  sincosf(machine, x: number, sine: bigint, cosine: bigint) {
    machine.view.setFloat32(machine.at(sine, 4), singleAngles.sinf(x), true);
    machine.view.setFloat32(machine.at(cosine, 4), singleAngles.cosf(x), true);
  },
  logb: (_machine, x: number) => split(x).exponent - 1,
  ilogb: (_machine, x: number) => split(x).exponent - 1,
  "llvm.powi.f64.i32": (_machine, x: number, power: number) => rounded.pow(x, power),
  "llvm.powi.f32.i32": (_machine, x: number, power: number) => Math.fround(x ** power),
});

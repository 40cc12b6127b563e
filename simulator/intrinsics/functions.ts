/**
 * Mathematical functions by all their names: LLVM's, C's and CUDA's. They are computed in double precision and rounded
 * once to the result's format. `docs/arithmetic.md` says how far they are from exact.
 */

import { importedOperation, type LaneFunction } from "../emit/imports";
import type { Operation, Target } from "../emit/operation";
import { castOperation } from "../instructions/casts";
import { throughDouble, throughFloat } from "../instructions/floats";
import * as bessel from "../mathematics/bessel";
import * as elementary from "../mathematics/elementary";
import * as error from "../mathematics/error";
import * as gamma from "../mathematics/gamma";
import { components, type Kind } from "../plan/types";
import { apply, bind, type Expression, gtS, ltS, promote, select, wrap } from "../wasm/expressions";
import { Op, type Type, type ValueType } from "../wasm/opcodes";
import { angleNames, angleOperation } from "./angles";
import type { Call, Intrinsic, Table } from "./table";

type Real = (...numbers: number[]) => number;

/** C says 1 where JavaScript says NaN: 1 to any power, and -1 to an infinite one. */
const pow: Real = (x, y) =>
  x === 1 || (x === -1 && (y === Number.POSITIVE_INFINITY || y === Number.NEGATIVE_INFINITY)) ? 1 : x! ** y!;

/** Functions of doubles, by their names in C or CUDA. Those for floats have the same names with an `f`. */
const reals: Readonly<Record<string, Real>> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: elementary.tanh as Real,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x!,
  exp10: elementary.exp10 as Real,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  cbrt: Math.cbrt,
  rcbrt: elementary.rcbrt as Real,
  rsqrt: elementary.rsqrt as Real,
  sinpi: elementary.sinpi as Real,
  cospi: elementary.cospi as Real,
  logb: elementary.logb as Real,
  round: elementary.roundAway as Real,
  erf: error.erf as Real,
  erfc: error.erfc as Real,
  erfcx: error.erfcx as Real,
  erfinv: error.erfinv as Real,
  erfcinv: error.erfcinv as Real,
  normcdf: error.normcdf as Real,
  normcdfinv: error.normcdfinv as Real,
  lgamma: gamma.lgamma as Real,
  tgamma: gamma.tgamma as Real,
  j0: bessel.j0 as Real,
  j1: bessel.j1 as Real,
  y0: bessel.y0 as Real,
  y1: bessel.y1 as Real,
  cyl_bessel_i0: bessel.i0 as Real,
  cyl_bessel_i1: bessel.i1 as Real,
};

const pairs: Readonly<Record<string, Real>> = {
  pow,
  atan2: Math.atan2,
  hypot: elementary.norm,
  rhypot: elementary.reciprocalNorm,
  fmod: (x, y) => x! % y!,
  remainder: elementary.remainder as Real,
  fdim: (x, y) => (x! > y! ? x! - y! : Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : 0),
};

const several: Readonly<Record<string, readonly [count: number, call: Real]>> = {
  ...Object.fromEntries(Object.entries(reals).map(([name, call]) => [name, [1, call] as const])),
  ...Object.fromEntries(Object.entries(pairs).map(([name, call]) => [name, [2, call] as const])),
  norm3d: [3, elementary.norm],
  norm4d: [4, elementary.norm],
  rnorm3d: [3, elementary.reciprocalNorm],
  rnorm4d: [4, elementary.reciprocalNorm],
};

/** Names that LLVM gives its own intrinsics. */
const ofLlvm = /^(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|exp10|log|log2|log10|pow|round)$/;

/** Names that hardware's approximations of single precision have; they are no less exact here. */
const approximations: Readonly<Record<string, string>> = {
  __nv_fast_sinf: "sin",
  __nv_fast_cosf: "cos",
  __nv_fast_tanf: "tan",
  __nv_fast_expf: "exp",
  __nv_fast_exp10f: "exp10",
  __nv_fast_logf: "log",
  __nv_fast_log2f: "log2",
  __nv_fast_log10f: "log10",
  __nv_fast_powf: "pow",
  "llvm.nvvm.sin.approx.f": "sin",
  "llvm.nvvm.cos.approx.f": "cos",
  "llvm.nvvm.ex2.approx": "exp2",
  "llvm.nvvm.lg2.approx.f": "log2",
  "llvm.nvvm.tanh.approx": "tanh",
  "llvm.nvvm.rsqrt.approx.f": "rsqrt",
  "llvm.nvvm.rsqrt.approx.d": "rsqrt",
};

/** An operation for each component, on the same component of the arguments. */
function each(count: number, make: (kind: Kind) => Operation | undefined): Intrinsic {
  return {
    lanewise: (call: Call) => {
      const found = components(call.type).map(({ kind }, component) => {
        const operation = make(kind);
        return (
          operation && { operation, operands: call.arguments.slice(0, count).map((value) => ({ value, component })) }
        );
      });
      return found.every((one) => one !== undefined) ? found : undefined;
    },
  };
}

/** Of any format, through doubles. */
function real(name: string, count: number): Intrinsic {
  const wide = importedOperation(name, Array<Kind>(count).fill("f64"), "f64");
  return each(count, (kind) => (kind === "f64" ? wide : throughFloat(kind, throughDouble(wide))));
}

/** Functions of a number and an integer: the integer first or second. */
function withInteger(name: string, integerFirst: boolean): Intrinsic {
  return {
    lanewise: (call) => {
      const { kind } = components(call.type)[0]!;
      const integer = components(call.arguments[integerFirst ? 0 : 1]!.type)[0]!.kind;
      const operands: readonly Kind[] = integerFirst ? ["i32", "f64"] : ["f64", "i32"];
      const base = importedOperation(name, operands, "f64");
      // A long exponent counts by its lower bits: no number has one that needs more.
      const narrow: Operation = {
        ...base,
        operands: operands.map((one) => (one === "i32" ? integer : one)),
        scalar: (target, ...values) =>
          base.scalar(
            target,
            ...values.map((value, index) =>
              operands[index] === "i32" && integer === "i64" ? clampLong(target, value) : value,
            ),
          ),
      };
      const operation = kind === "f64" ? narrow : throughFloat(kind, throughDouble(narrow));
      return [{ operation, operands: call.arguments.slice(0, 2).map((value) => ({ value, component: 0 })) }];
    },
  };
}

const FARTHEST = 100_000n;

/** A 64-bit integer as 32 bits, held at the ends of what any exponent needs. */
function clampLong({ fn }: Target, long: Expression): Expression {
  const value = fn.i64();
  const least = select(FARTHEST, value, gtS(value, FARTHEST));
  const most = select(-FARTHEST, value, ltS(value, -FARTHEST));
  return bind<ValueType, typeof Type.i32>(value, long, bind(value, least, wrap(most)));
}

/** Functions of a number whose result is an integer. */
function toInteger(name: string): Intrinsic {
  return {
    lanewise: (call) => {
      const [from] = components(call.arguments[0]!.type);
      const [to] = components(call.type);
      if (!from || !to) return undefined;
      const integral = importedOperation(name, ["f64"], "f64");
      const convert = castOperation("fptosi", { kind: "f64", bits: 64, offset: 0 }, to)!;
      const operation: Operation = {
        operands: [from.kind],
        result: to.kind,
        scalar: (target, value) =>
          convert.scalar(target, integral.scalar(target, from.kind === "f32" ? promote(value) : value)),
      };
      return [{ operation, operands: [{ value: call.arguments[0]!, component: 0 }] }];
    },
  };
}

/** Structures of a number and what goes with it: the results of `frexp` and `modf`. */
function splitInTwo(fraction: string, rest: string): Intrinsic {
  return {
    lanewise: (call) =>
      components(call.type).map(({ kind }, index) => {
        const source = components(call.arguments[0]!.type)[0]!.kind;
        const isInteger = kind === "i32";
        const wide = importedOperation(index === 0 ? fraction : rest, ["f64"], "f64");
        const operation: Operation = isInteger
          ? {
              operands: [source],
              result: "i32",
              scalar: (target, value) =>
                apply(Op.i32TruncSatF64S, wide.scalar(target, source === "f32" ? promote(value) : value)),
            }
          : kind === "f64"
            ? wide
            : throughFloat(kind, throughDouble(wide));
        return { operation, operands: [{ value: call.arguments[0]!, component: 0 }] };
      }),
  };
}

const neighbours: Table = {
  nextafter: each(2, () => importedOperation("nextafter64", ["f64", "f64"], "f64")),
  nextafterf: each(2, () => importedOperation("nextafter32", ["f32", "f32"], "f32")),
};

const names = (name: string) => [name, `${name}f`, `__nv_${name}`, `__nv_${name}f`];

/** What kernels import for these functions. */
export const mathFunctions: Readonly<Record<string, LaneFunction>> = {
  ...Object.fromEntries(Object.entries(several).map(([name, [, call]]) => [name, call])),
  ldexp: elementary.ldexp,
  jn: bessel.jn,
  yn: bessel.yn,
  powi: (x: number, n: number) => x ** n,
  ilogb: elementary.ilogb,
  nearest: (x: number) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)),
  roundAway: elementary.roundAway,
  frexpFraction: elementary.fraction,
  frexpExponent: elementary.fractionExponent,
  modfRest: elementary.modulus,
  truncated: Math.trunc,
  quotientBits: elementary.quotientBits,
  nextafter64: (x: number, y: number) => elementary.nextafter(x, y, false),
  nextafter32: (x: number, y: number) => elementary.nextafter(x, y, true),
};

/** The built-ins of mathematics, by name. */
export const functions: Table = {
  ...Object.fromEntries(
    Object.entries(several).flatMap(([name, [count]]) => {
      const angle = angleNames.find((one) => one === name);
      const intrinsic = angle ? each(1, (kind) => angleOperation(angle, kind)) : real(name, count);
      const all = names(name).map((one): [string, Intrinsic] => [one, intrinsic]);
      return ofLlvm.test(name) ? [...all, [`llvm.${name}`, intrinsic] as [string, Intrinsic]] : all;
    }),
  ),
  ...Object.fromEntries(Object.entries(approximations).map(([name, of]) => [name, real(of, several[of]![0])])),
  ...Object.fromEntries(
    ["ldexp", "scalbn", "scalbln"].flatMap((name) => names(name).map((one) => [one, withInteger("ldexp", false)])),
  ),
  "llvm.ldexp": withInteger("ldexp", false),
  "llvm.powi": withInteger("powi", false),
  ...Object.fromEntries(["jn", "yn"].flatMap((name) => names(name).map((one) => [one, withInteger(name, true)]))),
  ...Object.fromEntries(names("ilogb").map((one) => [one, toInteger("ilogb")])),
  ...Object.fromEntries(
    ["lrint", "llrint"].flatMap((name) => [`llvm.${name}`, ...names(name)].map((one) => [one, toInteger("nearest")])),
  ),
  ...Object.fromEntries(
    ["lround", "llround"].flatMap((name) =>
      [`llvm.${name}`, ...names(name)].map((one) => [one, toInteger("roundAway")]),
    ),
  ),
  "llvm.frexp": splitInTwo("frexpFraction", "frexpExponent"),
  "llvm.modf": splitInTwo("modfRest", "truncated"),
  __wl_remquo_bits: toIntegerPair("quotientBits"),
  ...neighbours,
};

/** The lower bits of a quotient, of two doubles. */
function toIntegerPair(name: string): Intrinsic {
  const wide = importedOperation(name, ["f64", "f64"], "f64");
  const operation: Operation = {
    operands: ["f64", "f64"],
    result: "i32",
    scalar: (target, ...values) => apply(Op.i32TruncSatF64S, wide.scalar(target, ...values)),
  };
  return {
    lanewise: (call) => [{ operation, operands: call.arguments.slice(0, 2).map((value) => ({ value, component: 0 })) }],
  };
}

/**
 * Arithmetic and conversions that name their rounding. Reference: CUDA Math API, "Single Precision Intrinsics", "Double
 * Precision Intrinsics", "Type Casting Intrinsics"; PTX ISA, "cvt", for what does not fit.
 */

import { floatToBfloat, floatToHalf } from "../mathematics/arithmetic";
import {
  add,
  divide,
  type Format,
  formats,
  fromInteger,
  fused,
  integral,
  multiply,
  narrowed,
  type Rounding,
  reciprocalRoot,
  squareRoot,
} from "../mathematics/rounding";
import { smallToFloat } from "../matrices/multiply";
import type { Kind } from "../plan/types";
import { type Imported, importedTable } from "./imports";

const modes: readonly Rounding[] = ["rn", "rz", "rm", "rp"];
const singles = [
  ["f", "f32"],
  ["d", "f64"],
] as const;

type Arithmetic = (values: readonly number[], format: Format, mode: Rounding) => number;

const arithmetic: Readonly<Record<string, readonly [count: number, make: Arithmetic]>> = {
  add: [2, ([a, b], format, mode) => add(a!, b!, format, mode)],
  mul: [2, ([a, b], format, mode) => multiply(a!, b!, format, mode)],
  div: [2, ([a, b], format, mode) => divide(a!, b!, format, mode)],
  fma: [3, ([a, b, c], format, mode) => fused(a!, b!, c!, format, mode)],
  rcp: [1, ([a], format, mode) => divide(1, a!, format, mode)],
  sqrt: [1, ([a], format, mode) => squareRoot(a!, format, mode)],
  rsqrt: [1, ([a], format, mode) => reciprocalRoot(a!, format, mode)],
};

/** Rounding to nearest is WebAssembly's own (`math.ts`) except for reciprocals. */
const modesOf = (name: string) => modes.filter((mode) => mode !== "rn" || name === "rcp" || name === "rsqrt");

const operations = Object.entries(arithmetic).flatMap(([name, [count, make]]) =>
  modesOf(name).flatMap((mode) =>
    singles.map(([letter, kind]): [string, Imported] => [
      `llvm.nvvm.${name}.${mode}.${letter}`,
      {
        operands: Array.from({ length: count }, () => kind),
        result: kind,
        call: (...values: number[]) => make(values, formats[kind], mode),
      },
    ]),
  ),
);

/** Bits and sign of the integers that conversions name. */
const integers = { i: [32, true], ui: [32, false], ll: [64, true], ull: [64, false] } as const;
type Integer = keyof typeof integers;

/** A float as an integer: held at the ends of the range, and NaN the top bit where 64 bits are on either side, else 0. */
function toInteger(value: number, bits: number, signed: boolean, wide: boolean): bigint {
  if (Number.isNaN(value)) return wide || bits === 64 ? BigInt.asIntN(bits, 1n << BigInt(bits - 1)) : 0n;
  const least = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const most = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  if (value <= Number(least)) return least;
  return value >= Number(most) ? BigInt.asIntN(bits, most) : BigInt.asIntN(bits, BigInt(value));
}

const kindOf = (bits: number): Kind => (bits === 64 ? "i64" : "i32");
const carried = (value: bigint, bits: number): number | bigint =>
  bits === 64 ? value : Number(BigInt.asIntN(32, value));

const conversions = (Object.keys(integers) as Integer[]).flatMap((integer) => {
  const [bits, signed] = integers[integer];
  return modes.flatMap((mode) =>
    singles.flatMap(([letter, kind]): [string, Imported][] => [
      [
        `llvm.nvvm.${letter}2${integer}.${mode}`,
        {
          operands: [kind],
          result: kindOf(bits),
          call: (value: number) => carried(toInteger(integral(value, mode), bits, signed, kind === "f64"), bits),
        },
      ],
      [
        `llvm.nvvm.${integer}2${letter}.${mode}`,
        {
          operands: [kindOf(bits)],
          result: kind,
          call: (value: number | bigint) => {
            const whole = BigInt(value);
            return fromInteger(signed ? BigInt.asIntN(bits, whole) : BigInt.asUintN(bits, whole), formats[kind], mode);
          },
        },
      ],
    ]),
  );
});

const narrowings = modes.flatMap((mode): [string, Imported][] => [
  [
    `llvm.nvvm.d2f.${mode}`,
    { operands: ["f64"], result: "f32", call: (value: number) => narrowed(value, formats.f32, mode) },
  ],
  [
    `__wl_f2f16.${mode}`,
    { operands: ["f32"], result: "f16", call: (value: number) => floatToHalf(narrowed(value, formats.f16, mode)) },
  ],
  [
    `__wl_f2bf16.${mode}`,
    { operands: ["f32"], result: "bf16", call: (value: number) => floatToBfloat(narrowed(value, formats.bf16, mode)) },
  ],
]);

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

/** Bits of a float that tf32 does not have. */
const TF32_BELOW = 13;

/** A float's bits as tf32: to nearest with ties away from zero, to even, or cut off. */
function tf32(mode: "rna" | "rn" | "rz"): (value: number) => number {
  return (value) => {
    if (Number.isNaN(value)) return 0x7fff_ffff;
    single[0] = value;
    if (mode !== "rz" && Number.isFinite(value)) {
      const odd = (word[0]! >>> TF32_BELOW) & 1;
      word[0]! += (1 << (TF32_BELOW - 1)) - (mode === "rn" && !odd ? 1 : 0);
    }
    return (word[0]! & -(1 << TF32_BELOW)) | 0;
  };
}

/** Formats of 8 bits: precision, and the exponents of the least unit and of the largest number. */
const small = {
  e4m3: { format: { precision: 4, least: -9, most: 8 }, bias: 7, fraction: 3, largest: 448, nan: 0x7f },
  e5m2: { format: { precision: 3, least: -16, most: 15 }, bias: 15, fraction: 2, largest: 57344, nan: 0x7f },
} as const;

/**
 * fp8 bits of a number. Too large ones become the largest where it saturates, else the format's infinity, or NaN where it
 * has none. Reference: CUDA Math API, "FP8 Conversion and Data Movement".
 */
function floatToSmall(value: number, kind: keyof typeof small, saturates: boolean): number {
  const { format, bias, fraction, largest, nan } = small[kind];
  const sign = value < 0 || Object.is(value, -0) ? 0x80 : 0;
  if (Number.isNaN(value)) return nan;
  const magnitude = Math.abs(value);
  const rounded = Number.isFinite(magnitude) ? narrowed(magnitude, { ...format, most: 2000 }, "rn") : magnitude;
  if (rounded > largest) {
    if (saturates) return sign | (kind === "e4m3" ? 0x7e : 0x7b);
    return sign | (kind === "e4m3" ? 0x7f : 0x7c);
  }
  const least = 2 ** (1 - bias);
  if (rounded < least) return sign | (rounded / 2 ** (1 - bias - fraction));
  const exponent = Math.floor(Math.log2(rounded));
  return sign | ((exponent + bias) << fraction) | ((rounded / 2 ** exponent - 1) * 2 ** fraction);
}

const pairs = (["e4m3", "e5m2"] as const).flatMap((kind): [string, Imported][] => [
  [
    `__wl_f2${kind}x2`,
    {
      operands: ["f32", "f32"],
      result: "i16",
      call: (upper: number, lower: number) => (floatToSmall(upper, kind, true) << 8) | floatToSmall(lower, kind, true),
    },
  ],
  // Every number of fp8 is a half; what is none has one pattern.
  [
    `__wl_${kind}2f16`,
    {
      operands: ["i16"],
      result: "f16",
      call: (bits: number) => {
        const value = smallToFloat(bits & 0xff, kind === "e4m3" ? 4 : 5);
        return Number.isNaN(value) ? 0x7fff : floatToHalf(value);
      },
    },
  ],
]);

/** Largest magnitudes of divisors for which the quick quotient is one. */
const QUICK_DIVISOR = 2 ** 126;

const others: Readonly<Record<string, Imported>> = {
  "llvm.nvvm.f2tf32.rna": { operands: ["f32"], result: "i32", call: tf32("rna") },
  "llvm.nvvm.f2tf32.rn": { operands: ["f32"], result: "i32", call: tf32("rn") },
  "llvm.nvvm.f2tf32.rz": { operands: ["f32"], result: "i32", call: tf32("rz") },
  // Very large divisors give 0, and NaN for what is infinite ("__fdividef" of the programming guide).
  "llvm.nvvm.div.approx.f": {
    operands: ["f32", "f32"],
    result: "f32",
    call: (a: number, b: number) => {
      const large = Math.abs(b) > QUICK_DIVISOR && Number.isFinite(b);
      return large ? (Number.isFinite(a) ? (a < 0 !== b < 0 ? -0 : 0) : Number.NaN) : a / b;
    },
  },
  "llvm.nvvm.div.full": { operands: ["f32", "f32"], result: "f32", call: (a: number, b: number) => a / b },
  "llvm.nvvm.rcp.approx.ftz.f": { operands: ["f32"], result: "f32", call: (a: number) => 1 / a },
  "llvm.nvvm.rcp.approx.ftz.d": { operands: ["f64"], result: "f64", call: (a: number) => 1 / a },
};

const table = importedTable({
  ...Object.fromEntries([...operations, ...conversions, ...narrowings, ...pairs]),
  ...others,
});

/** Functions by the names that kernels import them by. */
export const roundedFunctions = table.functions;
/** Arithmetic with a stated rounding, by name. */
export const rounded = table.intrinsics;

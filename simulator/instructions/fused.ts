/**
 * Fused multiply-add with a single rounding, which WebAssembly does not have.
 *
 * 32 bits: the product of two floats is exact in a double, and the double sum is rounded once more to a float. That second
 * rounding only goes wrong where the double lies exactly between two floats although the exact sum does not; then the
 * double is nudged to an odd last bit in the direction of what was lost ("round to odd": Boldo and Melquiond, "Emulation
 * of a FMA and correctly rounded sums", 2008). Only lanes near such a tie, or with a subnormal result, pay for that.
 * Where vectors of the engine fuse, they do it all.
 * 64 bits: by the same paper's algorithm, two lanes at once (`floatUnit.ts`), or one in JavaScript (`mathematics/arithmetic.ts`).
 */

import { type Operation, partOf, type Target } from "../emit/operation";
import type { Kind } from "../plan/types";
import { and, call, demote, type Expression, type LocalV128, mul, or, promote, type V128 } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import {
  anyTrue,
  everyLane,
  f32x4,
  f64x2,
  i32x4,
  i64x2,
  LOW_WORDS,
  LOWER_HALVES,
  SWAPPED_HALVES,
  shuffle,
  ZEROS,
} from "../wasm/vectors";
import { contract, contractVector, expand, expandVector } from "./floats";
import { fmaSignature, oddFloatSignature, towardsOdd } from "./floatUnit";
import { fusesVectors } from "./fusedVectors";

/** Bits of a double's lower half below the last bit of a float, and their value at a tie. */
const BELOW = 0x1fff_ffff;
const TIE = 0x1000_0000;
/** The least normal float, 2⁻¹²⁶, by its bits. */
const LEAST_NORMAL = 0x0080_0000;

const ternary64 = { parameters: [Type.f64, Type.f64, Type.f64], results: [Type.f64] } as const;
const oddFloat = { parameters: [Type.f64], results: [Type.f32] } as const;
const oddSum = { parameters: [Type.f64, Type.f64], results: [Type.f64] } as const;

type Writer = Target["fn"];

/** Products and sums of doubles, two lanes at a time. */
interface Sum {
  readonly product: LocalV128;
  readonly addend: LocalV128;
  readonly sum: LocalV128;
}

/** The sums rounded to floats: lanes 0 and 1, then 2 and 3. */
const rounded = (low: Sum, high: Sum): V128 => shuffle(LOWER_HALVES, f32x4.demote(low.sum), f32x4.demote(high.sum));

/** Of sums and what they are rounded to: the lanes that must be looked at again. */
function doubtful(low: Sum, high: Sum, result: V128): V128 {
  const isTie = i32x4.eq(and(shuffle(LOW_WORDS, low.sum, high.sum), everyLane(BELOW)), everyLane(TIE));
  // A subnormal sum may be rounded to the least normal number.
  return or(f32x4.le(f32x4.abs(result), everyLane(LEAST_NORMAL)), isTie);
}

/** Replaces the sum by the exact one rounded to odd. */
function exactSum(fn: Writer, { product, addend, sum }: Sum): void {
  const [rest, lost] = [fn.v128(), fn.v128()];
  // Knuth's two-sum: what the addition lost.
  fn.set(rest, f64x2.sub(sum, product));
  fn.set(lost, f64x2.add(f64x2.sub(product, f64x2.sub(sum, rest)), f64x2.sub(addend, rest)));
  // Infinities and NaN have lost nothing that could be given back.
  const isNumber = f64x2.eq(f64x2.sub(sum, sum), ZEROS);
  fn.set(sum, i64x2.add(and(towardsOdd(sum, lost), isNumber), sum));
}

/** Products and addends of 32-bit floats as doubles, which are exact: lanes 0 and 1, then 2 and 3. */
function widened(fn: Writer, a: V128, b: V128, c: V128): readonly [Sum, Sum] {
  const half = (upper: boolean): Sum => {
    const [product, addend, sum] = [fn.v128(), fn.v128(), fn.v128()];
    const promoted = (part: V128) => f64x2.promoteLow(upper ? shuffle(SWAPPED_HALVES, part, part) : part);
    fn.set(product, f64x2.mul(promoted(a), promoted(b)));
    fn.set(addend, promoted(c));
    return { product, addend, sum };
  };
  return [half(false), half(true)];
}

/** Four lanes of 32 bits. */
function vector32(fn: Writer, a: V128, b: V128, c: V128): V128 {
  const [low, high] = widened(fn, a, b, c);
  const result = fn.v128();
  for (const { sum, product, addend } of [low, high]) fn.set(sum, f64x2.add(product, addend));
  fn.set(result, rounded(low, high));
  fn.when(anyTrue(doubtful(low, high, result)), () => {
    for (const each of [low, high]) exactSum(fn, each);
    fn.set(result, rounded(low, high));
  });
  return result;
}

/** Four lanes of 16 bits: the sum rounded to odd is rounded to a float, to odd again, and then once to the result. */
function vector16(target: Target, kind: Kind, bits: readonly V128[]): V128 {
  const { fn } = target;
  const [a = ZEROS, b = ZEROS, c = ZEROS] = bits.map((vector) => {
    const part = fn.v128();
    fn.set(part, expandVector(target, kind, vector));
    return part;
  });
  const sums = widened(fn, a, b, c);
  for (const each of sums) {
    fn.set(each.sum, f64x2.add(each.product, each.addend));
    exactSum(fn, each);
  }
  const odd = call(Type.v128, target.import("oddFloat4", oddFloatSignature), ...sums.map(({ sum }) => sum));
  return contractVector(target, kind, odd);
}

/** The sum of a product of doubles, which is exact, and a third double, rounded to odd. */
const sumToOdd = (target: Target, a: Expression, b: Expression, c: Expression): Expression<typeof Type.f64> =>
  call(Type.f64, target.import("sumToOdd", oddSum), mul(a, b), c);

/** `a * b + c`, rounded once. `fuses`: vectors of the engine do so. */
export function fusedMultiplyAdd(kind: Kind, fuses = fusesVectors()): Operation {
  const operands = [kind, kind, kind];
  if (kind === "f64") {
    return {
      operands,
      result: kind,
      scalar: (target, ...values) => call(Type.f64, target.import("fma64", ternary64), ...values),
      vector: (target, a, b, c) =>
        a.parts.map((part, index) =>
          fuses
            ? f64x2.multiplyAdd(part, partOf(b, index), partOf(c, index))
            : call(Type.v128, target.import("fma64x2", fmaSignature), part, partOf(b, index), partOf(c, index)),
        ),
    };
  }
  if (kind === "f32") {
    return {
      operands,
      result: kind,
      // The product is exact, so the sum rounded to odd decides the last rounding.
      scalar: (target, a, b, c) => demote(sumToOdd(target, promote(a), promote(b), promote(c))),
      vector: ({ fn }, a, b, c) => {
        const operands = [partOf(a), partOf(b), partOf(c)] as const;
        return [fuses ? f32x4.multiplyAdd(...operands) : vector32(fn, ...operands)];
      },
    };
  }
  return {
    operands,
    result: kind,
    scalar: (target, a, b, c) => {
      // Product and sum of halves are exact in a double, but for the rounding to odd that guards the last one.
      const double = (value: Expression) => promote(expand(target, kind, value));
      const odd = sumToOdd(target, double(a), double(b), double(c));
      const float = call(Type.f32, target.import("doubleToOddFloat", oddFloat), odd);
      return contract(target, kind, float);
    },
    vector: (target, ...quads) => [
      vector16(
        target,
        kind,
        quads.map((quad) => partOf(quad)),
      ),
    ],
  };
}

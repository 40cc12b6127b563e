/**
 * Fused multiply-add with a single rounding, which WebAssembly does not have.
 *
 * 32 bits: the product of two floats is exact in a double, and the double sum is rounded once more to a float. That second
 * rounding only goes wrong where the double lies exactly between two floats although the exact sum does not; then the
 * double is nudged to an odd last bit in the direction of what was lost ("round to odd": Boldo and Melquiond, "Emulation
 * of a FMA and correctly rounded sums", 2008). Only lanes near such a tie, or with a subnormal result, pay for that.
 * 64 bits: by the same paper's algorithm, two lanes at once (`floatUnit.ts`), or one in JavaScript (`machine/arithmetic.ts`).
 */

import type { Operation, Push, Quad, Target } from "../emit/operation";
import type { Kind } from "../plan/types";
import type { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import { contract, contractQuad, expand, expandQuad } from "./floats";
import { fmaSignature, oddFloatSignature } from "./floatUnit";

/** Bits of a double below the last bit of a float, and their value at a tie. */
const BELOW = 0x1fff_ffffn;
const TIE = 0x1000_0000n;
/** The least normal float, as a double. */
const LEAST_NORMAL = 2 ** -126;

const ternary64 = { parameters: [Type.f64, Type.f64, Type.f64], results: [Type.f64] } as const;
const oddSum = { parameters: [Type.f64, Type.f64], results: [Type.f64] } as const;

function scalar32(target: Parameters<Operation["scalar"]>[0], [a, b, c]: readonly Push[]): void {
  const { code } = target.fn;
  // The product is exact, so the sum rounded to odd decides the last rounding.
  a!();
  code.op(Op.f64PromoteF32);
  b!();
  code.op(Op.f64PromoteF32, Op.f64Mul);
  c!();
  code.op(Op.f64PromoteF32).call(target.import("sumToOdd", oddSum)).op(Op.f32DemoteF64);
}

/** Sums the doubles in `product` and `addend` into `sum`; ors into `doubtful` the lanes whose sum must be looked at again. */
function quickSum(fn: FunctionBuilder, product: number, addend: number, sum: number, doubtful: number): void {
  const { code } = fn;
  code.get(product).get(addend).op(Op.f64x2Add).tee(sum);
  code.i64(BELOW).op(Op.i64x2Splat, Op.v128And).i64(TIE).op(Op.i64x2Splat, Op.i64x2Eq);
  code.get(sum).op(Op.f64x2Abs).f64(LEAST_NORMAL).op(Op.f64x2Splat, Op.f64x2Lt, Op.v128Or);
  code.get(doubtful).op(Op.v128Or).set(doubtful);
}

/** Replaces `sum` by the sum of `product` and `addend` rounded to odd. */
function exactSum(fn: FunctionBuilder, product: number, addend: number, sum: number): void {
  const { code } = fn;
  const [rest, lost] = [fn.v128(), fn.v128()];
  // Knuth's two-sum: what the addition lost.
  code.get(sum).get(product).op(Op.f64x2Sub).set(rest);
  code.get(product).get(sum).get(rest).op(Op.f64x2Sub, Op.f64x2Sub);
  code.get(addend).get(rest).op(Op.f64x2Sub, Op.f64x2Add).set(lost);
  // One unit up where what was lost has the sum's sign, else one down; only if the last bit is even and something was lost.
  code.get(lost).get(sum).op(Op.v128Xor).i32(63).op(Op.i64x2ShrS).i64(1n).op(Op.i64x2Splat, Op.v128Or);
  code.get(lost).v128([0, 0, 0, 0]).op(Op.f64x2Ne, Op.v128And);
  code.get(sum).i64(1n).op(Op.i64x2Splat, Op.v128And).v128([0, 0, 0, 0]).op(Op.i64x2Eq, Op.v128And);
  // Infinities and NaN have lost nothing that could be given back.
  code.get(sum).get(sum).op(Op.f64x2Sub).v128([0, 0, 0, 0]).op(Op.f64x2Eq, Op.v128And);
  code.get(sum).op(Op.i64x2Add).set(sum);
}

/** Products and addends of 32-bit floats as doubles, which are exact: lanes 0 and 1, then 2 and 3. */
function widened(fn: FunctionBuilder, a: number, b: number, c: number) {
  const { code } = fn;
  return [0, 1].map((half) => {
    const [product, addend, sum] = [fn.v128(), fn.v128(), fn.v128()];
    const promote = (part: number) => {
      code.get(part);
      if (half) code.get(part).shuffle([8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]);
      code.op(Op.f64x2PromoteLowF32x4);
    };
    promote(a);
    promote(b);
    code.op(Op.f64x2Mul).set(product);
    promote(c);
    code.set(addend);
    return { product, addend, sum };
  });
}

function vector32(fn: FunctionBuilder, result: number, a: number, b: number, c: number): void {
  const { code } = fn;
  const pieces = widened(fn, a, b, c);
  const doubtful = fn.v128();
  code.v128([0, 0, 0, 0]).set(doubtful);
  for (const { product, addend, sum } of pieces) quickSum(fn, product, addend, sum, doubtful);
  code
    .get(doubtful)
    .op(Op.v128AnyTrue)
    .nest(Op.if, () => {
      for (const { product, addend, sum } of pieces) exactSum(fn, product, addend, sum);
    });
  for (const { sum } of pieces) code.get(sum).op(Op.f32x4DemoteF64x2Zero);
  code.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]).set(result);
}

/** Four lanes of 16 bits: the sum rounded to odd is rounded to a float, to odd again, and then once to the result. */
function vector16(target: Target, kind: Kind, result: number, operands: readonly Quad[]): void {
  const { fn } = target;
  const [a, b, c] = operands.map((operand) => {
    const part = fn.v128();
    expandQuad(target, kind, operand);
    fn.code.set(part);
    return part;
  });
  const pieces = widened(fn, a!, b!, c!);
  for (const { product, addend, sum } of pieces) {
    fn.code.get(product).get(addend).op(Op.f64x2Add).set(sum);
    exactSum(fn, product, addend, sum);
  }
  for (const { sum } of pieces) fn.code.get(sum);
  fn.code.call(target.import("oddFloat4", oddFloatSignature));
  contractQuad(target, kind);
  fn.code.set(result);
}

/** `a * b + c`, rounded once. */
export function fusedMultiplyAdd(kind: Kind): Operation {
  const operands = [kind, kind, kind];
  if (kind === "f64") {
    return {
      operands,
      result: kind,
      scalar: (target, pushes) => {
        for (const push of pushes) push();
        target.fn.code.call(target.import("fma64", ternary64));
      },
      vector: (target, result, quads) => {
        result.parts.forEach((part, index) => {
          for (const quad of quads) target.fn.code.get(quad.parts[index]!);
          target.fn.code.call(target.import("fma64x2", fmaSignature)).set(part);
        });
      },
    };
  }
  if (kind === "f32") {
    return {
      operands,
      result: kind,
      scalar: scalar32,
      vector: ({ fn }, result, [a, b, c]) => vector32(fn, result.parts[0]!, a!.parts[0]!, b!.parts[0]!, c!.parts[0]!),
    };
  }
  return {
    operands,
    result: kind,
    scalar: (target, pushes) => {
      // Product and sum of halves are exact in a double, but for the rounding to odd that guards the last one.
      const push64 = (push: Push) => {
        push();
        expand(target, kind);
        target.fn.code.op(Op.f64PromoteF32);
      };
      push64(pushes[0]!);
      push64(pushes[1]!);
      target.fn.code.op(Op.f64Mul);
      push64(pushes[2]!);
      target.fn.code.call(target.import("sumToOdd", oddSum));
      target.fn.code.call(target.import("doubleToOddFloat", { parameters: [Type.f64], results: [Type.f32] }));
      contract(target, kind);
    },
    vector: (target, result, quads) => vector16(target, kind, result.parts[0]!, quads),
  };
}

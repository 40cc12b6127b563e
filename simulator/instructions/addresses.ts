/** Address computations: a base, a constant, and indices that are sign-extended and scaled. */

import { type Operation, widen, widenQuad } from "../emit/operation";
import type { Component } from "../plan/types";
import { Op } from "../wasm/opcodes";

/** `operands`: the base, then one index for each scale. */
export function addressSum(indices: readonly Component[], scales: readonly number[], constant: bigint): Operation {
  return {
    operands: ["i64", ...indices.map(({ kind }) => kind)],
    result: "i64",
    scalar: ({ fn }, [base, ...pushes]) => {
      const { code } = fn;
      base!();
      if (constant !== 0n) code.i64(constant).op(Op.i64Add);
      pushes.forEach((push, at) => {
        const { kind, bits } = indices[at]!;
        push();
        widen(fn, kind, bits);
        if (kind !== "i64") code.op(Op.i64ExtendI32S);
        if (scales[at] !== 1) code.i64(BigInt(scales[at]!)).op(Op.i64Mul);
        code.op(Op.i64Add);
      });
    },
    vector: ({ fn }, result, [base, ...quads]) => {
      const { code } = fn;
      result.parts.forEach((part, index) => {
        code.get(base!.parts[index]!);
        if (constant !== 0n) code.i64(constant).op(Op.i64x2Splat, Op.i64x2Add);
        quads.forEach((quad, at) => {
          const { kind, bits } = indices[at]!;
          const long = kind === "i64";
          const scale = scales[at]!;
          code.get(quad.parts[long ? index : 0]!);
          widenQuad(fn, kind, bits);
          if (!long) code.op(index === 0 ? Op.i64x2ExtendLowI32x4S : Op.i64x2ExtendHighI32x4S);
          const power = Math.log2(scale);
          if (scale !== 1) {
            if (Number.isInteger(power)) code.i32(power).op(Op.i64x2Shl);
            else code.i64(BigInt(scale)).op(Op.i64x2Splat, Op.i64x2Mul);
          }
          code.op(Op.i64x2Add);
        });
        code.set(part);
      });
    },
  };
}

/** Address computations: a base, a constant, and indices that are sign-extended and scaled. */

import { type Operation, partOf, scaledIndex, widenVector } from "../emit/operation";
import type { Component } from "../plan/types";
import { add, apply, type Expression, i64, type V128 } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";
import { i64x2 } from "../wasm/vectors";

/** An index of an address: its scalar, and the bytes that it counts in. */
export interface ScaledIndex {
  readonly index: Component;
  readonly scale: number;
}

/** The product of a vector of 64-bit lanes and a constant. */
function scaled(vector: V128, scale: number): V128 {
  if (scale === 1) return vector;
  const power = Math.log2(scale);
  return Number.isInteger(power) ? i64x2.shl(vector, power) : i64x2.mul(vector, i64x2.splat(BigInt(scale)));
}

/** The sum of a base, which is the first operand, a constant, and the scaled indices. */
export function addressSum(indices: readonly ScaledIndex[], constant: bigint): Operation {
  return {
    operands: ["i64", ...indices.map(({ index }) => index.kind)],
    result: "i64",
    scalar: (_target, base, ...values) => {
      const start: Expression = constant === 0n ? base : add(base, i64(constant));
      return indices.reduce((sum, { index, scale }, at) => {
        const [value] = values.slice(at, at + 1);
        if (!value) throw new Error("fewer indices than scales");
        return add(sum, scaledIndex(value, index, scale));
      }, start);
    },
    vector: (_target, base, ...quads) =>
      base.parts.map((part, half) => {
        const start = constant === 0n ? part : i64x2.add(part, i64x2.splat(constant));
        const extend = half === 0 ? Op.i64x2ExtendLowI32x4S : Op.i64x2ExtendHighI32x4S;
        return quads.reduce((sum, quad, at) => {
          const [term] = indices.slice(at, at + 1);
          if (!term) throw new Error("more indices than scales");
          const { kind, bits } = term.index;
          const long = kind === "i64";
          const value = widenVector(partOf(quad, long ? half : 0), kind, bits);
          return i64x2.add(sum, scaled(long ? value : apply(extend, value), term.scale));
        }, start);
      }),
  };
}

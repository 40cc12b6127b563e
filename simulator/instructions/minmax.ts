/** Minimum and maximum of integers and floats. */

import { eachPart, type Operation, partOf, selection } from "../emit/operation";
import type { Kind } from "../plan/types";
import { apply, ne, select } from "../wasm/expressions";
import { Op, type Opcode } from "../wasm/opcodes";
import { bitselect, f32x4, f64x2 } from "../wasm/vectors";
import { integerComparison } from "./compare";
import { throughFloat } from "./floats";

/** Minima and maxima: of signed and unsigned integers, and of floats. */
export type MinMax = "min" | "max" | "umin" | "umax" | "fmin" | "fmax";

const predicates = { min: "slt", max: "sgt", umin: "ult", umax: "ugt" } as const;
const quads = { min: Op.i32x4MinS, max: Op.i32x4MaxS, umin: Op.i32x4MinU, umax: Op.i32x4MaxU } as const;

/** The operation of a minimum or maximum; `fmin` and `fmax` are IEEE 754's `minimumNumber` and `maximumNumber`. */
export function minMax(op: MinMax, kind: Kind, bits: number): Operation {
  if (op === "fmin" || op === "fmax") return numberMinMax(op === "fmin", kind);
  const comparison = integerComparison(predicates[op], kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, left, right) => choice.scalar(target, comparison.scalar(target, left, right), left, right),
    vector:
      kind === "i32" && bits === 32
        ? eachPart(kind, quads[op])
        : (target, left, right) => {
            const mask = target.fn.v128();
            for (const compared of comparison.vector(target, left, right)) target.fn.set(mask, compared);
            return choice.vector(target, { kind: "i1", parts: [mask] }, left, right);
          },
  };
}

/** IEEE 754-2019 `minimumNumber`: a NaN loses against a number, and -0 is below +0 (PTX ISA, "min"). */
function numberMinMax(least: boolean, kind: Kind): Operation {
  if (kind === "f16" || kind === "bf16") return throughFloat(kind, numberMinMax(least, "f32"));
  const double = kind === "f64";
  const scalar: Opcode = double ? (least ? Op.f64Min : Op.f64Max) : least ? Op.f32Min : Op.f32Max;
  const vector: Opcode = double ? (least ? Op.f64x2Min : Op.f64x2Max) : least ? Op.f32x4Min : Op.f32x4Max;
  const differs = double ? f64x2.ne : f32x4.ne;
  return {
    operands: [kind, kind],
    result: kind,
    // The right one if the left is NaN, else (the left one if the right is NaN, else the lesser).
    scalar: (_target, left, right) =>
      select(right, select(left, apply(scalar, left, right), ne(right, right)), ne(left, left)),
    vector: (_target, left, right) =>
      left.parts.map((a, index) => {
        const b = partOf(right, index);
        return bitselect(b, bitselect(a, apply(vector, a, b), differs(b, b)), differs(a, a));
      }),
  };
}

/** Minimum and maximum of integers and floats. */

import { type Operation, partwise, selection } from "../emit/operation";
import type { Kind } from "../plan/types";
import { Op, type Opcode } from "../wasm/opcodes";
import { integerComparison } from "./compare";
import { throughFloat } from "./floats";

/** Minima and maxima: of signed and unsigned integers, and of floats. */
export type MinMax = "min" | "max" | "umin" | "umax" | "fmin" | "fmax";

const predicates = { min: "slt", max: "sgt", umin: "ult", umax: "ugt" } as const;
const quads = { min: Op.i32x4MinS, max: Op.i32x4MaxS, umin: Op.i32x4MinU, umax: Op.i32x4MaxU } as const;

/** A minimum or maximum; of floats, the number where one operand is NaN. */
export function minMax(op: MinMax, kind: Kind, bits: number): Operation {
  if (op === "fmin" || op === "fmax") return numberMinMax(op === "fmin", kind);
  const comparison = integerComparison(predicates[op], kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, [left, right]) =>
      choice.scalar(target, [() => comparison.scalar(target, [left!, right!]), left!, right!]),
    vector:
      kind === "i32" && bits === 32
        ? partwise(quads[op])
        : (target, result, [left, right]) => {
            const mask = { kind: "i1" as const, parts: [target.fn.v128()] };
            comparison.vector!(target, mask, [left!, right!]);
            choice.vector!(target, result, [mask, left!, right!]);
          },
  };
}

/** IEEE 754-2019 `minimumNumber`: a NaN loses against a number, and -0 is below +0 (PTX ISA, "min"). */
function numberMinMax(least: boolean, kind: Kind): Operation {
  if (kind === "f16" || kind === "bf16") return throughFloat(kind, numberMinMax(least, "f32"));
  const double = kind === "f64";
  const scalar: Opcode = double ? (least ? Op.f64Min : Op.f64Max) : least ? Op.f32Min : Op.f32Max;
  const vector: Opcode = double ? (least ? Op.f64x2Min : Op.f64x2Max) : least ? Op.f32x4Min : Op.f32x4Max;
  const ne: Opcode = double ? Op.f64Ne : Op.f32Ne;
  const vectorNe: Opcode = double ? Op.f64x2Ne : Op.f32x4Ne;
  return {
    operands: [kind, kind],
    result: kind,
    scalar: ({ fn }, [left, right]) => {
      const { code } = fn;
      // right if left is NaN, else (left if right is NaN, else the lesser)
      right!();
      left!();
      left!();
      right!();
      code.op(scalar);
      right!();
      right!();
      code.op(ne, Op.select);
      left!();
      left!();
      code.op(ne, Op.select);
    },
    vector: ({ fn }, result, [left, right]) => {
      const { code } = fn;
      result.parts.forEach((part, index) => {
        const [a, b] = [left!.parts[index]!, right!.parts[index]!];
        code.get(b).get(a).get(a).get(b).op(vector);
        code.get(b).get(b).op(vectorNe, Op.v128Bitselect);
        code.get(a).get(a).op(vectorNe, Op.v128Bitselect).set(part);
      });
    },
  };
}

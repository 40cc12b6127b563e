/**
 * Floating-point arithmetic. `half` and `bfloat` are computed in 32-bit floats and rounded once more, which is exact:
 * a format of p bits is rounded right through one of at least 2p+2 bits (Figueroa, "When is double rounding innocuous?").
 */
import type { BinaryOp } from "../../analyzer/ir/model";
import { type Operation, partOf, plain, type Quad, type Target, type VectorOperation } from "../emit/operation";
import type { Kind } from "../plan/types";
import { apply, call, demote, type Expression, i32, promote, shl, type V128, xor } from "../wasm/expressions";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import { i32x4 } from "../wasm/vectors";
import { convertSignature } from "./floatUnit";

const rows: Partial<Record<BinaryOp, readonly [Opcode, Opcode, Opcode, Opcode]>> = {
  fadd: [Op.f32Add, Op.f32x4Add, Op.f64Add, Op.f64x2Add],
  fsub: [Op.f32Sub, Op.f32x4Sub, Op.f64Sub, Op.f64x2Sub],
  fmul: [Op.f32Mul, Op.f32x4Mul, Op.f64Mul, Op.f64x2Mul],
  fdiv: [Op.f32Div, Op.f32x4Div, Op.f64Div, Op.f64x2Div],
};

const toFloat = { parameters: [Type.i32], results: [Type.f32] } as const;
const fromFloat = { parameters: [Type.f32], results: [Type.i32] } as const;

/** The bits of a `half` or `bfloat` as a 32-bit float; other values as they are. */
export function expand(target: Target, kind: Kind, bits: Expression): Expression {
  if (kind === "bf16") return apply(Op.f32ReinterpretI32, shl(bits, i32(16)));
  return kind === "f16" ? call(Type.f32, target.import("halfToFloat", toFloat), bits) : bits;
}

/** A 32-bit float rounded to the bits of a `half` or `bfloat`; for other kinds as it is. */
export function contract(target: Target, kind: Kind, float: Expression): Expression {
  if (kind === "bf16") return call(Type.i32, target.import("floatToBfloat", fromFloat), float);
  return kind === "f16" ? call(Type.i32, target.import("floatToHalf", fromFloat), float) : float;
}

/** The same for four lanes. */
export function expandVector(target: Target, kind: Kind, bits: V128): V128 {
  if (kind === "bf16") return i32x4.shl(bits, 16);
  return kind === "f16" ? call(Type.v128, target.import("halfToFloat4", convertSignature), bits) : bits;
}

/** The same for four lanes. */
export function contractVector(target: Target, kind: Kind, floats: V128): V128 {
  if (kind === "bf16") return call(Type.v128, target.import("floatToBfloat4", convertSignature), floats);
  return kind === "f16" ? call(Type.v128, target.import("floatToHalf4", convertSignature), floats) : floats;
}

/** A 32-bit operation for `half` and `bfloat` operands and result. */
export function throughFloat(kind: Kind, single: Operation): Operation {
  const small = kind === "f16" || kind === "bf16";
  if (!small) return single;
  const convert = (of: Kind): Kind => (of === "f32" ? kind : of);
  const isFloat = (index: number): boolean => single.operands[index] === "f32";
  const { vector } = single;
  return {
    operands: single.operands.map(convert),
    result: convert(single.result),
    scalar: (target, ...operands) => {
      const floats = operands.map((operand, index) => (isFloat(index) ? expand(target, kind, operand) : operand));
      const result = single.scalar(target, ...floats);
      return single.result === "f32" ? contract(target, kind, result) : result;
    },
    ...(vector && {
      vector: (target, ...quads) => {
        const floats = quads.map((quad, index): Quad => {
          if (!isFloat(index)) return quad;
          const part = target.fn.v128();
          target.fn.set(part, expandVector(target, kind, partOf(quad)));
          return { kind: "f32", parts: [part] };
        });
        const results = vector(target, ...floats);
        return single.result === "f32" ? results.map((result) => contractVector(target, kind, result)) : results;
      },
    }),
  };
}

const binary64 = { parameters: [Type.f64, Type.f64], results: [Type.f64] } as const;

/** The operation of a floating-point instruction, `undefined` where there is none. */
export function floatOperation(op: BinaryOp, kind: Kind): Operation | undefined {
  if (op === "frem") return remainder(kind);
  const row = rows[op];
  if (!row) return undefined;
  if (kind === "f64") return plain(["f64", "f64"], "f64", row[2], row[3]);
  return throughFloat(kind, plain(["f32", "f32"], "f32", row[0], row[1]));
}

/** C's `fmod`: exact in every format, so that of 64 bits serves all. */
function remainder(kind: Kind): Operation {
  const wide: Operation = {
    operands: ["f64", "f64"],
    result: "f64",
    scalar: (target, ...operands) => call(Type.f64, target.import("fmod", binary64), ...operands),
  };
  return kind === "f64" ? wide : throughFloat(kind, throughDouble(wide));
}

/** A 64-bit operation applied to 32-bit operands, its result rounded. */
export function throughDouble(wide: Operation): Operation {
  const convert = (of: Kind): Kind => (of === "f64" ? "f32" : of);
  return {
    operands: wide.operands.map(convert),
    result: convert(wide.result),
    scalar: (target, ...operands) => {
      const doubles = operands.map((operand, index) => (wide.operands[index] === "f64" ? promote(operand) : operand));
      const result = wide.scalar(target, ...doubles);
      return wide.result === "f64" ? demote(result) : result;
    },
  };
}

/** The sign bit of both 16-bit formats. */
const SMALL_SIGN = 0x8000;

/** Flips the sign, of NaN too. */
export function negation(kind: Kind): VectorOperation {
  if (kind === "f64") return plain(["f64"], "f64", Op.f64Neg, Op.f64x2Neg);
  if (kind === "f32") return plain(["f32"], "f32", Op.f32Neg, Op.f32x4Neg);
  return {
    operands: [kind],
    result: kind,
    scalar: (_target, value) => xor(value, i32(SMALL_SIGN)),
    vector: (_target, value) => [xor(partOf(value), i32x4.splat(SMALL_SIGN))],
  };
}

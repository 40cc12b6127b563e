/**
 * Floating-point arithmetic. `half` and `bfloat` are computed in 32-bit floats and rounded once more, which is exact:
 * a format of p bits is rounded right through one of at least 2p+2 bits (Figueroa, "When is double rounding innocuous?").
 */
import type { BinaryOp } from "../../analyzer/ir/model";
import { type Operation, plain, type Quad, type Target } from "../emit/operation";
import type { Kind } from "../plan/types";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import { convertSignature } from "./floatUnit";

const rows: Partial<Record<BinaryOp, readonly [Opcode, Opcode, Opcode, Opcode]>> = {
  fadd: [Op.f32Add, Op.f32x4Add, Op.f64Add, Op.f64x2Add],
  fsub: [Op.f32Sub, Op.f32x4Sub, Op.f64Sub, Op.f64x2Sub],
  fmul: [Op.f32Mul, Op.f32x4Mul, Op.f64Mul, Op.f64x2Mul],
  fdiv: [Op.f32Div, Op.f32x4Div, Op.f64Div, Op.f64x2Div],
};

const toFloat = { parameters: [Type.i32], results: [Type.f32] } as const;
const fromFloat = { parameters: [Type.f32], results: [Type.i32] } as const;

/** Turns the bits of a `half` or `bfloat` on the stack into a 32-bit float. */
export function expand(target: Target, kind: Kind): void {
  if (kind === "bf16") target.fn.code.i32(16).op(Op.i32Shl, Op.f32ReinterpretI32);
  else if (kind === "f16") target.fn.code.call(target.import("halfToFloat", toFloat));
}

/** Rounds the 32-bit float on the stack to the bits of a `half` or `bfloat`. */
export function contract(target: Target, kind: Kind): void {
  if (kind === "bf16") target.fn.code.call(target.import("floatToBfloat", fromFloat));
  else if (kind === "f16") target.fn.code.call(target.import("floatToHalf", fromFloat));
}

/** The same for four lanes: pushes the vector. */
export function expandQuad(target: Target, kind: Kind, quad: Quad): void {
  target.fn.code.get(quad.parts[0]!);
  if (kind === "bf16") target.fn.code.i32(16).op(Op.i32x4Shl);
  else if (kind === "f16") target.fn.code.call(target.import("halfToFloat4", convertSignature));
}

/** The same for the four lanes on the stack. */
export function contractQuad(target: Target, kind: Kind): void {
  if (kind === "bf16") target.fn.code.call(target.import("floatToBfloat4", convertSignature));
  else if (kind === "f16") target.fn.code.call(target.import("floatToHalf4", convertSignature));
}

/** A 32-bit operation for `half` and `bfloat` operands and result. */
export function throughFloat(kind: Kind, single: Operation): Operation {
  const small = kind === "f16" || kind === "bf16";
  if (!small) return single;
  const convert = (of: Kind): Kind => (of === "f32" ? kind : of);
  return {
    operands: single.operands.map(convert),
    result: convert(single.result),
    scalar: (target, operands) => {
      single.scalar(
        target,
        operands.map((push, index) => () => {
          push();
          if (single.operands[index] === "f32") expand(target, kind);
        }),
      );
      if (single.result === "f32") contract(target, kind);
    },
    ...(single.vector && {
      vector: (target, result, quads) => {
        const { fn } = target;
        const floats = quads.map((quad, index): Quad => {
          if (single.operands[index] !== "f32") return quad;
          const part = fn.v128();
          expandQuad(target, kind, quad);
          fn.code.set(part);
          return { kind: "f32", parts: [part] };
        });
        single.vector!(target, { kind: single.result, parts: result.parts }, floats);
        if (single.result !== "f32") return;
        fn.code.get(result.parts[0]!);
        contractQuad(target, kind);
        fn.code.set(result.parts[0]!);
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
    scalar: (target, operands) => {
      for (const push of operands) push();
      target.fn.code.call(target.import("fmod", binary64));
    },
  };
  return kind === "f64" ? wide : throughFloat(kind, throughDouble(wide));
}

/** A 64-bit operation applied to 32-bit operands, its result rounded. */
export function throughDouble(wide: Operation): Operation {
  const convert = (of: Kind): Kind => (of === "f64" ? "f32" : of);
  return {
    operands: wide.operands.map(convert),
    result: convert(wide.result),
    scalar: (target, operands) => {
      wide.scalar(
        target,
        operands.map((push, index) => () => {
          push();
          if (wide.operands[index] === "f64") target.fn.code.op(Op.f64PromoteF32);
        }),
      );
      if (wide.result === "f64") target.fn.code.op(Op.f32DemoteF64);
    },
  };
}

const SIGNS = { f16: 0x8000, bf16: 0x8000 } as const;

/** Flips the sign, of NaN too. */
export function negation(kind: Kind): Operation {
  if (kind === "f64") return plain(["f64"], "f64", Op.f64Neg, Op.f64x2Neg);
  if (kind === "f32") return plain(["f32"], "f32", Op.f32Neg, Op.f32x4Neg);
  const sign = SIGNS[kind as "f16"];
  return {
    operands: [kind],
    result: kind,
    scalar: ({ fn }, [value]) => {
      value!();
      fn.code.i32(sign).op(Op.i32Xor);
    },
    vector: ({ fn }, result, [value]) => {
      fn.code.get(value!.parts[0]!).i32(sign).op(Op.i32x4Splat, Op.v128Xor).set(result.parts[0]!);
    },
  };
}

/**
 * The 16-bit reals, `half` and `bfloat`. They live as bit patterns and are computed with as singles: one operation on
 * numbers of 11 or 8 significant bits, rounded to 24 and then to their own, is the operation rounded once.
 */
import type { Component } from "../../plan/types";
import { Op, type Opcode, Type } from "../../wasm/opcodes";
import type { FunctionContext } from "./context";

const formats: Partial<Record<Component["kind"], readonly ["fromHalf" | "fromBfloat", "toHalf" | "toBfloat"]>> = {
  f16: ["fromHalf", "toHalf"],
  bf16: ["fromBfloat", "toBfloat"],
};

/** Whether a component is one of the 16-bit reals. */
export function isShort({ kind }: Component): boolean {
  return formats[kind] !== undefined;
}

/** Makes of the component on the stack a single, if it is a 16-bit real; others stay as they are. */
export function widenShort(context: FunctionContext, { kind }: Component): void {
  const format = formats[kind];
  if (format) context.builder.code.call(context.module.helper(format[0]));
}

/** Rounds the single or double on the stack to a component's own format, if that is a 16-bit real. */
export function narrowShort(context: FunctionContext, { kind }: Component, from: "f32" | "f64"): void {
  const format = formats[kind];
  if (!format) return;
  const { code } = context.builder;
  if (from === "f32") code.op(Op.f64PromoteF32);
  code.call(context.module.helper(format[1]));
}

/** The larger or smaller of two singles on the stack, the other one where one is not a number. */
function singleExtreme(opcode: Opcode): (context: FunctionContext) => void {
  return ({ builder }) => {
    const { code } = builder;
    const [left, right] = [builder.local(Type.f32), builder.local(Type.f32)];
    code.set(right).set(left);
    code.get(left).get(right).get(left).get(right).op(opcode);
    code.get(left).get(left).op(Op.f32Ne, Op.select);
    code.get(right).get(right).op(Op.f32Ne, Op.select);
  };
}

/** A 16-bit real, as a single, to the nearest whole number, halves away from zero: the sum with a half is exact. */
function singleRound({ builder }: FunctionContext): void {
  const { code } = builder;
  const value = builder.local(Type.f32);
  code.tee(value).f32Bits(0x3f000000).get(value).op(Op.f32Copysign, Op.f32Add, Op.f32Trunc);
}

/** What the library computes for singles and doubles, but clang also asks for in the 16-bit formats: as singles. */
export const shortIntrinsics: Readonly<Record<string, (context: FunctionContext) => void>> = {
  maxnum: singleExtreme(Op.f32Max),
  minnum: singleExtreme(Op.f32Min),
  maximumnum: singleExtreme(Op.f32Max),
  minimumnum: singleExtreme(Op.f32Min),
  round: singleRound,
};

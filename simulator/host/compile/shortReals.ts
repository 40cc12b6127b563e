/**
 * The 16-bit reals, `half` and `bfloat`. They live as bit patterns and are computed with as singles: one operation on
 * numbers of 11 or 8 significant bits, rounded to 24 and then to their own, is the operation rounded once.
 */
import type { Component } from "../../compile/types";
import { Op } from "../../wasm/opcodes";
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

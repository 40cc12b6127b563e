/** Code for single scalars of values: constants, and lanes of slots. */
import { carrier, isWide, type Kind } from "../plan/types";
import { add, type Expression, f32Bits, f64Bits, i32, i64, type LocalI32, shl } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import type { Slot } from "./representation";

/** The address of one lane of a slot, without the slot's offset. */
export function lanePointer(slot: Slot, lane: LocalI32): Expression<typeof Type.i32> {
  return add(slot.base, shl(lane, isWide(slot.kind) ? 3 : 2));
}

/** A number by its bit pattern. */
export function constant(kind: Kind, bits: bigint): Expression {
  switch (carrier(kind)) {
    case Type.i64:
      return i64(bits);
    case Type.f64:
      return f64Bits(bits);
    case Type.f32:
      return f32Bits(Number(bits));
    default:
      return i32(Number(BigInt.asIntN(32, bits)));
  }
}

/** Loads by the type of what they load. */
export const loads = {
  [Type.i32]: Op.i32Load,
  [Type.i64]: Op.i64Load,
  [Type.f32]: Op.f32Load,
  [Type.f64]: Op.f64Load,
  [Type.v128]: Op.v128Load,
} as const;

/** Stores likewise. */
export const stores = {
  [Type.i32]: Op.i32Store,
  [Type.i64]: Op.i64Store,
  [Type.f32]: Op.f32Store,
  [Type.f64]: Op.f64Store,
  [Type.v128]: Op.v128Store,
} as const;

/** The instructions that move one scalar between memory and the WebAssembly stack; narrow integers are zero-extended. */
import type { Kind } from "../plan/types";
import { Op, type Opcode } from "../wasm/opcodes";

/** The load of a scalar of each kind. */
export const scalarLoads: Readonly<Record<Kind, Opcode>> = {
  i1: Op.i32Load8U,
  i8: Op.i32Load8U,
  i16: Op.i32Load16U,
  f16: Op.i32Load16U,
  bf16: Op.i32Load16U,
  i32: Op.i32Load,
  i64: Op.i64Load,
  f32: Op.f32Load,
  f64: Op.f64Load,
};

/** The store of a scalar of each kind. */
export const scalarStores: Readonly<Record<Kind, Opcode>> = {
  i1: Op.i32Store8,
  i8: Op.i32Store8,
  i16: Op.i32Store16,
  f16: Op.i32Store16,
  bf16: Op.i32Store16,
  i32: Op.i32Store,
  i64: Op.i64Store,
  f32: Op.f32Store,
  f64: Op.f64Store,
};

/**
 * What lane-wise instructions do, in two forms: one lane on the WebAssembly stack, and four lanes in vectors where
 * WebAssembly has an instruction for it. Tables of these are in the files beside this one, one a family.
 */
import { isWide, type Kind } from "../plan/types";
import type { Ref } from "../plan/values";
import type { Signature } from "../wasm/encoder";
import type { FunctionBuilder } from "../wasm/function";
import { LOW_HALVES } from "../wasm/function";
import { Op, type Opcode } from "../wasm/opcodes";

/** Pushes one lane of an operand. May be called more than once. */
export type Push = () => void;

/** Four neighbouring lanes: one vector of 32-bit lanes, or two of 64-bit lanes. `i1` is all ones or zero in 32 bits. */
export interface Quad {
  readonly kind: Kind;
  readonly parts: readonly number[];
}

/** Where operations write to. */
export interface Target {
  readonly fn: FunctionBuilder;
  /** Index of an imported function of the device (`machine/instance.ts`). */
  import(name: string, signature: Signature): number;
}

/** A lane-wise operation on scalars. */
export interface Operation {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  /** Leaves the result on the stack; `i1` as 0 or 1, narrow integers zero-extended. */
  scalar(target: Target, operands: readonly Push[]): void;
  /** Sets the parts of `result`. Absent: `scalar` is applied to every lane. */
  vector?(target: Target, result: Quad, operands: readonly Quad[]): void;
}

/** An operation on scalars of values: what an instruction computes for one component of its result. */
export interface Lanewise {
  readonly operation: Operation;
  readonly operands: readonly Ref[];
}

/** An operation made of one instruction for every form; `vector` works part by part. */
export function plain(kinds: readonly Kind[], result: Kind, scalar: Opcode, vector?: Opcode): Operation {
  return {
    operands: kinds,
    result,
    scalar: ({ fn }, operands) => {
      for (const push of operands) push();
      fn.code.op(scalar);
    },
    ...(vector !== undefined && { vector: partwise(vector) }),
  };
}

/** Applies one vector instruction to each part. */
export function partwise(...opcodes: Opcode[]): NonNullable<Operation["vector"]> {
  return ({ fn }, result, operands) => {
    result.parts.forEach((part, index) => {
      for (const operand of operands) fn.code.get(operand.parts[index]!);
      fn.code.op(...opcodes).set(part);
    });
  };
}

/** Clears the bits above a narrow integer, on the stack: 32-bit for `i8` … `i32`, 64-bit for `i64`. */
export function narrow(fn: FunctionBuilder, kind: Kind, bits: number): void {
  if (kind === "i64") {
    if (bits < 64) fn.code.i64((1n << BigInt(bits)) - 1n).op(Op.i64And);
  } else if (bits < 32) fn.code.i32((1 << bits) - 1).op(Op.i32And);
}

/** Sign-extends a narrow integer to its carrier, on the stack. */
export function widen(fn: FunctionBuilder, kind: Kind, bits: number): void {
  if (kind === "i64") {
    const free = BigInt(64 - bits);
    if (free > 0n) fn.code.i64(free).op(Op.i64Shl).i64(free).op(Op.i64ShrS);
  } else if (bits === 8) fn.code.op(Op.i32Extend8S);
  else if (bits === 16) fn.code.op(Op.i32Extend16S);
  else if (bits < 32)
    fn.code
      .i32(32 - bits)
      .op(Op.i32Shl)
      .i32(32 - bits)
      .op(Op.i32ShrS);
}

/** Clears the bits above a narrow integer in the vector on the stack. */
export function narrowQuad(fn: FunctionBuilder, kind: Kind, bits: number): void {
  if (kind === "i64") {
    if (bits < 64) fn.code.i64((1n << BigInt(bits)) - 1n).op(Op.i64x2Splat, Op.v128And);
  } else if (bits < 32) fn.code.i32((1 << bits) - 1).op(Op.i32x4Splat, Op.v128And);
}

/** Sign-extends narrow lanes in the vector on the stack. */
export function widenQuad(fn: FunctionBuilder, kind: Kind, bits: number): void {
  const free = (kind === "i64" ? 64 : 32) - bits;
  if (free === 0) return;
  if (kind === "i64") fn.code.i32(free).op(Op.i64x2Shl).i32(free).op(Op.i64x2ShrS);
  else fn.code.i32(free).op(Op.i32x4Shl).i32(free).op(Op.i32x4ShrS);
}

/** Turns two vectors of 64-bit masks on the stack into one of 32-bit masks. */
export function joinMasks(fn: FunctionBuilder): void {
  fn.code.shuffle(LOW_HALVES);
}

/** Pushes the mask of four 32-bit lanes as that of part `index` of a value of this kind. */
function pushMaskFor(fn: FunctionBuilder, kind: Kind, mask: Quad, index: number): void {
  fn.code.get(mask.parts[0]!);
  if (!isWide(kind)) return;
  const [a, b] = index === 0 ? [0, 4] : [8, 12];
  fn.code.get(mask.parts[0]!);
  fn.code.shuffle([a!, b!].flatMap((at) => [0, 1, 2, 3, 0, 1, 2, 3].map((byte) => at! + byte)));
}

/** Chooses by an `i1`, for any kind of value. */
export function selection(kind: Kind): Operation {
  return {
    operands: ["i1", kind, kind],
    result: kind,
    scalar: ({ fn }, [condition, ifTrue, ifFalse]) => {
      ifTrue!();
      ifFalse!();
      condition!();
      fn.code.op(Op.select);
    },
    vector: ({ fn }, result, [condition, ifTrue, ifFalse]) => {
      result.parts.forEach((part, index) => {
        fn.code.get(ifTrue!.parts[index]!).get(ifFalse!.parts[index]!);
        pushMaskFor(fn, kind, condition!, index);
        fn.code.op(Op.v128Bitselect).set(part);
      });
    },
  };
}

/** The value itself. */
export function identity(kind: Kind): Operation {
  return {
    operands: [kind],
    result: kind,
    scalar: (_target, [value]) => value!(),
    vector: ({ fn }, result, [value]) => {
      result.parts.forEach((part, index) => {
        fn.code.get(value!.parts[index]!).set(part);
      });
    },
  };
}

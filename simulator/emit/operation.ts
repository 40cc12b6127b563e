/**
 * What lane-wise instructions do, in two forms: one lane as a scalar expression, and four lanes as vectors where
 * WebAssembly has an instruction for it. Tables of these are in `instructions/`, one a family.
 */
import { type Component, isWide, type Kind } from "../plan/types";
import type { Ref } from "../plan/values";
import type { Signature } from "../wasm/encoder";
import {
  and,
  apply,
  type Expression,
  extendS,
  type I64,
  i32,
  i64,
  mul,
  shl,
  shrS,
  type V128,
} from "../wasm/expressions";
import { Op, type Opcode } from "../wasm/opcodes";
import { bitselect, i32x4, i64x2, LOW_WORDS, shuffle } from "../wasm/vectors";
import type { FunctionWriter } from "../wasm/writer";

/** Vectors, by part. */
export type Parts = readonly V128[];

/** Four neighbouring lanes: one vector of 32-bit lanes, or two of 64-bit lanes. `i1` is all ones or zero in 32 bits. */
export interface Quad {
  readonly kind: Kind;
  readonly parts: Parts;
  /** Where all 32 lanes have one value: computes a vector from its first part once, before any lanes are computed. */
  once?(derive: (part: V128) => V128): V128;
}

/** Where operations are written to. */
export interface Target {
  readonly fn: Pick<FunctionWriter, "local" | "i32" | "i64" | "v128" | "set" | "when">;
  /** Index of an imported function of the device (`machine/instance.ts`). */
  import(name: string, signature: Signature): number;
}

/** What an instruction computes from scalars of these kinds. */
export interface Operation {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  /** The result for one lane; `i1` as 0 or 1, narrow integers zero-extended. Operands may be written more than once. */
  scalar(target: Target, ...operands: readonly Expression[]): Expression;
  /** The result for four lanes, part by part. Absent: `scalar` is applied to every lane. */
  vector?(target: Target, ...operands: readonly Quad[]): Parts;
}

/** An operation that has both forms. */
export type VectorOperation = Operation & Required<Pick<Operation, "vector">>;

/** An operation on scalars of values: what an instruction computes for one component of its result. */
export interface Lanewise {
  readonly operation: Operation;
  readonly operands: readonly Ref[];
}

/** Part `index` of a value; of a value of 32-bit lanes the only one. */
export function partOf({ parts }: Quad, index = 0): V128 {
  const part = parts[index];
  if (!part) throw new Error(`no part ${index} of a vector`);
  return part;
}

/** The indices of the parts that a value of a kind has. */
export const partsOf = (kind: Kind): readonly number[] => (isWide(kind) ? [0, 1] : [0]);

/** An operation that is one instruction, of scalars and of vectors where there is one for these. */
export function plain(kinds: readonly Kind[], result: Kind, scalar: Opcode, vector: Opcode): VectorOperation;
export function plain(kinds: readonly Kind[], result: Kind, scalar: Opcode): Operation;
export function plain(kinds: readonly Kind[], result: Kind, scalar: Opcode, vector?: Opcode): Operation {
  return {
    operands: kinds,
    result,
    scalar: (_target, ...operands) => apply(scalar, ...operands),
    ...(vector !== undefined && { vector: eachPart(result, vector) }),
  };
}

/** Applies one vector instruction to each part. */
export function eachPart(result: Kind, opcode: Opcode): NonNullable<Operation["vector"]> {
  return (_target, ...operands) =>
    partsOf(result).map((index) => apply(opcode, ...operands.map((operand) => partOf(operand, index))));
}

/** Clears the bits above a narrow integer: 32-bit for `i8` … `i32`, 64-bit for `i64`. */
export function narrow(value: Expression, kind: Kind, bits: number): Expression {
  if (kind === "i64") return bits < 64 ? and(value, i64((1n << BigInt(bits)) - 1n)) : value;
  return bits < 32 ? and(value, i32((1 << bits) - 1)) : value;
}

/** Sign-extends a narrow integer to its carrier. */
export function widen(value: Expression, kind: Kind, bits: number): Expression {
  if (kind === "i64") {
    const free = i64(BigInt(64 - bits));
    return bits < 64 ? shrS(shl(value, free), free) : value;
  }
  if (bits === 8) return apply(Op.i32Extend8S, value);
  if (bits === 16) return apply(Op.i32Extend16S, value);
  return bits < 32 ? shrS(shl(value, i32(32 - bits)), i32(32 - bits)) : value;
}

/** An index of an address, sign-extended to 64 bits and scaled. */
export function scaledIndex(value: Expression, { kind, bits }: Pick<Component, "kind" | "bits">, scale: number): I64 {
  const wide = widen(value, kind, bits);
  const long = (kind === "i64" ? wide : extendS(wide)) as I64;
  return scale === 1 ? long : mul(long, i64(BigInt(scale)));
}

/** Clears the bits above narrow integers in a vector. */
export function narrowVector(vector: V128, kind: Kind, bits: number): V128 {
  if (kind === "i64") return bits < 64 ? and(vector, i64x2.splat((1n << BigInt(bits)) - 1n)) : vector;
  return bits < 32 ? and(vector, i32x4.splat((1 << bits) - 1)) : vector;
}

/** Sign-extends narrow integers in a vector. */
export function widenVector(vector: V128, kind: Kind, bits: number): V128 {
  const shape = kind === "i64" ? i64x2 : i32x4;
  const free = (kind === "i64" ? 64 : 32) - bits;
  return free === 0 ? vector : shape.shrS(shape.shl(vector, free), free);
}

/** Two vectors of 64-bit masks as one of 32-bit masks. */
export function joinMasks(masks: Parts): Parts {
  const [low, high] = masks;
  return low && high ? [shuffle(LOW_WORDS, low, high)] : masks;
}

/** Doubles the lanes 0 and 1, or 2 and 3, of a mask of four: the masks of 64-bit lanes. */
export function wideMask(mask: V128, half: number): V128 {
  const lanes = half === 0 ? [0, 4] : [8, 12];
  return shuffle(
    lanes.flatMap((lane) => [0, 1, 2, 3, 0, 1, 2, 3].map((byte) => lane + byte)),
    mask,
    mask,
  );
}

/** Chooses by an `i1`, for any kind of value. */
export function selection(kind: Kind): VectorOperation {
  return {
    operands: ["i1", kind, kind],
    result: kind,
    scalar: (_target, condition, ifTrue, ifFalse) => apply(Op.select, ifTrue, ifFalse, condition),
    vector: (_target, condition, ifTrue, ifFalse) =>
      partsOf(kind).map((index) => {
        const mask = isWide(kind) ? wideMask(partOf(condition), index) : partOf(condition);
        return bitselect(partOf(ifTrue, index), partOf(ifFalse, index), mask);
      }),
  };
}

/** The value itself. */
export function identity(kind: Kind): VectorOperation {
  return {
    operands: [kind],
    result: kind,
    scalar: (_target, value) => value,
    vector: (_target, value) => value.parts,
  };
}

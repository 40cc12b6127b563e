/** Expressions on vectors of 128 bits, by the shape of their lanes: `i32x4.add(left, right)`. */
import { apply, type Expression, expressionOf, Immediate, type Operand, type V128 } from "./expressions";
import { Op, type Opcode, Type, type ValueType } from "./opcodes";

const unary = (opcode: Opcode) => (operand: V128) => apply<typeof Type.v128>(opcode, operand);
const binary = (opcode: Opcode) => (left: V128, right: V128) => apply<typeof Type.v128>(opcode, left, right);
const shift = (opcode: Opcode) => (operand: V128, by: Operand<typeof Type.i32>) =>
  apply<typeof Type.v128>(opcode, operand, expressionOf(by));
const test = (opcode: Opcode) => (operand: V128) => apply<typeof Type.i32>(opcode, operand);
const splat =
  <T extends ValueType>(opcode: Opcode) =>
  (scalar: Operand<T>): V128 =>
    apply(opcode, expressionOf(scalar));

/** One lane of a vector, with the instruction from a table. */
export function extractLane<T extends ValueType>(type: T, opcode: Opcode, vector: V128, lane: number): Expression<T> {
  return new Immediate(type, opcode, [vector], (code) => void code.lane(opcode, lane));
}

/** The vector with one lane replaced, with the instruction from a table. */
export function replaceLane(opcode: Opcode, vector: V128, lane: number, scalar: Expression): V128 {
  return new Immediate(Type.v128, opcode, [vector, scalar], (code) => void code.lane(opcode, lane));
}

const lanesOf = <T extends ValueType>(type: T, extract: Opcode, replace: Opcode) => ({
  extract: (vector: V128, lane: number): Expression<T> => extractLane(type, extract, vector, lane),
  replace: (vector: V128, lane: number, scalar: Operand<T>): V128 =>
    replaceLane(replace, vector, lane, expressionOf(scalar)),
});

/** A constant of four 32-bit lanes. */
export const v128 = (lanes: readonly [number, number, number, number]): V128 =>
  new Immediate(Type.v128, Op.v128Const, [], (code) => void code.v128(lanes));
/** 128 bits of 0. */
export const ZEROS = v128([0, 0, 0, 0]);
/** The same number in each 32-bit lane. */
export const everyLane = (value: number): V128 => v128([value, value, value, value]);

/** Bytes of the result, 0–15 from the first vector, 16–31 from the second. */
export const shuffle = (bytes: readonly number[], first: V128, second: V128): V128 =>
  new Immediate(Type.v128, Op.i8x16Shuffle, [first, second], (code) => void code.shuffle(bytes));

/** Bits of `ifOne` where the mask has ones, else those of `ifZero`. */
export const bitselect = (ifOne: V128, ifZero: V128, mask: V128): V128 => apply(Op.v128Bitselect, ifOne, ifZero, mask);
export const not = unary(Op.v128Not);
export const anyTrue = test(Op.v128AnyTrue);

/** Instructions on sixteen bytes. */
export const i8x16 = {
  splat: splat<typeof Type.i32>(Op.i8x16Splat),
  add: binary(Op.i8x16Add),
  maxU: binary(Op.i8x16MaxU),
  gtU: binary(Op.i8x16GtU),
} as const;

/** Instructions on four integers of 32 bits. */
export const i32x4 = {
  ...lanesOf(Type.i32, Op.i32x4ExtractLane, Op.i32x4ReplaceLane),
  splat: splat<typeof Type.i32>(Op.i32x4Splat),
  bitmask: test(Op.i32x4Bitmask),
  add: binary(Op.i32x4Add),
  sub: binary(Op.i32x4Sub),
  mul: binary(Op.i32x4Mul),
  minU: binary(Op.i32x4MinU),
  maxU: binary(Op.i32x4MaxU),
  eq: binary(Op.i32x4Eq),
  ne: binary(Op.i32x4Ne),
  ltU: binary(Op.i32x4LtU),
  gtU: binary(Op.i32x4GtU),
  shl: shift(Op.i32x4Shl),
  shrS: shift(Op.i32x4ShrS),
  shrU: shift(Op.i32x4ShrU),
} as const;

/** Instructions on two integers of 64 bits. */
export const i64x2 = {
  ...lanesOf(Type.i64, Op.i64x2ExtractLane, Op.i64x2ReplaceLane),
  splat: splat<typeof Type.i64>(Op.i64x2Splat),
  allTrue: test(Op.i64x2AllTrue),
  add: binary(Op.i64x2Add),
  mul: binary(Op.i64x2Mul),
  eq: binary(Op.i64x2Eq),
  shl: shift(Op.i64x2Shl),
  shrS: shift(Op.i64x2ShrS),
} as const;

/** Instructions on four floats. */
export const f32x4 = {
  add: binary(Op.f32x4Add),
  sub: binary(Op.f32x4Sub),
  mul: binary(Op.f32x4Mul),
  eq: binary(Op.f32x4Eq),
  ne: binary(Op.f32x4Ne),
  le: binary(Op.f32x4Le),
  abs: unary(Op.f32x4Abs),
  /** Two doubles as floats in the lower half; zeros above. */
  demote: unary(Op.f32x4DemoteF64x2Zero),
  /** A product and a sum, rounded once or twice: see `fusesVectors`. */
  multiplyAdd: (a: V128, b: V128, c: V128) => apply<typeof Type.v128>(Op.f32x4RelaxedMadd, a, b, c),
} as const;

/** Instructions on two doubles. */
export const f64x2 = {
  ...lanesOf(Type.f64, Op.f64x2ExtractLane, Op.f64x2ReplaceLane),
  splat: splat<typeof Type.f64>(Op.f64x2Splat),
  abs: unary(Op.f64x2Abs),
  add: binary(Op.f64x2Add),
  sub: binary(Op.f64x2Sub),
  mul: binary(Op.f64x2Mul),
  div: binary(Op.f64x2Div),
  trunc: unary(Op.f64x2Trunc),
  /** The lower two integers as doubles. */
  convertLowS: unary(Op.f64x2ConvertLowI32x4S),
  convertLowU: unary(Op.f64x2ConvertLowI32x4U),
  eq: binary(Op.f64x2Eq),
  ne: binary(Op.f64x2Ne),
  lt: binary(Op.f64x2Lt),
  /** As of floats. */
  multiplyAdd: (a: V128, b: V128, c: V128) => apply<typeof Type.v128>(Op.f64x2RelaxedMadd, a, b, c),
  gt: binary(Op.f64x2Gt),
  /** The lower two floats as doubles. */
  promoteLow: unary(Op.f64x2PromoteLowF32x4),
} as const;

/** Exchanges the halves of a vector. */
export const SWAPPED_HALVES = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7] as const;
/** The lower halves of two vectors. */
export const LOWER_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23] as const;
/** Of two vectors of 64-bit lanes, the lower or the upper 32 bits of each lane. */
export const LOW_WORDS = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27] as const;
/** Bytes of two vectors that are the upper halves of their 64-bit lanes, for a shuffle. */
export const HIGH_WORDS = [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31] as const;

/** Bits of one strip of four lanes, for `and` with a splat of the mask. */
const STRIP_BITS = v128([1, 2, 4, 8]);

/** A vector whose lanes are all ones where bits `shift` … `shift + 3` of `mask` are set. */
export function stripMask(mask: Expression<typeof Type.i32>, shift: Expression<typeof Type.i32>): V128 {
  const bits = apply<typeof Type.v128>(Op.i32x4Splat, apply(Op.i32ShrU, mask, shift));
  return i32x4.eq(apply(Op.v128And, bits, STRIP_BITS), STRIP_BITS);
}

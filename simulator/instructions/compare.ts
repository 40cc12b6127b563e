/** Comparisons of integers, pointers and floats. */
import type { FloatPredicate, IntPredicate } from "../../analyzer/ir/model";
import {
  joinMasks,
  type Operation,
  partOf,
  partsOf,
  type Quad,
  type VectorOperation,
  widen,
  widenVector,
} from "../emit/operation";
import type { Kind } from "../plan/types";
import { and, apply, type Expression, eqz, i32, or, type V128, xor } from "../wasm/expressions";
import { Op, type Opcode } from "../wasm/opcodes";
import { i64x2, not } from "../wasm/vectors";
import { throughFloat } from "./floats";

/** Word, long, quad of words, quad of longs; unsigned longs have no vector form. */
const integer: Record<IntPredicate, readonly [Opcode, Opcode, Opcode, Opcode | undefined]> = {
  eq: [Op.i32Eq, Op.i64Eq, Op.i32x4Eq, Op.i64x2Eq],
  ne: [Op.i32Ne, Op.i64Ne, Op.i32x4Ne, Op.i64x2Ne],
  ugt: [Op.i32GtU, Op.i64GtU, Op.i32x4GtU, undefined],
  uge: [Op.i32GeU, Op.i64GeU, Op.i32x4GeU, undefined],
  ult: [Op.i32LtU, Op.i64LtU, Op.i32x4LtU, undefined],
  ule: [Op.i32LeU, Op.i64LeU, Op.i32x4LeU, undefined],
  sgt: [Op.i32GtS, Op.i64GtS, Op.i32x4GtS, Op.i64x2GtS],
  sge: [Op.i32GeS, Op.i64GeS, Op.i32x4GeS, Op.i64x2GeS],
  slt: [Op.i32LtS, Op.i64LtS, Op.i32x4LtS, Op.i64x2LtS],
  sle: [Op.i32LeS, Op.i64LeS, Op.i32x4LeS, Op.i64x2LeS],
};

const signedOf: Partial<Record<IntPredicate, IntPredicate>> = { ugt: "sgt", uge: "sge", ult: "slt", ule: "sle" };

/** The operation of a comparison of integers or pointers. */
export function integerComparison(predicate: IntPredicate, kind: Kind, bits: number): VectorOperation {
  const long = kind === "i64";
  const signed = predicate.startsWith("s") && kind !== "i1";
  // A true `i1` is -1 to signed comparisons.
  const booleanPredicate = (
    kind === "i1" && predicate.startsWith("s")
      ? { sgt: "ult", sge: "ule", slt: "ugt", sle: "uge" }[predicate as "sgt"]
      : predicate
  ) as IntPredicate;
  const row = integer[booleanPredicate];
  // Unsigned order is signed order with the top bits flipped.
  const [, , , longQuad = integer[signedOf[predicate] ?? predicate][3]] = row;
  const flipped = long && row[3] === undefined;
  const opcode = long ? longQuad : row[2];
  const widened = (operand: Quad, index: number): V128 => {
    const part = partOf(operand, index);
    const extended = signed ? widenVector(part, kind, bits) : part;
    return flipped ? xor(extended, i64x2.splat(-(1n << 63n))) : extended;
  };
  return {
    operands: [kind, kind],
    result: "i1",
    scalar: (_target, ...operands) =>
      apply(long ? row[1] : row[0], ...operands.map((operand) => (signed ? widen(operand, kind, bits) : operand))),
    vector: (_target, ...operands) => {
      if (opcode === undefined) throw new Error(`no comparison of vectors ${predicate}`);
      return joinMasks(partsOf(kind).map((part) => apply(opcode, ...operands.map((one) => widened(one, part)))));
    },
  };
}

type FloatRow = readonly [Opcode, Opcode, Opcode, Opcode];

const ordered: { readonly eq: FloatRow; readonly [test: string]: FloatRow | undefined } = {
  eq: [Op.f32Eq, Op.f64Eq, Op.f32x4Eq, Op.f64x2Eq],
  ne: [Op.f32Ne, Op.f64Ne, Op.f32x4Ne, Op.f64x2Ne],
  gt: [Op.f32Gt, Op.f64Gt, Op.f32x4Gt, Op.f64x2Gt],
  ge: [Op.f32Ge, Op.f64Ge, Op.f32x4Ge, Op.f64x2Ge],
  lt: [Op.f32Lt, Op.f64Lt, Op.f32x4Lt, Op.f64x2Lt],
  le: [Op.f32Le, Op.f64Le, Op.f32x4Le, Op.f64x2Le],
};

/**
 * Each predicate as a comparison that WebAssembly has, possibly negated: an unordered one is the negation of the ordered
 * opposite. `one`, `ueq`, `ord` and `uno` take two comparisons.
 */
const floats: Record<
  Exclude<FloatPredicate, "true" | "false">,
  { readonly first: string; readonly second?: string; readonly joined?: "and" | "or"; readonly negated?: boolean }
> = {
  oeq: { first: "eq" },
  ogt: { first: "gt" },
  oge: { first: "ge" },
  olt: { first: "lt" },
  ole: { first: "le" },
  une: { first: "ne" },
  ugt: { first: "le", negated: true },
  uge: { first: "lt", negated: true },
  ult: { first: "ge", negated: true },
  ule: { first: "gt", negated: true },
  one: { first: "lt", second: "gt", joined: "or" },
  ueq: { first: "lt", second: "gt", joined: "or", negated: true },
  ord: { first: "left", second: "right", joined: "and" },
  uno: { first: "left", second: "right", joined: "and", negated: true },
};

/** The operation of a comparison of floats. */
export function floatComparison(predicate: FloatPredicate, kind: Kind): Operation {
  if (kind === "f16" || kind === "bf16") return throughFloat(kind, floatComparison(predicate, "f32"));
  const double = kind === "f64";
  if (predicate === "true" || predicate === "false") {
    return { operands: [kind, kind], result: "i1", scalar: () => i32(predicate === "true" ? 1 : 0) };
  }
  const { first, second, joined, negated } = floats[predicate];
  const tests = second ? [first, second] : [first];
  /** One test: `left` and `right` compare an operand with itself, which is false for NaN. */
  const compare = <E extends Expression>(test: string, opcode: Opcode, left: E, right: E): Expression => {
    if (test === "left") return apply(opcode, left, left);
    return test === "right" ? apply(opcode, right, right) : apply(opcode, left, right);
  };
  const rowOf = (test: string): FloatRow => ordered[test] ?? ordered.eq;
  const join = joined === "and" ? and : or;
  return {
    operands: [kind, kind],
    result: "i1",
    scalar: (_target, left, right) => {
      const result = tests.map((test) => compare(test, rowOf(test)[double ? 1 : 0], left, right)).reduce(join);
      return negated ? eqz(result) : result;
    },
    vector: (_target, left, right) =>
      joinMasks(
        left.parts.map((part, index) => {
          const other = partOf(right, index);
          const results = tests.map((test) => compare(test, rowOf(test)[double ? 3 : 2], part, other) as V128);
          const result = results.reduce((one, next) => join(one, next));
          return negated ? not(result) : result;
        }),
      ),
  };
}

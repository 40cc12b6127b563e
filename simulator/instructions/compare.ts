/** Comparisons of integers, pointers and floats. */
import type { FloatPredicate, IntPredicate } from "../../analyzer/ir/model";
import { joinMasks, type Operation, widen, widenQuad } from "../emit/operation";
import type { Kind } from "../plan/types";
import { Op, type Opcode } from "../wasm/opcodes";
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

/** A comparison of integers of so many bits, or of pointers. */
export function integerComparison(predicate: IntPredicate, kind: Kind, bits: number): Operation {
  const long = kind === "i64";
  const signed = predicate.startsWith("s") && kind !== "i1";
  // A true `i1` is -1 to signed comparisons.
  const booleanPredicate = (
    kind === "i1" && predicate.startsWith("s")
      ? { sgt: "ult", sge: "ule", slt: "ugt", sle: "uge" }[predicate as "sgt"]
      : predicate
  ) as IntPredicate;
  const row = integer[booleanPredicate];
  return {
    operands: [kind, kind],
    result: "i1",
    scalar: ({ fn }, operands) => {
      for (const push of operands) {
        push();
        if (signed) widen(fn, kind, bits);
      }
      fn.code.op(long ? row[1] : row[0]);
    },
    vector: ({ fn }, result, operands) => {
      const parts = long ? [0, 1] : [0];
      // Unsigned order is signed order with the top bits flipped.
      const flipped = long && row[3] === undefined;
      const opcode = long ? (flipped ? integer[signedOf[predicate]!][3]! : row[3]!) : row[2];
      for (const part of parts) {
        for (const operand of operands) {
          fn.code.get(operand.parts[part]!);
          if (signed) widenQuad(fn, kind, bits);
          if (flipped) fn.code.i64(-(1n << 63n)).op(Op.i64x2Splat, Op.v128Xor);
        }
        fn.code.op(opcode);
      }
      if (long) joinMasks(fn);
      fn.code.set(result.parts[0]!);
    },
  };
}

type FloatRow = readonly [Opcode, Opcode, Opcode, Opcode];

const ordered: Record<string, FloatRow> = {
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

/** A comparison of floats; halves are compared as floats. */
export function floatComparison(predicate: FloatPredicate, kind: Kind): Operation {
  if (kind === "f16" || kind === "bf16") return throughFloat(kind, floatComparison(predicate, "f32"));
  const double = kind === "f64";
  if (predicate === "true" || predicate === "false") {
    const value = predicate === "true" ? 1 : 0;
    return { operands: [kind, kind], result: "i1", scalar: ({ fn }) => void fn.code.i32(value) };
  }
  const form = floats[predicate];
  const tests = form.second ? [form.first, form.second] : [form.first];
  /** Operands of one test: `left` and `right` compare an operand with itself, which is false for NaN. */
  const sides = (test: string): readonly [number, number] =>
    test === "left" ? [0, 0] : test === "right" ? [1, 1] : [0, 1];
  const rowOf = (test: string): FloatRow => ordered[test] ?? ordered.eq!;
  return {
    operands: [kind, kind],
    result: "i1",
    scalar: ({ fn }, operands) => {
      for (const test of tests) {
        for (const side of sides(test)) operands[side]!();
        fn.code.op(rowOf(test)[double ? 1 : 0]);
      }
      if (form.joined) fn.code.op(form.joined === "and" ? Op.i32And : Op.i32Or);
      if (form.negated) fn.code.op(Op.i32Eqz);
    },
    vector: ({ fn }, result, operands) => {
      for (const part of double ? [0, 1] : [0]) {
        for (const test of tests) {
          for (const side of sides(test)) fn.code.get(operands[side]!.parts[part]!);
          fn.code.op(rowOf(test)[double ? 3 : 2]);
        }
        if (form.joined) fn.code.op(form.joined === "and" ? Op.v128And : Op.v128Or);
        if (form.negated) fn.code.op(Op.v128Not);
      }
      if (double) joinMasks(fn);
      fn.code.set(result.parts[0]!);
    },
  };
}

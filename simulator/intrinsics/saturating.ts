/** Integer sums and differences that stay at the end of their range instead of wrapping. */

import { type Operation, selection } from "../emit/operation";
import { integerComparison } from "../instructions/compare";
import { integerOperation } from "../instructions/integers";
import { components, type Kind } from "../plan/types";
import { i32, i64 } from "../wasm/expressions";
import type { Intrinsic, Table } from "./table";

/** The operations of one kind of integer that saturating ones are made of. */
function parts(op: "add" | "sub", bits: number, kind: Kind) {
  const scalarOf = (name: "add" | "sub" | "xor" | "and"): Operation["scalar"] => {
    const operation = integerOperation(name, kind, bits);
    if (!operation) throw new Error(`no ${name} of ${kind}`);
    return operation.scalar;
  };
  const constant = (value: bigint) =>
    kind === "i64" ? i64(BigInt.asIntN(64, value)) : i32(Number(BigInt.asIntN(32, value)));
  return {
    compute: scalarOf(op),
    xor: scalarOf("xor"),
    and: scalarOf("and"),
    constant,
    choose: selection(kind).scalar,
  };
}

/** Unsigned: a sum below an operand has wrapped, a difference of a smaller and a larger number would. */
function unsigned(op: "add" | "sub", bits: number, kind: Kind): Operation {
  const { compute, constant, choose } = parts(op, bits, kind);
  const below = integerComparison("ult", kind, bits).scalar;
  const end = constant(op === "add" ? (1n << BigInt(bits)) - 1n : 0n);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, left, right) => {
      const result = compute(target, left, right);
      const wraps = op === "add" ? below(target, result, left) : below(target, left, right);
      return choose(target, wraps, end, result);
    },
  };
}

/** Signed: operands of one sign whose sum has the other have wrapped; the end of the range is that of the left one's sign. */
function signed(op: "add" | "sub", bits: number, kind: Kind): Operation {
  const { compute, xor, and, constant, choose } = parts(op, bits, kind);
  const isNegative = integerComparison("slt", kind, bits).scalar;
  const zero = constant(0n);
  const least = 1n << BigInt(bits - 1);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, left, right) => {
      const result = compute(target, left, right);
      // A sum wraps when it differs in sign from both operands, a difference when its operands differ and it does from the left.
      const other = op === "add" ? xor(target, right, result) : xor(target, left, right);
      const wraps = isNegative(target, and(target, xor(target, left, result), other), zero);
      const end = choose(target, isNegative(target, left, zero), constant(least), constant(least - 1n));
      return choose(target, wraps, end, result);
    },
  };
}

function each(make: typeof signed, op: "add" | "sub"): Intrinsic {
  return {
    lanewise: (call) =>
      components(call.type).map(({ kind, bits }, component) => ({
        operation: make(op, bits, kind),
        operands: call.arguments.slice(0, 2).map((value) => ({ value, component })),
      })),
  };
}

/** The built-ins of saturating arithmetic, by name. */
export const saturating: Table = {
  "llvm.uadd.sat": each(unsigned, "add"),
  "llvm.usub.sat": each(unsigned, "sub"),
  "llvm.sadd.sat": each(signed, "add"),
  "llvm.ssub.sat": each(signed, "sub"),
};

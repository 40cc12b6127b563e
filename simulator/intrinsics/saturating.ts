/** Integer sums and differences that stay at the end of their range instead of wrapping. */

import { type Operation, type Push, selection, type Target } from "../emit/operation";
import { integerComparison } from "../instructions/compare";
import { integerOperation } from "../instructions/integers";
import { components } from "../plan/types";
import type { Intrinsic, Table } from "./table";

/** `Unsigned`: a sum below an operand has wrapped, a difference of a smaller and a larger number would. */
function unsigned(op: "add" | "sub", bits: number, kind: Operation["result"]): Operation {
  const compute = integerOperation(op, kind, bits)!;
  const below = integerComparison("ult", kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, [left, right]) => {
      const result = () => compute.scalar(target, [left!, right!]);
      const wraps = () => below.scalar(target, op === "add" ? [result, left!] : [left!, right!]);
      choice.scalar(target, [wraps, () => constant(target, kind, op === "add" ? mostOf(bits) : 0n), result]);
    },
  };
}

/** Signed: operands of one sign whose sum has the other have wrapped; the end of the range is that of the left one's sign. */
function signed(op: "add" | "sub", bits: number, kind: Operation["result"]): Operation {
  const compute = integerOperation(op, kind, bits)!;
  const [xor, and] = (["xor", "and"] as const).map((each) => integerOperation(each, kind, bits)!);
  const below = integerComparison("slt", kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, [left, right]) => {
      const zero = () => constant(target, kind, 0n);
      const result = () => compute.scalar(target, [left!, right!]);
      const differ = (a: Push, b: Push) => () => xor!.scalar(target, [a, b]);
      // A sum wraps when it differs in sign from both operands, a difference when its operands differ and it does from the left.
      const other = op === "add" ? differ(right!, result) : differ(left!, right!);
      const wraps = () => below.scalar(target, [() => and!.scalar(target, [differ(left!, result), other]), zero]);
      const isNegative = () => below.scalar(target, [left!, zero]);
      const least = 1n << BigInt(bits - 1);
      const end = () =>
        choice.scalar(target, [
          isNegative,
          () => constant(target, kind, least),
          () => constant(target, kind, least - 1n),
        ]);
      choice.scalar(target, [wraps, end, result]);
    },
  };
}

const mostOf = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

function constant({ fn }: Target, kind: Operation["result"], value: bigint): void {
  if (kind === "i64") fn.code.i64(BigInt.asIntN(64, value));
  else fn.code.i32(Number(BigInt.asIntN(32, value)));
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

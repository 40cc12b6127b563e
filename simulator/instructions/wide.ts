/**
 * Integers of 65 to 128 bits. A value is two scalars of 64 bits: the lower half, and the upper one, zero-extended from what
 * is left of the width. Addition, multiplication, shifts, comparisons and conversions between integers are code; division
 * and conversions from and to floating point are computed by `wideFunctions.ts`, as hardware calls functions for them.
 */
import type { BinaryOp, Instruction, IntPredicate, Type as IrType, Value } from "../../analyzer/ir/model";
import { importedOperation } from "../emit/imports";
import { identity, type Lanewise, narrow, type Operation, widen } from "../emit/operation";
import { type Component, components } from "../plan/types";
import type { Ref } from "../plan/values";
import {
  add,
  and,
  apply,
  bind,
  type Expression,
  eq,
  eqz,
  extendU,
  i32,
  i64,
  ltU,
  mul,
  or,
  promote,
  select,
  shl,
  shrS,
  shrU,
  sub,
  xor,
} from "../wasm/expressions";
import { Op, type Opcode, type ValueType } from "../wasm/opcodes";
import { castOperation } from "./casts";
import { contract, expand } from "./floats";

/** Bits of a lower half. */
const HALF = 64;

/** Is it an integer that takes two scalars? */
export function isWideInteger(type: IrType): type is Extract<IrType, { kind: "int" }> {
  return type.kind === "int" && type.bits > HALF;
}

const halves = (value: Value): readonly [low: Ref, high: Ref] => [
  { value, component: 0 },
  { value, component: 1 },
];

/** The upper scalar of a value that has two. */
function upperOf({ type }: Value): Component {
  const [, upper] = components(type);
  if (!upper) throw new Error("an integer of one scalar where a wide one was expected");
  return upper;
}

/** An operation on 64-bit halves that leaves a 64-bit half of `bits` bits. */
function half(count: number, bits: number, scalar: Operation["scalar"]): Operation {
  return {
    operands: Array.from({ length: count }, () => "i64" as const),
    result: "i64",
    scalar: (target, ...operands) => narrow(scalar(target, ...operands), "i64", bits),
  };
}

const LOW_HALF = i64(0xffff_ffffn);
const HALF_SHIFT = i64(32n);

/** The upper half of a product of two 64-bit numbers, by their 32-bit halves. */
const highProduct: Operation["scalar"] = ({ fn }, left, right) => {
  const [a, b, middle] = [fn.i64(), fn.i64(), fn.i64()];
  const low = (value: Expression) => and(value, LOW_HALF);
  const high = (value: Expression) => shrU(value, HALF_SHIFT);
  // high(a) · low(b) + high(low(a) · low(b)), which fits.
  const crossed = add(mul(high(a), low(b)), high(mul(low(a), low(b))));
  const carried = high(add(mul(low(a), high(b)), low(middle)));
  const result = add(add(mul(high(a), high(b)), high(middle)), carried);
  return bind<ValueType, ValueType>(
    a,
    left,
    bind<ValueType, ValueType>(b, right, bind<ValueType, ValueType>(middle, crossed, result)),
  );
};

/** Adds or subtracts; what the lower halves carry or borrow goes into the upper ones. */
function sum(op: "add" | "sub", bits: number): readonly Operation[] {
  const compute = op === "add" ? add : sub;
  return [
    half(2, HALF, (_target, a, b) => compute(a, b)),
    half(4, bits, (_target, a0, a1, b0, b1) => {
      const carries = op === "add" ? ltU(add(a0, b0), a0) : ltU(a0, b0);
      return compute(compute(a1, b1), extendU(carries));
    }),
  ];
}

function product(bits: number): readonly Operation[] {
  return [
    half(2, HALF, (_target, a, b) => mul(a, b)),
    half(4, bits, (target, a0, a1, b0, b1) => add(add(highProduct(target, a0, b0), mul(a0, b1)), mul(a1, b0))),
  ];
}

type Shift = "shl" | "lshr" | "ashr";

/** Shifts by an amount of the same width; past the width they give 0, or the sign. */
function shift(op: Shift, bits: number): readonly Operation[] {
  return [0, 1].map((which) =>
    half(4, which === 0 ? HALF : bits, ({ fn }, a0, a1, b0, b1) => {
      const [low, high, by] = [fn.i64(), fn.i64(), fn.i64()];
      const sign: Expression = op === "ashr" ? shrS(high, 63n) : i64(0n);
      const { near, far } = shiftedHalf(op, which, { low, high, by, sign });
      const isNear = ltU(by, 64n);
      const isWithin = and(eqz(b1), ltU(by, i64(BigInt(HALF + bits))));
      const result = select(select<ValueType>(near, far, isNear), sign, isWithin);
      const upper = op === "ashr" ? widen(a1, "i64", bits) : a1;
      return bind<ValueType, ValueType>(
        low,
        a0,
        bind<ValueType, ValueType>(high, upper, bind<ValueType, ValueType>(by, b0, result)),
      );
    }),
  );
}

interface Shifted {
  readonly low: Expression;
  readonly high: Expression;
  readonly by: Expression;
  readonly sign: Expression;
}

/** A half of a shifted number, for amounts below 64 and from there on: WebAssembly takes amounts modulo 64. */
function shiftedHalf(
  op: Shift,
  which: number,
  { low, high, by, sign }: Shifted,
): { near: Expression; far: Expression } {
  // Of the half that gets bits of the other one: what stays, and what comes, in two steps so that none is by 64.
  const rest = sub(i64(63n), by);
  const one = i64(1n);
  const zero = i64(0n);
  const right = op === "ashr" ? shrS : shrU;
  if (op === "shl" && which === 0) return { near: shl(low, by), far: zero };
  if (op === "shl") return { near: or(shl(high, by), shrU(shrU(low, one), rest)), far: shl(low, by) };
  if (which === 1) return { near: right(high, by), far: sign };
  return { near: or(shrU(low, by), shl(shl(high, one), rest)), far: right(high, by) };
}

/** Operations that hardware calls functions for; `signed`: their operands are extended to 128 bits by their signs. */
function called(name: string, bits: number, signed: boolean): readonly Operation[] {
  const extended = (upper: Expression) => (signed ? widen(upper, "i64", bits) : upper);
  return ["low", "high"].map((which, index) => {
    const base = importedOperation(`wide_${name}_${which}`, ["i64", "i64", "i64", "i64"], "i64");
    return half(4, index === 0 ? HALF : bits, (target, a0, a1, b0, b1) =>
      base.scalar(target, a0, extended(a1), b0, extended(b1)),
    );
  });
}

function binaryOperations(op: BinaryOp, bits: number): readonly Operation[] | undefined {
  switch (op) {
    case "add":
    case "sub":
      return sum(op, bits);
    case "mul":
      return product(bits);
    case "and":
    case "or":
    case "xor": {
      const opcode = { and: Op.i64And, or: Op.i64Or, xor: Op.i64Xor }[op];
      const each = half(2, HALF, (_target, a, b) => apply(opcode, a, b));
      return [each, each];
    }
    case "shl":
    case "lshr":
    case "ashr":
      return shift(op, bits);
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem":
      return called(op, bits, op.startsWith("s"));
    default:
      return undefined;
  }
}

function binary({ binary: op, left, right }: Extract<Instruction, { op: "binary" }>, bits: number) {
  const both = [...halves(left), ...halves(right)];
  return binaryOperations(op, bits)?.map((operation, component) => {
    const operands = operation.operands.length === 4 ? both : both.filter((ref) => ref.component === component);
    return { operation, operands };
  });
}

const orders: Readonly<Record<string, readonly [signed: Opcode, unsigned: Opcode]>> = {
  gt: [Op.i64GtS, Op.i64GtU],
  ge: [Op.i64GeS, Op.i64GeU],
  lt: [Op.i64LtS, Op.i64LtU],
  le: [Op.i64LeS, Op.i64LeU],
};

function comparison(predicate: IntPredicate, bits: number): Operation {
  const order = orders[predicate.slice(1)];
  const signed = predicate.startsWith("s");
  const upper = (value: Expression) => (signed ? widen(value, "i64", bits) : value);
  const scalar: Operation["scalar"] = (_target, a0, a1, b0, b1) => {
    if (!order) {
      const isEqual = eqz(or(xor(a0, b0), xor(a1, b1)));
      return predicate === "ne" ? eqz(isEqual) : isEqual;
    }
    const [[a, b], [ofSigned, ofUnsigned]] = [[upper(a1), upper(b1)], order];
    return select<ValueType>(apply(ofUnsigned, a0, b0), apply(signed ? ofSigned : ofUnsigned, a, b), eq(a, b));
  };
  return { operands: ["i64", "i64", "i64", "i64"], result: "i1", scalar };
}

const LONG: Component = { kind: "i64", bits: HALF, offset: 0 };
const zero = half(0, HALF, () => i64(0n));

/** An integer extended to 64 bits. */
function extension(cast: "sext" | "zext", from: Component): Operation {
  const operation = castOperation(cast, from, LONG);
  if (!operation) throw new Error(`no ${cast} of ${from.kind}`);
  return operation;
}

/** The sign of a scalar as an upper half of `bits` bits. */
function signOf(from: Component, bits: number): Operation {
  const extend = extension("sext", from);
  return { ...half(1, bits, (target, value) => shrS(extend.scalar(target, value), i64(63n))), operands: [from.kind] };
}

/** To a wide integer. */
function widened(cast: string, value: Value, bits: number): readonly Lanewise[] | undefined {
  const [first, second] = components(value.type) as [Component, Component?];
  const [low, high] = halves(value);
  const signed = cast === "sext";
  if (cast === "fptosi" || cast === "fptoui") {
    const { kind } = first;
    return ["low", "high"].map((which, index) => {
      const base = importedOperation(`wide_${cast}_${which}`, ["f64", "i32"], "i64");
      const operation = half(1, index === 0 ? HALF : bits, (target, float) => {
        const single = expand(target, kind, float);
        return base.scalar(target, kind === "f64" ? single : promote(single), i32(HALF + bits));
      });
      return { operation: { ...operation, operands: [kind] }, operands: [low] };
    });
  }
  if (!["sext", "zext", "trunc", "inttoptr", "ptrtoint"].includes(cast)) return undefined;
  if (!second) {
    const extend = extension(signed ? "sext" : "zext", first);
    if (!signed) {
      return [
        { operation: extend, operands: [low] },
        { operation: zero, operands: [] },
      ];
    }
    return [extend, signOf(first, bits)].map((operation) => ({ operation, operands: [low] }));
  }
  const upper = half(1, bits, (_target, value64) => (signed ? widen(value64, "i64", second.bits) : value64));
  return [
    { operation: identity("i64"), operands: [low] },
    { operation: upper, operands: [high] },
  ];
}

/** From a wide integer to something smaller. */
function narrowed(cast: string, value: Value, to: Component): readonly Lanewise[] | undefined {
  const [low, high] = halves(value);
  const upper = upperOf(value);
  if (cast === "sitofp" || cast === "uitofp") {
    const wide = to.kind === "f64";
    const base = importedOperation(`wide_${cast}_${to.kind}`, ["i64", "i64"], wide ? "f64" : "f32");
    const operation: Operation = {
      operands: ["i64", "i64"],
      result: to.kind,
      scalar: (target, a, b) => {
        const extended = cast === "sitofp" ? widen(b, "i64", upper.bits) : b;
        // The function has rounded to the format: what is left is exact.
        return contract(target, to.kind, base.scalar(target, a, extended));
      },
    };
    return [{ operation, operands: [low, high] }];
  }
  if (!["trunc", "inttoptr", "ptrtoint"].includes(cast)) return undefined;
  const operation = to.kind === "i64" && to.bits === HALF ? identity("i64") : castOperation("trunc", LONG, to);
  return operation && [{ operation, operands: [low] }];
}

/** What each scalar of the result is, where wide integers are read or made; `undefined` where there is no operation. */
export function wideLanewise(instruction: Instruction): readonly Lanewise[] | undefined {
  switch (instruction.op) {
    case "binary":
      return binary(instruction, upperOf(instruction).bits);
    case "icmp": {
      const { predicate, left, right } = instruction;
      const operation = comparison(predicate, upperOf(left).bits);
      return [{ operation, operands: [...halves(left), ...halves(right)] }];
    }
    case "cast": {
      const { cast, value } = instruction;
      if (isWideInteger(instruction.type)) return widened(cast, value, upperOf(instruction).bits);
      const [to] = components(instruction.type);
      return to && narrowed(cast, value, to);
    }
    default:
      return undefined;
  }
}

/** Is it an instruction whose scalars are not computed one by one, as an operand or the result is a wide integer? */
export function isWideArithmetic(instruction: Instruction): boolean {
  if (instruction.op === "binary") return isWideInteger(instruction.type);
  if (instruction.op === "icmp") return isWideInteger(instruction.left.type);
  if (instruction.op !== "cast" || instruction.cast === "bitcast") return false;
  return isWideInteger(instruction.type) || isWideInteger(instruction.value.type);
}

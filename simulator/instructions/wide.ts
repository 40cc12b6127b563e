/**
 * Integers of 65 to 128 bits. A value is two scalars of 64 bits: the lower half, and the upper one, zero-extended from what
 * is left of the width. Addition, multiplication, shifts, comparisons and conversions between integers are code; division
 * and conversions from and to floating point are computed by `wideFunctions.ts`, as hardware calls functions for them.
 */
import type { BinaryOp, Instruction, IntPredicate, Type as IrType, Value } from "../../analyzer/ir/model";
import { importedOperation } from "../emit/imports";
import type { Lanewise } from "../emit/operation";
import { identity, narrow, type Operation, type Push, type Target, widen } from "../emit/operation";
import { type Component, components } from "../plan/types";
import type { Ref } from "../plan/values";
import type { FunctionBuilder } from "../wasm/function";
import { Op, type Opcode } from "../wasm/opcodes";
import { castOperation } from "./casts";
import { contract, expand } from "./floats";

/** Bits of a lower half. */
const HALF = 64;

/** Is it an integer that takes two scalars? */
export function isWideInteger(type: IrType): type is Extract<IrType, { kind: "int" }> {
  return type.kind === "int" && type.bits > HALF;
}

const halves = (value: Value): readonly Ref[] => [0, 1].map((component) => ({ value, component }));

/** An operation on 64-bit halves that leaves a 64-bit half of `bits` bits. */
function half(count: number, bits: number, scalar: (target: Target, pushes: readonly Push[]) => void): Operation {
  return {
    operands: Array.from({ length: count }, () => "i64" as const),
    result: "i64",
    scalar: (target, pushes) => {
      scalar(target, pushes);
      narrow(target.fn, "i64", bits);
    },
  };
}

/** Pushes the upper half of a product of two 64-bit numbers, by their 32-bit halves. */
function pushHighProduct(fn: FunctionBuilder, left: Push, right: Push): void {
  const { code } = fn;
  const [a, b, middle] = [fn.i64(), fn.i64(), fn.i64()];
  const low = (local: number) => code.get(local).i64(0xffff_ffffn).op(Op.i64And);
  const high = (local: number) => code.get(local).i64(32n).op(Op.i64ShrU);
  left();
  code.set(a);
  right();
  code.set(b);
  // high(a) · low(b) + high(low(a) · low(b)), which fits.
  high(a);
  low(b);
  code.op(Op.i64Mul);
  low(a);
  low(b);
  code.op(Op.i64Mul).i64(32n).op(Op.i64ShrU, Op.i64Add).set(middle);
  high(a);
  high(b);
  code.op(Op.i64Mul);
  high(middle);
  code.op(Op.i64Add);
  low(a);
  high(b);
  code.op(Op.i64Mul);
  low(middle);
  code.op(Op.i64Add).i64(32n).op(Op.i64ShrU, Op.i64Add);
}

/** Adds or subtracts; what the lower halves carry or borrow goes into the upper ones. */
function sum(op: "add" | "sub", bits: number): readonly Operation[] {
  const opcode = op === "add" ? Op.i64Add : Op.i64Sub;
  return [
    half(2, HALF, ({ fn }, [a, b]) => {
      a!();
      b!();
      fn.code.op(opcode);
    }),
    half(4, bits, ({ fn }, [a0, a1, b0, b1]) => {
      const { code } = fn;
      a1!();
      b1!();
      code.op(opcode);
      a0!();
      if (op === "add") {
        b0!();
        code.op(Op.i64Add);
        a0!();
      } else b0!();
      code.op(Op.i64LtU, Op.i64ExtendI32U, opcode);
    }),
  ];
}

function product(bits: number): readonly Operation[] {
  return [
    half(2, HALF, ({ fn }, [a, b]) => {
      a!();
      b!();
      fn.code.op(Op.i64Mul);
    }),
    half(4, bits, ({ fn }, [a0, a1, b0, b1]) => {
      const { code } = fn;
      pushHighProduct(fn, a0!, b0!);
      a0!();
      b1!();
      code.op(Op.i64Mul, Op.i64Add);
      a1!();
      b0!();
      code.op(Op.i64Mul, Op.i64Add);
    }),
  ];
}

/** Shifts by an amount of the same width; past the width they give 0, or the sign. */
function shift(op: "shl" | "lshr" | "ashr", bits: number): readonly Operation[] {
  const signed = op === "ashr";
  return [0, 1].map((which) =>
    half(4, which === 0 ? HALF : bits, ({ fn }, [a0, a1, b0, b1]) => {
      const { code } = fn;
      const [low, high, by] = [fn.i64(), fn.i64(), fn.i64()];
      a0!();
      code.set(low);
      a1!();
      if (signed) widen(fn, "i64", bits);
      code.set(high);
      b0!();
      code.set(by);
      const sign = () => (signed ? code.get(high).i64(63n).op(Op.i64ShrS) : code.i64(0n));
      const isShort = () => code.get(by).i64(64n).op(Op.i64LtU);
      // Of the half that gets bits of the other one: what stays, and what comes, in two steps so that none is by 64.
      const joined = (own: number, ownShift: Opcode, other: number, one: Opcode, rest: Opcode) => {
        code.get(own).get(by).op(ownShift);
        code.get(other).i64(1n).op(one).i64(63n).get(by).op(Op.i64Sub, rest, Op.i64Or);
      };
      const right = signed ? Op.i64ShrS : Op.i64ShrU;
      // Amounts of 64 and more shift by what is above 64: WebAssembly takes them modulo 64.
      if (op === "shl" && which === 0) {
        code.get(low).get(by).op(Op.i64Shl).i64(0n);
      } else if (op === "shl") {
        joined(high, Op.i64Shl, low, Op.i64ShrU, Op.i64ShrU);
        code.get(low).get(by).op(Op.i64Shl);
      } else if (which === 1) {
        code.get(high).get(by).op(right);
        sign();
      } else {
        joined(low, Op.i64ShrU, high, Op.i64Shl, Op.i64Shl);
        code.get(high).get(by).op(right);
      }
      isShort();
      code.op(Op.select);
      sign();
      b1!();
      code.op(Op.i64Eqz);
      code
        .get(by)
        .i64(BigInt(HALF + bits))
        .op(Op.i64LtU, Op.i32And, Op.select);
    }),
  );
}

/** Operations that hardware calls functions for; `signed`: their operands are extended to 128 bits by their signs. */
function called(name: string, bits: number, signed: boolean): readonly Operation[] {
  return ["low", "high"].map((which, index) => {
    const base = importedOperation(`wide_${name}_${which}`, ["i64", "i64", "i64", "i64"], "i64");
    return half(4, index === 0 ? HALF : bits, (target, [a0, a1, b0, b1]) => {
      const extended = (push: Push) => () => {
        push();
        if (signed) widen(target.fn, "i64", bits);
      };
      base.scalar(target, [a0!, extended(a1!), b0!, extended(b1!)]);
    });
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
      const each = half(2, HALF, ({ fn }, [a, b]) => {
        a!();
        b!();
        fn.code.op(opcode);
      });
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
    const operands = operation.operands.length === 4 ? both : [both[component]!, both[2 + component]!];
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
  const scalar: Operation["scalar"] = ({ fn }, [a0, a1, b0, b1]) => {
    const { code } = fn;
    if (predicate === "eq" || predicate === "ne") {
      a0!();
      b0!();
      code.op(Op.i64Xor);
      a1!();
      b1!();
      code.op(Op.i64Xor, Op.i64Or, Op.i64Eqz);
      if (predicate === "ne") code.op(Op.i32Eqz);
      return;
    }
    const [signed, unsigned] = orders[predicate.slice(1)]!;
    const upper = () => {
      for (const push of [a1!, b1!]) {
        push();
        if (predicate.startsWith("s")) widen(fn, "i64", bits);
      }
    };
    a0!();
    b0!();
    code.op(unsigned);
    upper();
    code.op(predicate.startsWith("s") ? signed : unsigned);
    upper();
    code.op(Op.i64Eq, Op.select);
  };
  return { operands: ["i64", "i64", "i64", "i64"], result: "i1", scalar };
}

const LONG: Component = { kind: "i64", bits: HALF, offset: 0 };
const zero = half(0, HALF, ({ fn }) => void fn.code.i64(0n));

/** The sign of a scalar as an upper half of `bits` bits. */
function signOf(from: Component, bits: number): Operation {
  const extend = castOperation("sext", from, LONG)!;
  return {
    ...half(1, bits, (target, pushes) => {
      extend.scalar(target, pushes);
      target.fn.code.i64(63n).op(Op.i64ShrS);
    }),
    operands: [from.kind],
  };
}

/** To a wide integer. */
function widened(cast: string, value: Value, bits: number): readonly Lanewise[] | undefined {
  const from = components(value.type);
  const [low, high] = halves(value) as [Ref, Ref];
  const signed = cast === "sext";
  if (cast === "fptosi" || cast === "fptoui") {
    const { kind } = from[0]!;
    return ["low", "high"].map((which, index) => {
      const base = importedOperation(`wide_${cast}_${which}`, ["f64", "i32"], "i64");
      const operation = half(1, index === 0 ? HALF : bits, (target, [push]) => {
        const double = () => {
          push!();
          expand(target, kind);
          if (kind !== "f64") target.fn.code.op(Op.f64PromoteF32);
        };
        base.scalar(target, [double, () => void target.fn.code.i32(HALF + bits)]);
      });
      return { operation: { ...operation, operands: [kind] }, operands: [low] };
    });
  }
  if (!["sext", "zext", "trunc", "inttoptr", "ptrtoint"].includes(cast)) return undefined;
  if (from.length === 1) {
    const extend = castOperation(signed ? "sext" : "zext", from[0]!, LONG)!;
    if (!signed) {
      return [
        { operation: extend, operands: [low] },
        { operation: zero, operands: [] },
      ];
    }
    return [extend, signOf(from[0]!, bits)].map((operation) => ({ operation, operands: [low] }));
  }
  const upper = half(1, bits, ({ fn }, [push]) => {
    push!();
    if (signed) widen(fn, "i64", from[1]!.bits);
  });
  return [
    { operation: identity("i64"), operands: [low] },
    { operation: upper, operands: [high] },
  ];
}

/** From a wide integer to something smaller. */
function narrowed(cast: string, value: Value, to: Component): readonly Lanewise[] | undefined {
  const [low, high] = halves(value) as [Ref, Ref];
  const upper = components(value.type)[1]!;
  if (cast === "sitofp" || cast === "uitofp") {
    const wide = to.kind === "f64";
    const base = importedOperation(`wide_${cast}_${to.kind}`, ["i64", "i64"], wide ? "f64" : "f32");
    const operation: Operation = {
      operands: ["i64", "i64"],
      result: to.kind,
      scalar: (target, [a, b]) => {
        const extended = () => {
          b!();
          if (cast === "sitofp") widen(target.fn, "i64", upper.bits);
        };
        base.scalar(target, [a!, extended]);
        // The function has rounded to the format: what is left is exact.
        contract(target, to.kind);
      },
    };
    return [{ operation, operands: [low, high] }];
  }
  if (!["trunc", "inttoptr", "ptrtoint"].includes(cast)) return undefined;
  const operation = to.kind === "i64" && to.bits === HALF ? identity("i64") : castOperation("trunc", LONG, to)!;
  return [{ operation, operands: [low] }];
}

/** What each scalar of the result is, where wide integers are read or made; `undefined` where there is no operation. */
export function wideLanewise(instruction: Instruction): readonly Lanewise[] | undefined {
  const [, upper] = components(instruction.type);
  switch (instruction.op) {
    case "binary":
      return binary(instruction, upper!.bits);
    case "icmp": {
      const { predicate, left, right } = instruction;
      const operation = comparison(predicate, components(left.type)[1]!.bits);
      return [{ operation, operands: [...halves(left), ...halves(right)] }];
    }
    case "cast": {
      const { cast, value } = instruction;
      if (isWideInteger(instruction.type)) return widened(cast, value, upper!.bits);
      const [to] = components(instruction.type);
      return narrowed(cast, value, to!);
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

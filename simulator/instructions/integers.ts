/**
 * Integer arithmetic of every width.
 *
 * Shifts past the width: LLVM leaves the result undefined and NVPTX clamps the amount (PTX ISA, "shl", "shr"), so a
 * shift past the width gives 0, or the sign for `ashr`. Division by zero: PTX leaves the value unspecified; as recent
 * devices do, a quotient is all ones and a remainder is the dividend. The most negative number divided by -1 is itself.
 */
import type { BinaryOp } from "../../analyzer/ir/model";
import { narrow, narrowQuad, type Operation, partwise, widen, widenQuad } from "../emit/operation";
import type { Kind } from "../plan/types";
import { Op, type Opcode, Type } from "../wasm/opcodes";

interface Row {
  readonly word: Opcode;
  readonly long: Opcode;
  readonly wordQuad?: Opcode;
  readonly longQuad?: Opcode;
}

const simple: Partial<Record<BinaryOp, Row>> = {
  add: { word: Op.i32Add, long: Op.i64Add, wordQuad: Op.i32x4Add, longQuad: Op.i64x2Add },
  sub: { word: Op.i32Sub, long: Op.i64Sub, wordQuad: Op.i32x4Sub, longQuad: Op.i64x2Sub },
  mul: { word: Op.i32Mul, long: Op.i64Mul, wordQuad: Op.i32x4Mul, longQuad: Op.i64x2Mul },
  and: { word: Op.i32And, long: Op.i64And, wordQuad: Op.v128And, longQuad: Op.v128And },
  or: { word: Op.i32Or, long: Op.i64Or, wordQuad: Op.v128Or, longQuad: Op.v128Or },
  xor: { word: Op.i32Xor, long: Op.i64Xor, wordQuad: Op.v128Xor, longQuad: Op.v128Xor },
};

const bitwise = new Set<BinaryOp>(["and", "or", "xor"]);

function arithmetic(op: BinaryOp, row: Row, kind: Kind, bits: number): Operation {
  const long = kind === "i64";
  const opcode = long ? row.long : row.word;
  const quad = long ? row.longQuad! : row.wordQuad!;
  const full = bitwise.has(op) || bits === (long ? 64 : 32);
  return {
    operands: [kind, kind],
    result: kind,
    scalar: ({ fn }, [left, right]) => {
      left!();
      right!();
      fn.code.op(opcode);
      if (!full) narrow(fn, kind, bits);
    },
    vector: full
      ? partwise(quad)
      : ({ fn }, result, [left, right]) => {
          result.parts.forEach((part, index) => {
            fn.code.get(left!.parts[index]!).get(right!.parts[index]!).op(quad);
            narrowQuad(fn, kind, bits);
            fn.code.set(part);
          });
        },
  };
}

/** `i1` arithmetic: addition and subtraction are `xor`, multiplication is `and`. */
function boolean(op: BinaryOp): Operation | undefined {
  const opcodes: Partial<Record<BinaryOp, readonly [Opcode, Opcode]>> = {
    add: [Op.i32Xor, Op.v128Xor],
    sub: [Op.i32Xor, Op.v128Xor],
    xor: [Op.i32Xor, Op.v128Xor],
    mul: [Op.i32And, Op.v128And],
    and: [Op.i32And, Op.v128And],
    or: [Op.i32Or, Op.v128Or],
  };
  const found = opcodes[op];
  if (!found) return undefined;
  return {
    operands: ["i1", "i1"],
    result: "i1",
    scalar: ({ fn }, [left, right]) => {
      left!();
      right!();
      fn.code.op(found[0]);
    },
    vector: partwise(found[1]),
  };
}

function shift(op: "shl" | "lshr" | "ashr", kind: Kind, bits: number): Operation {
  const long = kind === "i64";
  const word = { shl: Op.i32Shl, lshr: Op.i32ShrU, ashr: Op.i32ShrS }[op];
  const wide = { shl: Op.i64Shl, lshr: Op.i64ShrU, ashr: Op.i64ShrS }[op];
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (target, [left, right]) => {
      const { fn } = target;
      const { code } = fn;
      const amount = long ? fn.i64() : fn.i32();
      const push = (value: number) => (long ? code.i64(BigInt(value)) : code.i32(value));
      const isWithin = () => {
        code.get(amount);
        push(bits);
        code.op(long ? Op.i64LtU : Op.i32LtU);
      };
      right!();
      code.set(amount);
      left!();
      if (op === "ashr") {
        widen(fn, kind, bits);
        code.get(amount);
        push(bits - 1);
        isWithin();
        code.op(Op.select, long ? wide : word);
      } else {
        code.get(amount).op(long ? wide : word);
        push(0);
        isWithin();
        code.op(Op.select);
      }
      narrow(fn, kind, bits);
    },
  };
}

/** A shift by one constant for all lanes: vectors have an instruction for it. */
export function constantShift(op: "shl" | "lshr" | "ashr", kind: Kind, bits: number, amount: number): Operation {
  const long = kind === "i64";
  const word = { shl: Op.i32Shl, lshr: Op.i32ShrU, ashr: Op.i32ShrS }[op];
  const wide = { shl: Op.i64Shl, lshr: Op.i64ShrU, ashr: Op.i64ShrS }[op];
  const quad = long
    ? { shl: Op.i64x2Shl, lshr: Op.i64x2ShrU, ashr: Op.i64x2ShrS }[op]
    : { shl: Op.i32x4Shl, lshr: Op.i32x4ShrU, ashr: Op.i32x4ShrS }[op];
  const past = amount >= bits;
  const by = past ? bits - 1 : amount;
  const zero = past && op !== "ashr";
  return {
    operands: [kind],
    result: kind,
    scalar: ({ fn }, [left]) => {
      left!();
      if (op === "ashr") widen(fn, kind, bits);
      if (long) fn.code.i64(zero ? 0n : BigInt(by)).op(zero ? Op.i64And : wide);
      else fn.code.i32(zero ? 0 : by).op(zero ? Op.i32And : word);
      narrow(fn, kind, bits);
    },
    vector: ({ fn }, result, [left]) => {
      result.parts.forEach((part, index) => {
        fn.code.get(left!.parts[index]!);
        if (op === "ashr") widenQuad(fn, kind, bits);
        if (zero) fn.code.v128([0, 0, 0, 0]).op(Op.v128And);
        else fn.code.i32(by).op(quad);
        narrowQuad(fn, kind, bits);
        fn.code.set(part);
      });
    },
  };
}

function division(op: "udiv" | "sdiv" | "urem" | "srem", kind: Kind, bits: number): Operation {
  const long = kind === "i64";
  const signed = op === "sdiv" || op === "srem";
  const quotient = op === "udiv" || op === "sdiv";
  const opcode = long
    ? { udiv: Op.i64DivU, sdiv: Op.i64DivS, urem: Op.i64RemU, srem: Op.i64RemS }[op]
    : { udiv: Op.i32DivU, sdiv: Op.i32DivS, urem: Op.i32RemU, srem: Op.i32RemS }[op];
  const type = long ? Type.i64 : Type.i32;
  return {
    operands: [kind, kind],
    result: kind,
    scalar: ({ fn }, [left, right]) => {
      const { code } = fn;
      const [dividend, divisor] = [fn.local(type), fn.local(type)];
      const push = (value: number) => (long ? code.i64(BigInt(value)) : code.i32(value));
      for (const [operand, local] of [
        [left!, dividend],
        [right!, divisor],
      ] as const) {
        operand();
        if (signed) widen(fn, kind, bits);
        code.set(local);
      }
      const divide = () => code.get(dividend).get(divisor).op(opcode);
      code.get(divisor).op(long ? Op.i64Eqz : Op.i32Eqz);
      code.choose(
        type,
        () => (quotient ? push(-1) : code.get(dividend)),
        () => {
          if (op !== "sdiv") {
            divide();
            return;
          }
          // WebAssembly traps where the quotient does not fit; negation gives the same bits for every dividend.
          code.get(divisor);
          push(-1);
          code.op(long ? Op.i64Eq : Op.i32Eq);
          code.choose(
            type,
            () => {
              push(0);
              code.get(dividend).op(long ? Op.i64Sub : Op.i32Sub);
            },
            divide,
          );
        },
      );
      narrow(fn, kind, bits);
    },
  };
}

/** Division of 32-bit integers by a constant power of two, in vectors. */
export function powerDivision(op: "udiv" | "sdiv" | "urem" | "srem", power: number): Operation {
  const base = division(op, "i32", 32);
  return {
    ...base,
    operands: ["i32"],
    scalar: (target, [left]) => base.scalar(target, [left!, () => target.fn.code.i32(2 ** power)]),
    vector: ({ fn }, result, [left]) => {
      const { code } = fn;
      const value = left!.parts[0]!;
      const mask = () => code.i32(2 ** power - 1).op(Op.i32x4Splat);
      if (op === "udiv") code.get(value).i32(power).op(Op.i32x4ShrU);
      else if (op === "urem") {
        code.get(value);
        mask();
        code.op(Op.v128And);
      } else {
        // Division rounds towards zero: negative numbers are raised by the divisor less one first.
        const raise = fn.v128();
        code.get(value).i32(31).op(Op.i32x4ShrS);
        mask();
        code.op(Op.v128And).tee(raise).get(value).op(Op.i32x4Add);
        if (op === "sdiv") code.i32(power).op(Op.i32x4ShrS);
        else {
          mask();
          code.op(Op.v128And).get(raise).op(Op.i32x4Sub);
        }
      }
      code.set(result.parts[0]!);
    },
  };
}

/** The operation of an integer instruction, `undefined` where there is none. */
export function integerOperation(op: BinaryOp, kind: Kind, bits: number): Operation | undefined {
  if (kind === "i1") return boolean(op);
  const row = simple[op];
  if (row) return arithmetic(op, row, kind, bits);
  switch (op) {
    case "shl":
    case "lshr":
    case "ashr":
      return shift(op, kind, bits);
    case "udiv":
    case "sdiv":
    case "urem":
    case "srem":
      return division(op, kind, bits);
    default:
      return undefined;
  }
}

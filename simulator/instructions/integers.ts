/**
 * Integer arithmetic of every width.
 *
 * Shifts past the width: LLVM leaves the result undefined and NVPTX clamps the amount (PTX ISA, "shl", "shr"), so a
 * shift past the width gives 0, or the sign for `ashr`. Division by zero: PTX leaves the value unspecified; as recent
 * devices do, a quotient is all ones and a remainder is the dividend. The most negative number divided by -1 is itself.
 */
import type { BinaryOp } from "../../analyzer/ir/model";
import {
  eachPart,
  narrow,
  narrowVector,
  type Operation,
  partOf,
  type Quad,
  widen,
  widenVector,
} from "../emit/operation";
import type { Kind } from "../plan/types";
import {
  and,
  apply,
  bind,
  choose,
  type Expression,
  eq,
  eqz,
  f64,
  i32,
  integer,
  ltU,
  or,
  select,
  sub,
  tee,
  type V128,
} from "../wasm/expressions";
import { Op, type Opcode, Type, type ValueType } from "../wasm/opcodes";
import { f64x2, i32x4, LOW_WORDS, SWAPPED_HALVES, shuffle, ZEROS } from "../wasm/vectors";

/** The instructions of an operation on words and longs, and on vectors of them. */
interface Row {
  readonly word: Opcode;
  readonly long: Opcode;
  readonly words: Opcode;
  readonly longs: Opcode;
}

const simple: Partial<Record<BinaryOp, Row>> = {
  add: { word: Op.i32Add, long: Op.i64Add, words: Op.i32x4Add, longs: Op.i64x2Add },
  sub: { word: Op.i32Sub, long: Op.i64Sub, words: Op.i32x4Sub, longs: Op.i64x2Sub },
  mul: { word: Op.i32Mul, long: Op.i64Mul, words: Op.i32x4Mul, longs: Op.i64x2Mul },
  and: { word: Op.i32And, long: Op.i64And, words: Op.v128And, longs: Op.v128And },
  or: { word: Op.i32Or, long: Op.i64Or, words: Op.v128Or, longs: Op.v128Or },
  xor: { word: Op.i32Xor, long: Op.i64Xor, words: Op.v128Xor, longs: Op.v128Xor },
};

const bitwise = new Set<BinaryOp>(["and", "or", "xor"]);

/** The WebAssembly type that carries integers of a kind. */
const integerType = (kind: Kind): typeof Type.i32 | typeof Type.i64 => (kind === "i64" ? Type.i64 : Type.i32);

function arithmetic(op: BinaryOp, row: Row, kind: Kind, bits: number): Operation {
  const long = kind === "i64";
  const opcode = long ? row.long : row.word;
  const quad = long ? row.longs : row.words;
  const full = bitwise.has(op) || bits === (long ? 64 : 32);
  const kept = full ? 64 : bits;
  return {
    operands: [kind, kind],
    result: kind,
    scalar: (_target, left, right) => narrow(apply(opcode, left, right), kind, kept),
    vector: full
      ? eachPart(kind, quad)
      : (_target, left, right) =>
          left.parts.map((part, index) => narrowVector(apply(quad, part, partOf(right, index)), kind, bits)),
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
  const [scalar, vector] = found;
  return {
    operands: ["i1", "i1"],
    result: "i1",
    scalar: (_target, left, right) => apply(scalar, left, right),
    vector: eachPart("i1", vector),
  };
}

type Shift = "shl" | "lshr" | "ashr";

const shifts = {
  shl: { word: Op.i32Shl, long: Op.i64Shl, words: Op.i32x4Shl, longs: Op.i64x2Shl },
  lshr: { word: Op.i32ShrU, long: Op.i64ShrU, words: Op.i32x4ShrU, longs: Op.i64x2ShrU },
  ashr: { word: Op.i32ShrS, long: Op.i64ShrS, words: Op.i32x4ShrS, longs: Op.i64x2ShrS },
} as const;

function shift(op: Shift, kind: Kind, bits: number): Operation {
  const type = integerType(kind);
  const opcode = kind === "i64" ? shifts[op].long : shifts[op].word;
  return {
    operands: [kind, kind],
    result: kind,
    scalar: ({ fn }, left, right) => {
      const amount = fn.local<ValueType>(type);
      const isWithin = ltU(amount, integer(type, bits));
      const shifted =
        op === "ashr"
          ? apply(opcode, widen(left, kind, bits), select(amount, integer(type, bits - 1), isWithin))
          : select(apply(opcode, left, amount), integer(type, 0), isWithin);
      return narrow(bind(amount, right, shifted), kind, bits);
    },
  };
}

/** A shift by one constant for all lanes: vectors have an instruction for it. */
export function constantShift(op: Shift, kind: Kind, bits: number, amount: number): Operation {
  const long = kind === "i64";
  const { word, long: wide, words, longs } = shifts[op];
  const past = amount >= bits;
  const by = past ? bits - 1 : amount;
  const isZero = past && op !== "ashr";
  return {
    operands: [kind],
    result: kind,
    scalar: (_target, left) => {
      const value = op === "ashr" ? widen(left, kind, bits) : left;
      const opcode = long ? (isZero ? Op.i64And : wide) : isZero ? Op.i32And : word;
      return narrow(apply(opcode, value, integer(integerType(kind), isZero ? 0 : by)), kind, bits);
    },
    vector: (_target, left) =>
      left.parts.map((part) => {
        const value = op === "ashr" ? widenVector(part, kind, bits) : part;
        const shifted = isZero ? and(value, ZEROS) : apply<typeof Type.v128>(long ? longs : words, value, i32(by));
        return narrowVector(shifted, kind, bits);
      }),
  };
}

type Division = "udiv" | "sdiv" | "urem" | "srem";

const divisions = {
  udiv: { word: Op.i32DivU, long: Op.i64DivU },
  sdiv: { word: Op.i32DivS, long: Op.i64DivS },
  urem: { word: Op.i32RemU, long: Op.i64RemU },
  srem: { word: Op.i32RemS, long: Op.i64RemS },
} as const;

/** Added to an integer of less than 51 bits, it leaves the lower 32 bits of the integer in those of the double. */
const ALIGNING = 1.5 * 2 ** 52;

/**
 * A little more than 1: a dividend times the inverse of a divisor times this is never less than the quotient, though both were
 * rounded by 2⁻⁵³, and less than the next integer, which is 2⁻³² of the quotient away at least.
 */
const ABOVE_ONE = 1 + 2 ** -50;

/**
 * Quotients of four lanes through doubles: of integers of 32 bits, a quotient rounded to a double is never rounded up to the next
 * integer, as it is less by 2⁻³¹ at least. By a divisor that all lanes share they are products with its inverse.
 */
function vectorDivision(op: Division, kind: Kind, bits: number): NonNullable<Operation["vector"]> {
  const signed = isSigned(op);
  return ({ fn }, left, right) => {
    const [dividend, divisor, quotient] = [fn.v128(), fn.v128(), fn.v128()];
    const operand = (quad: Quad): V128 => (signed ? widenVector(partOf(quad), kind, bits) : partOf(quad));
    fn.set(dividend, operand(left));
    const lowDoubles = (low: V128): V128 => (signed ? f64x2.convertLowS(low) : f64x2.convertLowU(low));
    const inverse = right.once?.((part) =>
      f64x2.div(f64x2.splat(f64(ABOVE_ONE)), lowDoubles(signed ? widenVector(part, kind, bits) : part)),
    );
    fn.set(divisor, operand(right));
    const half = (upper: boolean): V128 => {
      const doubles = (value: V128): V128 => lowDoubles(upper ? shuffle(SWAPPED_HALVES, value, value) : value);
      const ratio = inverse ? f64x2.mul(doubles(dividend), inverse) : f64x2.div(doubles(dividend), doubles(divisor));
      return f64x2.add(f64x2.trunc(ratio), f64x2.splat(f64(ALIGNING)));
    };
    fn.set(quotient, shuffle(LOW_WORDS, half(false), half(true)));
    // Of a division by zero the quotient is all ones, and the remainder the dividend, whatever the quotient was.
    const result = isQuotient(op)
      ? or(quotient, i32x4.eq(divisor, ZEROS))
      : i32x4.sub(dividend, i32x4.mul(quotient, divisor));
    return [narrowVector(result, kind, bits)];
  };
}

const isSigned = (op: Division): boolean => op === "sdiv" || op === "srem";
const isQuotient = (op: Division): boolean => op === "udiv" || op === "sdiv";

function division(op: Division, kind: Kind, bits: number): Operation {
  const type = integerType(kind);
  const signed = isSigned(op);
  const opcode = kind === "i64" ? divisions[op].long : divisions[op].word;
  return {
    operands: [kind, kind],
    result: kind,
    scalar: ({ fn }, left, right) => {
      const [dividend, divisor] = [fn.local<ValueType>(type), fn.local<ValueType>(type)];
      const extended = (value: Expression) => (signed ? widen(value, kind, bits) : value);
      const divided: Expression = apply(opcode, dividend, divisor);
      const negated: Expression = sub(integer(type, 0), dividend);
      // WebAssembly traps where the quotient does not fit; negation gives the same bits for every dividend.
      const fits = op === "sdiv" ? choose(eq(divisor, integer(type, -1)), negated, divided) : divided;
      const byZero: Expression = isQuotient(op) ? integer(type, -1) : dividend;
      const result = choose(eqz(divisor), byZero, fits);
      return narrow(bind(dividend, extended(left), bind(divisor, extended(right), result)), kind, bits);
    },
    ...(kind !== "i64" && { vector: vectorDivision(op, kind, bits) }),
  };
}

/** Division of 32-bit integers by a constant power of two, in vectors. */
export function powerDivision(op: Division, power: number): Operation {
  const base = division(op, "i32", 32);
  const mask = i32x4.splat(2 ** power - 1);
  return {
    ...base,
    operands: ["i32"],
    scalar: (target, left) => base.scalar(target, left, i32(2 ** power)),
    vector: ({ fn }, left) => {
      const value = partOf(left);
      if (op === "udiv") return [i32x4.shrU(value, power)];
      if (op === "urem") return [and(value, mask)];
      // Division rounds towards zero: negative numbers are raised by the divisor less one first.
      const raise = fn.v128();
      const raised = i32x4.add(tee(raise, and(i32x4.shrS(value, 31), mask)), value);
      return [op === "sdiv" ? i32x4.shrS(raised, power) : i32x4.sub(and(raised, mask), raise)];
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

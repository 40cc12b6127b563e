/**
 * Expressions of WebAssembly as trees: `add(shl(lane, 3), base)` instead of the instructions that leave its value on the
 * stack. A tree is written (`write`) wherever its value is wanted, more than once if need be; operands are written from
 * left to right. Plain numbers stand for 32-bit constants, BigInts for 64-bit ones.
 * Reference: WebAssembly Core Specification 2.0, "Instructions".
 */
import type { Code } from "./encoder";
import { Op, type Opcode, Type, type ValueType } from "./opcodes";

/** A value of one WebAssembly type. A plain one is an instruction without immediates, applied to its operands. */
export class Expression<T extends ValueType = ValueType> {
  constructor(
    readonly type: T,
    protected readonly opcode: Opcode,
    private readonly operands: readonly Expression[],
  ) {}

  /** Writes the code that leaves the value on the stack. */
  write(code: Code): void {
    for (const operand of this.operands) operand.write(code);
    this.finish(code);
  }

  /** Writes the instruction itself, after its operands. */
  protected finish(code: Code): void {
    code.op(this.opcode);
  }
}

/** Expressions by the type of their value. */
export type I32 = Expression<typeof Type.i32>;
export type I64 = Expression<typeof Type.i64>;
export type F32 = Expression<typeof Type.f32>;
export type F64 = Expression<typeof Type.f64>;
export type V128 = Expression<typeof Type.v128>;

type Literal<T extends ValueType> = T extends typeof Type.i32 ? number : T extends typeof Type.i64 ? bigint : never;
/** A value, or a number that stands for a constant. */
export type Operand<T extends ValueType> = Expression<T> | Literal<T>;

const NONE: readonly Expression[] = [];

/** A parameter or local variable of the function that is being written. */
export class Local<T extends ValueType = ValueType> extends Expression<T> {
  constructor(
    type: T,
    readonly index: number,
  ) {
    super(type, Op.localGet, NONE);
  }

  protected override finish(code: Code): void {
    code.get(this.index);
  }
}

/** A 32-bit local, a 64-bit one, a vector of 128 bits. */
export type LocalI32 = Local<typeof Type.i32>;
/** A 64-bit local. */
export type LocalI64 = Local<typeof Type.i64>;
/** A local with a vector. */
export type LocalV128 = Local<typeof Type.v128>;

/** An instruction with immediates, which `complete` writes: a constant, lanes, a local. */
export class Immediate<T extends ValueType> extends Expression<T> {
  constructor(
    type: T,
    opcode: Opcode,
    operands: readonly Expression[],
    private readonly complete: (code: Code) => void,
  ) {
    super(type, opcode, operands);
  }

  protected override finish(code: Code): void {
    this.complete(code);
  }
}

class Int32 extends Expression<typeof Type.i32> {
  constructor(private readonly value: number) {
    super(Type.i32, Op.i32Const, NONE);
  }

  protected override finish(code: Code): void {
    code.i32(this.value);
  }
}

/** A load: the only instruction with an offset that leaves a value. */
class Load<T extends ValueType> extends Expression<T> {
  constructor(
    type: T,
    opcode: Opcode,
    address: Expression,
    private readonly offset: number,
  ) {
    super(type, opcode, [address]);
  }

  protected override finish(code: Code): void {
    code.memory(this.opcode, this.offset);
  }
}

/** The value that an operand stands for. */
export function expressionOf<T extends ValueType>(operand: Operand<T>): Expression<T> {
  if (typeof operand === "number") return new Int32(operand) as Expression as Expression<T>;
  if (typeof operand === "bigint") return i64(operand) as Expression as Expression<T>;
  return operand as Expression<T>;
}

/** An integer constant. */
export const i32 = (value: number): I32 => new Int32(value);
export const i64 = (value: bigint): I64 => new Immediate(Type.i64, Op.i64Const, NONE, (code) => void code.i64(value));
/** A float constant by its bit pattern, so that NaN payloads survive. */
export const f32Bits = (bits: number): F32 =>
  new Immediate(Type.f32, Op.f32Const, NONE, (code) => void code.f32Bits(bits));
/** A double-precision constant by its bit pattern. */
export const f64Bits = (bits: bigint): F64 =>
  new Immediate(Type.f64, Op.f64Const, NONE, (code) => void code.f64Bits(bits));
/** A double-precision constant; NaN payloads are lost. */
export const f64 = (value: number): F64 => new Immediate(Type.f64, Op.f64Const, NONE, (code) => void code.f64(value));
/** An integer of the width that the code is written for. */
export const integer = <T extends typeof Type.i32 | typeof Type.i64>(type: T, value: number | bigint): Expression<T> =>
  (type === Type.i64 ? i64(BigInt(value)) : i32(Number(value))) as Expression as Expression<T>;

/** The type of what each instruction leaves, by its name in the specification. */
const resultTypes: ReadonlyMap<Opcode, ValueType> = new Map(
  Object.entries(Op).map(([name, opcode]) => {
    const [, scalar, rest = ""] = /^([if](?:32|64))(?!x)(.*)$/.exec(name) ?? [];
    if (scalar) return [opcode, /^(?:Eqz?|Ne|[LG][te])/.test(rest) ? Type.i32 : Type[scalar as "i32"]];
    const [, extracted] = /^([if](?:32|64))x\dExtractLane$/.exec(name) ?? [];
    if (extracted) return [opcode, Type[extracted as "i32"]];
    return [opcode, /(?:AnyTrue|AllTrue|Bitmask)$/.test(name) ? Type.i32 : Type.v128];
  }),
);

/** An instruction without immediates by its opcode, where a table says which one it is. */
export function apply<T extends ValueType = ValueType>(
  opcode: Opcode,
  ...operands: readonly Expression[]
): Expression<T> {
  return new Expression(resultTypes.get(opcode) as T, opcode, operands);
}

type Row = Partial<Record<ValueType, Opcode>>;

function opcodeFor(row: Row, type: ValueType): Opcode {
  const opcode = row[type];
  if (opcode === undefined) throw new Error(`no instruction for operands of type ${type}`);
  return opcode;
}

function binary(row: Row) {
  return <T extends ValueType>(left: Operand<T>, right: Operand<T>): Expression<T> => {
    const [a, b] = [expressionOf(left), expressionOf(right)];
    return new Expression(a.type, opcodeFor(row, a.type), [a, b]);
  };
}

function comparison(row: Row) {
  return <T extends ValueType>(left: Operand<T>, right: Operand<T>): I32 => {
    const [a, b] = [expressionOf(left), expressionOf(right)];
    return new Expression(Type.i32, opcodeFor(row, a.type), [a, b]);
  };
}

function unary(row: Row) {
  return <T extends ValueType>(operand: Expression<T>): Expression<T> =>
    new Expression(operand.type, opcodeFor(row, operand.type), [operand]);
}

const both = (word: Opcode, long: Opcode): Row => ({ [Type.i32]: word, [Type.i64]: long });
const floats = (single: Opcode, double: Opcode): Row => ({ [Type.f32]: single, [Type.f64]: double });

/** Arithmetic on integers of either width; `add`, `sub`, `mul` on floats, too, and bitwise operations on vectors. */
export const add = binary({ ...both(Op.i32Add, Op.i64Add), ...floats(Op.f32Add, Op.f64Add) });
/** Arithmetic and bits, of the type of the operands. */
export const sub = binary({ ...both(Op.i32Sub, Op.i64Sub), ...floats(Op.f32Sub, Op.f64Sub) });
export const mul = binary({ ...both(Op.i32Mul, Op.i64Mul), ...floats(Op.f32Mul, Op.f64Mul) });
export const and = binary({ ...both(Op.i32And, Op.i64And), [Type.v128]: Op.v128And });
export const or = binary({ ...both(Op.i32Or, Op.i64Or), [Type.v128]: Op.v128Or });
export const xor = binary({ ...both(Op.i32Xor, Op.i64Xor), [Type.v128]: Op.v128Xor });
export const shl = binary(both(Op.i32Shl, Op.i64Shl));
export const shrS = binary(both(Op.i32ShrS, Op.i64ShrS));
export const shrU = binary(both(Op.i32ShrU, Op.i64ShrU));
export const rotl = binary(both(Op.i32Rotl, Op.i64Rotl));
export const remU = binary(both(Op.i32RemU, Op.i64RemU));
export const ctz = unary(both(Op.i32Ctz, Op.i64Ctz));
export const popcnt = unary(both(Op.i32Popcnt, Op.i64Popcnt));

/** Comparisons: 1 or 0. Those of floats are false for NaN but for `ne`. */
export const eq = comparison({ ...both(Op.i32Eq, Op.i64Eq), ...floats(Op.f32Eq, Op.f64Eq) });
export const ne = comparison({ ...both(Op.i32Ne, Op.i64Ne), ...floats(Op.f32Ne, Op.f64Ne) });
export const ltU = comparison(both(Op.i32LtU, Op.i64LtU));
export const leU = comparison(both(Op.i32LeU, Op.i64LeU));
export const gtU = comparison(both(Op.i32GtU, Op.i64GtU));
export const geU = comparison(both(Op.i32GeU, Op.i64GeU));
export const ltS = comparison(both(Op.i32LtS, Op.i64LtS));
export const gtS = comparison(both(Op.i32GtS, Op.i64GtS));
export const eqz = (operand: Expression): I32 =>
  new Expression(Type.i32, operand.type === Type.i64 ? Op.i64Eqz : Op.i32Eqz, [operand]);

/** Conversions between scalars. */
const convert =
  <To extends ValueType>(opcode: Opcode) =>
  (operand: Expression): Expression<To> =>
    apply<To>(opcode, operand);
/** Conversions between integers; `wrap` takes the lower half. */
export const wrap = convert<typeof Type.i32>(Op.i32WrapI64);
export const extendU = convert<typeof Type.i64>(Op.i64ExtendI32U);
export const extendS = convert<typeof Type.i64>(Op.i64ExtendI32S);
/** Conversions between floats. */
export const promote = convert<typeof Type.f64>(Op.f64PromoteF32);
export const demote = convert<typeof Type.f32>(Op.f32DemoteF64);

/** `condition ? ifTrue : ifFalse`, with both computed. */
export function select<T extends ValueType>(ifTrue: Operand<T>, ifFalse: Operand<T>, condition: I32): Expression<T> {
  const [a, b] = [expressionOf(ifTrue), expressionOf(ifFalse)];
  return new Expression(a.type, Op.select, [a, b, condition]);
}

/** The lesser of two unsigned numbers; both are computed twice. */
export function minU<T extends typeof Type.i32 | typeof Type.i64>(left: Operand<T>, right: Operand<T>): Expression<T> {
  return select(left, right, ltU(left, right));
}

/** `condition ? ifTrue : ifFalse`, with only one of them computed. */
export function choose<T extends ValueType>(
  condition: I32,
  ifTrue: Expression<T>,
  ifFalse: Expression<T>,
): Expression<T> {
  const { type } = ifTrue;
  return new Immediate(type, Op.if, [condition], (code) => {
    code.choose(
      type,
      () => ifTrue.write(code),
      () => ifFalse.write(code),
    );
  });
}

/** The value, which the local keeps as well. */
export function tee<T extends ValueType>(local: Local<T>, value: Operand<T>): Expression<T> {
  return new Immediate(local.type, Op.localTee, [expressionOf(value)], (code) => void code.tee(local.index));
}

/** `value`, before which the local is set to `bound`. */
export function bind<B extends ValueType, T extends ValueType>(
  local: Local<B>,
  bound: Operand<B>,
  value: Expression<T>,
): Expression<T> {
  return new Immediate(value.type, Op.localSet, [expressionOf(bound)], (code) => {
    code.set(local.index);
    value.write(code);
  });
}

/** The result of a function by its index. */
export function call<T extends ValueType>(
  result: T,
  index: number,
  ...operands: readonly Operand<ValueType>[]
): Expression<T> {
  return new Immediate(result, Op.call, operands.map(expressionOf), (code) => void code.call(index));
}

/** Loads from linear memory, at an address plus a constant offset. `load` takes the instruction from a table. */
export const load = <T extends ValueType = ValueType>(opcode: Opcode, address: Operand<typeof Type.i32>, offset = 0) =>
  new Load(resultTypes.get(opcode) as T, opcode, expressionOf(address), offset) as Expression<T>;
const loading =
  <T extends ValueType>(opcode: Opcode) =>
  (address: Operand<typeof Type.i32>, offset = 0): Expression<T> =>
    load<T>(opcode, address, offset);
/** Loads at an address with a constant offset. */
export const load8U = loading<typeof Type.i32>(Op.i32Load8U);
export const load32 = loading<typeof Type.i32>(Op.i32Load);
export const load64 = loading<typeof Type.i64>(Op.i64Load);
export const load128 = loading<typeof Type.v128>(Op.v128Load);

/** `llvm.` intrinsics that clang emits for host code, by name without types. */
import type { InstructionOf, Value } from "../../../analyzer/ir/model";
import { type Component, components } from "../../plan/types";
import { Op, Type } from "../../wasm/opcodes";
import { directIntrinsic, eachComponent, minMax } from "./arithmetic";
import { type FunctionContext, localsOf, narrow, push, pushComponent, scalar, signExtend } from "./context";
import { checkedOffset, pushHostAddress } from "./memory";
import { shortLength, writeCopy, writeShortFill } from "./shortCopies";
import { isShort, narrowShort, shortIntrinsics, widenShort } from "./shortReals";
import { isWideNumber } from "./wide";

type Call = InstructionOf<"call">;
type Emit = (context: FunctionContext, call: Call, operands: readonly Value[]) => void;

const nothing: Emit = () => {};

/** The operand is the result: hints to the optimiser. */
const same: Emit = (context, call, operands) =>
  eachComponent(context, call, (_part, index) => pushComponent(context, operands[0]!, index));

function pushLength(context: FunctionContext, value: Value): void {
  push(context, value);
  if (scalar(value).kind !== "i64") context.builder.code.op(Op.i64ExtendI32U);
}

function at(context: FunctionContext, call: Call): void {
  context.builder.code.i32(context.module.locationId(call.location));
}

const copy: Emit = (context, call, [to, from, length]) => {
  const bytes = shortLength(length!);
  if (bytes !== undefined) {
    writeCopy(context, { to: { pointer: to! }, from: { pointer: from! } }, bytes, call.location);
    return;
  }
  push(context, to!);
  push(context, from!);
  pushLength(context, length!);
  at(context, call);
  context.builder.code.call(context.module.helper("copy"));
};

const fill: Emit = (context, call, [to, byte, length]) => {
  const bytes = shortLength(length!);
  if (bytes !== undefined) {
    writeShortFill(context, { pointer: to!, byte: byte! }, bytes, call.location);
    return;
  }
  push(context, to!);
  push(context, byte!);
  pushLength(context, length!);
  at(context, call);
  context.builder.code.call(context.module.helper("fill"));
};

/** Counts the leading zeros of the significant bits, without those that a narrow integer has before them. */
const leadingZeros: Emit = (context, call, [value]) => {
  const { code } = context.builder;
  eachComponent(context, call, (part, index) => {
    pushComponent(context, value!, index);
    const isLong = part.kind === "i64";
    const unused = (isLong ? 64 : 32) - part.bits;
    code.op(isLong ? Op.i64Clz : Op.i32Clz);
    if (unused === 0) return;
    if (isLong) code.i64(BigInt(unused)).op(Op.i64Sub);
    else code.i32(unused).op(Op.i32Sub);
  });
};

/** Counts the trailing zeros of the significant bits: a bit after the last makes 0 count its own width. */
const trailingZeros: Emit = (context, call, [value]) => {
  const { code } = context.builder;
  eachComponent(context, call, (part, index) => {
    pushComponent(context, value!, index);
    const isLong = part.kind === "i64";
    if (isLong && part.bits < 64) code.i64(1n << BigInt(part.bits)).op(Op.i64Or);
    if (!isLong && part.bits < 32) code.i32(2 ** part.bits).op(Op.i32Or);
    code.op(isLong ? Op.i64Ctz : Op.i32Ctz);
  });
};

const abs: Emit = (context, call, [value]) => {
  const { code } = context.builder;
  eachComponent(context, call, (part, index) => {
    const wide = part.kind === "i64";
    const pushSigned = () => {
      pushComponent(context, value!, index);
      signExtend(context, part);
    };
    const zero = () => void (wide ? code.i64(0n) : code.i32(0));
    zero();
    pushSigned();
    code.op(wide ? Op.i64Sub : Op.i32Sub);
    pushSigned();
    pushSigned();
    zero();
    code.op(wide ? Op.i64LtS : Op.i32LtS, Op.select);
    narrow(context, part);
  });
};

function rotate(
  context: FunctionContext,
  part: Component,
  [high, low, amount]: readonly Value[],
  index: number,
  left: boolean,
): void {
  const { code } = context.builder;
  const wide = part.kind === "i64";
  const literal = (value: number) => void (wide ? code.i64(BigInt(value)) : code.i32(value));
  const reduced = () => {
    pushComponent(context, amount!, index);
    literal(part.bits);
    code.op(wide ? Op.i64RemU : Op.i32RemU);
  };
  const rest = () => {
    literal(part.bits);
    reduced();
    code.op(wide ? Op.i64Sub : Op.i32Sub);
  };
  const shl = wide ? Op.i64Shl : Op.i32Shl;
  const shr = wide ? Op.i64ShrU : Op.i32ShrU;
  // fshl = high << s | low >> (bits - s); with s = 0 the second shift is by the whole width and must give nothing.
  pushComponent(context, high!, index);
  if (left) reduced();
  else rest();
  code.op(shl);
  pushComponent(context, low!, index);
  if (left) rest();
  else reduced();
  code.op(shr, wide ? Op.i64Or : Op.i32Or);
  narrow(context, part);
  pushComponent(context, left ? high! : low!, index);
  reduced();
  if (wide) code.op(Op.i64Eqz, Op.i32Eqz);
  code.op(Op.select);
}

function funnel(left: boolean): Emit {
  return (context, call, operands) =>
    eachComponent(context, call, (part, index) => rotate(context, part, operands, index, left));
}

type CheckedOperation = "add" | "sub" | "mul";

const wideOperations = { add: Op.i64Add, sub: Op.i64Sub, mul: Op.i64Mul } as const;

/** Arithmetic with a flag for overflow: `{result, i1}`. */
function withOverflow(op: CheckedOperation, isSigned: boolean): Emit {
  return (context, call, [left, right]) => {
    const { code } = context.builder;
    const [result, flag] = localsOf(context, call);
    const part = scalar(left!);
    if (part.kind === "i64") {
      push(context, left!);
      push(context, right!);
      code.op(wideOperations[op]).set(result!);
      pushWideOverflow(context, op, isSigned, { left: left!, right: right!, result: result! });
      code.set(flag!);
      return;
    }
    // Narrow numbers cannot overflow 64 bits, so the exact result is there to compare with.
    const exact = context.builder.local(Type.i64);
    for (const side of [left!, right!]) {
      push(context, side);
      if (isSigned) signExtend(context, part);
      code.op(isSigned ? Op.i64ExtendI32S : Op.i64ExtendI32U);
    }
    code.op(wideOperations[op]).tee(exact).op(Op.i32WrapI64);
    narrow(context, part);
    code.tee(result!);
    if (isSigned) signExtend(context, part);
    code
      .op(isSigned ? Op.i64ExtendI32S : Op.i64ExtendI32U)
      .get(exact)
      .op(Op.i64Ne)
      .set(flag!);
  };
}

/** A 64-bit operation; `result` is the local with its result. */
interface WideOperation {
  readonly left: Value;
  readonly right: Value;
  readonly result: number;
}

/** Pushes whether a 64-bit operation overflowed. */
function pushWideOverflow(
  context: FunctionContext,
  op: CheckedOperation,
  isSigned: boolean,
  operation: WideOperation,
): void {
  if (op === "mul") pushMultiplyOverflow(context, isSigned, operation);
  else if (isSigned) pushSignedOverflow(context, op, operation);
  else pushCarry(context, op, operation);
}

/** `right != 0 && result / right != left`; −1 is asked about first: the least number divided by it would trap. */
function pushMultiplyOverflow(context: FunctionContext, isSigned: boolean, { left, right, result }: WideOperation) {
  const { code } = context.builder;
  const isLeast = () => {
    push(context, left);
    code.i64(-(1n << 63n)).op(Op.i64Eq);
  };
  const differs = () => {
    code.get(result);
    push(context, right);
    code.op(isSigned ? Op.i64DivS : Op.i64DivU);
    push(context, left);
    code.op(Op.i64Ne);
  };
  const overflows = () => {
    push(context, right);
    code
      .i64(-1n)
      .op(Op.i64Eq)
      .i32(isSigned ? 1 : 0)
      .op(Op.i32And);
    code.choose(Type.i32, isLeast, differs);
  };
  push(context, right);
  code.op(Op.i64Eqz);
  code.choose(Type.i32, () => code.i32(0), overflows);
}

/**
 * An add overflows where its result has another sign than both sides; a subtraction where the sides have different signs,
 * and its result another one than the left side.
 */
function pushSignedOverflow(context: FunctionContext, op: "add" | "sub", { left, right, result }: WideOperation): void {
  const { code } = context.builder;
  push(context, left);
  code.get(result).op(Op.i64Xor);
  if (op === "add") {
    push(context, right);
    code.get(result);
  } else {
    push(context, left);
    push(context, right);
  }
  code.op(Op.i64Xor, Op.i64And).i64(0n).op(Op.i64LtS);
}

/** The carry of an unsigned add, or the borrow of an unsigned subtraction. */
function pushCarry(context: FunctionContext, op: "add" | "sub", { left, right, result }: WideOperation): void {
  const { code } = context.builder;
  if (op === "add") {
    code.get(result);
    push(context, left);
  } else {
    push(context, left);
    push(context, right);
  }
  code.op(Op.i64LtU);
}

const fma: Emit = (context, call, [a, b, c]) => {
  // The host's compiler contracts nothing by default, so this is `fma` itself or a hint; twice rounded is close enough
  // for a hint, and `fma` of the C library goes through its own import.
  const { code } = context.builder;
  eachComponent(context, call, (part, index) => {
    const pushDouble = (side: Value) => {
      pushComponent(context, side, index);
      widenShort(context, part);
      if (part.kind !== "f64") code.op(Op.f64PromoteF32);
    };
    pushDouble(a!);
    pushDouble(b!);
    code.op(Op.f64Mul);
    pushDouble(c!);
    code.op(Op.f64Add);
    if (part.kind === "f32") code.op(Op.f32DemoteF64);
    else narrowShort(context, part, "f64");
  });
};

/** A real number's part after the decimal point, which keeps the sign, and what is before it. */
const modf: Emit = (context, call, [value]) => {
  const { code } = context.builder;
  const [part, whole] = localsOf(context, call) as [number, number];
  const isSingle = components(value!.type)[0]!.kind === "f32";
  push(context, value!);
  code.op(isSingle ? Op.f32Trunc : Op.f64Trunc).set(whole);
  // What is infinite is whole: nothing is left, not what infinity less infinity gives.
  push(context, value!);
  code.get(whole).op(isSingle ? Op.f32Eq : Op.f64Eq);
  code.choose(
    isSingle ? Type.f32 : Type.f64,
    () => (isSingle ? code.f32Bits(0) : code.f64Bits(0n)),
    () => {
      push(context, value!);
      code.get(whole).op(isSingle ? Op.f32Sub : Op.f64Sub);
    },
  );
  push(context, value!);
  code.op(isSingle ? Op.f32Copysign : Op.f64Copysign).set(part);
};

/** `va_list` of x86-64: both register areas used up, so that every argument is read from the overflow area. */
const vaStart: Emit = (context, call, [list]) => {
  const { code } = context.builder;
  const offset = checkedOffset(context, list!, 24, call);
  code.get(offset).i32(48).memory(Op.i32Store, 0);
  code.get(offset).i32(176).memory(Op.i32Store, 4);
  code.get(offset).get(context.variadic!).memory(Op.i64Store, 8);
  code.get(offset).i64(0n).memory(Op.i64Store, 16);
};

const vaCopy: Emit = (context, call, [to, from]) =>
  writeCopy(context, { to: { pointer: to! }, from: { pointer: from! } }, 24, call.location);

const table: Readonly<Record<string, Emit>> = {
  "lifetime.start": nothing,
  "lifetime.end": nothing,
  assume: nothing,
  "experimental.noalias.scope.decl": nothing,
  "invariant.start": nothing,
  "invariant.end": nothing,
  prefetch: nothing,
  donothing: nothing,
  va_end: nothing,
  expect: same,
  "expect.with.probability": same,
  "launder.invariant.group": same,
  "strip.invariant.group": same,
  "ssa.copy": same,
  "ptr.annotation": same,
  annotation: same,
  memcpy: copy,
  memmove: copy,
  "memcpy.inline": copy,
  memset: fill,
  "memset.inline": fill,
  ctlz: leadingZeros,
  cttz: trailingZeros,
  abs,
  fshl: funnel(true),
  fshr: funnel(false),
  smax: (c, call, [a, b]) => minMax(c, "sgt", a!, b!, call),
  smin: (c, call, [a, b]) => minMax(c, "slt", a!, b!, call),
  umax: (c, call, [a, b]) => minMax(c, "ugt", a!, b!, call),
  umin: (c, call, [a, b]) => minMax(c, "ult", a!, b!, call),
  "sadd.with.overflow": withOverflow("add", true),
  "uadd.with.overflow": withOverflow("add", false),
  "ssub.with.overflow": withOverflow("sub", true),
  "usub.with.overflow": withOverflow("sub", false),
  "smul.with.overflow": withOverflow("mul", true),
  "umul.with.overflow": withOverflow("mul", false),
  fmuladd: fma,
  modf,
  va_start: vaStart,
  va_copy: vaCopy,
  "threadlocal.address": same,
  "is.constant": (context, call) => void context.builder.code.i32(0).set(localsOf(context, call)[0]!),
  objectsize: (context, call) => void context.builder.code.i64(-1n).set(localsOf(context, call)[0]!),
  // Landing pads number handlers in the same way.
  "eh.typeid.for": (context, call, [type]) => {
    push(context, type!);
    context.builder.code.op(Op.i32WrapI64).set(localsOf(context, call)[0]!);
  },
  stacksave: (context, call) => {
    const top = context.builder.i32();
    context.builder.code.indexed(Op.globalGet, context.module.stackPointer).set(top);
    pushHostAddress(context, top);
    context.builder.code.set(localsOf(context, call)[0]!);
  },
  stackrestore: (context, _call, [saved]) => {
    push(context, saved!);
    context.builder.code.op(Op.i32WrapI64).indexed(Op.globalSet, context.module.stackPointer);
  },
  trap: (context, call) => {
    at(context, call);
    context.builder.code.call(context.module.helper("unreachable"));
  },
};

/** `llvm.smax.i32` → `smax`: the name up to the types. */
function baseName(name: string): string {
  const parts = name.slice("llvm.".length).split(".");
  const end = parts.findIndex((part) => /^(i\d+|b?f\d+|p\d+|v\d+\w+|isVoid|sl_.*|a\d+.*)$/.test(part));
  return (end < 0 ? parts : parts.slice(0, end)).join(".");
}

/** Emits an intrinsic; false when it is not there. */
export function intrinsic(context: FunctionContext, call: Call, name: string): boolean {
  const base = baseName(name);
  const emit = table[base];
  // Numbers of two words are the library's, under the intrinsic's name; a hint hands on what it is given.
  const isWide = [call, ...call.arguments].some((one) => isWideNumber(one.type));
  if (isWide && emit !== same && emit !== nothing) return false;
  if (emit) {
    emit(context, call, call.arguments);
    return true;
  }
  const [first] = components(call.type);
  if (!first) return false;
  const short = isShort(first);
  const opcode = directIntrinsic(base, short ? "f32" : first.kind);
  const compute = opcode === undefined ? short && shortIntrinsics[base] : () => void context.builder.code.op(opcode);
  if (!compute) return false;
  eachComponent(context, call, (part, index) => {
    for (const operand of call.arguments)
      if (operand.type.kind === call.type.kind) {
        pushComponent(context, operand, index);
        widenShort(context, part);
      }
    compute(context);
    narrowShort(context, part, "f32");
  });
  return true;
}

/**
 * Numbers of two scalars: integers of 65 to 128 bits, the lower half first, and the 80 bits of `long double`, significand
 * first. What is short is written out; the rest is asked of the machine.
 */

import { FLOAT_PREDICATES } from "../../../analyzer/ir/bitcode/records";
import type { FloatPredicate, InstructionOf, IntPredicate, Type as IrType, Value } from "../../../analyzer/ir/model";
import { isWideInteger } from "../../instructions/wide";
import { type Component, components, UnsupportedType } from "../../plan/types";
import { Op } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, narrow, pushAll, pushComponent, scalar, signExtend } from "./context";

/** Whether a type is `long double`, 80 bits of x87. */
export function isExtended(type: IrType): boolean {
  return type.kind === "float" && type.format === "x86_fp80";
}

/** Whether a number takes two scalars. */
export const isWideNumber = (type: IrType): boolean => isWideInteger(type) || isExtended(type);

/** Stores what lies on the stack, lower scalar below, and cuts an integer to its width. */
function finish(context: FunctionContext, result: Value): void {
  const [low, high] = localsOf(context, result) as [number, number];
  const part = components(result.type)[1]!;
  if (isWideInteger(result.type)) narrow(context, part);
  context.builder.code.set(high).set(low);
}

/** Pushes both scalars, the upper one of an integer sign-extended on request. */
function pushWide(context: FunctionContext, value: Value, isSigned: boolean): void {
  pushComponent(context, value, 0);
  pushComponent(context, value, 1);
  if (isSigned) signExtend(context, components(value.type)[1]!);
}

/** What the machine computes, by number. */
export const wideOperations = ["mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr"] as const;
/** Operations on `long double` in the order of their numbers, by which generated code asks for them. */
export const extendedOperations = ["fadd", "fsub", "fmul", "fdiv", "frem"] as const;

/** Writes a binary operation on numbers of two scalars. */
export function wideBinary(context: FunctionContext, instruction: InstructionOf<"binary">): void {
  const { code } = context.builder;
  const { binary: op, left, right } = instruction;
  if (isExtended(instruction.type)) {
    code.i32((extendedOperations as readonly string[]).indexOf(op));
    pushAll(context, left);
    pushAll(context, right);
    code.call(context.module.helper("extendedBinary"));
    finish(context, instruction);
    return;
  }
  const each = { and: Op.i64And, or: Op.i64Or, xor: Op.i64Xor }[op as string];
  if (each !== undefined) {
    for (const index of [0, 1]) {
      pushComponent(context, left, index);
      pushComponent(context, right, index);
      code.op(each);
    }
  } else if (op === "add" || op === "sub") sumOrDifference(context, op, left, right);
  else {
    const isSigned = op === "sdiv" || op === "srem" || op === "ashr";
    code.i32((wideOperations as readonly string[]).indexOf(op));
    pushWide(context, left, isSigned);
    // The amount of a shift is unsigned, whatever is shifted.
    pushWide(context, right, isSigned && op !== "ashr");
    code.call(context.module.helper("wideBinary"));
  }
  finish(context, instruction);
}

function sumOrDifference(context: FunctionContext, op: "add" | "sub", left: Value, right: Value): void {
  const { builder } = context;
  const { code } = builder;
  const low = builder.i64();
  const [apply, borrows] = [op === "add" ? Op.i64Add : Op.i64Sub, op === "sub"];
  pushComponent(context, left, 0);
  pushComponent(context, right, 0);
  code.op(apply).tee(low);
  pushComponent(context, left, 1);
  pushComponent(context, right, 1);
  code.op(apply);
  if (borrows) {
    pushComponent(context, left, 0);
    pushComponent(context, right, 0);
  } else {
    code.get(low);
    pushComponent(context, left, 0);
  }
  code.op(Op.i64LtU, Op.i64ExtendI32U, apply);
}

const strict: Partial<Record<IntPredicate, number>> = {
  ...{ ugt: Op.i64GtU, uge: Op.i64GtU, ult: Op.i64LtU, ule: Op.i64LtU },
  ...{ sgt: Op.i64GtS, sge: Op.i64GtS, slt: Op.i64LtS, sle: Op.i64LtS },
};
const lower: Partial<Record<IntPredicate, number>> = {
  ...{ ugt: Op.i64GtU, uge: Op.i64GeU, ult: Op.i64LtU, ule: Op.i64LeU },
  ...{ sgt: Op.i64GtU, sge: Op.i64GeU, slt: Op.i64LtU, sle: Op.i64LeU },
};

/** Writes a comparison of integers of two scalars. */
export function wideCompare(context: FunctionContext, instruction: InstructionOf<"icmp">): void {
  const { code } = context.builder;
  const { predicate, left, right } = instruction;
  const [result] = localsOf(context, instruction) as [number];
  const pushBoth = (index: number, isSigned = false) => {
    for (const side of [left, right]) {
      pushComponent(context, side, index);
      if (isSigned) signExtend(context, components(side.type)[1]!);
    }
  };
  if (predicate === "eq" || predicate === "ne") {
    pushBoth(0);
    code.op(Op.i64Xor);
    pushBoth(1);
    code.op(Op.i64Xor, Op.i64Or, Op.i64Eqz);
    if (predicate === "ne") code.op(Op.i32Eqz);
    code.set(result);
    return;
  }
  pushBoth(1, predicate.startsWith("s"));
  code.op(strict[predicate] as never);
  pushBoth(1);
  code.op(Op.i64Eq);
  pushBoth(0);
  code.op(lower[predicate] as never, Op.i32And, Op.i32Or);
  code.set(result);
}

/** Writes a comparison of two `long double`. */
export function extendedCompare(context: FunctionContext, instruction: InstructionOf<"fcmp">): void {
  const { code } = context.builder;
  const predicate: FloatPredicate = instruction.predicate;
  code.i32(FLOAT_PREDICATES.indexOf(predicate));
  pushAll(context, instruction.left);
  pushAll(context, instruction.right);
  code.call(context.module.helper("extendedCompare")).set(localsOf(context, instruction)[0]!);
}

/** Writes a change of sign of a `long double`. */
export function extendedNegate(context: FunctionContext, result: Value, value: Value): void {
  pushAll(context, value);
  context.builder.code.i32(0x8000).op(Op.i32Xor);
  finish(context, result);
}

/** Pushes an integer of any width as two halves. */
function pushInteger(context: FunctionContext, value: Value, isSigned: boolean): void {
  const { code, i64 } = { code: context.builder.code, i64: () => context.builder.i64() };
  if (isWideInteger(value.type)) {
    pushWide(context, value, isSigned);
    return;
  }
  const part: Component = scalar(value);
  pushComponent(context, value, 0);
  if (isSigned) signExtend(context, part);
  if (part.kind !== "i64") code.op(isSigned ? Op.i64ExtendI32S : Op.i64ExtendI32U);
  const low = i64();
  code.tee(low);
  if (isSigned) code.get(low).i64(63n).op(Op.i64ShrS);
  else code.i64(0n);
}

/** Keeps of the two halves on the stack what an integer has, and stores it. */
function storeInteger(context: FunctionContext, result: Value): void {
  const { code } = context.builder;
  if (isWideInteger(result.type)) {
    finish(context, result);
    return;
  }
  const part: Component = scalar(result);
  code.op(Op.drop);
  if (part.kind !== "i64") code.op(Op.i32WrapI64);
  narrow(context, part);
  code.set(localsOf(context, result)[0]!);
}

/** Converts where one side is such a number. */
export function wideCast(context: FunctionContext, instruction: InstructionOf<"cast">): void {
  const { code } = context.builder;
  const { cast, value } = instruction;
  const { helper } = context.module;
  const toType = instruction.type;
  const isSingle = (type: IrType) => type.kind === "float" && type.format === "float";
  const isReal = (type: IrType) => isSingle(type) || (type.kind === "float" && type.format === "double");
  const other = isWideNumber(toType) ? value.type : toType;
  const known = other.kind === "int" || other.kind === "pointer" || isReal(other) || isWideNumber(other);
  if (!known || components(other).length > 2)
    throw new UnsupportedType(`a conversion of ${value.type.kind} of two words`);
  switch (cast) {
    case "trunc":
    case "zext":
    case "sext":
      pushInteger(context, value, cast === "sext");
      storeInteger(context, instruction);
      break;
    case "fpext":
      pushAll(context, value);
      if (isSingle(value.type)) code.op(Op.f64PromoteF32);
      code.call(helper("extendedFrom"));
      finish(context, instruction);
      break;
    case "fptrunc":
      pushAll(context, value);
      code.call(helper(isSingle(toType) ? "extendedToSingle" : "extendedToDouble"));
      code.set(localsOf(context, instruction)[0]!);
      break;
    case "sitofp":
    case "uitofp":
      pushInteger(context, value, cast === "sitofp");
      code.i32(cast === "sitofp" ? 1 : 0).call(helper("extendedFromInteger"));
      if (isReal(toType)) {
        // Rounded twice only where an integer of more than 64 digits lies next to a tie.
        code.call(helper(isSingle(toType) ? "extendedToSingle" : "extendedToDouble"));
        code.set(localsOf(context, instruction)[0]!);
      } else finish(context, instruction);
      break;
    case "fptosi":
    case "fptoui":
      pushAll(context, value);
      if (isSingle(value.type)) code.op(Op.f64PromoteF32);
      if (isReal(value.type)) code.call(helper("extendedFrom"));
      code.call(helper("extendedToInteger"));
      storeInteger(context, instruction);
      break;
    default:
      throw new UnsupportedType(`a ${cast} of a number of two words`);
  }
}

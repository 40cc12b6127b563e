/** Arithmetic, comparisons and selections of host code, on scalars; vectors go component by component. */
import type {
  BinaryOp,
  FloatPredicate,
  Instruction,
  InstructionOf,
  IntPredicate,
  Value,
} from "../../../analyzer/ir/model";
import { type Component, carrier, components } from "../../plan/types";
import { Op, type Opcode, Type } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, narrow, pushComponent, signExtend } from "./context";
import { isShort, narrowShort, widenShort } from "./shortReals";
import { extendedCompare, extendedNegate, isExtended, isWideNumber, wideBinary, wideCompare } from "./wide";

const int32: Partial<Record<BinaryOp, Opcode>> = {
  add: Op.i32Add,
  sub: Op.i32Sub,
  mul: Op.i32Mul,
  udiv: Op.i32DivU,
  sdiv: Op.i32DivS,
  urem: Op.i32RemU,
  srem: Op.i32RemS,
  shl: Op.i32Shl,
  lshr: Op.i32ShrU,
  ashr: Op.i32ShrS,
  and: Op.i32And,
  or: Op.i32Or,
  xor: Op.i32Xor,
};
const int64: Partial<Record<BinaryOp, Opcode>> = {
  add: Op.i64Add,
  sub: Op.i64Sub,
  mul: Op.i64Mul,
  udiv: Op.i64DivU,
  sdiv: Op.i64DivS,
  urem: Op.i64RemU,
  srem: Op.i64RemS,
  shl: Op.i64Shl,
  lshr: Op.i64ShrU,
  ashr: Op.i64ShrS,
  and: Op.i64And,
  or: Op.i64Or,
  xor: Op.i64Xor,
};
const float32: Partial<Record<BinaryOp, Opcode>> = {
  fadd: Op.f32Add,
  fsub: Op.f32Sub,
  fmul: Op.f32Mul,
  fdiv: Op.f32Div,
};
const float64: Partial<Record<BinaryOp, Opcode>> = {
  fadd: Op.f64Add,
  fsub: Op.f64Sub,
  fmul: Op.f64Mul,
  fdiv: Op.f64Div,
};

/** Operations whose operands must be sign-extended first, and those whose result may leave the narrow width. */
const signed = new Set<BinaryOp>(["sdiv", "srem", "ashr"]);
const grows = new Set<BinaryOp>(["add", "sub", "mul", "shl", "sdiv", "srem", "ashr"]);

/** Writes a binary operation, component by component. */
export function binary(context: FunctionContext, instruction: InstructionOf<"binary">): void {
  if (isWideNumber(instruction.type)) {
    wideBinary(context, instruction);
    return;
  }
  eachComponent(context, instruction, (part, index) => {
    binaryComponent(context, instruction.binary, instruction.left, instruction.right, part, index);
  });
}

/** Runs `body` for each component of the result and stores what it leaves on the stack. */
export function eachComponent(
  context: FunctionContext,
  result: Value,
  body: (part: Component, index: number) => void,
): void {
  const locals = localsOf(context, result);
  components(result.type).forEach((part, index) => {
    body(part, index);
    context.builder.code.set(locals[index]!);
  });
}

function binaryComponent(
  context: FunctionContext,
  op: BinaryOp,
  left: Value,
  right: Value,
  part: Component,
  index: number,
): void {
  const { code } = context.builder;
  if (part.kind === "f32" || part.kind === "f64" || isShort(part)) {
    floatBinary(context, op, left, right, part, index);
    return;
  }
  const table = part.kind === "i64" ? int64 : int32;
  for (const side of [left, right]) {
    pushComponent(context, side, index);
    // The amount of a shift is unsigned, whatever is shifted.
    if (signed.has(op) && !(op === "ashr" && side === right)) signExtend(context, part);
  }
  code.op(table[op]!);
  if (grows.has(op)) narrow(context, part);
}

function floatBinary(
  context: FunctionContext,
  op: BinaryOp,
  left: Value,
  right: Value,
  part: Component,
  index: number,
): void {
  const { code } = context.builder;
  const single = part.kind !== "f64";
  const pushReal = (value: Value) => {
    pushComponent(context, value, index);
    widenShort(context, part);
    if (single && op === "frem") code.op(Op.f64PromoteF32);
  };
  pushReal(left);
  pushReal(right);
  if (op !== "frem") code.op((single ? float32 : float64)[op]!);
  else {
    code.call(context.module.helper("fmod"));
    if (single) code.op(Op.f32DemoteF64);
  }
  narrowShort(context, part, "f32");
}

/** Writes a change of sign, or a copy for `freeze`. */
export function fneg(context: FunctionContext, instruction: Extract<Instruction, { op: "fneg" | "freeze" }>): void {
  if (isExtended(instruction.type)) {
    extendedNegate(context, instruction, instruction.value);
    return;
  }
  eachComponent(context, instruction, (part, index) => {
    pushComponent(context, instruction.value, index);
    // The 16-bit formats live as bit patterns: their first bit is the sign.
    if (isShort(part)) context.builder.code.i32(0x8000).op(Op.i32Xor);
    else context.builder.code.op(part.kind === "f32" ? Op.f32Neg : Op.f64Neg);
  });
}

const compare32: Record<IntPredicate, Opcode> = {
  eq: Op.i32Eq,
  ne: Op.i32Ne,
  ugt: Op.i32GtU,
  uge: Op.i32GeU,
  ult: Op.i32LtU,
  ule: Op.i32LeU,
  sgt: Op.i32GtS,
  sge: Op.i32GeS,
  slt: Op.i32LtS,
  sle: Op.i32LeS,
};
const compare64: Record<IntPredicate, Opcode> = {
  eq: Op.i64Eq,
  ne: Op.i64Ne,
  ugt: Op.i64GtU,
  uge: Op.i64GeU,
  ult: Op.i64LtU,
  ule: Op.i64LeU,
  sgt: Op.i64GtS,
  sge: Op.i64GeS,
  slt: Op.i64LtS,
  sle: Op.i64LeS,
};

/** Writes a comparison of integers or pointers; its result is 0 or 1 a component. */
export function icmp(context: FunctionContext, instruction: InstructionOf<"icmp">): void {
  if (isWideNumber(instruction.left.type)) {
    wideCompare(context, instruction);
    return;
  }
  const operands = components(instruction.left.type);
  const isSigned = instruction.predicate.startsWith("s");
  eachComponent(context, instruction, (_part, index) => {
    const part = operands[index]!;
    for (const side of [instruction.left, instruction.right]) {
      pushComponent(context, side, index);
      if (isSigned) signExtend(context, part);
    }
    context.builder.code.op((part.kind === "i64" ? compare64 : compare32)[instruction.predicate]);
  });
}

/** An ordered comparison as WebAssembly has it, and the unordered ones as negations of their opposites. */
const ordered = {
  oeq: [Op.f32Eq, Op.f64Eq],
  ogt: [Op.f32Gt, Op.f64Gt],
  oge: [Op.f32Ge, Op.f64Ge],
  olt: [Op.f32Lt, Op.f64Lt],
  ole: [Op.f32Le, Op.f64Le],
  // WebAssembly's `ne` is true for NaN, which is LLVM's `une`.
  une: [Op.f32Ne, Op.f64Ne],
} as const;
const opposite = { ugt: "ole", uge: "olt", ult: "oge", ule: "ogt" } as const;

/** Writes a comparison of floats; its result is 0 or 1 a component. */
export function fcmp(context: FunctionContext, instruction: InstructionOf<"fcmp">): void {
  if (isExtended(instruction.left.type)) {
    extendedCompare(context, instruction);
    return;
  }
  const { left, right } = instruction;
  const operands = components(left.type);
  eachComponent(context, instruction, (_part, index) => {
    floatCompare(context, instruction.predicate, left, right, index, operands[index]!);
  });
}

function floatCompare(
  context: FunctionContext,
  predicate: FloatPredicate,
  left: Value,
  right: Value,
  index: number,
  part: Component,
): void {
  const { code } = context.builder;
  const simple = (name: keyof typeof ordered, ...sides: readonly [Value, Value]) => {
    for (const side of sides) {
      pushComponent(context, side, index);
      widenShort(context, part);
    }
    code.op(ordered[name][part.kind === "f64" ? 1 : 0]);
  };
  switch (predicate) {
    case "false":
    case "true":
      code.i32(predicate === "true" ? 1 : 0);
      break;
    case "ord":
    case "uno":
      simple("oeq", left, left);
      simple("oeq", right, right);
      code.op(Op.i32And);
      if (predicate === "uno") code.op(Op.i32Eqz);
      break;
    case "one":
    case "ueq":
      simple("olt", left, right);
      simple("ogt", left, right);
      code.op(Op.i32Or);
      if (predicate === "ueq") code.op(Op.i32Eqz);
      break;
    case "ugt":
    case "uge":
    case "ult":
    case "ule":
      simple(opposite[predicate], left, right);
      code.op(Op.i32Eqz);
      break;
    default:
      simple(predicate, left, right);
  }
}

/** Writes a choice between two values, by one condition or by one a component. */
export function select(context: FunctionContext, instruction: InstructionOf<"select">): void {
  const perLane = components(instruction.condition.type).length > 1;
  const lanes = components(instruction.type).length;
  // All components are chosen before any is stored: the result may be one of the operands' own locals in a loop.
  for (let index = 0; index < lanes; index++) {
    pushComponent(context, instruction.ifTrue, index);
    pushComponent(context, instruction.ifFalse, index);
    pushComponent(context, instruction.condition, perLane ? index : 0);
    context.builder.code.op(Op.select);
  }
  for (const local of [...localsOf(context, instruction)].reverse()) context.builder.code.set(local);
}

const intrinsics32: Readonly<Record<string, Opcode>> = {
  fabs: Op.f32Abs,
  sqrt: Op.f32Sqrt,
  floor: Op.f32Floor,
  ceil: Op.f32Ceil,
  trunc: Op.f32Trunc,
  rint: Op.f32Nearest,
  nearbyint: Op.f32Nearest,
  roundeven: Op.f32Nearest,
  copysign: Op.f32Copysign,
};
const intrinsics64: Readonly<Record<string, Opcode>> = {
  fabs: Op.f64Abs,
  sqrt: Op.f64Sqrt,
  floor: Op.f64Floor,
  ceil: Op.f64Ceil,
  trunc: Op.f64Trunc,
  rint: Op.f64Nearest,
  nearbyint: Op.f64Nearest,
  roundeven: Op.f64Nearest,
  copysign: Op.f64Copysign,
  ctpop: Op.i64Popcnt,
};

/** The WebAssembly instruction that is an `llvm.` intrinsic of this name on this kind of scalar, if there is one. */
export function directIntrinsic(name: string, kind: Component["kind"]): Opcode | undefined {
  if (kind === "f32") return intrinsics32[name];
  if (kind === "f64") return name === "ctpop" ? undefined : intrinsics64[name];
  if (name === "ctpop") return kind === "i64" ? Op.i64Popcnt : Op.i32Popcnt;
  return undefined;
}

/** `llvm.smax` and its like: the larger or smaller of two integers. */
export function minMax(
  context: FunctionContext,
  predicate: IntPredicate,
  left: Value,
  right: Value,
  result: Value,
): void {
  const { code } = context.builder;
  eachComponent(context, result, (part, index) => {
    pushComponent(context, left, index);
    pushComponent(context, right, index);
    for (const side of [left, right]) {
      pushComponent(context, side, index);
      if (predicate.startsWith("s")) signExtend(context, part);
    }
    code.op((carrier(part.kind) === Type.i64 ? compare64 : compare32)[predicate], Op.select);
  });
}

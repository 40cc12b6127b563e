/** Conversions of host code. Narrow integers live zero-extended in their carrier. */
import type { InstructionOf } from "../../../analyzer/ir/model";
import { type Component, carrier, components } from "../../plan/types";
import { Op, type Opcode } from "../../wasm/opcodes";
import { eachComponent } from "./arithmetic";
import { type FunctionContext, localsOf, narrow, pushAll, pushComponent, signExtend } from "./context";
import { loadComponents, storeComponents } from "./memory";
import { isShort, narrowShort, widenShort } from "./shortReals";
import { isWideNumber, wideCast } from "./wide";

type Conversion = (context: FunctionContext, from: Component, to: Component) => void;

function widen(context: FunctionContext, from: Component, to: Component, opcode: Opcode): void {
  if (from.kind !== "i64" && to.kind === "i64") context.builder.code.op(opcode);
}

/** Between real formats; the 16-bit ones live as bit patterns and convert through the machine, by way of double. */
function convertReal(context: FunctionContext, from: Component, to: Component): void {
  const { code } = context.builder;
  if (from.kind === to.kind) return;
  widenShort(context, from);
  if (isShort(to)) narrowShort(context, to, from.kind === "f64" ? "f64" : "f32");
  else if (to.kind === "f64") code.op(Op.f64PromoteF32);
  else if (from.kind === "f64") code.op(Op.f32DemoteF64);
}

/** Integer to a real: `[signed, unsigned]` by carriers of source and target. */
const toReal = {
  i32f32: [Op.f32ConvertI32S, Op.f32ConvertI32U],
  i32f64: [Op.f64ConvertI32S, Op.f64ConvertI32U],
  i64f32: [Op.f32ConvertI64S, Op.f32ConvertI64U],
  i64f64: [Op.f64ConvertI64S, Op.f64ConvertI64U],
} as const;
/** A real to an integer. Out of range is undefined in C; it saturates here, which at least repeats. */
const toInteger = {
  f32i32: [Op.i32TruncSatF32S, Op.i32TruncSatF32U],
  f64i32: [Op.i32TruncSatF64S, Op.i32TruncSatF64U],
  f32i64: [Op.i64TruncSatF32S, Op.i64TruncSatF32U],
  f64i64: [Op.i64TruncSatF64S, Op.i64TruncSatF64U],
} as const;

function integerCarrier(part: Component): "i32" | "i64" {
  return part.kind === "i64" ? "i64" : "i32";
}

function fromInteger(isSigned: boolean): Conversion {
  return (context, from, to) => {
    if (isSigned) signExtend(context, from);
    const wide = isShort(to) ? { ...to, kind: "f64" as const } : to;
    const key = `${integerCarrier(from)}${wide.kind as "f32" | "f64"}` as const;
    context.builder.code.op(toReal[key][isSigned ? 0 : 1]);
    convertReal(context, wide, to);
  };
}

function intoInteger(isSigned: boolean): Conversion {
  return (context, from, to) => {
    const wide = isShort(from) ? { ...from, kind: "f32" as const } : from;
    convertReal(context, from, wide);
    const key = `${wide.kind as "f32" | "f64"}${integerCarrier(to)}` as const;
    context.builder.code.op(toInteger[key][isSigned ? 0 : 1]);
    narrow(context, to);
  };
}

const truncate: Conversion = (context, from, to) => {
  if (from.kind === "i64" && to.kind !== "i64") context.builder.code.op(Op.i32WrapI64);
  narrow(context, to);
};

const conversions: Readonly<Record<string, Conversion>> = {
  trunc: truncate,
  zext: (context, from, to) => widen(context, from, to, Op.i64ExtendI32U),
  sext: (context, from, to) => {
    signExtend(context, from);
    widen(context, from, to, Op.i64ExtendI32S);
    narrow(context, to);
  },
  fptrunc: convertReal,
  fpext: convertReal,
  sitofp: fromInteger(true),
  uitofp: fromInteger(false),
  fptosi: intoInteger(true),
  fptoui: intoInteger(false),
  ptrtoint: truncate,
  inttoptr: (context, from, to) => widen(context, from, to, Op.i64ExtendI32U),
  addrspacecast: () => {},
};

const reinterpret: Readonly<Record<string, Opcode>> = {
  i32f32: Op.f32ReinterpretI32,
  f32i32: Op.i32ReinterpretF32,
  i64f64: Op.f64ReinterpretI64,
  f64i64: Op.i64ReinterpretF64,
};

/** Writes a conversion, component by component. */
export function cast(context: FunctionContext, instruction: InstructionOf<"cast">): void {
  const from = components(instruction.value.type);
  if (instruction.cast === "bitcast") {
    bitcast(context, instruction, from);
    return;
  }
  if (isWideNumber(instruction.type) || isWideNumber(instruction.value.type)) {
    wideCast(context, instruction);
    return;
  }
  const convert = conversions[instruction.cast]!;
  eachComponent(context, instruction, (to, index) => {
    pushComponent(context, instruction.value, index);
    convert(context, from[index]!, to);
  });
}

function bitcast(context: FunctionContext, instruction: InstructionOf<"cast">, from: readonly Component[]): void {
  const to = components(instruction.type);
  const pairs = to.map((part, index) => [from[index]?.kind, part.kind] as const);
  const direct = from.length === to.length && pairs.every(([a, b]) => a === b || reinterpret[`${a}${b}`] !== undefined);
  if (direct) {
    eachComponent(context, instruction, (part, index) => {
      pushComponent(context, instruction.value, index);
      const opcode = reinterpret[`${from[index]!.kind}${part.kind}`];
      if (opcode !== undefined) context.builder.code.op(opcode);
    });
    return;
  }
  // Between vectors of different lanes, memory does the regrouping.
  const { code } = context.builder;
  const values = from.map(({ kind }) => context.builder.local(carrier(kind)));
  pushAll(context, instruction.value);
  for (const local of [...values].reverse()) code.set(local);
  storeComponents(context, () => code.get(context.scratch), from, values);
  loadComponents(context, () => code.get(context.scratch), to, localsOf(context, instruction));
}

/**
 * Conversions. Float to integer saturates, as the device's `cvt` does, and NaN gives 0, or the top bit where 64 bits are
 * on either side (PTX ISA, "cvt"). LLVM leaves both undefined.
 */
import type { CastOp } from "../../analyzer/ir/model";
import {
  eachPart,
  identity,
  narrow,
  narrowVector,
  type Operation,
  partOf,
  partsOf,
  type Target,
  widen,
  widenVector,
} from "../emit/operation";
import { type Component, carrier, isWide, type Kind } from "../plan/types";
import {
  and,
  apply,
  call,
  demote,
  type Expression,
  eq,
  extendS,
  extendU,
  i32,
  i64,
  promote,
  select,
  sub,
  tee,
  type V128,
  wrap,
} from "../wasm/expressions";
import { Op, type Opcode, Type, type ValueType } from "../wasm/opcodes";
import { f32x4, f64x2, i32x4, LOW_WORDS, LOWER_HALVES, SWAPPED_HALVES, shuffle } from "../wasm/vectors";
import { contract, contractVector, expand, expandVector } from "./floats";
import { oddFloatSignature } from "./floatUnit";

function isFloat(kind: Kind): boolean {
  return kind === "f16" || kind === "bf16" || kind === "f32" || kind === "f64";
}

/** The operation of a cast between scalars, `undefined` where there is none. */
export function castOperation(cast: CastOp, from: Component, to: Component): Operation | undefined {
  switch (cast) {
    case "ptrtoint":
    case "inttoptr":
      if (from.bits === to.bits) return identity("i64");
      return from.bits > to.bits ? truncation(from, to) : extension("zext", from, to);
    case "addrspacecast":
      return identity("i64");
    case "bitcast":
      return reinterpretation(from.kind, to.kind);
    case "trunc":
      return truncation(from, to);
    case "zext":
    case "sext":
      return extension(cast, from, to);
    case "fptrunc":
    case "fpext":
      return floatToFloat(from.kind, to.kind);
    case "fptosi":
    case "fptoui":
      return floatToInteger(cast === "fptosi", from.kind, to);
    case "sitofp":
    case "uitofp":
      return integerToFloat(cast === "sitofp", from, to.kind);
  }
}

function truncation(from: Component, to: Component): Operation {
  const long = from.kind === "i64";
  const toLong = to.kind === "i64";
  return {
    operands: [from.kind],
    result: to.kind,
    scalar: (_target, value) => narrow(long && !toLong ? wrap(value) : value, to.kind, to.bits),
    vector: (_target, value) => {
      if (long && toLong) return value.parts.map((part) => narrowVector(part, "i64", to.bits));
      const words = long ? shuffle(LOW_WORDS, partOf(value), partOf(value, 1)) : partOf(value);
      return [to.kind === "i1" ? i32x4.shrS(i32x4.shl(words, 31), 31) : narrowVector(words, to.kind, to.bits)];
    },
  };
}

/** An integer sign-extended to its carrier where `signed`; a true `i1` is then -1. */
function extended(value: Expression, { kind, bits }: Component, signed: boolean): Expression {
  if (!signed) return value;
  return kind === "i1" ? sub(i32(0), value) : widen(value, kind, bits);
}

/** The same for lanes, which are -1 for a true `i1`. */
function extendedVector(vector: V128, { kind, bits }: Component, signed: boolean): V128 {
  if (kind === "i1") return signed ? vector : and(vector, i32x4.splat(1));
  return signed ? widenVector(vector, kind, bits) : vector;
}

const extensions = {
  zext: [Op.i64x2ExtendLowI32x4U, Op.i64x2ExtendHighI32x4U],
  sext: [Op.i64x2ExtendLowI32x4S, Op.i64x2ExtendHighI32x4S],
} as const;

function extension(cast: "zext" | "sext", from: Component, to: Component): Operation {
  const signed = cast === "sext";
  const fromLong = from.kind === "i64";
  const lengthens = to.kind === "i64" && !fromLong;
  const extend = signed ? extendS : extendU;
  return {
    operands: [from.kind],
    result: to.kind,
    scalar: (_target, value) => {
      const whole = extended(value, from, signed);
      const carried = lengthens ? extend(whole) : whole;
      return signed ? narrow(carried, to.kind, to.bits) : carried;
    },
    vector: (_target, value) =>
      partsOf(to.kind).map((index) => {
        const whole = extendedVector(partOf(value, fromLong ? index : 0), from, signed);
        const [low, high] = extensions[cast];
        const carried = lengthens ? apply<typeof Type.v128>(index === 0 ? low : high, whole) : whole;
        return signed ? narrowVector(carried, to.kind, to.bits) : carried;
      }),
  };
}

function reinterpretation(from: Kind, to: Kind): Operation | undefined {
  if (carrier(from) === carrier(to)) return from === to ? identity(from) : { ...identity(from), result: to };
  if (isWide(from) !== isWide(to)) return undefined;
  const opcode: Opcode = isWide(from)
    ? from === "i64"
      ? Op.f64ReinterpretI64
      : Op.i64ReinterpretF64
    : from === "f32"
      ? Op.i32ReinterpretF32
      : Op.f32ReinterpretI32;
  return { ...identity(from), result: to, scalar: (_target, value) => apply(opcode, value) };
}

function floatToFloat(from: Kind, to: Kind): Operation | undefined {
  if (from === "f32" && to === "f64") {
    return {
      operands: [from],
      result: to,
      scalar: (_target, value) => promote(value),
      vector: (_target, value) => {
        const part = partOf(value);
        return [f64x2.promoteLow(part), f64x2.promoteLow(shuffle(SWAPPED_HALVES, part, part))];
      },
    };
  }
  if (from === "f64" && to === "f32") {
    return {
      operands: [from],
      result: to,
      scalar: (_target, value) => demote(value),
      vector: (_target, value) => [shuffle(LOWER_HALVES, f32x4.demote(partOf(value)), f32x4.demote(partOf(value, 1)))],
    };
  }
  if (!isFloat(from) || !isFloat(to)) return undefined;
  return {
    operands: [from],
    result: to,
    scalar: (target, value) => {
      const float = asFloat(target, from, value);
      return to === "f64" ? promote(float) : contract(target, to, float);
    },
    ...(to !== "f64" && {
      vector: (target, value) => {
        const floats =
          from === "f64"
            ? call(Type.v128, target.import("oddFloat4", oddFloatSignature), ...value.parts)
            : expandVector(target, from, partOf(value));
        return [contractVector(target, to, floats)];
      },
    }),
  };
}

/** A 32-bit float of any format; doubles are rounded to odd, so that a later rounding is the only one. */
function asFloat(target: Target, from: Kind, value: Expression): Expression {
  if (from !== "f64") return expand(target, from, value);
  return call(Type.f32, target.import("doubleToOddFloat", { parameters: [Type.f64], results: [Type.f32] }), value);
}

/** Saturating conversions by signedness, then the width of the result, then that of the source. */
const truncations = {
  signed: { word: [Op.i32TruncSatF32S, Op.i32TruncSatF64S], long: [Op.i64TruncSatF32S, Op.i64TruncSatF64S] },
  unsigned: { word: [Op.i32TruncSatF32U, Op.i32TruncSatF64U], long: [Op.i64TruncSatF32U, Op.i64TruncSatF64U] },
} as const;

function floatToInteger(signed: boolean, from: Kind, to: Component): Operation {
  const double = from === "f64";
  const long = to.kind === "i64";
  const opcode = truncations[signed ? "signed" : "unsigned"][long ? "long" : "word"][double ? 1 : 0];
  const scalar: Operation["scalar"] = (target, value) => {
    const float = expand(target, from, value);
    if (!double && !long) return narrow(apply(opcode, float), to.kind, to.bits);
    const source = target.fn.local<ValueType>(double ? Type.f64 : Type.f32);
    // NaN gives the top bit where 64 bits are on either side.
    const ofNaN: Expression = long ? i64(-(1n << 63n)) : i32(-(2 ** 31));
    const converted = select(apply(opcode, tee(source, float)), ofNaN, eq(source, source));
    // Narrow results go through 32 bits and keep the lower ones.
    return long ? converted : narrow(converted, to.kind, to.bits);
  };
  const operation: Operation = { operands: [from], result: to.kind, scalar };
  if (from !== "f32" || to.kind !== "i32" || to.bits !== 32) return operation;
  return { ...operation, vector: eachPart(to.kind, signed ? Op.i32x4TruncSatF32x4S : Op.i32x4TruncSatF32x4U) };
}

/** Conversions by signedness, then the width of the result, then that of the source. */
const conversions = {
  signed: { single: [Op.f32ConvertI32S, Op.f32ConvertI64S], double: [Op.f64ConvertI32S, Op.f64ConvertI64S] },
  unsigned: { single: [Op.f32ConvertI32U, Op.f32ConvertI64U], double: [Op.f64ConvertI32U, Op.f64ConvertI64U] },
} as const;

function integerToFloat(signed: boolean, from: Component, to: Kind): Operation {
  const long = from.kind === "i64";
  const { single, double } = conversions[signed ? "signed" : "unsigned"];
  const convert = (row: readonly [Opcode, Opcode], value: Expression) =>
    apply(row[long ? 1 : 0], extended(value, from, signed));
  const operation: Operation = {
    operands: [from.kind],
    result: to,
    scalar: (target, value) => {
      if (to === "f64") return convert(double, value);
      if (to === "f32") return convert(single, value);
      // To a double exactly (or rounded far below a half's last bit), then once more through a float rounded to odd.
      return contract(target, to, asFloat(target, "f64", convert(double, value)));
    },
  };
  return long || (to !== "f64" && to !== "f32") ? operation : { ...operation, vector: vectorToFloat(signed, from, to) };
}

/** Four 32-bit integers as floats or doubles. */
function vectorToFloat(signed: boolean, from: Component, to: Kind): NonNullable<Operation["vector"]> {
  const singles = signed ? Op.f32x4ConvertI32x4S : Op.f32x4ConvertI32x4U;
  const doubles = signed ? Op.f64x2ConvertLowI32x4S : Op.f64x2ConvertLowI32x4U;
  return ({ fn }, value) => {
    const source = extendedVector(partOf(value), from, signed);
    if (to === "f32") return [apply(singles, source)];
    const swapped = fn.v128();
    return [apply(doubles, source), apply(doubles, shuffle(SWAPPED_HALVES, tee(swapped, source), swapped))];
  };
}

/**
 * Conversions. Float to integer saturates, as the device's `cvt` does, and NaN gives 0, or the top bit where 64 bits are
 * on either side (PTX ISA, "cvt"). LLVM leaves both undefined.
 */
import type { CastOp } from "../../analyzer/ir/model";
import { identity, narrow, narrowQuad, type Operation, type Target, widen, widenQuad } from "../emit/operation";
import { type Component, carrier, isWide, type Kind } from "../plan/types";
import { LOW_HALVES } from "../wasm/function";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import { contract, contractQuad, expand, expandQuad } from "./floats";
import { oddFloatSignature } from "./floatUnit";

const SWAPPED = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

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
  return {
    operands: [from.kind],
    result: to.kind,
    scalar: ({ fn }, [value]) => {
      value!();
      if (long && to.kind !== "i64") fn.code.op(Op.i32WrapI64);
      narrow(fn, to.kind, to.bits);
    },
    vector: ({ fn }, result, [value]) => {
      const { code } = fn;
      if (long && to.kind === "i64") {
        result.parts.forEach((part, index) => {
          code.get(value!.parts[index]!);
          narrowQuad(fn, "i64", to.bits);
          code.set(part);
        });
        return;
      }
      code.get(value!.parts[0]!);
      if (long) code.get(value!.parts[1]!).shuffle(LOW_HALVES);
      if (to.kind === "i1") code.i32(31).op(Op.i32x4Shl).i32(31).op(Op.i32x4ShrS);
      else narrowQuad(fn, to.kind, to.bits);
      code.set(result.parts[0]!);
    },
  };
}

function extension(cast: "zext" | "sext", from: Component, to: Component): Operation {
  const signed = cast === "sext";
  const long = to.kind === "i64";
  const fromLong = from.kind === "i64";
  return {
    operands: [from.kind],
    result: to.kind,
    scalar: ({ fn }, [value]) => {
      if (from.kind === "i1" && signed) {
        fn.code.i32(0);
        value!();
        fn.code.op(Op.i32Sub);
      } else {
        value!();
        if (signed) widen(fn, from.kind, from.bits);
      }
      if (long && !fromLong) fn.code.op(signed ? Op.i64ExtendI32S : Op.i64ExtendI32U);
      if (signed) narrow(fn, to.kind, to.bits);
    },
    vector: ({ fn }, result, [value]) => {
      const { code } = fn;
      result.parts.forEach((part, index) => {
        code.get(value!.parts[fromLong ? index : 0]!);
        if (from.kind === "i1") {
          if (!signed) code.i32(1).op(Op.i32x4Splat, Op.v128And);
        } else if (signed) widenQuad(fn, from.kind, from.bits);
        if (long && !fromLong) {
          const low = signed ? Op.i64x2ExtendLowI32x4S : Op.i64x2ExtendLowI32x4U;
          const high = signed ? Op.i64x2ExtendHighI32x4S : Op.i64x2ExtendHighI32x4U;
          code.op(index === 0 ? low : high);
        }
        if (signed) narrowQuad(fn, to.kind, to.bits);
        code.set(part);
      });
    },
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
  return {
    ...identity(from),
    result: to,
    scalar: ({ fn }, [value]) => {
      value!();
      fn.code.op(opcode);
    },
  };
}

function floatToFloat(from: Kind, to: Kind): Operation | undefined {
  if (from === "f32" && to === "f64") {
    return {
      operands: [from],
      result: to,
      scalar: ({ fn }, [value]) => {
        value!();
        fn.code.op(Op.f64PromoteF32);
      },
      vector: ({ fn }, result, [value]) => {
        const part = value!.parts[0]!;
        fn.code.get(part).op(Op.f64x2PromoteLowF32x4).set(result.parts[0]!);
        fn.code.get(part).get(part).shuffle(SWAPPED).op(Op.f64x2PromoteLowF32x4).set(result.parts[1]!);
      },
    };
  }
  if (from === "f64" && to === "f32") {
    return {
      operands: [from],
      result: to,
      scalar: ({ fn }, [value]) => {
        value!();
        fn.code.op(Op.f32DemoteF64);
      },
      vector: ({ fn }, result, [value]) => {
        for (const part of value!.parts) fn.code.get(part).op(Op.f32x4DemoteF64x2Zero);
        fn.code.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]).set(result.parts[0]!);
      },
    };
  }
  if (!isFloat(from) || !isFloat(to)) return undefined;
  return {
    operands: [from],
    result: to,
    scalar: (target, [value]) => {
      value!();
      pushAsFloat(target, from);
      if (to === "f64") target.fn.code.op(Op.f64PromoteF32);
      else contract(target, to);
    },
    ...(to !== "f64" && {
      vector: (target, result, [value]) => {
        if (from === "f64") {
          for (const part of value!.parts) target.fn.code.get(part);
          target.fn.code.call(target.import("oddFloat4", oddFloatSignature));
        } else expandQuad(target, from, value!);
        contractQuad(target, to);
        target.fn.code.set(result.parts[0]!);
      },
    }),
  };
}

/** What is on the stack as a 32-bit float; doubles are rounded to odd, so that a later rounding is the only one. */
function pushAsFloat(target: Target, from: Kind): void {
  if (from === "f64")
    target.fn.code.call(target.import("doubleToOddFloat", { parameters: [Type.f64], results: [Type.f32] }));
  else expand(target, from);
}

function floatToInteger(signed: boolean, from: Kind, to: Component): Operation {
  const double = from === "f64";
  const long = to.kind === "i64";
  const opcodes: Record<string, Opcode> = {
    i32f32s: Op.i32TruncSatF32S,
    i32f32u: Op.i32TruncSatF32U,
    i32f64s: Op.i32TruncSatF64S,
    i32f64u: Op.i32TruncSatF64U,
    i64f32s: Op.i64TruncSatF32S,
    i64f32u: Op.i64TruncSatF32U,
    i64f64s: Op.i64TruncSatF64S,
    i64f64u: Op.i64TruncSatF64U,
  };
  const opcode = opcodes[`${long ? "i64" : "i32"}${double ? "f64" : "f32"}${signed ? "s" : "u"}`]!;
  const type = double ? Type.f64 : Type.f32;
  const scalar: Operation["scalar"] = (target, [value]) => {
    const { fn } = target;
    value!();
    expand(target, from);
    if (!double && !long) {
      fn.code.op(opcode);
    } else {
      const source = fn.local(type);
      fn.code.tee(source).op(opcode);
      // NaN gives the top bit where 64 bits are on either side.
      if (long) fn.code.i64(-(1n << 63n));
      else fn.code.i32(-(2 ** 31));
      fn.code
        .get(source)
        .get(source)
        .op(double ? Op.f64Eq : Op.f32Eq, Op.select);
    }
    // Narrow results go through 32 bits and keep the lower ones.
    if (!long) narrow(fn, to.kind, to.bits);
  };
  const quad = signed ? Op.i32x4TruncSatF32x4S : Op.i32x4TruncSatF32x4U;
  const vectored = from === "f32" && to.kind === "i32" && to.bits === 32;
  return {
    operands: [from],
    result: to.kind,
    scalar,
    ...(vectored && {
      vector: ({ fn }, result, [value]) => {
        fn.code.get(value!.parts[0]!).op(quad).set(result.parts[0]!);
      },
    }),
  };
}

function integerToFloat(signed: boolean, from: Component, to: Kind): Operation {
  const double = to === "f64";
  const long = from.kind === "i64";
  const opcode = double
    ? long
      ? signed
        ? Op.f64ConvertI64S
        : Op.f64ConvertI64U
      : signed
        ? Op.f64ConvertI32S
        : Op.f64ConvertI32U
    : long
      ? signed
        ? Op.f32ConvertI64S
        : Op.f32ConvertI64U
      : signed
        ? Op.f32ConvertI32S
        : Op.f32ConvertI32U;
  const scalar: Operation["scalar"] = (target, [value]) => {
    const { fn } = target;
    if (from.kind === "i1" && signed) {
      fn.code.i32(0);
      value!();
      fn.code.op(Op.i32Sub);
    } else {
      value!();
      if (signed) widen(fn, from.kind, from.bits);
    }
    if (double || to === "f32") {
      fn.code.op(opcode);
      return;
    }
    // To a double exactly (or rounded far below a half's last bit), then once more through a float rounded to odd.
    fn.code.op(
      long ? (signed ? Op.f64ConvertI64S : Op.f64ConvertI64U) : signed ? Op.f64ConvertI32S : Op.f64ConvertI32U,
    );
    pushAsFloat(target, "f64");
    contract(target, to);
  };
  if (long || (!double && to !== "f32")) return { operands: [from.kind], result: to, scalar };
  return {
    operands: [from.kind],
    result: to,
    scalar,
    vector: ({ fn }, result, [value]) => {
      result.parts.forEach((part, index) => {
        const source = value!.parts[0]!;
        fn.code.get(source);
        if (from.kind === "i1" && !signed) fn.code.i32(1).op(Op.i32x4Splat, Op.v128And);
        else if (signed && from.kind !== "i1") widenQuad(fn, from.kind, from.bits);
        if (double && index === 1) {
          const swapped = fn.v128();
          fn.code.tee(swapped).get(swapped).shuffle(SWAPPED);
        }
        if (double) fn.code.op(signed ? Op.f64x2ConvertLowI32x4S : Op.f64x2ConvertLowI32x4U);
        else fn.code.op(signed ? Op.f32x4ConvertI32x4S : Op.f32x4ConvertI32x4U);
        fn.code.set(part);
      });
    },
  };
}

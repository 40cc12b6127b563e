/** Arithmetic functions that WebAssembly has instructions for, by LLVM's, C's and CUDA's names. */
import type { Value } from "../../analyzer/ir/model";
import type { Lanewise } from "../emit/operation";
import { narrow, type Operation, type Push, partwise, plain, selection } from "../emit/operation";
import { integerComparison } from "../instructions/compare";
import { floatOperation, throughFloat } from "../instructions/floats";
import { fusedMultiplyAdd } from "../instructions/fused";
import { type MinMax, minMax } from "../instructions/minmax";
import { type Component, components, type Kind } from "../plan/types";
import { Op, type Opcode } from "../wasm/opcodes";
import { saturating } from "./saturating";
import type { Call, Intrinsic, Table } from "./table";

/** An operation for each component of the result, on the same component of the first `count` arguments. */
function each(count: number, make: (part: Component) => Operation | undefined): Intrinsic {
  return {
    lanewise: (call: Call) => {
      const parts: Lanewise[] = [];
      for (const [component, part] of components(call.type).entries()) {
        const operation = make(part);
        if (!operation) return undefined;
        const operands = call.arguments.slice(0, count).map((value: Value) => ({ value, component }));
        parts.push({ operation, operands });
      }
      return parts;
    },
  };
}

const unary = (f32: Opcode, f32Quad: Opcode, f64: Opcode, f64Quad: Opcode): Intrinsic =>
  each(1, ({ kind }) =>
    kind === "f64" ? plain(["f64"], "f64", f64, f64Quad) : throughFloat(kind, plain(["f32"], "f32", f32, f32Quad)),
  );

const binary = (f32: Opcode, f32Quad: Opcode, f64: Opcode, f64Quad: Opcode): Intrinsic =>
  each(2, ({ kind }) =>
    kind === "f64"
      ? plain(["f64", "f64"], "f64", f64, f64Quad)
      : throughFloat(kind, plain(["f32", "f32"], "f32", f32, f32Quad)),
  );

const abs = unary(Op.f32Abs, Op.f32x4Abs, Op.f64Abs, Op.f64x2Abs);
const sqrt = unary(Op.f32Sqrt, Op.f32x4Sqrt, Op.f64Sqrt, Op.f64x2Sqrt);
const floor = unary(Op.f32Floor, Op.f32x4Floor, Op.f64Floor, Op.f64x2Floor);
const ceil = unary(Op.f32Ceil, Op.f32x4Ceil, Op.f64Ceil, Op.f64x2Ceil);
const trunc = unary(Op.f32Trunc, Op.f32x4Trunc, Op.f64Trunc, Op.f64x2Trunc);
const nearest = unary(Op.f32Nearest, Op.f32x4Nearest, Op.f64Nearest, Op.f64x2Nearest);
const fma = each(3, ({ kind }) => fusedMultiplyAdd(kind));
const of = (op: MinMax) => each(2, ({ kind, bits }) => minMax(op, kind, bits));

/** Rounded to nearest, which is within what PTX allows its approximations. */
const quotient = each(2, ({ kind }) => floatOperation("fdiv", kind));
const reciprocal = each(1, ({ kind }) => {
  const double = kind === "f64";
  return {
    operands: [kind],
    result: kind,
    scalar: ({ fn }, [value]) => {
      if (double) fn.code.f64Bits(ONE_BITS.f64);
      else fn.code.f32Bits(ONE_BITS.f32);
      value!();
      fn.code.op(double ? Op.f64Div : Op.f32Div);
    },
  };
});
/** Bit patterns of 1. */
const ONE_BITS = { f32: 0x3f80_0000, f64: 0x3ff0_0000_0000_0000n } as const;
/** To [0, 1]; a NaN becomes 0 (PTX ISA, ".sat"). */
const saturated = each(1, ({ kind }) => {
  if (kind !== "f32") return undefined;
  const [least, most] = [minMax("fmin", kind, 32), minMax("fmax", kind, 32)];
  return {
    operands: [kind],
    result: kind,
    scalar: (target, [value]) => {
      const one = () => void target.fn.code.f32Bits(ONE_BITS.f32);
      const zero = () => void target.fn.code.f32Bits(0);
      least.scalar(target, [() => most.scalar(target, [value!, zero]), one]);
    },
  };
});

/** IEEE 754-2019 `minimum` and `maximum`: NaN wins. */
const minimum = binary(Op.f32Min, Op.f32x4Min, Op.f64Min, Op.f64x2Min);
const maximum = binary(Op.f32Max, Op.f32x4Max, Op.f64Max, Op.f64x2Max);

const copysign = each(2, ({ kind }) =>
  kind === "f64"
    ? plain(["f64", "f64"], "f64", Op.f64Copysign)
    : throughFloat(kind, plain(["f32", "f32"], "f32", Op.f32Copysign)),
);

/** Counts of bits in the significant bits of an integer. */
function bitCount(word: Opcode, long: Opcode, zerosAbove: "subtract" | "guard" | "none"): Intrinsic {
  return each(1, ({ kind, bits }) => ({
    operands: [kind],
    result: kind,
    scalar: ({ fn }, [value]) => {
      const wide = kind === "i64";
      value!();
      // A bit behind the last one stops the search for trailing zeros there.
      if (zerosAbove === "guard" && bits < (wide ? 64 : 32)) {
        if (wide) fn.code.i64(1n << BigInt(bits)).op(Op.i64Or);
        else fn.code.i32(1 << bits).op(Op.i32Or);
      }
      fn.code.op(wide ? long : word);
      const above = (wide ? 64 : 32) - bits;
      if (zerosAbove === "subtract" && above > 0) {
        if (wide) fn.code.i64(BigInt(above)).op(Op.i64Sub);
        else fn.code.i32(above).op(Op.i32Sub);
      }
    },
  }));
}

const swapMasks: readonly (readonly [number, bigint])[] = [
  [1, 0x5555_5555_5555_5555n],
  [2, 0x3333_3333_3333_3333n],
  [4, 0x0f0f_0f0f_0f0f_0f0fn],
  [8, 0x00ff_00ff_00ff_00ffn],
  [16, 0x0000_ffff_0000_ffffn],
  [32, 0x0000_0000_ffff_ffffn],
];

/** Reverses bits, or bytes, by swapping ever larger halves of 64 bits; the value's own are at the top then. */
function reversal(smallest: number): Intrinsic {
  return each(1, ({ kind, bits }) => ({
    operands: [kind],
    result: kind,
    scalar: ({ fn }, [value]) => {
      const { code } = fn;
      const local = fn.i64();
      value!();
      if (kind !== "i64") code.op(Op.i64ExtendI32U);
      code.set(local);
      for (const [shift, mask] of swapMasks) {
        if (shift < smallest) continue;
        code.get(local).i64(BigInt(shift)).op(Op.i64ShrU).i64(mask).op(Op.i64And);
        code.get(local).i64(mask).op(Op.i64And).i64(BigInt(shift)).op(Op.i64Shl, Op.i64Or).set(local);
      }
      code
        .get(local)
        .i64(BigInt(64 - bits))
        .op(Op.i64ShrU);
      if (kind !== "i64") code.op(Op.i32WrapI64);
    },
  }));
}

/** Two integers side by side, shifted by an amount modulo their width: the upper half for `left`, the lower one else. */
function funnel(left: boolean): Intrinsic {
  return each(3, ({ kind, bits }) => ({
    operands: [kind, kind, kind],
    result: kind,
    scalar: bits <= 32 ? narrowFunnel(left, kind, bits) : longFunnel(left, bits),
  }));
}

/** Up to 32 bits fit beside each other in 64. */
function narrowFunnel(left: boolean, kind: Kind, bits: number): Operation["scalar"] {
  return ({ fn }, [upper, lower, amount]) => {
    const { code } = fn;
    const push = (operand: Push) => {
      operand();
      if (kind !== "i64") code.op(Op.i64ExtendI32U);
    };
    push(upper!);
    code.i64(BigInt(bits)).op(Op.i64Shl);
    push(lower!);
    code.op(Op.i64Or);
    push(amount!);
    code.i64(BigInt(bits)).op(Op.i64RemU);
    if (left) code.op(Op.i64Shl).i64(BigInt(bits)).op(Op.i64ShrU);
    else code.op(Op.i64ShrU);
    if (kind !== "i64") code.op(Op.i32WrapI64);
    narrow(fn, kind, bits);
  };
}

function longFunnel(left: boolean, bits: number): Operation["scalar"] {
  return ({ fn }, [upper, lower, amount]) => {
    const { code } = fn;
    const by = fn.i64();
    amount!();
    code.i64(BigInt(bits)).op(Op.i64RemU).set(by);
    // The other half is shifted in two steps, 1 and what is missing, as WebAssembly shifts modulo 64.
    const rest = () =>
      code
        .i64(BigInt(bits - 1))
        .get(by)
        .op(Op.i64Sub);
    upper!();
    if (left) code.get(by).op(Op.i64Shl);
    else {
      code.i64(1n).op(Op.i64Shl);
      rest();
      code.op(Op.i64Shl);
    }
    lower!();
    if (left) {
      code.i64(1n).op(Op.i64ShrU);
      rest();
      code.op(Op.i64ShrU);
    } else code.get(by).op(Op.i64ShrU);
    code.op(Op.i64Or);
    narrow(fn, "i64", bits);
  };
}

/** Absolute value of an integer. */
const integerAbs = each(1, ({ kind, bits }) => {
  const negative = integerComparison("slt", kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind],
    result: kind,
    scalar: (target, [value]) => {
      const { code } = target.fn;
      const zero = () => void (kind === "i64" ? code.i64(0n) : code.i32(0));
      const negated = () => {
        zero();
        value!();
        code.op(kind === "i64" ? Op.i64Sub : Op.i32Sub);
        narrow(target.fn, kind, bits);
      };
      choice.scalar(target, [() => negative.scalar(target, [value!, zero]), negated, value!]);
    },
    ...(kind === "i32" && bits === 32 && { vector: partwise(Op.i32x4Abs) }),
  };
});

/** Upper half of a 32-bit product. */
const highProduct = (signed: boolean): Intrinsic =>
  each(2, () => ({
    operands: ["i32", "i32"],
    result: "i32",
    scalar: ({ fn }, operands) => {
      for (const push of operands) {
        push();
        fn.code.op(signed ? Op.i64ExtendI32S : Op.i64ExtendI32U);
      }
      fn.code.op(Op.i64Mul).i64(32n).op(Op.i64ShrU, Op.i32WrapI64);
    },
  }));

/** C's names, and libdevice's, end in `f` for 32 bits. */
function both(name: string, intrinsic: Intrinsic): [string, Intrinsic][] {
  return [name, `__nv_${name}`].flatMap((one) => [
    [one, intrinsic],
    [`${one}f`, intrinsic],
  ]);
}

/** The built-ins of arithmetic, by name. */
export const math: Table = {
  ...saturating,
  "llvm.fabs": abs,
  "llvm.nvvm.fabs": abs,
  "llvm.sqrt": sqrt,
  "llvm.nvvm.sqrt.rn": sqrt,
  "llvm.nvvm.sqrt.approx.f": sqrt,
  "llvm.nvvm.sqrt.f": sqrt,
  "llvm.floor": floor,
  "llvm.ceil": ceil,
  "llvm.trunc": trunc,
  "llvm.rint": nearest,
  "llvm.nearbyint": nearest,
  "llvm.roundeven": nearest,
  "llvm.fma": fma,
  "llvm.fmuladd": fma,
  "llvm.nvvm.fma.rn": fma,
  "llvm.nvvm.add.rn": binary(Op.f32Add, Op.f32x4Add, Op.f64Add, Op.f64x2Add),
  "llvm.nvvm.mul.rn": binary(Op.f32Mul, Op.f32x4Mul, Op.f64Mul, Op.f64x2Mul),
  "llvm.minimum": minimum,
  "llvm.maximum": maximum,
  "llvm.copysign": copysign,
  "llvm.minnum": of("fmin"),
  "llvm.maxnum": of("fmax"),
  "llvm.minimumnum": of("fmin"),
  "llvm.maximumnum": of("fmax"),
  "llvm.nvvm.div.approx": quotient,
  "llvm.nvvm.div.full": quotient,
  "llvm.nvvm.div.rn": quotient,
  "llvm.nvvm.rcp.rn": reciprocal,
  "llvm.nvvm.rcp.approx": reciprocal,
  "llvm.nvvm.saturate": saturated,
  "llvm.nvvm.fmin": of("fmin"),
  "llvm.nvvm.fmax": of("fmax"),
  "llvm.smin": of("min"),
  "llvm.smax": of("max"),
  "llvm.umin": of("umin"),
  "llvm.umax": of("umax"),
  "llvm.abs": integerAbs,
  "llvm.ctpop": bitCount(Op.i32Popcnt, Op.i64Popcnt, "none"),
  "llvm.ctlz": bitCount(Op.i32Clz, Op.i64Clz, "subtract"),
  "llvm.cttz": bitCount(Op.i32Ctz, Op.i64Ctz, "guard"),
  "llvm.bitreverse": reversal(1),
  "llvm.bswap": reversal(8),
  "llvm.fshl": funnel(true),
  "llvm.fshr": funnel(false),
  __nv_mulhi: highProduct(true),
  __nv_umulhi: highProduct(false),
  "llvm.nvvm.mulhi.i": highProduct(true),
  "llvm.nvvm.mulhi.ui": highProduct(false),
  ...Object.fromEntries(
    (
      [
        ["fabs", abs],
        ["sqrt", sqrt],
        ["floor", floor],
        ["ceil", ceil],
        ["trunc", trunc],
        ["rint", nearest],
        ["nearbyint", nearest],
        ["fma", fma],
        ["fmin", of("fmin")],
        ["fmax", of("fmax")],
        ["copysign", copysign],
      ] as const
    ).flatMap(([name, intrinsic]) => both(name, intrinsic)),
  ),
};

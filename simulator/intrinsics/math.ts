/** Arithmetic functions that WebAssembly has instructions for, by LLVM's, C's and CUDA's names. */
import type { Value } from "../../analyzer/ir/model";
import { eachPart, type Lanewise, narrow, type Operation, plain, selection } from "../emit/operation";
import { integerComparison } from "../instructions/compare";
import { floatOperation, throughFloat } from "../instructions/floats";
import { fusedMultiplyAdd } from "../instructions/fused";
import { type MinMax, minMax } from "../instructions/minmax";
import { type Component, components, type Kind } from "../plan/types";
import {
  and,
  apply,
  bind,
  type Expression,
  extendS,
  extendU,
  f32Bits,
  f64Bits,
  i64,
  integer,
  mul,
  or,
  remU,
  shl,
  shrU,
  sub,
  wrap,
} from "../wasm/expressions";
import { Op, type Opcode, Type, type ValueType } from "../wasm/opcodes";
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
    scalar: (_target, value) =>
      double ? apply(Op.f64Div, f64Bits(ONE_BITS.f64), value) : apply(Op.f32Div, f32Bits(ONE_BITS.f32), value),
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
    scalar: (target, value) => least.scalar(target, most.scalar(target, value, f32Bits(0)), f32Bits(ONE_BITS.f32)),
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
    scalar: (_target, value) => {
      const wide = kind === "i64";
      const type = wide ? Type.i64 : Type.i32;
      const above = (wide ? 64 : 32) - bits;
      const isGuarded = zerosAbove === "guard" && above > 0;
      // A bit after the last one stops the search for trailing zeros there.
      const counted = apply(wide ? long : word, isGuarded ? or(value, integer(type, 1n << BigInt(bits))) : value);
      return zerosAbove === "subtract" && above > 0 ? sub(counted, integer(type, above)) : counted;
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
    scalar: ({ fn }, value) => {
      const local = fn.i64();
      const swaps = swapMasks.filter(([shift]) => shift >= smallest);
      const swap = ([shift, mask]: (typeof swapMasks)[number]) => {
        const by = BigInt(shift);
        return or(and(shrU(local, by), mask), shl(and(local, mask), by));
      };
      const reversed = shrU(local, BigInt(64 - bits));
      const result: Expression = kind === "i64" ? reversed : wrap(reversed);
      const steps: readonly Expression[] = [kind === "i64" ? value : extendU(value), ...swaps.map(swap)];
      return steps.reduceRight((rest, step) => bind<ValueType, ValueType>(local, step, rest), result);
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
  const long = (operand: Expression): Expression => (kind === "i64" ? operand : extendU(operand));
  const width = i64(BigInt(bits));
  return (_target, upper, lower, amount) => {
    const joined = or(shl(long(upper), width), long(lower));
    const by = remU(long(amount), width);
    const shifted = left ? shrU(shl(joined, by), width) : shrU(joined, by);
    return narrow(kind === "i64" ? shifted : wrap(shifted), kind, bits);
  };
}

function longFunnel(left: boolean, bits: number): Operation["scalar"] {
  return ({ fn }, upper, lower, amount) => {
    const by = fn.i64();
    const one = i64(1n);
    // The other half is shifted in two steps, 1 and what is missing, as WebAssembly shifts modulo 64.
    const rest = sub(i64(BigInt(bits - 1)), by);
    const joined = left
      ? or(shl(upper, by), shrU(shrU(lower, one), rest))
      : or(shl(shl(upper, one), rest), shrU(lower, by));
    return narrow(bind<ValueType, ValueType>(by, remU(amount, i64(BigInt(bits))), joined), "i64", bits);
  };
}

/** Absolute value of an integer. */
const integerAbs = each(1, ({ kind, bits }) => {
  const negative = integerComparison("slt", kind, bits);
  const choice = selection(kind);
  return {
    operands: [kind],
    result: kind,
    scalar: (target, value) => {
      const zero = integer(kind === "i64" ? Type.i64 : Type.i32, 0);
      const negated = narrow(sub<ValueType>(zero, value), kind, bits);
      return choice.scalar(target, negative.scalar(target, value, zero), negated, value);
    },
    ...(kind === "i32" && bits === 32 && { vector: eachPart(kind, Op.i32x4Abs) }),
  };
});

/** Upper half of a 32-bit product. */
const highProduct = (signed: boolean): Intrinsic => {
  const extend = signed ? extendS : extendU;
  return each(2, () => ({
    operands: ["i32", "i32"],
    result: "i32",
    scalar: (_target, left, right) => wrap(shrU(mul(extend(left), extend(right)), 32n)),
  }));
};

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

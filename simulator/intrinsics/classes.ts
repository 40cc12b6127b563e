/** Tests of the class of a floating-point number: `llvm.is.fpclass`, to which clang joins comparisons with infinity and zero. */
import type { Operation } from "../emit/operation";
import { components, type Kind } from "../plan/types";
import { and, apply, type Expression, eqz, gtU, i32, integer, leU, or, sub } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import type { Call, Table } from "./table";

/** Bits of a number, and of its fraction. */
const formats: Partial<Record<Kind, readonly [bits: number, fraction: number]>> = {
  f16: [16, 10],
  bf16: [16, 7],
  f32: [32, 23],
  f64: [64, 52],
};

/** LLVM's bits for each class of magnitudes with a sign and without one (LLVM Language Reference, `llvm.is.fpclass`). */
const masks = { zero: [0x020, 0x040], subnormal: [0x010, 0x080], normal: [0x008, 0x100], infinite: [0x004, 0x200] };
const SIGNALING = 0x001;
const QUIET = 0x002;

/** Ranges of magnitudes, their ends included, with the bits of those with a sign and without one. */
function rangesOf(bits: number, fraction: number) {
  const infinity = ((1n << BigInt(bits - 1 - fraction)) - 1n) << BigInt(fraction);
  const least = 1n << BigInt(fraction);
  const quiet = infinity | (1n << BigInt(fraction - 1));
  return [
    { from: 0n, to: 0n, classes: masks.zero },
    { from: 1n, to: least - 1n, classes: masks.subnormal },
    { from: least, to: infinity - 1n, classes: masks.normal },
    { from: infinity, to: infinity, classes: masks.infinite },
    { from: infinity + 1n, to: quiet - 1n, classes: [SIGNALING, SIGNALING] },
    { from: quiet, to: (1n << BigInt(bits - 1)) - 1n, classes: [QUIET, QUIET] },
  ];
}

/** Whether a number is of one of the classes of a mask. */
function classTest(kind: Kind, mask: number): Operation | undefined {
  const [bits, fraction] = formats[kind] ?? [];
  if (bits === undefined || fraction === undefined) return undefined;
  const type = bits === 64 ? Type.i64 : Type.i32;
  const sign = 1n << BigInt(bits - 1);
  const constant = (value: bigint) => integer(type, bits === 64 ? value : Number(value));
  const raw = (value: Expression): Expression<typeof type> => {
    if (bits === 64) return apply(Op.i64ReinterpretF64, value);
    return bits === 32 ? apply(Op.i32ReinterpretF32, value) : (value as Expression<typeof type>);
  };
  const scalar = (value: Expression): Expression => {
    const magnitude = and(raw(value), constant(sign - 1n));
    const isNegative = gtU(raw(value), constant(sign - 1n));
    const tests = rangesOf(bits, fraction).flatMap(({ from, to, classes }) => {
      const [negative, positive] = classes.map((one) => (mask & one) !== 0);
      if (!negative && !positive) return [];
      const inside = leU(sub(magnitude, constant(from)), constant(to - from));
      if (negative && positive) return [inside];
      return [and(inside, negative ? isNegative : eqz(isNegative))];
    });
    return tests.length > 0 ? tests.reduce((a, b) => or(a, b)) : i32(0);
  };
  return { operands: [kind], result: "i1", scalar: (_target, value) => scalar(value) };
}

function classes({ arguments: [value, mask] }: Call) {
  if (!value || mask?.kind !== "int" || !("type" in value)) return undefined;
  const tests = components(value.type).map(({ kind }) => classTest(kind, Number(mask.value)));
  return tests.every((one) => one !== undefined)
    ? tests.map((operation, component) => ({ operation, operands: [{ value, component }] }))
    : undefined;
}

/** The built-in by name. */
export const floatClasses: Table = { "llvm.is.fpclass": { lanewise: classes } };

/**
 * Every arithmetic operation and conversion of every width, lane by lane and for one uniform value, against integers of
 * any size and doubles in JavaScript: CUDA text goes through the real clang, values come from fast-check.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Bench, int, pointer, programOf } from "./support";

interface IntegerType {
  readonly name: string;
  readonly c: string;
  readonly bits: number;
  readonly signed: boolean;
}

const integers: readonly IntegerType[] = [8, 16, 32, 64].flatMap((bits) => [
  { name: `s${bits}`, c: { 8: "signed char", 16: "short", 32: "int", 64: "long long" }[bits]!, bits, signed: true },
  {
    name: `u${bits}`,
    c: { 8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long long" }[bits]!,
    bits,
    signed: false,
  },
]);

/** Operations in C and over integers of any size; `amount` is the right operand as a shift amount below the width. */
const binary: readonly {
  readonly name: string;
  readonly c: string;
  readonly js: (a: bigint, b: bigint, type: IntegerType) => bigint;
}[] = [
  { name: "add", c: "(T)(a + b)", js: (a, b) => a + b },
  { name: "sub", c: "(T)(a - b)", js: (a, b) => a - b },
  { name: "mul", c: "(T)((U)a * (U)b)", js: (a, b) => a * b },
  { name: "and", c: "(T)(a & b)", js: (a, b) => a & b },
  { name: "or", c: "(T)(a | b)", js: (a, b) => a | b },
  { name: "xor", c: "(T)(a ^ b)", js: (a, b) => a ^ b },
  {
    name: "shl",
    c: "(T)((U)a << ((unsigned)b & (sizeof(T) * 8 - 1)))",
    js: (a, b, { bits }) => a << (b & BigInt(bits - 1)),
  },
  {
    name: "shr",
    c: "(T)(a >> ((unsigned)b & (sizeof(T) * 8 - 1)))",
    js: (a, b, { bits }) => a >> (b & BigInt(bits - 1)),
  },
  { name: "shl3", c: "(T)((U)a << 3)", js: (a) => a << 3n },
  { name: "shr5", c: "(T)(a >> 5)", js: (a) => a >> 5n },
  // A divisor of 0 is turned into 1 by the program itself: what the device does with 0 has a test of its own.
  { name: "div", c: "(T)(a / (b ? b : 1))", js: (a, b) => a / (b || 1n) },
  { name: "rem", c: "(T)(a % (b ? b : 1))", js: (a, b) => a % (b || 1n) },
  { name: "div8", c: "(T)(a / 8)", js: (a) => a / 8n },
  { name: "rem8", c: "(T)(a % 8)", js: (a) => a % 8n },
  { name: "lt", c: "(T)(a < b)", js: (a, b) => (a < b ? 1n : 0n) },
  { name: "ge", c: "(T)(a >= b)", js: (a, b) => (a >= b ? 1n : 0n) },
  { name: "eq", c: "(T)(a == b)", js: (a, b) => (a === b ? 1n : 0n) },
  { name: "less", c: "(T)(a < b ? a : b)", js: (a, b) => [b, a][Number(a < b)]! },
  { name: "more", c: "(T)(a > b ? a : b)", js: (a, b) => [b, a][Number(a > b)]! },
  { name: "both", c: "(T)((a > 3) && (b < 5) ? a : (T)-b)", js: (a, b) => (a > 3n && b < 5n ? a : -b) },
];

interface FloatType {
  readonly name: string;
  readonly c: string;
  readonly round: (value: number) => number;
  readonly array: Float32ArrayConstructor | Float64ArrayConstructor;
}

const floats: readonly FloatType[] = [
  { name: "f32", c: "float", round: Math.fround, array: Float32Array },
  { name: "f64", c: "double", round: (x) => x, array: Float64Array },
];

const lesser = (a: number, b: number) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
const greater = (a: number, b: number) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));

const real: readonly { readonly name: string; readonly c: string; readonly js: (a: number, b: number) => number }[] = [
  { name: "add", c: "a + b", js: (a, b) => a + b },
  { name: "sub", c: "a - b", js: (a, b) => a - b },
  { name: "mul", c: "a * b", js: (a, b) => a * b },
  { name: "div", c: "a / b", js: (a, b) => a / b },
  { name: "neg", c: "-a", js: (a) => -a },
  { name: "abs", c: "fabs(a)", js: (a) => Math.abs(a) },
  { name: "sqrt", c: "sqrt(a)", js: (a) => Math.sqrt(a) },
  { name: "floor", c: "floor(a)", js: (a) => Math.floor(a) },
  { name: "ceil", c: "ceil(a)", js: (a) => Math.ceil(a) },
  { name: "trunc", c: "trunc(a)", js: (a) => Math.trunc(a) },
  { name: "min", c: "fmin(a, b)", js: lesser },
  { name: "max", c: "fmax(a, b)", js: greater },
  { name: "less", c: "(T)(a < b)", js: (a, b) => (a < b ? 1 : 0) },
  { name: "notless", c: "(T)!(a < b)", js: (a, b) => (a < b ? 0 : 1) },
  { name: "equal", c: "(T)(a == b)", js: (a, b) => (a === b ? 1 : 0) },
  { name: "differs", c: "(T)(a != b)", js: (a, b) => (a !== b ? 1 : 0) },
];

/** Lanes of a full block and one thread whose values are uniform; results of the second go after those of the first. */
function kernel(name: string, type: string, result: string, expression: string, extra = ""): string {
  return `
extern "C" __global__ void ${name}(const ${type}* x, const ${type}* y, ${result}* out, int k) {
  typedef ${type} T; ${extra}
  if (k < 0) { int i = threadIdx.x; T a = x[i], b = y[i]; out[i] = ${expression}; }
  else { T a = x[k], b = y[k]; out[64 + k] = ${expression}; }
}`;
}

const source = [
  "#include <cuda_runtime.h>",
  ...integers.flatMap((type) =>
    binary.map(({ name, c }) =>
      kernel(
        `${type.name}_${name}_`,
        type.c,
        type.c,
        c,
        `typedef unsigned ${type.c.replace(/^(un)?signed ?/, "") || "int"} U;`,
      ),
    ),
  ),
  ...floats.flatMap((type) => real.map(({ name, c }) => kernel(`${type.name}_${name}_`, type.c, type.c, c))),
  ...floats.flatMap((from) => floats.map((to) => kernel(`${from.name}_to_${to.name}_`, from.c, to.c, `(${to.c})a`))),
  ...integers.flatMap((from) => [
    ...integers.map((to) => kernel(`${from.name}_to_${to.name}_`, from.c, to.c, `(${to.c})a`)),
    ...floats.map((to) => kernel(`${from.name}_to_${to.name}_`, from.c, to.c, `(${to.c})a`)),
  ]),
  ...floats.flatMap((from) =>
    integers
      .filter(({ bits }) => bits >= 32)
      .map((to) => kernel(`${from.name}_to_${to.name}_`, from.c, to.c, `(${to.c})a`)),
  ),
  kernel("f32_fused_", "float", "float", "__fmaf_rn(a, b, x[(threadIdx.x + 7) & 63])"),
  kernel("f64_fused_", "double", "double", "__fma_rn(a, b, x[(threadIdx.x + 7) & 63])"),
].join("\n");

const LANES = 64;

function integerValues(type: IntegerType): fc.Arbitrary<bigint[]> {
  const least = type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
  const most = (1n << BigInt(type.signed ? type.bits - 1 : type.bits)) - 1n;
  const value = fc.oneof(
    fc.bigInt(least, most),
    fc.constantFrom(least, most, 0n, 1n, 2n, type.signed ? -1n : 3n, most - 1n),
  );
  return fc.array(value, { minLength: LANES, maxLength: LANES });
}

function floatValues(type: FloatType): fc.Arbitrary<number[]> {
  const any = type.name === "f32" ? fc.float() : fc.double();
  const value = fc.oneof(
    any,
    fc.integer({ min: -9, max: 9 }),
    fc.constantFrom(0, -0, 0.5, 1.5, 2 ** -140, 1e38, 2 ** 31, 2 ** 33, -(2 ** 63)),
  );
  return fc.array(value.map(type.round), { minLength: LANES, maxLength: LANES });
}

function packed(values: readonly (bigint | number)[], type: IntegerType | FloatType): ArrayBufferView {
  if ("array" in type) return type.array.from(values as number[]);
  const view = new DataView(new ArrayBuffer((values.length * type.bits) / 8));
  values.forEach((value, index) => {
    const bytes = type.bits / 8;
    for (let byte = 0; byte < bytes; byte++) {
      view.setUint8(index * bytes + byte, Number((BigInt.asUintN(64, value as bigint) >> BigInt(8 * byte)) & 255n));
    }
  });
  return view;
}

const sizeOf = (type: IntegerType | FloatType) => ("array" in type ? type.array.BYTES_PER_ELEMENT : type.bits / 8);

function unpacked(bytes: Uint8Array, type: IntegerType | FloatType): (bigint | number)[] {
  if ("array" in type)
    return [...(type.name === "f32" ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer))];
  const size = type.bits / 8;
  return Array.from({ length: bytes.length / size }, (_, index) => {
    let value = 0n;
    for (let byte = size - 1; byte >= 0; byte--) value = (value << 8n) | BigInt(bytes[index * size + byte]!);
    return wrap(value, type);
  });
}

const wrap = (value: bigint, { bits, signed }: IntegerType) =>
  signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);

describe("arithmetic of the device", () => {
  let bench: Bench;
  const buffers: Record<"x" | "y" | "out", bigint> = { x: 0n, y: 0n, out: 0n };

  before(async () => {
    bench = new Bench(await programOf(source, "arithmetic.cu"));
    for (const name of ["x", "y", "out"] as const) buffers[name] = bench.buffer(LANES * 2 * 8);
  });

  /** Lanes 0 … 63 of both ways to compute. */
  function run(name: string, x: ArrayBufferView, y: ArrayBufferView, result: IntegerType | FloatType) {
    for (const [buffer, data] of [
      ["x", x],
      ["y", y],
    ] as const) {
      bench.memory.write(buffers[buffer], new Uint8Array(data.buffer));
    }
    const args = [buffers.x, buffers.y, buffers.out].map(pointer);
    for (const k of [-1, 0, 1, 2, 3]) {
      const { outcome } = bench.launch(name, 1, k < 0 ? LANES : 32, [...args, int(k)]);
      assert.equal(outcome.kind, "completed", `${name}: ${outcome.message}`);
    }
    const all = unpacked(bench.memory.read(buffers.out, 2 * LANES * sizeOf(result)), result);
    return { varying: all.slice(0, LANES), uniform: all.slice(LANES, LANES + 4) };
  }

  function check(
    name: string,
    type: IntegerType | FloatType,
    result: IntegerType | FloatType,
    expected: (a: never, b: never, index: number, x: readonly never[]) => bigint | number,
  ): void {
    const values: fc.Arbitrary<(bigint | number)[]> = "array" in type ? floatValues(type) : integerValues(type);
    fc.assert(
      fc.property(values, values, (x, y) => {
        const { varying, uniform } = run(name, packed(x, type), packed(y, type), result);
        const want = x.map((a, index) => expected(a as never, y[index] as never, index, x as never[]));
        assert.deepEqual(varying, want, `${name} of lanes`);
        if (!name.includes("fused")) assert.deepEqual(uniform, want.slice(0, 4), `${name} of uniform values`);
      }),
      { numRuns: 6, seed: 5 },
    );
  }

  for (const type of integers) {
    it(`integers ${type.name}`, () => {
      for (const { name, js } of binary) {
        check(`${type.name}_${name}_`, type, type, (a: bigint, b: bigint) => wrap(js(a, b, type), type));
      }
      for (const to of integers) check(`${type.name}_to_${to.name}_`, type, to, (a: bigint) => wrap(a, to));
      for (const to of floats) check(`${type.name}_to_${to.name}_`, type, to, (a: bigint) => nearest(a, to));
    });
  }

  for (const type of floats) {
    it(`floats ${type.name}`, () => {
      for (const { name, js } of real) {
        check(`${type.name}_${name}_`, type, type, (a: number, b: number) => type.round(js(a, b)));
      }
      for (const to of floats) check(`${type.name}_to_${to.name}_`, type, to, (a: number) => to.round(a));
      for (const to of integers.filter(({ bits }) => bits >= 32)) {
        check(`${type.name}_to_${to.name}_`, type, to, (a: number) => saturated(a, type, to));
      }
    });
  }

  it("fused multiply-add, rounded once", () => {
    for (const type of floats) {
      check(`${type.name}_fused_`, type, type, (a: number, b: number, index: number, x: readonly number[]) => {
        return exactFma(a, b, x[(index + 7) & 63]!, type);
      });
    }
  });
});

/** An integer rounded once to a float. */
function nearest(value: bigint, type: FloatType): number {
  return rational(value, 0, type);
}

/** `cvt.rzi`: saturating; NaN is 0, or the top bit where 64 bits are on either side. */
function saturated(value: number, from: FloatType, to: IntegerType): bigint {
  if (Number.isNaN(value)) return from.name === "f64" || to.bits === 64 ? wrap(1n << BigInt(to.bits - 1), to) : 0n;
  const least = to.signed ? -(2 ** (to.bits - 1)) : 0;
  const most = (1n << BigInt(to.signed ? to.bits - 1 : to.bits)) - 1n;
  if (value <= least) return BigInt(least);
  return value >= Number(most) ? most : BigInt(Math.trunc(value));
}

function parts(value: number): [bigint, number] {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 2047n);
  const mantissa = (bits & ((1n << 52n) - 1n)) | (exponent ? 1n << 52n : 0n);
  return [value < 0 ? -mantissa : mantissa, Math.max(exponent, 1) - 1075];
}

function exactFma(a: number, b: number, c: number, type: FloatType): number {
  if (![a, b, c].every(Number.isFinite)) return type.round(a * b + c);
  const [[ma, ea], [mb, eb], [mc, ec]] = [parts(a), parts(b), parts(c)];
  const exponent = Math.min(ea + eb, ec);
  const sum = ((ma * mb) << BigInt(ea + eb - exponent)) + (mc << BigInt(ec - exponent));
  if (sum === 0n) return a === 0 || b === 0 ? a * b + c : 0;
  return rational(sum, exponent, type);
}

/** value · 2^exponent rounded to nearest even, by the definition. */
function rational(value: bigint, exponent: number, type: FloatType): number {
  const [precision, least, top] = type.name === "f32" ? [24, -149, 128] : [53, -1074, 1024];
  const magnitude = value < 0n ? -value : value;
  const length = magnitude.toString(2).length;
  const unit = Math.max(exponent + length - precision, least);
  let units = magnitude << BigInt(Math.max(0, exponent - unit));
  if (unit > exponent) {
    const shift = BigInt(unit - exponent);
    const rest = magnitude & ((1n << shift) - 1n);
    units = magnitude >> shift;
    const half = 1n << (shift - 1n);
    if (rest > half || (rest === half && units & 1n)) units += 1n;
  }
  const sign = value < 0n ? -1 : 1;
  if (units.toString(2).length + unit > top) return sign * Number.POSITIVE_INFINITY;
  return sign * Number(units) * 2 ** Math.trunc(unit / 2) * 2 ** (unit - Math.trunc(unit / 2));
}

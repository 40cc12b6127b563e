/** Arithmetic on four lanes against the same on one: every half, and numbers where roundings go wrong. */
import assert from "node:assert/strict";
import { convertSignature, floatUnit, fmaSignature, oddFloatSignature } from "../../simulator/instructions/floatUnit";
import {
  doubleToOddFloat,
  floatToBfloat,
  floatToHalf,
  fma64,
  halfToFloat,
} from "../../simulator/mathematics/arithmetic";
import { ModuleBuilder, type Signature } from "../../simulator/wasm/encoder";
import { FunctionBuilder } from "../../simulator/wasm/function";
import { Op } from "../../simulator/wasm/opcodes";

const memory = new WebAssembly.Memory({ initial: 1 });
const unit = floatUnit(memory, fma64);

/** A function of the unit as one that JavaScript can call: operands at 0, 16 …, the result at 64. */
function caller(name: string, signature: Signature): () => void {
  const module = new ModuleBuilder();
  const callee = module.import(name, signature);
  const fn = new FunctionBuilder({ parameters: [], results: [] });
  fn.code.i32(64);
  signature.parameters.forEach((_, index) => {
    fn.code.i32(16 * index).memory(Op.v128Load, 0);
  });
  fn.code.call(callee).memory(Op.v128Store, 0);
  fn.defineIn(module, "call");
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module.build()), { env: { memory, ...unit } });
  return instance.exports.call as () => void;
}

const words = new Uint32Array(memory.buffer);
const floats = new Float32Array(memory.buffer);
const doubles = new Float64Array(memory.buffer);
const longs = new BigUint64Array(memory.buffer);

let state = 12345;
const random32 = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
};

/** Bits of a double: now anything, now numbers near each other, zeros, and the ends of the range. */
function randomDouble(): bigint {
  const fraction = (BigInt(random32()) << 20n) ^ BigInt(random32());
  const short = random32() % 3 === 0 ? (fraction >> 30n) << 30n : fraction;
  const sign = BigInt(random32() & 1) << 63n;
  const special = [
    0n,
    0x7ff0_0000_0000_0000n,
    0x7ff8_0000_0000_0000n,
    1n,
    0x000f_ffff_ffff_ffffn,
    0x0010_0000_0000_0000n,
  ];
  switch (random32() % 8) {
    case 0:
      return sign | special[random32() % special.length]!;
    case 1:
      return sign | (BigInt(random32() % 2047) << 52n) | (short & 0xf_ffff_ffff_ffffn);
    default:
      return sign | (BigInt(1023 - 40 + (random32() % 80)) << 52n) | (short & 0xf_ffff_ffff_ffffn);
  }
}

describe("arithmetic on four lanes", () => {
  it("takes every half to a float and back", () => {
    const [expand, contract] = [caller("halfToFloat4", convertSignature), caller("floatToHalf4", convertSignature)];
    for (let half = 0; half < 65536; half += 4) {
      for (let lane = 0; lane < 4; lane++) words[lane] = half + lane;
      expand();
      for (let lane = 0; lane < 4; lane++)
        assert.ok(Object.is(floats[16 + lane], halfToFloat(half + lane)), `${half + lane}`);
      words.copyWithin(0, 16, 20);
      contract();
      for (let lane = 0; lane < 4; lane++) {
        const isNan = ((half + lane) & 0x7fff) > 0x7c00;
        assert.equal(words[16 + lane], isNan ? 0x7fff : half + lane);
      }
    }
  });

  it("rounds floats to halves and bfloats as one lane at a time does", () => {
    const [half, bfloat] = [caller("floatToHalf4", convertSignature), caller("floatToBfloat4", convertSignature)];
    // Every float near a tie of two halves, and random ones.
    const near = (value: number, round: number) => {
      const tie = value < 65536 ? (value << 13) + 0x3800_0000 + 0x1000 : random32();
      return (tie + (round % 3) - 1) >>> 0;
    };
    for (let round = 0; round < 60_000; round++) {
      for (let lane = 0; lane < 4; lane++) words[lane] = round & 1 ? near(random32() & 0x7bff, lane) : random32();
      const inputs = floats.slice(0, 4);
      half();
      assert.deepEqual([...words.slice(16, 20)], [...inputs].map(floatToHalf), `${inputs}`);
      bfloat();
      assert.deepEqual([...words.slice(16, 20)], [...inputs].map(floatToBfloat), `${inputs}`);
    }
  });

  it("rounds doubles to odd floats", () => {
    const odd = caller("oddFloat4", oddFloatSignature);
    for (let round = 0; round < 60_000; round++) {
      for (let lane = 0; lane < 4; lane++) longs[lane] = randomDouble();
      const inputs = doubles.slice(0, 4);
      odd();
      const expected = Float32Array.from(inputs, doubleToOddFloat);
      for (let lane = 0; lane < 4; lane++) assert.ok(Object.is(floats[16 + lane], expected[lane]), `${inputs[lane]}`);
    }
  });

  it("multiplies and adds doubles with one rounding", () => {
    const fused = caller("fma64x2", fmaSignature);
    let inexact = 0;
    for (let round = 0; round < 200_000; round++) {
      for (let index = 0; index < 6; index++) longs[index] = randomDouble();
      // Sums that cancel most of the product are where a second rounding shows.
      if (round % 4 === 0) for (const lane of [0, 1]) doubles[4 + lane] = -doubles[lane]! * doubles[2 + lane]!;
      const [a, b, c] = [doubles.slice(0, 2), doubles.slice(2, 4), doubles.slice(4, 6)];
      fused();
      for (const lane of [0, 1]) {
        const expected = fma64(a[lane]!, b[lane]!, c[lane]!);
        assert.ok(
          Object.is(doubles[8 + lane], expected),
          `${a[lane]} * ${b[lane]} + ${c[lane]}: ${doubles[8 + lane]}, not ${expected}`,
        );
        if (expected !== a[lane]! * b[lane]! + c[lane]!) inexact++;
      }
    }
    assert.ok(inexact > 10_000, `${inexact} results differ from two roundings`);
  });
});

/** Multiply-adds of vectors that the engine rounds once, against the same from instructions that every engine has. */
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { allowFusedVectors } from "../../engine/node/fusedVectors";
import { floatUnit } from "../../simulator/instructions/floatUnit";
import { fusedMultiplyAdd } from "../../simulator/instructions/fused";
import { roundsOnce } from "../../simulator/instructions/fusedVectors";
import { fma64 } from "../../simulator/mathematics/arithmetic";
import { ModuleBuilder } from "../../simulator/wasm/encoder";
import { load128 } from "../../simulator/wasm/expressions";
import { FunctionWriter } from "../../simulator/wasm/writer";

const memory = new WebAssembly.Memory({ initial: 1 });
const unit = floatUnit(memory, fma64);
const words = new Uint32Array(memory.buffer);

/** `a * b + c` of four lanes: operands at 0, 32 and 64, the result at 96. */
function compiled(kind: "f32" | "f64", fuses: boolean): () => void {
  const module = new ModuleBuilder();
  const parts = kind === "f64" ? [0, 16] : [0];
  // Imports come before functions: they are known once the code is written.
  const fn = new FunctionWriter({ parameters: [], results: [] } as const);
  const target = {
    fn,
    import: (name: string, signature: Parameters<ModuleBuilder["import"]>[1]) => module.import(name, signature),
  };
  const quads = [0, 32, 64].map((at) => ({ kind, parts: parts.map((part) => load128(0, at + part)) }));
  const results = fusedMultiplyAdd(kind, fuses).vector!(target, ...quads);
  results.forEach((result, index) => {
    fn.store128(0, result, 96 + 16 * index);
  });
  fn.defineIn(module, "run");
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module.build()), { env: { memory, ...unit } });
  return instance.exports.run as () => void;
}

let state = 99;
const random32 = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
};

/** Bits of floats: anything, few bits near 1, subnormal numbers, and the ends of the range. */
function randomFloat(): number {
  const sign = (random32() & 1) << 31;
  switch (random32() % 6) {
    case 0:
      return sign | (random32() & 0x007f_ffff);
    case 1:
      return sign | [0, 0x0080_0000, 0x7f7f_ffff, 0x7f80_0000, 1, 0x3f80_0000][random32() % 6]!;
    case 2:
      return sign | ((0x30 + (random32() % 24)) << 24) | (random32() & 0x00ff_ff00);
    case 3:
      return sign | ((random32() % 60) << 23) | (random32() & 0x007f_ffff);
    default:
      return sign | ((100 + (random32() % 50)) << 23) | (random32() & 0x007f_f000);
  }
}

describe("multiply-adds of vectors", () => {
  // The flag is the process's: a simulation that an earlier test ran in a worker has set it, and kernels were written for it.
  let wasAllowed = false;
  before(() => {
    wasAllowed = roundsOnce();
    allowFusedVectors();
  });
  // Other tests find the engine as it was.
  after(() => {
    const isBehindFlag = Number.parseInt(process.versions.node, 10) === 20;
    if (isBehindFlag && !wasAllowed) setFlagsFromString("--no-experimental-wasm-relaxed-simd");
  });

  for (const kind of ["f32", "f64"] as const) {
    it(`round once whichever way they are written: ${kind}`, function () {
      // Machines without such an instruction have one way only.
      if (!roundsOnce()) this.skip();
      const [quick, plain] = [compiled(kind, true), compiled(kind, false)];
      const isNaN32 = (bits: number) => (bits & 0x7fff_ffff) > 0x7f80_0000;
      for (let round = 0; round < 20_000; round++) {
        for (let index = 0; index < 24; index++) words[index] = randomFloat();
        if (kind === "f64")
          for (let index = 0; index < 24; index += 2) words[index] = random32() & (random32() % 3 ? -1 : 0xf);
        const inputs = words.slice(0, 24);
        quick();
        const first = words.slice(24, 32);
        plain();
        const second = words.slice(24, 32);
        for (let lane = 0; lane < 4; lane++) {
          if (kind === "f32") {
            if (isNaN32(first[lane]!) && isNaN32(second[lane]!)) continue;
            assert.equal(first[lane], second[lane], `lane ${lane} of ${[...inputs].map((bits) => bits.toString(16))}`);
          } else {
            const [a, b] = [first, second].map((some) => new Float64Array(some.slice().buffer)[lane]!);
            assert.ok(Object.is(a, b), `lane ${lane} of ${[...inputs].map((bits) => bits.toString(16))}: ${a} ${b}`);
          }
        }
      }
    });
  }
});

/**
 * Values that cost other operations than most: the vector test that finds them names every lane whose operations differ. What
 * they cost is held against an H100 in `language/slowPaths` (`test/conformance`).
 */
import assert from "node:assert/strict";
import { slowPathArithmetic } from "../../simulator/counting/slowPathArithmetic";
import { slowPathTest } from "../../simulator/instructions/slowPathTests";
import { arithmeticNames, noArithmetic } from "../../simulator/model";
import { type SlowPath, slowPathNames, slowPaths } from "../../simulator/plan/slowPaths";
import { ModuleBuilder } from "../../simulator/wasm/encoder";
import { load128 } from "../../simulator/wasm/expressions";
import { FunctionWriter } from "../../simulator/wasm/writer";

const memory = new WebAssembly.Memory({ initial: 1 });
const view = new DataView(memory.buffer);

/** The test of a path on operands at 0 and 32, its four lanes at 64. */
function compiled(path: SlowPath): () => void {
  const module = new ModuleBuilder();
  const { kind, operands } = slowPaths[path];
  const fn = new FunctionWriter({ parameters: [], results: [] } as const);
  const parts = kind === "f64" ? [0, 16] : [0];
  const quads = [0, 32].slice(0, operands).map((at) => ({ kind, parts: parts.map((part) => load128(0, at + part)) }));
  fn.store128(0, slowPathTest(path, quads), 64);
  fn.defineIn(module, "run");
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module.build()), { env: { memory } });
  return instance.exports.run as () => void;
}

let state = 7;
const random32 = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state ^ (state >>> 15)) >>> 0;
};

/** Upper words at which some path begins or ends, of floats and of doubles. */
const EDGES = {
  f32: [
    0, 1, 0x0080_0000, 0x0d00_0000, 0x3f0f_5c29, 0x3f19_999a, 0x3f80_0000, 0x3f80_60fe, 0x42fc_0000, 0x7e80_0000,
    0x7f80_0000,
  ],
  f64: [
    0, 0x0010_0000, 0x0350_0000, 0x0360_0000, 0x3fe4_f922, 0x3ff0_0000, 0x4073_3a71, 0x4074_39b8, 0x4086_232b,
    0x4086_33cf, 0x4087_4800, 0x408f_f000, 0x4090_cc00, 0x7f80_0000, 0x7fcf_fbfe, 0x7ff0_0000,
  ],
} as const;

/** Bits near an edge, or of any exponent. */
function pattern(kind: "f32" | "f64"): number {
  const sign = (random32() & 1) << 31;
  const edges = EDGES[kind];
  if (random32() % 2) return sign ^ ((edges[random32() % edges.length]! + (random32() % 5) - 2) & 0x7fff_ffff);
  return sign ^ (random32() & 0x7fff_ffff);
}

describe("slow paths", () => {
  for (const path of slowPathNames)
    it(`of ${path} are named by the test of four lanes`, () => {
      const { kind } = slowPaths[path];
      const run = compiled(path);
      const bytes = kind === "f64" ? 8 : 4;
      let differing = 0;
      for (let step = 0; step < 20_000; step++) {
        for (const at of [0, 32])
          for (let lane = 0; lane < 4; lane++) {
            const lower = random32() % 3 ? 0 : random32();
            if (kind === "f64") view.setUint32(at + bytes * lane, lower, true);
            view.setInt32(at + bytes * lane + bytes - 4, pattern(kind), true);
          }
        run();
        const operand = (at: number, lane: number) => ({
          value: kind === "f64" ? view.getFloat64(at + 8 * lane, true) : view.getFloat32(at + 4 * lane, true),
          bits: view.getInt32(at + bytes * lane + bytes - 4, true),
        });
        for (let lane = 0; lane < 4; lane++) {
          const to = noArithmetic();
          const [x, y] = [operand(0, lane), operand(32, lane)];
          slowPathArithmetic[path](to, x, y);
          if (arithmeticNames.every((name) => to[name] === 0)) continue;
          differing++;
          assert.notEqual(view.getInt32(64 + 4 * lane, true), 0, `${x.value} (${x.bits.toString(16)}), ${y.value}`);
        }
      }
      assert.ok(differing > 100, `${differing} values of ${path} cost other operations`);
    });
});

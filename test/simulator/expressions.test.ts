/** The expression layer of generated WebAssembly: what its trees and statements compute, run by the engine. */
import assert from "node:assert/strict";
import { ModuleBuilder } from "../../simulator/wasm/encoder";
import {
  add,
  and,
  bind,
  call,
  choose,
  ctz,
  eq,
  eqz,
  extendU,
  f64,
  integer,
  load,
  load32,
  ltU,
  minU,
  mul,
  or,
  select,
  shl,
  sub,
  tee,
  wrap,
} from "../../simulator/wasm/expressions";
import { Op, Type } from "../../simulator/wasm/opcodes";
import { bitselect, everyLane, i32x4, stripMask, v128 } from "../../simulator/wasm/vectors";
import { FunctionWriter } from "../../simulator/wasm/writer";

const { i32, i64 } = Type;

/** Runs a function of `count` 32-bit parameters whose body `write` writes. */
function run<const Count extends readonly (typeof i32)[]>(
  parameters: Count,
  write: (fn: FunctionWriter<{ readonly parameters: Count; readonly results: readonly [typeof i32] }>) => void,
) {
  const module = new ModuleBuilder();
  const fn = new FunctionWriter({ parameters, results: [i32] } as const);
  write(fn);
  fn.defineIn(module, "run");
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.build()), { env: { memory } });
  return { call: exports.run as (...values: number[]) => number, memory: new DataView(memory.buffer) };
}

describe("expressions", () => {
  it("write operands from left to right, and numbers as constants", () => {
    const { call: f } = run([i32, i32], (fn) => {
      const [a, b] = fn.parameters;
      fn.push(sub(shl(a, 3), b));
    });
    assert.equal(f(5, 2), 38);
    const { call: g } = run([i32], (fn) => fn.push(sub(100, fn.parameters[0])));
    assert.equal(g(1), 99);
  });

  it("take the instruction from the operands' type", () => {
    const { call: f } = run([i32], (fn) => {
      const [a] = fn.parameters;
      const wide = mul(extendU(a), 0x1_0000_0001n);
      fn.push(add(wrap(wide), wrap(add(wide, integer(i64, 1)))));
    });
    assert.equal(f(7), 15);
    assert.throws(() => and(f64(1), f64(2)), /no instruction for operands of type/);
  });

  it("may be written more than once, and keep values in locals", () => {
    const { call: f } = run([i32, i32], (fn) => {
      const [a, b] = fn.parameters;
      const [kept, bound] = fn.locals(i32, 2);
      const lesser = minU(a, b);
      fn.push(bind(bound, add(lesser, 1), add(mul(tee(kept, lesser), kept), bound)));
    });
    assert.equal(f(3, 4), 13);
    assert.equal(f(-1, 2), 7);
  });

  it("choose one of two values, computing one or both", () => {
    const { call: f } = run([i32], (fn) => {
      const [a] = fn.parameters;
      fn.push(add(select(10, 20, eqz(a)), choose(ltU(a, 5), shl(a, 8), ctz(a))));
    });
    assert.deepEqual(
      [0, 3, 64].map((value) => f(value)),
      [10, 788, 26],
    );
  });

  it("compute on vectors", () => {
    const { call: f } = run([i32], (fn) => {
      const [mask] = fn.parameters;
      const chosen = bitselect(v128([1, 2, 3, 4]), everyLane(-1), stripMask(mask, shl(1, 2)));
      fn.push(or(i32x4.bitmask(chosen), shl(i32x4.extract(i32x4.add(chosen, everyLane(5)), 2), 4)));
    });
    // Lanes 4 to 7 of the mask: lane 6 has 3 + 5, and the sign bits are of those that are not set.
    assert.equal(f(0b0101_0000), 0b1010 | (8 << 4));
  });
});

describe("statements", () => {
  it("branch to labels from within nested statements", () => {
    const { call: f } = run([i32], (fn) => {
      const [limit] = fn.parameters;
      const [count, sum] = fn.locals(i32, 2);
      fn.block((end) => {
        fn.loop((start) => {
          fn.set(count, add(count, 1));
          fn.when(eq(count, limit), () => fn.branch(end));
          fn.set(sum, add(sum, count));
          fn.branch(start);
        });
      });
      fn.push(sum);
    });
    assert.equal(f(5), 10);
  });

  it("count and go through lanes", () => {
    const { call: f } = run([i32], (fn) => {
      const [rest] = fn.parameters;
      const [lane, result, at] = fn.locals(i32, 3);
      fn.eachLane(rest, lane, () => fn.set(result, add(mul(result, 10), lane)));
      fn.countUp(at, 6, 2, () => fn.set(result, add(result, at)));
      fn.push(result);
    });
    assert.equal(f(0b1_0110), 124 + 6);
    assert.equal(f(0), 6);
  });

  it("load and store, call, and return early", () => {
    const { call: f, memory } = run([i32], (fn) => {
      const [a] = fn.parameters;
      fn.store(Op.i32Store8, 8, a);
      fn.store32(a, load(Op.i32Load8U, 8), 16);
      fn.when(eqz(a), () => fn.return(-1));
      fn.copyMemory(add(a, 0), add(a, 16), 4);
      fn.push(load32(a));
    });
    assert.equal(f(300), 300 & 255);
    assert.equal(memory.getUint32(316, true), 44);
    assert.equal(f(0), -1);

    const module = new ModuleBuilder();
    const twice = new FunctionWriter({ parameters: [i32], results: [i32] } as const);
    twice.push(shl(twice.parameters[0], 1));
    const index = twice.defineIn(module);
    const caller = new FunctionWriter({ parameters: [i32], results: [i32] } as const);
    caller.push(call(i32, index, add(caller.parameters[0], 1)));
    caller.defineIn(module, "run");
    const env = { memory: new WebAssembly.Memory({ initial: 1 }) };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.build()), { env });
    assert.equal((exports.run as (value: number) => number)(4), 10);
  });
});

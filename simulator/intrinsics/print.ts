/** Device `printf`, `assert` and traps: they leave the warp for the machine. Values are read lane by lane there. */
import type { Value } from "../../analyzer/ir/model";
import { Op, Type } from "../wasm/opcodes";
import type { Call, CallContext, Table } from "./table";

const printSignature = { parameters: [Type.i32, Type.i32, Type.i64, Type.i64], results: [Type.i32] } as const;
const failSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const assertSignature = {
  parameters: [Type.i32, Type.i32, Type.i64, Type.i64, Type.i32, Type.i64],
  results: [],
} as const;

/** `vprintf(format, arguments)`: every running lane prints, in lane order. The result is the number of arguments. */
function print({ emitter, memory }: CallContext, call: Call): void {
  const { fn } = emitter;
  const [format, values] = call.arguments as [Value, Value];
  const home = emitter.home(call, 0);
  const site = memory.site(call);
  const [rest, lane, result] = [fn.i32(), fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.i32(site).get(lane);
    emitter.pushLane({ value: format, component: 0 }, lane);
    emitter.pushLane({ value: values, component: 0 }, lane);
    fn.code.call(emitter.import("print", printSignature)).set(result);
    if (home.form === "slot") emitter.storeLane(home, lane, () => void fn.code.get(result));
  });
}

/** Stops the launch. */
function fail({ emitter, memory }: CallContext, call: Call): void {
  emitter.fn.code.i32(memory.site(call)).get(emitter.exec).call(emitter.import("fail", failSignature));
}

/** `__assert_fail(text, file, line, function)`: stops the launch, with what the first running lane gives. */
function failAssertion({ emitter, memory }: CallContext, call: Call): void {
  const { code } = emitter.fn;
  const lane = emitter.fn.i32();
  code.get(emitter.exec).op(Op.i32Ctz).set(lane);
  code.i32(memory.site(call)).get(emitter.exec);
  for (const value of call.arguments.slice(0, 4)) emitter.pushLane({ value, component: 0 }, lane);
  code.call(emitter.import("assertion", assertSignature));
}

const assertion = { origin: "uniform", emit: failAssertion } as const;
const trap = { origin: "uniform", emit: fail } as const;

/** The built-ins that print and trap, by name. */
export const printing: Table = {
  vprintf: { origin: "varying", emit: print },
  __assert_fail: assertion,
  __assertfail: assertion,
  "llvm.trap": trap,
  "llvm.debugtrap": trap,
  "llvm.ubsantrap": trap,
};

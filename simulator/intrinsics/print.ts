/** Device `printf`, `assert` and traps: they leave the warp for the machine. Values are read lane by lane there. */
import type { Value } from "../../analyzer/ir/model";
import { Op, Type } from "../wasm/opcodes";
import type { Call, CallContext, Table } from "./table";

const printSignature = { parameters: [Type.i32, Type.i64, Type.i64], results: [Type.i32] } as const;
const failSignature = { parameters: [Type.i32, Type.i32, Type.i64], results: [] } as const;

/** `vprintf(format, arguments)`: every running lane prints, in lane order. The result is the number of arguments. */
function print({ emitter }: CallContext, call: Call): void {
  const { fn } = emitter;
  const [format, values] = call.arguments as [Value, Value];
  const home = emitter.home(call, 0);
  const [rest, lane, result] = [fn.i32(), fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.get(lane);
    emitter.pushLane({ value: format, component: 0 }, lane);
    emitter.pushLane({ value: values, component: 0 }, lane);
    fn.code.call(emitter.import("print", printSignature)).set(result);
    if (home.form === "slot") emitter.storeLane(home, lane, () => void fn.code.get(result));
  });
}

/** Stops the launch for the first running lane; `message` is where the text of a failed assertion is. */
function fail({ emitter, memory }: CallContext, call: Call, message: Value | undefined): void {
  const { code } = emitter.fn;
  const lane = emitter.fn.i32();
  code.get(emitter.exec).op(Op.i32Ctz).set(lane);
  code.i32(memory.site(call)).get(emitter.exec);
  if (message) emitter.pushLane({ value: message, component: 0 }, lane);
  else code.i64(0n);
  code.call(emitter.import("fail", failSignature));
}

const assertion = {
  origin: "uniform",
  emit: (context: CallContext, call: Call) => fail(context, call, call.arguments[0]),
} as const;
const trap = { origin: "uniform", emit: (context: CallContext, call: Call) => fail(context, call, undefined) } as const;

/** The built-ins that print and trap, by name. */
export const printing: Table = {
  vprintf: { origin: "varying", emit: print },
  __assert_fail: assertion,
  __assertfail: assertion,
  "llvm.trap": trap,
  "llvm.debugtrap": trap,
  "llvm.ubsantrap": trap,
};

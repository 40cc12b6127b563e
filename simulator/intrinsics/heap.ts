/** The device's heap: `malloc` and `free`, and with them `new` and `delete`. Lanes take and give one after the other. */
import type { Value } from "../../analyzer/ir/model";
import { Type } from "../wasm/opcodes";
import type { Call, CallContext, Table } from "./table";

const takeSignature = { parameters: [Type.i32, Type.i64], results: [Type.i64] } as const;
const giveSignature = { parameters: [Type.i32, Type.i32, Type.i64], results: [] } as const;

function take({ emitter, memory }: CallContext, call: Call): void {
  const { fn } = emitter;
  const home = emitter.home(call, 0);
  const [rest, lane, result] = [fn.i32(), fn.i32(), fn.i64()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.i32(memory.site(call));
    emitter.pushLane({ value: call.arguments[0] as Value, component: 0 }, lane);
    fn.code.call(emitter.import("heapTake", takeSignature)).set(result);
    if (home.form === "slot") emitter.storeLane(home, lane, () => void fn.code.get(result));
  });
}

function give({ emitter, memory }: CallContext, call: Call): void {
  const { fn } = emitter;
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.i32(memory.site(call)).get(lane);
    emitter.pushLane({ value: call.arguments[0] as Value, component: 0 }, lane);
    fn.code.call(emitter.import("heapGive", giveSignature));
  });
}

/** The built-ins of the heap, by name. */
export const heap: Table = {
  malloc: { origin: "varying", emit: take },
  free: { origin: "varying", emit: give },
};

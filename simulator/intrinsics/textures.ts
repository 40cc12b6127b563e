/** Texture fetches and surface accesses: a call a running lane, whose result comes back through `Place.scratch`. */

import { MemoryMap } from "../memory/layout";
import { carrier, components } from "../plan/types";
import { textureNames } from "../textures/functions";
import { Op, Type } from "../wasm/opcodes";
import type { Call, Intrinsic, Table } from "./table";

/** Every argument is one scalar: a handle, numbers, coordinates. */
function lanewiseCall(name: string): Intrinsic {
  return {
    origin: "varying",
    emit: ({ emitter, memory }, call: Call) => {
      for (const access of memory.accessesAt(call)) memory.event(access);
      const { fn } = emitter;
      const { code } = fn;
      const parameters = call.arguments.map((one) => carrier(components(one.type)[0]!.kind));
      const callee = emitter.import(name, { parameters, results: [] });
      const homes = call.type.kind === "void" ? [] : components(call.type).map((_, i) => emitter.home(call, i));
      const [rest, lane] = [fn.i32(), fn.i32()];
      code.get(emitter.exec).set(rest);
      fn.eachLane(rest, lane, () => {
        for (const value of call.arguments) emitter.pushLane({ value, component: 0 }, lane);
        code.call(callee);
        homes.forEach((home, i) => {
          if (home.form !== "slot") return;
          const load = carrier(home.kind) === Type.f32 ? Op.f32Load : Op.i32Load;
          emitter.storeLane(home, lane, () => void code.i32(MemoryMap.scratch + 4 * i).memory(load, 0));
        });
      });
    },
  };
}

/** The built-ins of textures and surfaces, by name. */
export const textures: Table = Object.fromEntries(textureNames.map((name) => [name, lanewiseCall(name)]));

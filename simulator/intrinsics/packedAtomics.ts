/** Additions to several neighbours by one atomic instruction, lane by lane in lane order. Reference: PTX ISA, "atom", "red". */

import { floatOperation } from "../instructions/floats";
import { eachPlace } from "../instructions/memory";
import { carrier, components, type Kind } from "../plan/types";
import { Op } from "../wasm/opcodes";
import type { Intrinsic, Table } from "./table";

/** Two halves in a word: the address, then both as bits; the result is the old word. */
function halves(kind: "f16" | "bf16"): Intrinsic {
  const add = floatOperation("fadd", kind)!;
  return {
    origin: "varying",
    emit: ({ emitter, memory }, call) => {
      const { fn } = emitter;
      const { code } = fn;
      const home = emitter.home(call, 0);
      const [old, value] = [fn.i32(), fn.i32()];
      const half = (from: number, upper: boolean) => () =>
        upper ? void code.get(from).i32(16).op(Op.i32ShrU) : void code.get(from).i32(0xffff).op(Op.i32And);
      eachPlace(memory, call, call.arguments[0]!, 4, 4, (place, lane) => {
        emitter.pushLane({ value: call.arguments[1]!, component: 0 }, lane);
        code.set(value).get(place).memory(Op.i32Load, 0).set(old).get(place);
        add.scalar(emitter, [half(old, false), half(value, false)]);
        add.scalar(emitter, [half(old, true), half(value, true)]);
        code.i32(16).op(Op.i32Shl, Op.i32Or).memory(Op.i32Store, 0);
        if (home.form === "slot") emitter.storeLane(home, lane, () => void code.get(old));
      });
    },
  };
}

/** Floats side by side: the address, then the values; the result is a vector of the old ones. */
function floats(count: number): Intrinsic {
  const kind: Kind = "f32";
  const add = floatOperation("fadd", kind)!;
  return {
    origin: "varying",
    emit: ({ emitter, memory }, call) => {
      const { fn } = emitter;
      const { code } = fn;
      const old = fn.local(carrier(kind));
      const homes = components(call.type).map((_, index) => emitter.home(call, index));
      const size = 4 * count;
      eachPlace(memory, call, call.arguments[0]!, size, size, (place, lane) => {
        for (let index = 0; index < count; index++) {
          code
            .get(place)
            .memory(Op.f32Load, 4 * index)
            .set(old)
            .get(place);
          const value = { value: call.arguments[1 + index]!, component: 0 };
          add.scalar(emitter, [() => void code.get(old), () => emitter.pushLane(value, lane)]);
          code.memory(Op.f32Store, 4 * index);
          const home = homes[index];
          if (home?.form === "slot") emitter.storeLane(home, lane, () => void code.get(old));
        }
      });
    },
  };
}

/** The built-ins of packed atomics, by name. */
export const packedAtomics: Table = {
  __wl_atomic_add_f16x2: halves("f16"),
  __wl_atomic_add_bf16x2: halves("bf16"),
  __wl_atomic_add_f32x2: floats(2),
  __wl_atomic_add_f32x4: floats(4),
};

/** Additions to several neighbours by one atomic instruction, lane by lane in lane order. Reference: PTX ISA, "atom", "red". */

import { floatOperation } from "../instructions/floats";
import { eachPlace } from "../instructions/memory";
import { carrier, components, type Kind } from "../plan/types";
import { and, type I32, type LocalI32, load, or, shl, shrU } from "../wasm/expressions";
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
      const lower = (word: LocalI32) => and(word, 0xffff);
      const upper = (word: LocalI32) => shrU(word, 16);
      eachPlace(memory, call, call.arguments[0]!, 4, 4, (place, lane) => {
        emitter.pushLane({ value: call.arguments[1]!, component: 0 }, lane);
        code.set(value).get(place).memory(Op.i32Load, 0).set(old);
        const [low, high] = [lower, upper].map((half) => add.scalar(emitter, half(old), half(value))) as [I32, I32];
        fn.store32(place, or(low, shl(high, 16)));
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
          fn.set(old, load(Op.f32Load, place, 4 * index));
          const value = { value: call.arguments[1 + index]!, component: 0 };
          fn.store(Op.f32Store, place, add.scalar(emitter, old, emitter.lane(value, lane)), 4 * index);
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

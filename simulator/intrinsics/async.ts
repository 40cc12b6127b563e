/**
 * Asynchronous copies from global to shared memory (`cp.async`). They are done at once: a program may not look at the
 * destination before it has waited. Reference: PTX ISA, "cp.async".
 */
import type { Value } from "../../analyzer/ir/model";
import { placesOf, resolve } from "../instructions/memory";
import { Op } from "../wasm/opcodes";
import type { Intrinsic, Table } from "./table";

const group: Intrinsic = { origin: "uniform", notifies: "copies", emit: () => {} };

/** Destination, source and, for copies that may read less than they write, the number of bytes to read; zeros follow. */
function copy(bytes: number): Intrinsic {
  return {
    emit: ({ emitter, memory }, call) => {
      const { fn } = emitter;
      const { code } = fn;
      const [destination, source, count] = call.arguments as [Value, Value, Value | undefined];
      const from = placesOf(memory, resolve(memory, call, source, bytes, bytes, false));
      for (const access of memory.accessesAt(call)) memory.event(access);
      const to = placesOf(memory, resolve(memory, call, destination, bytes, bytes, false));
      const [rest, lane] = [fn.i32(), fn.i32()];
      code.get(emitter.exec).set(rest);
      fn.eachLane(rest, lane, () => {
        if (count) {
          to(lane);
          code.i32(0).i32(bytes).memoryFill();
        }
        to(lane);
        from(lane);
        if (!count) code.i32(bytes).memoryCopy();
        else {
          const size = fn.i32();
          emitter.pushLane({ value: count, component: 0 }, lane);
          code.tee(size).i32(bytes).get(size).i32(bytes).op(Op.i32LtU, Op.select).memoryCopy();
        }
      });
    },
  };
}

const copies = ["ca", "cg"].flatMap((cache) =>
  [4, 8, 16].flatMap((bytes) => {
    const name = `llvm.nvvm.cp.async.${cache}.shared.global.${bytes}`;
    return [
      [name, copy(bytes)],
      [`${name}.s`, copy(bytes)],
    ] as const;
  }),
);

/** The built-ins of asynchronous copies, by name. */
export const async: Table = {
  ...Object.fromEntries(copies),
  "llvm.nvvm.cp.async.commit.group": group,
  "llvm.nvvm.cp.async.wait.group": group,
  "llvm.nvvm.cp.async.wait.all": group,
};

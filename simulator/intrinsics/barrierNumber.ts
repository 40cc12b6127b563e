/** The operands of numbered barriers: a warp names one barrier, whatever lanes of it run. */
import type { InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { Op, Type } from "../wasm/opcodes";

const splitSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;

/** Pushes an operand as the first running lane has it, and stops the launch where another lane has a different one. */
export function pushBarrierOperand(
  emitter: Emitter,
  barrier: InstructionOf<"call">,
  argument: number,
  site: number,
): void {
  const ref = { value: barrier.arguments[argument]!, component: 0 };
  if (emitter.isUniform(ref)) {
    emitter.pushUniform(ref);
    return;
  }
  const { fn } = emitter;
  const { code } = fn;
  const [first, rest, lane] = [fn.i32(), fn.i32(), fn.i32()];
  code.get(emitter.exec).op(Op.i32Ctz).set(lane);
  emitter.pushLane(ref, lane);
  code.set(first).get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    emitter.pushLane(ref, lane);
    code.get(first).op(Op.i32Ne);
    code.nest(Op.if, () => {
      code.i32(site).get(emitter.exec).call(emitter.import("splitBarrier", splitSignature));
    });
  });
  code.get(first);
}

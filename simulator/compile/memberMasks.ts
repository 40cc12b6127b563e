/**
 * Instructions that name the lanes of a warp that take part (`__syncwarp`, shuffles, votes). The lanes wait until all that
 * they name have come or have left the function. Reference: PTX ISA, "bar.warp.sync".
 */

import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { findIntrinsic } from "../intrinsics/find";
import { Cell, MemoryMap } from "../memory/layout";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";

type Call = InstructionOf<"call">;

/** What an instruction that names lanes needs to know of the function around it. */
export interface MemberContext {
  readonly emitter: Emitter;
  readonly isKernel: boolean;
  /** Whether observers hear of lanes that wait. */
  readonly events: boolean;
  site(instruction: Instruction): number;
  /** Pushes the lanes that are alive in this function beside those that run. */
  pushAlive(): void;
}

const absentSignature = { parameters: [Type.i32, Type.i32, Type.i32], results: [] } as const;

/** A local with the lanes that the running ones name, taken together. */
function named({ emitter }: MemberContext, call: Call): LocalI32 {
  const { fn } = emitter;
  const { code } = fn;
  const ref = { value: call.arguments[findIntrinsic(call)!.participants!]!, component: 0 };
  const mask = fn.i32();
  if (emitter.isUniform(ref)) {
    emitter.pushUniform(ref);
    code.set(mask);
    return mask;
  }
  const [rest, lane] = [fn.i32(), fn.i32()];
  code.i32(0).set(mask).get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    emitter.pushLane(ref, lane);
    code.get(mask).op(Op.i32Or).set(mask);
  });
  return mask;
}

/** Pushes those of the named lanes that are alive and not here. */
function pushAbsent(context: MemberContext, mask: LocalI32): void {
  const { emitter, isKernel } = context;
  const { code } = emitter.fn;
  code.get(mask).get(emitter.exec).i32(-1).op(Op.i32Xor, Op.i32And);
  // Inside a call it is not known which lanes have exited: all that the warp started with may be elsewhere.
  if (isKernel) context.pushAlive();
  else code.i32(MemoryMap.cells + Cell.warpLanes).memory(Op.i32Load, 0);
  code.op(Op.i32And);
}

/** Stops the launch when a lane that takes part is elsewhere: its value is not known here. */
export function refuseAbsent(context: MemberContext, call: Call): void {
  const { emitter } = context;
  const { fn } = emitter;
  const { code } = fn;
  const mask = named(context, call);
  code.get(mask).get(emitter.exec).i32(-1).op(Op.i32Xor, Op.i32And);
  code.nest(Op.if, () => {
    const absent = fn.i32();
    pushAbsent(context, mask);
    code.tee(absent);
    code.nest(Op.if, () => {
      code.i32(context.site(call)).get(emitter.exec).get(absent).call(emitter.import("absent", absentSignature));
    });
  });
}

/** Ends a region: the lanes go on after it when all that they name are here, else they wait in the frame. */
export function waitForMembers(
  context: MemberContext,
  call: Call,
  waitingAfter: LocalI32,
  word: number,
  memberWord: number,
): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  const mask = named(context, call);
  const absent = emitter.fn.i32();
  pushAbsent(context, mask);
  code.tee(absent);
  code.nest(
    Op.if,
    () => {
      if (context.events)
        code.i32(context.site(call)).get(emitter.exec).get(absent).call(emitter.import("awaited", absentSignature));
      // Lanes that wait here already may have named others: then all of them must come.
      code.get(emitter.frame);
      code.get(emitter.frame).memory(Op.i32Load, memberWord).i32(0);
      code.get(emitter.frame).memory(Op.i32Load, word).op(Op.select);
      code.get(mask).op(Op.i32Or).memory(Op.i32Store, memberWord);
      code.get(emitter.frame).get(emitter.frame).memory(Op.i32Load, word).get(emitter.exec).op(Op.i32Or);
      code.memory(Op.i32Store, word);
    },
    () => code.get(waitingAfter).get(emitter.exec).op(Op.i32Or).set(waitingAfter),
  );
}

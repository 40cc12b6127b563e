/** Calls that notify observers of the value that a variable of the source gets (`analyzer/ir/instrumentation.ts`), in every lane. */
import { ASSIGNED } from "../../analyzer/ir/instrumentation";
import type { Instruction } from "../../analyzer/ir/model";
import { components, isWide, type Kind, kindBytes } from "../plan/types";
import { Type } from "../wasm/opcodes";
import type { Call, CallContext, Table } from "./table";

const signature = { parameters: [Type.i32, Type.i32, Type.i32], results: [] } as const;

function notifyAssigned({ emitter, memory }: CallContext, call: Call): void {
  const { code } = emitter.fn;
  const [value] = call.arguments;
  // Only single numbers are followed.
  if (!value || components(value.type).length !== 1) return;
  emitter.pushSlot(emitter.materialise({ value, component: 0 }));
  code.i32(memory.site(call)).get(emitter.exec).call(emitter.import("assigned", signature));
}

/** The call that observers of variables are notified by, by its name. */
export const followed: Table = { [ASSIGNED]: { origin: "uniform", emit: notifyAssigned } };

/** The kind of value that a call notifies of. */
export function assignedKind(call: Instruction): Kind {
  if (call.op !== "call") throw new Error(`${call.op} is no call that follows a variable`);
  return components(call.arguments[0]!.type)[0]!.kind;
}

/** The bits of a slot's 32 lanes, zero-extended. */
export function readSlot(view: DataView, slot: number, kind: Kind, values: BigUint64Array): void {
  const bits = 8 * kindBytes(kind);
  for (let lane = 0; lane < 32; lane++) {
    const carried = isWide(kind)
      ? view.getBigUint64(slot + 8 * lane, true)
      : BigInt(view.getUint32(slot + 4 * lane, true));
    values[lane] = BigInt.asUintN(bits, carried);
  }
}

/** What happens at a request beside the request: counting, and telling observers. */
import type { InstructionOf, Value } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { counterName, oneAddressCounter } from "../counting/counters";
import { PATTERNS_BYTES } from "../counting/patterns";
import {
  type CountedSpace,
  countOneSignature,
  countSignature,
  loweredSignature,
  RECORD_BYTES,
} from "../counting/record";
import type { Emitter } from "../emit/emitter";
import type { ResolvedRequest } from "../instructions/memory";
import { pushBarrierOperand } from "../intrinsics/barrierNumber";
import { MemoryMap, Window } from "../memory/layout";
import { Form } from "../memory/resolve";
import type { Traits } from "../plan/traits";
import { components, kindBytes } from "../plan/types";
import { add, ctz, type I64, i64, wrap } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { i32x4 } from "../wasm/vectors";

/** Events with the lanes that reached an instruction. */
type LaneEvent = "barrier" | "sync" | "fence" | "arrive" | "object" | "copies" | "absentSource";

const namedSignature = { parameters: [Type.i32], results: [] } as const;
const eventSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const publishSignature = { parameters: [Type.i32, Type.i64], results: [] } as const;
const anglesSignature = { parameters: [Type.i32, Type.i32, Type.i32], results: [] } as const;
const publishOneSignature = { parameters: [Type.i64], results: [] } as const;

/** Where the counters of an access are: one record for global or local, one for shared memory. */
export function recordOffset(firstRecord: number, access: MemoryAccess, space: CountedSpace): number {
  return firstRecord + (2 * access.id + (space === "shared" ? 1 : 0)) * RECORD_BYTES;
}

/** The access whose record lies at an offset. */
export const accessOf = (firstRecord: number, record: number): number =>
  ((record - firstRecord) / (2 * RECORD_BYTES)) | 0;

/** Where the patterns of each access begin, by its number, and those of all: those of a generic access are for either space. */
export function patternsOf(accesses: readonly MemoryAccess[]): {
  readonly at: readonly number[];
  readonly start: number;
} {
  const at: number[] = [];
  let start: number = MemoryMap.patternsEnd;
  for (const access of accesses) {
    start -= PATTERNS_BYTES * (access.space === "generic" ? 2 : 1);
    at[access.id] = start;
  }
  return { at, start };
}

/** Where the patterns of a record are; `at`: by the number of the access. */
export function patternsOffset(at: readonly number[], access: MemoryAccess, space: CountedSpace): number {
  return at[access.id]! + (access.space === "generic" && space === "shared" ? PATTERNS_BYTES : 0);
}

/** Where what is counted of accesses lies. */
export interface Records {
  /** The first record, and patterns by the number of the access. */
  readonly recordsAt: number;
  readonly patternsAt: readonly number[];
}

/** Writes the code that counts a request. */
export function countRequest(
  emitter: Emitter,
  access: MemoryAccess,
  resolved: ResolvedRequest | undefined,
  records: Records,
): void {
  const { code } = emitter.fn;
  switch (access.space) {
    case "global":
    case "shared":
    case "local":
      countIn(emitter, access, access.space, resolved, records);
      return;
    case "generic": {
      const window = emitter.fn.i32();
      pushWindow(emitter, access);
      code.set(window);
      code.get(window).i32(Window.global).op(Op.i32Eq);
      code.nest(
        Op.if,
        () => countIn(emitter, access, "global", resolved, records),
        () => {
          code.get(window).i32(Window.shared).op(Op.i32Eq);
          code.nest(
            Op.if,
            () => countIn(emitter, access, "shared", resolved, records),
            () => notify(emitter, access, "traffic"),
          );
        },
      );
      return;
    }
    default:
      notify(emitter, access, "traffic");
  }
}

/** Pushes the upper half of the first running lane's address. */
function pushWindow(emitter: Emitter, access: MemoryAccess): void {
  const { code } = emitter.fn;
  const { ref, offset } = emitter.address(access.pointer);
  const lane = emitter.fn.i32();
  emitter.fn.set(lane, ctz(emitter.exec));
  emitter.fn.push(add(emitter.lane(ref, lane), offset));
  code.i64(32n).op(Op.i64ShrU, Op.i32WrapI64);
}

function countIn(
  emitter: Emitter,
  access: MemoryAccess,
  space: CountedSpace,
  resolvedAt: ResolvedRequest | undefined,
  records: Records,
): void {
  const { code } = emitter.fn;
  // Local memory is counted by the offsets that threads see, not by where each has its own.
  const resolved = space === "local" ? undefined : resolvedAt;
  const counter = counterName(access, space);
  if (!counter) {
    notify(emitter, access, "traffic");
    return;
  }
  const { ref, offset } = emitter.address(access.pointer);
  const uniform = emitter.isUniform(ref);
  const one = uniform ? oneAddressCounter(access, space) : undefined;
  if (one) {
    code.i32(recordOffset(records.recordsAt, access, space));
    emitter.fn.push(add(wrap(add(emitter.uniform(ref), offset)), access.offset));
    code.get(emitter.exec).i32(access.width).call(emitter.import(one, countOneSignature));
    return;
  }
  if (uniform) {
    const value = emitter.fn.v128();
    emitter.fn.set(value, i32x4.splat(add(wrap(add(emitter.uniform(ref), offset)), access.offset)));
    for (let at = 0; at < 128; at += 16)
      code
        .i32(0)
        .get(value)
        .memory(Op.v128Store, MemoryMap.counted + at);
  } else if (!resolved) {
    emitter.pushSlot(emitter.materialise(ref));
    emitter.fn.push(add(wrap(offset), access.offset));
    code.get(emitter.exec).call(emitter.import("lowered", loweredSignature));
  }
  code.i32(recordOffset(records.recordsAt, access, space));
  code.i32(resolved && !uniform ? MemoryMap.offsets : MemoryMap.counted);
  code.get(emitter.exec);
  // Of an atomic that is combined over the warp first, one lane remains.
  if (access.atomic?.aggregated) code.i32(0).get(emitter.exec).op(Op.i32Sub, Op.i32And);
  code.i32(access.width);
  if (uniform) code.i32(Form.uniform);
  else if (resolved) code.get(resolved.form);
  else code.i32(Form.scattered);
  code.i32(patternsOffset(records.patternsAt, access, space));
  code.call(emitter.import(counter, countSignature));
}

/** Puts the 32 addresses of a pointer where observers see them. */
function publish(emitter: Emitter, pointer: Value, distance: number): void {
  const { code } = emitter.fn;
  const { ref, offset } = emitter.address(pointer);
  const more = add(offset, i64(BigInt(distance)));
  if (emitter.isUniform(ref)) {
    emitter.fn.push(add(emitter.uniform(ref) as I64, more));
    code.call(emitter.import("publishOne", publishOneSignature));
  } else {
    emitter.pushSlot(emitter.materialise(ref));
    emitter.fn.push(more);
    code.call(emitter.import("publish", publishSignature));
  }
}

/** Publishes the 32 addresses of a request and calls an observer's import. */
export function notify(emitter: Emitter, access: MemoryAccess, observer: "access" | "traffic" | "copied"): void {
  publish(emitter, access.pointer, access.offset);
  emitter.fn.code.i32(access.id).get(emitter.exec).call(emitter.import(observer, eventSignature));
}

/** Publishes the values of a store that may differ between lanes; the next `access` takes them. */
export function notifyStored(emitter: Emitter, value: Value): void {
  components(value.type).forEach(({ kind }, component) => {
    const ref = { value, component };
    if (emitter.isUniform(ref) || kind === "i1") return;
    emitter.pushSlot(emitter.materialise(ref));
    emitter.fn.code.i32(kindBytes(kind)).call(emitter.import("stored", eventSignature));
  });
}

/** Hands the arguments of a sine, cosine or tangent to what counts its accesses. */
export function notifyAngles(emitter: Emitter, call: InstructionOf<"call">, site: number): void {
  const { code } = emitter.fn;
  emitter.flush();
  emitter.pushSlot(emitter.spread(emitter.representation({ value: call.arguments[0]!, component: 0 })));
  code.i32(site).get(emitter.exec).call(emitter.import("angles", anglesSignature));
}

/** Notifies observers of a built-in function that orders memory or names lanes, which has been executed. */
export function notifyCall(emitter: Emitter, call: InstructionOf<"call">, traits: Traits, site: number): void {
  const { code } = emitter.fn;
  const { notifies, participants, named } = traits;
  if (participants !== undefined) {
    emitter.pushSlot(emitter.materialise({ value: call.arguments[participants]!, component: 0 }));
    code.call(emitter.import("named", namedSignature));
    notifyLanes(emitter, "sync", site);
  }
  if (notifies === "object") publish(emitter, call.arguments[0]!, 0);
  notifyOperands(emitter, call, named, site);
  if (notifies) notifyLanes(emitter, notifies, site);
}

/** Tells an observer the number of a barrier and the number of threads that it waits for; `barrier` or `arrive` follows. */
export function notifyOperands(
  emitter: Emitter,
  call: InstructionOf<"call">,
  named: Traits["named"],
  site: number,
): void {
  if (!named) return;
  const { code } = emitter.fn;
  pushBarrierOperand(emitter, call, named.number, site);
  if (named.threads === undefined) code.i32(0);
  else pushBarrierOperand(emitter, call, named.threads, site);
  code.call(emitter.import("numbered", eventSignature));
}

/** Notifies an observer of the lanes that arrived at an instruction at which they wait. */
export function notifyLanes(emitter: Emitter, observer: LaneEvent, site: number): void {
  emitter.fn.code.i32(site).get(emitter.exec).call(emitter.import(observer, eventSignature));
}

/**
 * Barrier objects in memory (`mbarrier`), which hardware's own unit counts: they are in no counter of memory. Of the 64
 * bits the lowest 20 are arrivals that are missing, the next 20 those that a phase needs, the rest the number of the
 * phase. Reference: PTX ISA, "mbarrier".
 */

import type { Emitter } from "../emit/emitter";
import { eachPlace } from "../instructions/memory";
import type { LocalI32, LocalI64 } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";
import type { Call, CallContext, Intrinsic, Table } from "./table";

const FIELD = 20n;
const MASK = (1n << FIELD) - 1n;
const PHASE = 2n * FIELD;

/** What `body` does with the object of each lane, in lane order; `state` is a local with its bits. */
function onObject(
  { emitter, memory }: CallContext,
  call: Call,
  body: (state: LocalI64, lane: LocalI32, keep: (push: () => void) => void) => void,
): void {
  const { fn } = emitter;
  const state = fn.i64();
  eachPlace(memory, call, call.arguments[0]!, 8, 8, (place, lane) => {
    fn.code.get(place).memory(Op.i64Load, 0).set(state);
    body(state, lane, (push) => {
      fn.code.get(place);
      push();
      fn.code.memory(Op.i64Store, 0);
    });
  });
}

function storeResult(emitter: Emitter, call: Call, lane: LocalI32, push: () => void): void {
  const home = emitter.home(call, 0);
  if (home.form === "slot") emitter.storeLane(home, lane, push);
}

const init: Intrinsic = {
  origin: "uniform",
  notifies: "object",
  emit: (context, call) =>
    onObject(context, call, (_state, lane, keep) => {
      const { emitter } = context;
      const { code } = emitter.fn;
      const count = () => {
        emitter.pushLane({ value: call.arguments[1]!, component: 0 }, lane);
        code.op(Op.i64ExtendI32U);
      };
      keep(() => {
        count();
        count();
        code.i64(FIELD).op(Op.i64Shl, Op.i64Or);
      });
    }),
};

/** Threads come, one or as many as the call says, and perhaps never again; the result is the phase that they came in. */
function arrive(drops: boolean): Intrinsic {
  return {
    origin: "varying",
    notifies: "object",
    emit: (context, call) =>
      onObject(context, call, (state, lane, keep) => {
        const { emitter } = context;
        const { code } = emitter.fn;
        const [needed, count] = [emitter.fn.i64(), emitter.fn.i64()];
        const given = call.arguments[1];
        if (given) emitter.pushLane({ value: given, component: 0 }, lane);
        if (given) code.op(Op.i64ExtendI32U);
        else code.i64(1n);
        code.set(count);
        storeResult(emitter, call, lane, () => void code.get(state).i64(PHASE).op(Op.i64ShrU));
        code.get(state).i64(FIELD).op(Op.i64ShrU).i64(MASK).op(Op.i64And);
        if (drops) code.get(count).op(Op.i64Sub);
        code.set(needed);
        keep(() => {
          // The next phase, which misses all that it needs.
          code.get(state).i64(PHASE).op(Op.i64ShrU).i64(1n).op(Op.i64Add).i64(PHASE).op(Op.i64Shl);
          code.get(needed).i64(FIELD).op(Op.i64Shl, Op.i64Or).get(needed).op(Op.i64Or);
          // The same phase with fewer arrivals to come.
          code.get(state).get(count).op(Op.i64Sub);
          if (drops) code.get(count).i64(FIELD).op(Op.i64Shl, Op.i64Sub);
          code.get(state).i64(MASK).op(Op.i64And).get(count).op(Op.i64Eq, Op.select);
        });
      }),
  };
}

/** Whether a phase is over: that of a token, or the last one with a parity, which the phase of now does not have. */
function testWait(byParity: boolean): Intrinsic {
  return {
    origin: "varying",
    polls: true,
    notifies: "object",
    emit: (context, call) => {
      const { emitter } = context;
      const { code } = emitter.fn;
      const home = emitter.home(call, 0);
      const found = emitter.fn.i32();
      code.i32(0).set(found);
      onObject(context, call, (state, lane) => {
        code.get(state).i64(PHASE).op(Op.i64ShrU);
        if (byParity) code.i64(1n).op(Op.i64And);
        emitter.pushLane({ value: call.arguments[1]!, component: 0 }, lane);
        if (byParity) code.i32(1).op(Op.i32And, Op.i64ExtendI32U);
        code.op(Op.i64Ne).get(lane).op(Op.i32Shl).get(found).op(Op.i32Or).set(found);
      });
      if (home.form === "mask") emitter.mergeMask(home.local, found, emitter.exec);
    },
  };
}

/** Copies are done when they are issued: they leave the count as it is. */
const copiesArrive: Intrinsic = { origin: "uniform", notifies: "object", emit: () => {} };
const invalidate: Intrinsic = { origin: "uniform", emit: () => {} };

/** LLVM's later built-ins, which have a scope in their names and take a count of arrivals, or a parity in place of a token. */
const scoped: Table = Object.fromEntries(
  Object.entries({
    arrive: arrive(false),
    "arrive.drop": arrive(true),
    "test.wait": testWait(false),
    "try.wait": testWait(false),
    "test.wait.parity": testWait(true),
    "try.wait.parity": testWait(true),
  }).map(([name, one]) => [`llvm.nvvm.mbarrier.${name}.scope.cta.space.cta`, one]),
);

/** The built-ins of barrier objects, by name. */
export const mbarriers: Table = {
  ...scoped,
  ...Object.fromEntries(
    ["", ".shared"].flatMap((space) => [
      [`llvm.nvvm.mbarrier.init${space}`, init],
      [`llvm.nvvm.mbarrier.inval${space}`, invalidate],
      [`llvm.nvvm.mbarrier.arrive${space}`, arrive(false)],
      [`llvm.nvvm.mbarrier.arrive.drop${space}`, arrive(true)],
      [`llvm.nvvm.mbarrier.test.wait${space}`, testWait(false)],
      [`llvm.nvvm.cp.async.mbarrier.arrive${space}`, copiesArrive],
    ]),
  ),
};

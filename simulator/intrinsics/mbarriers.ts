/**
 * Barrier objects in memory (`mbarrier`), which hardware's own unit counts: they are in no counter of memory. Reference: PTX
 * ISA, "mbarrier".
 */

import type { Emitter } from "../emit/emitter";
import { eachPlace } from "../instructions/memory";
import { ARRIVAL_BITS, ARRIVALS, BYTES, BYTES_AT, PHASE_AT } from "../memory/barrierObjects";
import type { LocalI32, LocalI64 } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";
import type { Call, CallContext, Intrinsic, Table } from "./table";

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
  if (call.type.kind === "void") return;
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
        code.i64(ARRIVAL_BITS).op(Op.i64Shl, Op.i64Or);
      });
    }),
};

/** What a call changes of an object. */
interface Change {
  /** Threads arrive: one, or as many as the argument with this index says. */
  readonly arrivals?: number | "one";
  /** They do not come again. */
  readonly drops?: true;
  /** The argument with a number of bytes, and whether they are expected or have come. */
  readonly bytes?: { readonly argument: number; readonly come: boolean };
}

/** Pushes how many of a change there are, with 64 bits. */
function pushCount({ emitter }: CallContext, call: Call, argument: number | "one", lane: LocalI32): void {
  const { code } = emitter.fn;
  const given = argument === "one" ? undefined : call.arguments[argument];
  if (given) emitter.pushLane({ value: given, component: 0 }, lane);
  if (given) code.op(Op.i64ExtendI32U);
  else code.i64(1n);
}

/** Threads arrive, or bytes are expected or come. The result is the phase in which they do. */
function change({ arrivals, drops, bytes }: Change): Intrinsic {
  return {
    origin: "varying",
    notifies: "object",
    emit: (context, call) =>
      onObject(context, call, (state, lane, keep) => {
        const { emitter } = context;
        const { fn } = emitter;
        const { code } = fn;
        const [missing, needed, left, count] = [fn.i64(), fn.i64(), fn.i64(), fn.i64()];
        storeResult(emitter, call, lane, () => void code.get(state).i64(PHASE_AT).op(Op.i64ShrU));
        if (arrivals === undefined) code.i64(0n);
        else pushCount(context, call, arrivals, lane);
        code.set(count);
        code.get(state).i64(ARRIVALS).op(Op.i64And).get(count).op(Op.i64Sub).i64(ARRIVALS).op(Op.i64And).set(missing);
        code.get(state).i64(ARRIVAL_BITS).op(Op.i64ShrU).i64(ARRIVALS).op(Op.i64And);
        if (drops) code.get(count).op(Op.i64Sub);
        code.set(needed);
        code.get(state).i64(BYTES_AT).op(Op.i64ShrU);
        if (bytes) pushCount(context, call, bytes.argument, lane);
        if (bytes) code.op(bytes.come ? Op.i64Sub : Op.i64Add);
        code.i64(BYTES).op(Op.i64And).set(left);
        keep(() => {
          // The next phase, which misses all that it needs, or the same one with what is left to come.
          code
            .get(state)
            .i64(PHASE_AT)
            .op(Op.i64ShrU)
            .i64(1n)
            .op(Op.i64Add)
            .i64(PHASE_AT)
            .op(Op.i64Shl)
            .get(needed)
            .op(Op.i64Or);
          code.get(state).i64(PHASE_AT).op(Op.i64ShrU).i64(PHASE_AT).op(Op.i64Shl);
          code.get(left).i64(BYTES_AT).op(Op.i64Shl, Op.i64Or).get(missing).op(Op.i64Or);
          code.get(missing).get(left).op(Op.i64Or).i64(0n).op(Op.i64Eq, Op.select);
          code.get(needed).i64(ARRIVAL_BITS).op(Op.i64Shl, Op.i64Or);
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
        code.get(state).i64(PHASE_AT).op(Op.i64ShrU);
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

const arrive = change({ arrivals: 1 });
const drop = change({ arrivals: 1, drops: true });
const expected = { argument: 1, come: false } as const;

/** LLVM's later built-ins, which have a scope in their names and take a count of arrivals or bytes, or a parity for a token. */
const scoped: Table = Object.fromEntries(
  Object.entries({
    arrive,
    "arrive.drop": drop,
    "arrive.expect.tx": change({ arrivals: "one", bytes: expected }),
    "arrive.drop.expect.tx": change({ arrivals: "one", drops: true, bytes: expected }),
    "expect.tx": change({ bytes: expected }),
    "complete.tx": change({ bytes: { argument: 1, come: true } }),
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
      [`llvm.nvvm.mbarrier.arrive${space}`, arrive],
      [`llvm.nvvm.mbarrier.arrive.drop${space}`, drop],
      [`llvm.nvvm.mbarrier.test.wait${space}`, testWait(false)],
      [`llvm.nvvm.cp.async.mbarrier.arrive${space}`, copiesArrive],
    ]),
  ),
};

/**
 * Instructions between the lanes of a warp: shuffles, votes, matches, reductions. Who reads a lane that is not running gets
 * 0 by a shuffle (PTX ISA: undefined; an H200 gives 0, be the lane elsewhere, at its end, or beyond the block: measured,
 * CUDA 13.0, `test/host/programs/k01_absent_lanes.cu`). Reference: PTX ISA, "shfl.sync", "vote.sync", "match.sync",
 * "redux.sync".
 */

import type { Value } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { integerOperation } from "../instructions/integers";
import { minMax } from "../instructions/minmax";
import { carrier, components } from "../plan/types";
import { type I32, i32, type LocalI32, sub } from "../wasm/expressions";
import { Op, Type, type ValueType } from "../wasm/opcodes";
import type { Call, Intrinsic, Table } from "./table";

const scalar = (value: Value) => ({ value, component: 0 });

/** Runs `body` for every running lane. */
function eachRunning(emitter: Emitter, body: (lane: LocalI32) => void): void {
  const [rest, lane] = [emitter.fn.i32(), emitter.fn.i32()];
  emitter.fn.code.get(emitter.exec).set(rest);
  emitter.fn.eachLane(rest, lane, () => body(lane));
}

type ShuffleMode = "up" | "down" | "bfly" | "idx";

/**
 * `shfl.sync`: member mask, value, lane operand b, clamp and segment mask c. The result's second part, where there is one,
 * says whether the source was in range.
 */
function shuffle(mode: ShuffleMode): Intrinsic {
  return {
    origin: "varying",
    emit: ({ emitter, memory, events }, call: Call) => {
      const { fn } = emitter;
      const { code } = fn;
      const absent = fn.i32();
      code.i32(0).set(absent);
      const [, value, b, c] = call.arguments as [Value, Value, Value, Value];
      const source = emitter.materialise(scalar(value));
      const home = emitter.home(call, 0);
      const success = components(call.type).length > 1 ? emitter.home(call, 1) : undefined;
      const [operand, clamp, segment, low, high, from, inside] = Array.from({ length: 7 }, () => fn.i32());
      const isPresent = fn.i32();
      const result = emitter.slot(source.kind);
      const collected = fn.i32();
      code.i32(0).set(collected!);
      eachRunning(emitter, (lane) => {
        emitter.pushLane(scalar(b), lane);
        code.i32(31).op(Op.i32And).set(operand!);
        emitter.pushLane(scalar(c), lane);
        code.tee(clamp!).i32(8).op(Op.i32ShrU).i32(31).op(Op.i32And).set(segment!);
        code.get(clamp!).i32(31).op(Op.i32And).set(clamp!);
        // The last (for `up` the first) lane of this lane's segment, and its first.
        code.get(lane).get(segment!).op(Op.i32And);
        code.get(clamp!).get(segment!).i32(-1).op(Op.i32Xor, Op.i32And, Op.i32Or).set(high!);
        code.get(lane).get(segment!).op(Op.i32And).set(low!);
        if (mode === "up") code.get(lane).get(operand!).op(Op.i32Sub).tee(from!).get(high!).op(Op.i32GeS);
        else {
          if (mode === "down") code.get(lane).get(operand!).op(Op.i32Add);
          else if (mode === "bfly") code.get(lane).get(operand!).op(Op.i32Xor);
          else code.get(low!).get(operand!).get(segment!).i32(-1).op(Op.i32Xor, Op.i32And, Op.i32Or);
          code.tee(from!).get(high!).op(Op.i32LeS);
        }
        code.tee(inside!);
        code.nest(
          Op.if,
          () => {
            code.i32(1).get(lane).op(Op.i32Shl).get(collected!).op(Op.i32Or).set(collected!);
            code.get(emitter.exec).get(from!).op(Op.i32ShrU).i32(1).op(Op.i32And).set(isPresent);
            code.get(isPresent).op(Op.i32Eqz).get(lane).op(Op.i32Shl).get(absent).op(Op.i32Or).set(absent);
          },
          () => code.get(lane).set(from!).i32(1).set(isPresent),
        );
        emitter.storeLane(result, lane, () => {
          emitter.pushLane(scalar(value), from!);
          emitter.pushConstant(source.kind, 0n);
          code.get(isPresent).op(Op.select);
        });
      });
      eachRunning(emitter, (lane) => {
        if (home.form === "slot") {
          emitter.storeLane(home, lane, () => emitter.pushFromSlot(result, lane));
        }
      });
      if (success?.form === "mask") emitter.mergeMask(success.local, collected, emitter.exec);
      if (events) notifyAbsent(emitter, memory.site(call), absent);
    },
  };
}

/** Notifies observers of lanes, a local with their mask, that take a value from a lane that is not there. */
function notifyAbsent(emitter: Emitter, site: number, lanes: LocalI32): void {
  const { code } = emitter.fn;
  const signature = { parameters: [Type.i32, Type.i32], results: [] } as const;
  code.get(lanes).nest(Op.if, () => void code.i32(site).get(lanes).call(emitter.import("absentSource", signature)));
}

/** Pushes an `i1` of all running lanes as bits. */
export function pushBallot(emitter: Emitter, predicate: Value, lanes = emitter.exec): void {
  const { code } = emitter.fn;
  const representation = emitter.representation(scalar(predicate));
  if (representation.form === "mask") code.get(representation.local);
  else {
    code.i32(0);
    emitter.pushUniform(scalar(predicate));
    code.op(Op.i32Sub);
  }
  code.get(lanes).op(Op.i32And);
}

/** Pushes the results that lanes, a local with their mask, have in common; one function for each part of the result. */
type Common = (emitter: Emitter, call: Call, lanes: LocalI32) => readonly (() => void)[];

/**
 * What lanes that name each other compute together. Lanes may name different groups, which are then taken one after the
 * other.
 */
function together(common: Common, members?: number): Intrinsic {
  return {
    origin: "uniform",
    emit: ({ emitter }, call) => {
      const { fn } = emitter;
      const { code } = fn;
      const named = members === undefined ? undefined : scalar(call.arguments[members]!);
      if (!named || emitter.isUniform(named)) {
        common(emitter, call, emitter.exec).forEach((push, component) => {
          emitter.setUniform(call, component, push);
        });
        return;
      }
      const [left, first, lanes] = [fn.i32(), fn.i32(), fn.i32()];
      code.get(emitter.exec).set(left);
      code.nest(Op.loop, () => {
        code.get(left);
        code.nest(Op.if, () => {
          code.get(left).op(Op.i32Ctz).set(first);
          emitter.pushLane(named, first);
          code.get(left).op(Op.i32And).i32(1).get(first).op(Op.i32Shl, Op.i32Or).set(lanes);
          common(emitter, call, lanes).forEach((push, component) => {
            keepForGroup(emitter, call, component, lanes, push);
          });
          code.get(left).get(lanes).op(Op.i32Xor).set(left);
          code.br(1);
        });
      });
    },
  };
}

function keepForGroup(emitter: Emitter, call: Call, component: number, lanes: LocalI32, push: () => void): void {
  const { fn } = emitter;
  const home = emitter.home(call, component);
  const value = fn.local(carrier(home.kind));
  push();
  fn.code.set(value);
  if (home.form === "mask") emitter.mergeMask(home.local, sub<ValueType>(i32(0), value) as I32, lanes);
  if (home.form !== "slot") return;
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(lanes).set(rest);
  fn.eachLane(rest, lane, () => emitter.storeLane(home, lane, () => void fn.code.get(value)));
}

type Vote = (emitter: Emitter, predicate: Value, lanes: LocalI32) => void;

/** With `.sync` the first argument names the lanes. */
function vote(push: Vote, sync: boolean): Intrinsic {
  const common: Common = (emitter, call, lanes) => [() => push(emitter, call.arguments[sync ? 1 : 0]!, lanes)];
  return together(common, sync ? 0 : undefined);
}

const ballot: Vote = (emitter, predicate, lanes) => pushBallot(emitter, predicate, lanes);
const any: Vote = (emitter, predicate, lanes) => {
  pushBallot(emitter, predicate, lanes);
  emitter.fn.code.i32(0).op(Op.i32Ne);
};
const all: Vote = (emitter, predicate, lanes) => {
  pushBallot(emitter, predicate, lanes);
  emitter.fn.code.get(lanes).op(Op.i32Eq);
};
const same: Vote = (emitter, predicate, lanes) => {
  pushBallot(emitter, predicate, lanes);
  emitter.fn.code.op(Op.i32Eqz);
  pushBallot(emitter, predicate, lanes);
  emitter.fn.code.get(lanes).op(Op.i32Eq, Op.i32Or);
};

/** Lanes whose value equals this lane's. */
const matchAny: Intrinsic = {
  origin: "varying",
  emit: ({ emitter }, call) => {
    const { fn } = emitter;
    const { code } = fn;
    const value = scalar(call.arguments[1]!);
    const long = components(call.arguments[1]!.type)[0]!.kind === "i64";
    const home = emitter.home(call, 0);
    const [found, rest, other] = [fn.i32(), fn.i32(), fn.i32()];
    const result = emitter.slot("i32");
    eachRunning(emitter, (lane) => {
      code.i32(0).set(found).get(emitter.exec).set(rest);
      fn.eachLane(rest, other, () => {
        emitter.pushLane(value, lane);
        emitter.pushLane(value, other);
        code
          .op(long ? Op.i64Eq : Op.i32Eq)
          .get(other)
          .op(Op.i32Shl)
          .get(found)
          .op(Op.i32Or)
          .set(found);
      });
      emitter.storeLane(result, lane, () => void code.get(found));
    });
    eachRunning(emitter, (lane) => {
      if (home.form === "slot") emitter.storeLane(home, lane, () => emitter.pushFromSlot(result, lane));
    });
  },
};

/** The mask of the lanes if all have one value, else 0, and whether they have. */
const matchAll = together((emitter, call, lanes) => {
  const { fn } = emitter;
  const { code } = fn;
  const value = scalar(call.arguments[1]!);
  const { kind } = components(call.arguments[1]!.type)[0]!;
  const [equal, first, rest, lane] = [fn.i32(), fn.i32(), fn.i32(), fn.i32()];
  code.i32(1).set(equal).get(lanes).op(Op.i32Ctz).set(first).get(lanes).set(rest);
  fn.eachLane(rest, lane, () => {
    emitter.pushLane(value, lane);
    emitter.pushLane(value, first);
    code
      .op(kind === "i64" ? Op.i64Eq : Op.i32Eq)
      .get(equal)
      .op(Op.i32And)
      .set(equal);
  });
  const mask = () => void code.get(lanes).i32(0).get(equal).op(Op.select);
  return components(call.type).length > 1 ? [mask, () => void code.get(equal)] : [mask];
}, 0);

function reduction(op: "add" | "and" | "or" | "xor" | "min" | "max" | "umin" | "umax"): Intrinsic {
  return together((emitter, call, lanes) => {
    const { fn } = emitter;
    const value = scalar(call.arguments[0]!);
    const isOrder = op === "min" || op === "max" || op === "umin" || op === "umax";
    const operation = isOrder ? minMax(op, "i32", 32) : integerOperation(op, "i32", 32)!;
    const [total, first] = [fn.local(carrier("i32")), fn.i32()];
    fn.code.get(lanes).op(Op.i32Ctz).set(first);
    emitter.pushLane(value, first);
    fn.code.set(total);
    const [rest, lane] = [fn.i32(), fn.i32()];
    fn.code.get(lanes).get(lanes).i32(1).op(Op.i32Sub, Op.i32And).set(rest);
    fn.eachLane(rest, lane, () => {
      fn.set(total, operation.scalar(emitter, total, emitter.lane(value, lane)));
    });
    return [() => void fn.code.get(total)];
  }, 1);
}

const active: Intrinsic = {
  origin: "uniform",
  emit: ({ emitter }, call) => emitter.setUniform(call, 0, () => void emitter.fn.code.get(emitter.exec)),
};

const shuffles = Object.fromEntries(
  (["up", "down", "bfly", "idx"] as const).map((mode) => [`llvm.nvvm.shfl.sync.${mode}`, shuffle(mode)]),
);
const reductions = Object.fromEntries(
  (["add", "and", "or", "xor", "min", "max", "umin", "umax"] as const).map((op) => [
    `llvm.nvvm.redux.sync.${op}`,
    reduction(op),
  ]),
);

/** The same built-in functions with the argument that names the lanes that take part. */
function among(participants: number, table: Table): Table {
  const named = ([name, intrinsic]: [string, Intrinsic]): [string, Intrinsic] => [name, { ...intrinsic, participants }];
  return Object.fromEntries(Object.entries(table).map(named));
}

/** The built-ins of shuffles, votes and reductions, by name. */
export const warp: Table = {
  ...among(0, shuffles),
  ...among(1, reductions),
  ...among(0, {
    "llvm.nvvm.vote.ballot.sync": vote(ballot, true),
    "llvm.nvvm.vote.any.sync": vote(any, true),
    "llvm.nvvm.vote.all.sync": vote(all, true),
    "llvm.nvvm.vote.uni.sync": vote(same, true),
    "llvm.nvvm.match.any.sync": matchAny,
    "llvm.nvvm.match.all.sync": matchAll,
  }),
  "llvm.nvvm.vote.ballot": vote(ballot, false),
  "llvm.nvvm.vote.any": vote(any, false),
  "llvm.nvvm.vote.all": vote(all, false),
  "llvm.nvvm.activemask": active,
};

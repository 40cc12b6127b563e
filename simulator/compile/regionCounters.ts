/** The counters that a function keeps of its units, whatever is observed: the instruction mix follows from them. */

import type { Emitter } from "../emit/emitter";
import { Place } from "../memory/layout";
import type { Unit } from "../plan/regions";
import { Op } from "../wasm/opcodes";

/**
 * Bytes of the counters of a unit at `Place.counters`: executions by warps, and by lanes; how often its branch parted the
 * lanes of a warp; and floating-point operations of each kind that lanes did not execute because of a predicate.
 */
export const UNIT_COUNTER = 48;

/** Where each of them is. */
export const UnitPlace = { warps: 0, lanes: 8, parted: 16, fadd: 24, fmul: 32, ffma: 40 } as const;

/** Operations that may stand under a predicate. */
export type PredicatedKind = "fadd" | "fmul" | "ffma";

export interface UnitCounters {
  /** Counts that the running lanes execute the unit. */
  executed(unit: Unit): void;
  /** Counts that the branch at its end parts them. */
  parted(unit: Unit): void;
  /** Counts the lanes, which `push` leaves as bits, that do not execute an operation of the unit. */
  left(unit: Unit, kind: PredicatedKind, push: () => void): void;
}

/** @param firstUnit number of the function's first unit over the whole kernel */
export function unitCounters({ fn, exec }: Emitter, firstUnit: number): UnitCounters {
  const add = (unit: Unit, counter: number, push: () => void): void => {
    const at = Place.counters + (firstUnit + unit.index) * UNIT_COUNTER + counter;
    fn.code.i32(0).i32(0).memory(Op.i64Load, at);
    push();
    fn.code.op(Op.i64Add).memory(Op.i64Store, at);
  };
  const one = (): void => void fn.code.i64(1n);
  return {
    executed: (unit) => {
      add(unit, UnitPlace.warps, one);
      add(unit, UnitPlace.lanes, () => void fn.code.get(exec).op(Op.i32Popcnt, Op.i64ExtendI32U));
    },
    parted: (unit) => add(unit, UnitPlace.parted, one),
    left: (unit, kind, push) => {
      add(unit, UnitPlace[kind], () => {
        push();
        fn.code.op(Op.i32Popcnt, Op.i64ExtendI32U);
      });
    },
  };
}

/** The counters that a function keeps of its units, whatever is observed: the instruction mix follows from them. */
import { Place } from "../memory/layout";
import { Op } from "../wasm/opcodes";
import type { Emitter } from "./emitter";
import type { Unit } from "./units";

/**
 * Bytes of the three counters of a unit at `Place.counters`: executions by warps, and by lanes, and how often its branch
 * parted the lanes of a warp.
 */
export const UNIT_COUNTER = 24;

const [BY_WARPS, BY_LANES, PARTINGS] = [0, 8, 16] as const;

export interface UnitCounters {
  /** Counts that the running lanes execute the unit. */
  executed(unit: Unit): void;
  /** Counts that the branch at its end parts them. */
  parted(unit: Unit): void;
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
      add(unit, BY_WARPS, one);
      add(unit, BY_LANES, () => void fn.code.get(exec).op(Op.i32Popcnt, Op.i64ExtendI32U));
    },
    parted: (unit) => add(unit, PARTINGS, one),
  };
}

/**
 * Where the lanes of a warp wait for the units of a function: in a mask each, which is a local while the function runs and
 * a word of its frame while it does not.
 */
import type { Block } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { Cell, Place } from "../memory/layout";
import { onlyReturns } from "../plan/exits";
import type { FunctionPlan } from "../plan/functionPlan";
import type { Unit } from "../plan/regions";
import { Op } from "../wasm/opcodes";

export interface WaitingLanes {
  /** Local with the lanes that wait for a unit. */
  at(unit: Unit): number;
  /** The unit that a block begins with. */
  first(block: Block): Unit;
  /** Local with the lanes that wait in the call in front of a unit; absent where there is no such call. */
  inside(unit: Unit): number | undefined;
  /** Word of the frame with the lanes that wait for a unit outside of the code. */
  word(unit: Unit): number;
  /** Takes those that may go on out of the frame; `clear` is written for when the function is entered anew. */
  enter(clear: (() => void) | undefined): void;
  /** Pushes the lanes that are alive in the function beside those that run. */
  pushAlive(): void;
  /** Pushes the lanes that wait in the frame. */
  pushParked(): void;
}

/** The word of a frame in which the lanes lie that enter the function. */
const ENTRY_WORD = 0;

export function waitingLanes({ units, resumable }: FunctionPlan, { fn, frame }: Emitter): WaitingLanes {
  const locals = units.map(() => fn.i32());
  const behindCalls = resumable.filter(({ index }) => units[index - 1]?.call);
  const inside = new Map(behindCalls.map((unit) => [unit, fn.i32()] as const));
  const beginning = new Map<Block, Unit>();
  for (const unit of units) if (!beginning.has(unit.block)) beginning.set(unit.block, unit);
  const word = (unit: Unit): number => 4 * (1 + resumable.indexOf(unit));
  const orParked = (): void => {
    for (const unit of resumable) fn.code.get(frame).memory(Op.i32Load, word(unit)).op(Op.i32Or);
  };
  const takeOut = (target: number, at: number): void => {
    fn.code.get(frame).memory(Op.i32Load, at).set(target).get(frame).i32(0).memory(Op.i32Store, at);
  };
  return {
    at: ({ index }) => locals[index]!,
    first: (block) => beginning.get(block)!,
    inside: (unit) => inside.get(unit),
    word,
    enter: (clear) => {
      takeOut(locals[0]!, ENTRY_WORD);
      if (clear) fn.code.get(locals[0]!).nest(Op.if, clear);
      for (const unit of resumable) takeOut(inside.get(unit) ?? locals[unit.index]!, word(unit));
    },
    pushAlive: () => {
      fn.code.i32(Place.cells + Cell.keptLanes).memory(Op.i32Load, 0);
      for (const unit of units) {
        // Lanes that come to a block that only returns have left.
        const returns = unit.from === 0 && onlyReturns(unit.block);
        if (!returns) fn.code.get(locals[unit.index]!).op(Op.i32Or);
      }
      for (const local of inside.values()) fn.code.get(local).op(Op.i32Or);
      orParked();
    },
    pushParked: () => {
      fn.code.i32(0);
      orParked();
    },
  };
}

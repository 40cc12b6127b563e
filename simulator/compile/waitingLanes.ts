/**
 * Where the lanes of a warp wait for the regions of a function: in a mask each, which is a local while the function runs and
 * a word of its frame while it does not.
 */

import type { Block } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { Cell, MemoryMap } from "../memory/layout";
import { onlyReturns } from "../plan/exits";
import type { FunctionPlan } from "../plan/functionPlan";
import type { Region } from "../plan/regions";
import type { LocalI32 } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";

/** The masks of a function's waiting lanes. */
export interface WaitingLanes {
  /** Local with the lanes that wait for a region. */
  at(region: Region): LocalI32;
  /** The region that a block begins with. */
  first(block: Block): Region;
  /** Local with the lanes that wait in the call before a region; absent where there is no such call. */
  inside(region: Region): LocalI32 | undefined;
  /** Word of the frame with the lanes that wait for a region outside of the code. */
  word(region: Region): number;
  /** Takes those that may go on out of the frame; `clear` is written for when the function is entered anew. */
  enter(clear: (() => void) | undefined): void;
  /** Pushes the lanes that are alive in the function beside those that run. */
  pushAlive(): void;
  /** Pushes the lanes that wait in the frame. */
  pushParked(): void;
}

/** The word of a frame in which the lanes lie that enter the function. */
const ENTRY_WORD = 0;

/** Makes a local for each mask. */
export function waitingLanes({ regions, resumable }: FunctionPlan, { fn, frame }: Emitter): WaitingLanes {
  const locals = regions.map(() => fn.i32());
  const afterCalls = resumable.filter(({ index }) => regions[index - 1]?.call);
  const inside = new Map(afterCalls.map((region) => [region, fn.i32()] as const));
  const beginning = new Map<Block, Region>();
  for (const region of regions) if (!beginning.has(region.block)) beginning.set(region.block, region);
  const word = (region: Region): number => 4 * (1 + resumable.indexOf(region));
  const orParked = (): void => {
    for (const region of resumable) fn.code.get(frame).memory(Op.i32Load, word(region)).op(Op.i32Or);
  };
  const takeOut = (target: LocalI32, at: number): void => {
    fn.code.get(frame).memory(Op.i32Load, at).set(target).get(frame).i32(0).memory(Op.i32Store, at);
  };
  return {
    at: ({ index }) => locals[index]!,
    first: (block) => beginning.get(block)!,
    inside: (region) => inside.get(region),
    word,
    enter: (clear) => {
      takeOut(locals[0]!, ENTRY_WORD);
      if (clear) fn.code.get(locals[0]!).nest(Op.if, clear);
      for (const region of resumable) takeOut(inside.get(region) ?? locals[region.index]!, word(region));
    },
    pushAlive: () => {
      fn.code.i32(MemoryMap.cells + Cell.keptLanes).memory(Op.i32Load, 0);
      for (const region of regions) {
        // Lanes that reach a block that only returns have exited.
        const returns = region.from === 0 && onlyReturns(region.block);
        if (!returns) fn.code.get(locals[region.index]!).op(Op.i32Or);
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

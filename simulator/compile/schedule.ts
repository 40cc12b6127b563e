/** The order in which the regions of a function run: as the blocks stand, natural loops as loops while lanes wait for them. */

import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Instruction } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { Cell, MemoryMap } from "../memory/layout";
import type { FunctionPlan } from "../plan/functionPlan";
import type { Region } from "../plan/regions";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { waitIn } from "./suspend";
import type { WaitingLanes } from "./waitingLanes";

/** Warp instructions between two looks at limits and cancellation. */
export const POLL_EVERY = 1 << 16;

const pollSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;

/** What the order of regions needs to know of the function. */
export interface Schedule {
  readonly plan: FunctionPlan;
  readonly emitter: Emitter;
  readonly waiting: WaitingLanes;
  /** Local with the warp instructions since the last look. */
  readonly steps: LocalI32;
  site(instruction: Instruction): number;
  writeRegion(region: Region): void;
}

/** Writes the regions of a function in their order. */
export function writeSchedule(schedule: Schedule): void {
  const { plan, emitter, waiting, writeRegion } = schedule;
  const { code } = emitter.fn;
  if (!plan.order.irreducible) {
    writeRange(schedule, 0, plan.regions.length, undefined);
    return;
  }
  code.nest(Op.loop, () => {
    for (const region of plan.regions) writeRegion(region);
    poll(schedule, plan.regions[0]!);
    code.i32(0);
    for (const region of plan.regions) code.get(waiting.at(region)).op(Op.i32Or);
    code.brIf(0);
  });
}

/** Writes regions `from` … `to`; those of inner loops inside a `loop` of their own. */
function writeRange(schedule: Schedule, from: number, to: number, around: Loop | undefined): void {
  const { plan, emitter, waiting } = schedule;
  const { regions, order } = plan;
  const { code } = emitter.fn;
  for (let index = from; index < to; ) {
    const region = regions[index]!;
    let loop = order.loopOf.get(region.block);
    while (loop && loop !== around && loop.parent !== around) loop = loop.parent;
    if (!loop || loop === around) {
      schedule.writeRegion(region);
      index++;
      continue;
    }
    const inner = loop;
    let end = index;
    while (end < to && isInside(plan, regions[end]!.block, inner)) end++;
    const noteLeft = watchSpin(schedule, waiting.first(inner.header));
    code.nest(Op.loop, () => {
      writeRange(schedule, index, end, inner);
      const header = waiting.first(inner.header);
      poll(schedule, header);
      if (header.spins) leaveSpin(schedule, header);
      code.get(waiting.at(header)).brIf(0);
    });
    noteLeft();
    index = end;
  }
}

/** Notes before a loop who spins in it; what it gives writes, after the loop, whether some of them have left. */
function watchSpin({ emitter: { fn, frame }, waiting }: Schedule, header: Region): () => void {
  if (!header.spins) return () => {};
  const spinning = fn.i32();
  fn.code.get(waiting.at(header)).set(spinning);
  return () => {
    fn.code.get(spinning).get(frame).memory(Op.i32Load, waiting.word(header)).i32(-1).op(Op.i32Xor).op(Op.i32And);
    fn.code.nest(Op.if, () =>
      fn.code
        .i32(0)
        .i32(1)
        .memory(Op.i32Store, MemoryMap.cells + Cell.spinLeft),
    );
  };
}

/** Is a block written inside the loop? */
function isInside({ order }: FunctionPlan, block: Block, loop: Loop): boolean {
  let at = order.loopOf.get(block);
  while (at && at !== loop) at = at.parent;
  return at === loop;
}

/** Looks at limits and cancellation where enough has run since the last time. */
function poll({ emitter, steps, site }: Schedule, header: Region): void {
  const { code } = emitter.fn;
  const clock = MemoryMap.cells + Cell.clock;
  code.get(steps).i32(POLL_EVERY).op(Op.i32GtU);
  code.nest(Op.if, () => {
    code.i32(0).i32(0).memory(Op.i32Load, clock).get(steps).op(Op.i32Add).memory(Op.i32Store, clock);
    code
      .get(steps)
      .i32(site(header.block.instructions.at(-1)!))
      .call(emitter.import("poll", pollSignature));
    code.i32(0).set(steps);
  });
}

/** Lanes that have looked often enough wait outside until others have run. */
function leaveSpin({ emitter, waiting }: Schedule, header: Region): void {
  const { fn } = emitter;
  const iterations = fn.i32();
  const mask = waiting.at(header);
  const most = header.spins?.iterations;
  fn.code.get(iterations).i32(1).op(Op.i32Add).tee(iterations);
  if (most === undefined) fn.code.i32(0).memory(Op.i32Load, MemoryMap.cells + Cell.spinLimit);
  else fn.code.i32(most);
  fn.code.op(Op.i32GtU);
  fn.code.nest(Op.if, () => {
    waitIn(emitter, waiting.word(header), mask);
    fn.code.i32(0).set(mask).i32(0).set(iterations);
  });
}

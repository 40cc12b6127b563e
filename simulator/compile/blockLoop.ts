/**
 * The warps of a block, run in order by WebAssembly: all that have lanes which wait. A block whose threads wait for nothing
 * but its barrier is run in as many passes as it has barriers.
 */

import { type FrameSizes, frameAt, initialMask, localAt } from "../emit/frames";
import { ThreadRow } from "../intrinsics/registers";
import { Cell, MemoryMap } from "../memory/layout";
import { type BlockShape, threadsOf } from "../plan/shape";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import { Op, Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";

/** `round(starts)` → what `Round` says. `starts`: all lanes of all warps enter first. */
const roundSignature: Signature = { parameters: [Type.i32], results: [Type.i32] };

/** Bits of the answer of a pass: lanes wait at barriers; lanes of one warp wait at different ones. */
export const BlockAnswer = { waits: 1, split: 2 } as const;

/** `run`: index of the kernel's function; `waits`: words of the frame that say where lanes wait, after that of the entry. */
export function defineBlockLoop(
  module: ModuleBuilder,
  run: number,
  sizes: FrameSizes,
  waits: number,
  shape: BlockShape,
): void {
  const fn = new FunctionWriter(roundSignature);
  const { code } = fn;
  const starts = 0;
  const [warp, frame, result, mask] = [fn.i32(), fn.i32(), fn.i32(), fn.i32()];
  const threads = threadsOf(shape.block);
  const warps = Math.ceil(threads / 32);
  const cell = (at: number, push: () => void) => {
    code.i32(0);
    push();
    code.memory(Op.i32Store, MemoryMap.cells + at);
  };
  const places = Array.from({ length: waits }, (_, wait) => 4 * (1 + wait));
  const pushFull = () => {
    const [whole, last] = [initialMask(threads, 0), initialMask(threads, warps - 1)];
    if (whole === last) code.i32(whole);
    else
      code
        .i32(last)
        .i32(whole)
        .get(warp)
        .i32(warps - 1)
        .op(Op.i32Eq, Op.select);
  };
  code.i32(frameAt(sizes, warps, 0)).set(frame);
  fn.countUp(warp, warps, 1, () => {
    pushFull();
    code.set(mask);
    code.get(starts).nest(Op.if, () => {
      code.get(frame).get(mask).memory(Op.i32Store, 0);
      for (const at of places) code.get(frame).i32(0).memory(Op.i32Store, at);
    });
    code.get(frame).memory(Op.i32Load, 0);
    for (const at of places) code.get(frame).memory(Op.i32Load, at).op(Op.i32Or);
    code.nest(Op.if, () => {
      cell(Cell.warp, () => void code.get(warp));
      cell(Cell.warpLanes, () => void code.get(mask));
      cell(Cell.localBase, () => {
        code
          .get(warp)
          .i32(localAt(sizes, 1) - localAt(sizes, 0))
          .op(Op.i32Mul)
          .i32(localAt(sizes, 0))
          .op(Op.i32Add);
      });
      code.get(frame).i32(MemoryMap.threads).get(warp).i32(ThreadRow.bytes).op(Op.i32Mul, Op.i32Add).get(warp).i32(0);
      code.call(run).i32(0).op(Op.i32Ne).get(result).op(Op.i32Or).set(result);
      if (waits > 1) {
        code.i32(0);
        for (const at of places) code.get(frame).memory(Op.i32Load, at).i32(0).op(Op.i32Ne, Op.i32Add);
        code.i32(1).op(Op.i32GtU).i32(1).op(Op.i32Shl).get(result).op(Op.i32Or).set(result);
      }
    });
    code.get(frame).i32(sizes.frameBytes).op(Op.i32Add).set(frame);
  });
  code.get(result);
  fn.defineIn(module, "runBlock");
}

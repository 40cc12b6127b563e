/**
 * Control flow that has no nested form, as jumps into a loop that an optimiser makes: the blocks stand one after the other in
 * a loop, each after a question whether it is the next one.
 */
import type { Block, Instruction } from "../../../analyzer/ir/model";
import { Op } from "../../wasm/opcodes";
import { type BlockWriter, burnFuel, placeOf, writeBlock } from "./blocks";
import type { FunctionContext } from "./context";

/** Writes a function's blocks, the entry first. */
export function writeDispatch(
  context: FunctionContext,
  blocks: readonly Block[],
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const { builder } = context;
  const next = builder.i32();
  const position = new Map(blocks.map((block, index) => [block, index]));
  let depth = 0;
  const writer: BlockWriter = {
    ...{ context, headers: new Set<Block>(), entries: new Set<Block>(), body, leave },
    branch(from, to) {
      const isBack = position.get(to)! <= position.get(from)!;
      // Forward, the end of this block's question leads on to the others; backward, the loop begins again.
      builder.code
        .i32(position.get(to)!)
        .set(next)
        .br(isBack ? depth + 1 : depth);
    },
    within(write) {
      depth++;
      write();
      depth--;
    },
  };
  builder.code.nest(Op.loop, () => {
    burnFuel(context, blocks[0] && placeOf(blocks[0]));
    blocks.forEach((block, index) => {
      builder.code.get(next).i32(index).op(Op.i32Eq);
      builder.code.nest(Op.if, () => writeBlock(writer, block));
    });
  });
  builder.code.op(Op.unreachable);
}

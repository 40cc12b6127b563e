/** Functions whose blocks can be entered in their midst: cut into pieces that stand in a loop, each after a question. */
import type { Block } from "../../../analyzer/ir/model";
import { Op } from "../../wasm/opcodes";
import { type BlockWriter, burnFuel, placeOf } from "./blocks";
import type { FunctionContext } from "./context";

/**
 * Writes the loop in which each piece asks whether it is the next one, by its index in the local `next`; the entry's is the
 * first. A branch to a block goes to its first piece: on to a later one, or around the loop.
 * @param parts how instructions and ends of blocks are written
 * @param write writes one piece; what it goes on with is a branch, or is put into `next`
 */
export function writePieces<Piece extends { readonly block: Block }>(
  context: FunctionContext,
  next: number,
  pieces: readonly Piece[],
  parts: Pick<BlockWriter, "body" | "leave" | "afterInvoke">,
  write: (piece: Piece, index: number, writer: BlockWriter) => void,
): void {
  const { code } = context.builder;
  const position = new Map<Block, number>();
  for (const [index, { block }] of pieces.entries()) if (!position.has(block)) position.set(block, index);
  let depth = 0;
  let at = 0;
  const writer: BlockWriter = {
    ...{ context, headers: new Set<Block>(), entries: new Set<Block>(), ...parts },
    branch(_from, to) {
      const target = position.get(to)!;
      code
        .i32(target)
        .set(next)
        .br(target <= at ? depth + 1 : depth);
    },
    within(inner) {
      depth++;
      inner();
      depth--;
    },
  };
  code.nest(Op.loop, () => {
    burnFuel(context, pieces[0] && placeOf(pieces[0].block));
    pieces.forEach((piece, index) => {
      at = index;
      code.get(next).i32(index).op(Op.i32Eq);
      code.nest(Op.if, () => write(piece, index, writer));
    });
  });
}

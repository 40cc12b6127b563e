/**
 * Functions that call `setjmp`. Their blocks are cut after each such call and stand in a loop, each after a question
 * whether it is the next one; `try … catch_all` around the loop catches a `longjmp` that means this call of the function,
 * and goes on after the `setjmp`. Locals are as they were when the jump was made, which is what C asks of `volatile` ones.
 */
import type { Block, Func, Instruction } from "../../../analyzer/ir/model";
import { Op, Type } from "../../wasm/opcodes";
import { type BlockWriter, writeEnd } from "./blocks";
import { type FunctionContext, localsOf, push } from "./context";
import { CATCH_ALL, RETHROW, TRY } from "./exceptions";
import { writePieces } from "./pieces";

const names = new Set(["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"]);

type Call = Extract<Instruction, { op: "call" }>;

function isSetjmp(one: Instruction): one is Call {
  return one.op === "call" && one.callee.kind === "function" && names.has(one.callee.name);
}

/** Whether jumps may lead back into a function. */
export function isJumpTarget(func: Func): boolean {
  return func.blocks.some(({ instructions }) => instructions.some(isSetjmp));
}

interface Piece {
  readonly block: Block;
  readonly instructions: readonly Instruction[];
  /** What a piece that is not its block's last ends with. */
  readonly mark: Call | undefined;
}

function piecesOf(block: Block): Piece[] {
  const pieces: Piece[] = [];
  let instructions: Instruction[] = [];
  for (const one of block.instructions) {
    if (one.op === "phi") continue;
    if (isSetjmp(one)) {
      pieces.push({ block, instructions, mark: one });
      instructions = [];
    } else instructions.push(one);
  }
  return [...pieces, { block, instructions, mark: undefined }];
}

/** Writes the blocks of a function that `isJumpTarget`, the entry first. */
export function writeJumpTarget(
  context: FunctionContext,
  blocks: readonly Block[],
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const { builder, module, frame } = context;
  const { code } = builder;
  const next = builder.i32();
  const stack = builder.i32();
  const pieces = blocks.flatMap(piecesOf);
  const writePiece = ({ block, instructions, mark }: Piece, index: number, writer: BlockWriter) => {
    const terminator = block.instructions.at(-1)!;
    for (const one of instructions) if (one !== terminator) body(one);
    if (!mark) {
      writeEnd(writer, block);
      return;
    }
    push(context, mark.arguments[0]!);
    code
      .get(frame)
      .i32(index + 1)
      .call(module.helper("mark"));
    code.indexed(Op.globalGet, module.stackPointer).set(stack);
    code
      .i32(0)
      .set(localsOf(context, mark)[0]!)
      .i32(index + 1)
      .set(next);
  };
  code.nest(Op.loop, () => {
    code.indexed(TRY, Type.empty);
    writePieces(context, next, pieces, { body, leave }, writePiece);
    code.op(Op.unreachable);
    code.op(CATCH_ALL as never);
    code.get(frame).call(module.helper("landed")).tee(next).i32(0).op(Op.i32LtS);
    code.nest(Op.if, () => code.indexed(RETHROW, 1));
    code.get(stack).indexed(Op.globalSet, module.stackPointer);
    pieces.forEach(({ mark }, index) => {
      if (!mark) return;
      code
        .get(next)
        .i32(index + 1)
        .op(Op.i32Eq);
      code.nest(Op.if, () => code.call(module.helper("jumpValue")).set(localsOf(context, mark)[0]!));
    });
    code.br(1);
    code.op(Op.end);
    code.op(Op.unreachable);
  });
  code.op(Op.unreachable);
}

/**
 * Functions in which a thread may wait. When it does, each function on its stack writes its locals into a record below the
 * stack and returns; when the thread goes on, each is called again, takes its record back and makes the same call once more,
 * down to the one that waited. The blocks are cut into pieces that begin with what may wait, and stand in a loop, each after
 * a question whether it is the next one.
 */
import type { Block, Func, Instruction } from "../../../analyzer/ir/model";
import { Op, Type, type ValueType } from "../../wasm/opcodes";
import { type BlockWriter, pushZero, writeEnd } from "./blocks";
import type { FunctionContext } from "./context";
import { writePieces } from "./pieces";
import { isPoll } from "./waiting";

/** Values of the global that says what happens to the stack of the thread that runs. */
export const StackState = { runs: 0, isLeft: 1, isReturnedTo: 2 } as const;

const SLOT = 8;

interface Piece {
  readonly block: Block;
  readonly instructions: readonly Instruction[];
  /** It begins with an instruction at which the thread may wait. */
  readonly waits: boolean;
  readonly isLast: boolean;
}

function piecesOf(block: Block, isWait: (one: Instruction) => boolean): Piece[] {
  const pieces: { instructions: Instruction[]; waits: boolean }[] = [{ instructions: [], waits: false }];
  for (const one of block.instructions) {
    if (one.op === "phi") continue;
    if (isWait(one)) pieces.push({ instructions: [], waits: true });
    pieces.at(-1)!.instructions.push(one);
  }
  return pieces.map((piece, i) => ({ ...piece, block, isLast: i === pieces.length - 1 }));
}

/** Pushes whether the stack is in a state. */
function pushIs(context: FunctionContext, state: number): void {
  context.builder.code.indexed(Op.globalGet, context.module.suspension!.state).i32(state).op(Op.i32Eq);
}

/**
 * Writes a whole function: `enter` begins it, `body` writes what is neither phi nor terminator, `leave` what ends it. All are
 * written within the loop of pieces.
 */
export function writeResumable(
  context: FunctionContext,
  func: Func,
  blocks: readonly Block[],
  enter: () => void,
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const { builder } = context;
  const next = builder.i32();
  // What the pieces need of locals is known when they have been written; what comes before them needs all.
  const pieces = builder.aside(() => writeWaiting(context, next, blocks, body, leave));
  const { code } = builder;
  code.nest(Op.block, () => {
    pushIs(context, StackState.isReturnedTo);
    code.nest(Op.if, () => restore(context), enter);
    code.append(pieces);
  });
  save(context, func);
  for (const type of builder.signature.results) pushZero(context, type);
}

/** Depth of the block around everything, seen from a piece: after its question and the loop. */
const OUT = 2;

function writeWaiting(
  context: FunctionContext,
  next: number,
  blocks: readonly Block[],
  body: (instruction: Instruction) => void,
  leave: (terminator: Instruction) => void,
): void {
  const { builder, module } = context;
  const { code } = builder;
  const { isWait } = module.suspension!;
  const stack = builder.i32();
  const pieces = blocks.flatMap((block) => piecesOf(block, isWait));
  const goOut = () => {
    pushIs(context, StackState.isLeft);
    code.brIf(OUT);
  };
  const writePiece = ({ block, instructions, waits, isLast }: Piece, index: number, writer: BlockWriter) => {
    const terminator = block.instructions.at(-1)!;
    if (waits) {
      // The call is made again with the stack that it was made with.
      pushIs(context, StackState.isReturnedTo);
      code.nest(
        Op.if,
        () => code.get(stack).indexed(Op.globalSet, module.stackPointer),
        () => code.indexed(Op.globalGet, module.stackPointer).set(stack),
      );
    }
    for (const [i, one] of instructions.entries()) {
      const mayWait = waits && i === 0;
      if (mayWait && isPoll(one)) {
        code.i32(module.locationId(one.location)).call(module.helper("poll"));
        goOut();
      }
      if (one === terminator) break;
      body(one);
      if (mayWait && !isPoll(one)) goOut();
    }
    if (isLast) writeEnd(writer, block);
    else code.i32(index + 1).set(next);
  };
  writePieces(context, next, pieces, { body, leave, afterInvoke: goOut }, writePiece);
  code.op(Op.unreachable);
}

function types(context: FunctionContext): readonly ValueType[] {
  return [...context.builder.signature.parameters, ...context.builder.locals];
}

const stores = new Map<number, number>([
  [Type.i32, Op.i32Store],
  [Type.i64, Op.i64Store],
  [Type.f32, Op.f32Store],
  [Type.f64, Op.f64Store],
]);
const loads = new Map<number, number>([
  [Type.i32, Op.i32Load],
  [Type.i64, Op.i64Load],
  [Type.f32, Op.f32Load],
  [Type.f64, Op.f64Load],
]);

/** Writes the locals below the last record. */
function save(context: FunctionContext, func: Func): void {
  const { builder, module } = context;
  const { code } = builder;
  const all = types(context);
  const { records } = module.suspension!;
  code
    .indexed(Op.globalGet, records)
    .i32(all.length * SLOT)
    .op(Op.i32Sub)
    .indexed(Op.globalSet, records);
  code.indexed(Op.globalGet, records).indexed(Op.globalGet, module.stackLimit).op(Op.i32LtU);
  code.nest(Op.if, () => code.i32(module.locationId(func.location)).call(module.helper("stackOverflow")));
  all.forEach((type, local) => {
    code
      .indexed(Op.globalGet, records)
      .get(local)
      .memory(stores.get(type) as never, local * SLOT);
  });
}

/** Takes the locals of the last record, which is gone then. */
function restore(context: FunctionContext): void {
  const { builder, module } = context;
  const { code } = builder;
  const all = types(context);
  const { records } = module.suspension!;
  all.forEach((type, local) => {
    code
      .indexed(Op.globalGet, records)
      .memory(loads.get(type) as never, local * SLOT)
      .set(local);
  });
  code
    .indexed(Op.globalGet, records)
    .i32(all.length * SLOT)
    .op(Op.i32Add)
    .indexed(Op.globalSet, records);
}

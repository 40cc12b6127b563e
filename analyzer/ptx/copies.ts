/**
 * Copies and fills whose length only the run knows become the loops that the device's compiler makes of them: byte by byte.
 * Reference: LLVM's `LowerMemIntrinsics` as the NVPTX back end calls it.
 */
import { constantInteger } from "../ir/layout";
import type { Instruction, InstructionOf, Value } from "../ir/model";
import { type Builder, constant, int } from "./builder";

const BLOCK = /^llvm\.(memcpy|memmove|memset)\./;

export type BlockCall = InstructionOf<"call">;

export function isOpenLength(instruction: Instruction): instruction is BlockCall {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return false;
  const length = instruction.arguments[2];
  return BLOCK.test(instruction.callee.name) && length !== undefined && constantInteger(length) === undefined;
}

/** Writes the loop behind what the builder's block has. */
export function writeCopy(builder: Builder, call: BlockCall): void {
  const kind = call.callee.kind === "function" ? BLOCK.exec(call.callee.name)?.[1] : undefined;
  const [to, source, length] = call.arguments as [Value, Value, Value];
  const count = builder.resize(length, 64);
  const copy = (index: Value) => {
    const byte = kind === "memset" ? source : builder.plainLoad(int(8), builder.offset(source, index));
    builder.plainStore(byte, builder.offset(to, index));
  };
  if (kind !== "memmove") {
    builder.repeat(count, copy);
    return;
  }
  // What overlaps from below is copied from the end.
  const [first, second] = [source, to].map((one) => builder.cast("ptrtoint", one, int(64)));
  const below = builder.compare("ult", first!, second!);
  const backwards = builder.select(below, count, constant(0, 64));
  const forwards = builder.select(below, constant(0, 64), count);
  builder.repeat(backwards, (index) => {
    copy(builder.binary("sub", builder.binary("sub", count, constant(1, 64)), index));
  });
  builder.repeat(forwards, copy);
}

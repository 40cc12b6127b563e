/**
 * Expands copies and fills of variable length to loops over bytes, as the device's compiler does.
 * Reference: LLVM's `LowerMemIntrinsics` as the NVPTX back end calls it.
 */
import { constantInteger } from "../ir/layout";
import type { Instruction, InstructionOf, Value } from "../ir/model";
import { type Builder, constant, int } from "./builder";

const BLOCK = /^llvm\.(memcpy|memmove|memset)\./;

/** A call of `llvm.memcpy`, `memmove` or `memset`. */
export type CopyCall = InstructionOf<"call">;

/** Whether an instruction is such a call whose length is not constant. */
export function isVariableLength(instruction: Instruction): instruction is CopyCall {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return false;
  const length = instruction.arguments[2];
  return BLOCK.test(instruction.callee.name) && length !== undefined && constantInteger(length) === undefined;
}

/** Appends the loop to the builder's block. */
export function writeCopyLoop(builder: Builder, call: CopyCall): void {
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
  // Where the source overlaps the destination from below, bytes are copied from the end.
  const [first, second] = [source, to].map((one) => builder.cast("ptrtoint", one, int(64)));
  const below = builder.compare("ult", first!, second!);
  const backwards = builder.select(below, count, constant(0, 64));
  const forwards = builder.select(below, constant(0, 64), count);
  builder.repeat(backwards, (index) => {
    copy(builder.binary("sub", builder.binary("sub", count, constant(1, 64)), index));
  });
  builder.repeat(forwards, copy);
}

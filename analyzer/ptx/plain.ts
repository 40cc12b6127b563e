/**
 * Calls that keep something from clang's optimiser which nvcc does not see either, and mean plain IR:
 *
 * - a special register whose bytes are put where they are (`device_launch_parameters.h`): clang knows that a thread's
 *   index lies below 1,024, nvcc knows nothing of it;
 * - a conversion of a floating-point number to an integer that saturates (`-fno-strict-float-cast-overflow`): clang may
 *   not take `(int)((float)c + (float)d)` for a sum of integers then, as nvcc does not. nvcc converts to 32 bits and
 *   takes the lower ones for what is narrower;
 * - a load through the read-only path (`__ldg`), or one that the caches are told how to keep (`__ldcs`), which nvcc writes as
 *   assembly: it stays in its loop, is not repeated, and is one instruction however its parts are used.
 *
 * Reference: the PTX that nvcc 13.0 makes of `t / 16`, and of `test/hardware/random/kernels7.cu`.
 */
import { constantInteger } from "../ir/layout";
import type { Instruction, InstructionOf, Type, Value } from "../ir/model";
import { type Builder, bitsOf, int, pointer } from "./builder";

export type PlainCall = InstructionOf<"call">;

const SATURATING = /^llvm\.(fpto[su]i)\.sat\.i\d+\./;
const READ = /^__wl_read_(only|kept)_/;
const IN_PLACE = 0x3210n;
const WORD = 32;

const nameOf = ({ callee }: PlainCall): string => (callee.kind === "function" ? callee.name : "");

/** Is it a call that stands for plain IR? */
export function isPlain(instruction: Instruction): instruction is PlainCall {
  if (instruction.op !== "call") return false;
  const name = nameOf(instruction);
  return SATURATING.test(name) || READ.test(name) || isInPlace(instruction);
}

function isInPlace(call: PlainCall): boolean {
  if (nameOf(call) !== "llvm.nvvm.prmt") return false;
  const [, other, selector] = call.arguments;
  return constantInteger(other!) === 0n && constantInteger(selector!) === IN_PLACE;
}

/** The value that a plain call gives; conversions and loads are written behind what the builder's block has. */
export function writePlain(builder: Builder, call: PlainCall): Value {
  const value = call.arguments[0]!;
  const [, path] = READ.exec(nameOf(call)) ?? [];
  if (path) return read(builder, value, call.type, path === "only");
  const [, cast] = SATURATING.exec(nameOf(call)) ?? [];
  if (!cast) return value;
  const bits = bitsOf(call.type);
  return builder.resize(builder.cast(cast as "fptosi" | "fptoui", value, int(Math.max(bits, WORD))), bits);
}

/** As nvcc's assembly has it, of global memory. What a cache is told to keep may be written by others. */
function read(builder: Builder, from: Value, type: Type, isReadOnly: boolean): Value {
  const at = builder.cast("addrspacecast", from, pointer(1));
  const bytes = bitsOf(type) / 8;
  return isReadOnly ? builder.load(type, at, bytes, true) : builder.plainLoad(type, at, bytes);
}

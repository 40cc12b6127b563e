/**
 * Calls of our headers that hide an operation from clang's optimiser, because nvcc's optimiser does not know it either. They
 * become plain IR after optimisation:
 *
 * - a byte permutation without effect on a special register (`device_launch_parameters.h`): clang knows that a thread index
 *   is below 1,024, nvcc does not;
 * - a saturating conversion of a floating-point number to an integer (`-fno-strict-float-cast-overflow`), so that clang does
 *   not replace `(int)((float)c + (float)d)` by an integer addition, which nvcc does not do. nvcc converts to 32 bits and
 *   truncates for narrower types;
 * - a load through the read-only path (`__ldg`) or with a cache operator (`__ldcs`), which nvcc's headers have as assembly:
 *   it stays in its loop, is not repeated, and is one instruction however its elements are used.
 *
 * Reference: the PTX that nvcc 13.0 makes of `t / 16`, and of `test/hardware/random/kernels7.cu`.
 */
import { constantInteger } from "../ir/layout";
import type { Instruction, InstructionOf, Type, Value } from "../ir/model";
import { type Builder, bitsOf, int, pointer } from "./builder";

/** A call. */
export type OpaqueCall = InstructionOf<"call">;

const SATURATING = /^llvm\.(fpto[su]i)\.sat\.i\d+\./;
const READ = /^__wl_read_(only|kept)_/;
const IN_PLACE = 0x3210n;
const WORD = 32;

const nameOf = ({ callee }: OpaqueCall): string => (callee.kind === "function" ? callee.name : "");

/** Whether an instruction is one of these calls. */
export function isOpaque(instruction: Instruction): instruction is OpaqueCall {
  if (instruction.op !== "call") return false;
  const name = nameOf(instruction);
  return SATURATING.test(name) || READ.test(name) || isInPlace(instruction);
}

function isInPlace(call: OpaqueCall): boolean {
  if (nameOf(call) !== "llvm.nvvm.prmt") return false;
  const [, other, selector] = call.arguments;
  return constantInteger(other!) === 0n && constantInteger(selector!) === IN_PLACE;
}

/** The value of such a call; conversions and loads are appended to the builder's block. */
export function writeOpaque(builder: Builder, call: OpaqueCall): Value {
  const value = call.arguments[0]!;
  const [, path] = READ.exec(nameOf(call)) ?? [];
  if (path) return read(builder, value, call.type, path === "only");
  const [, cast] = SATURATING.exec(nameOf(call)) ?? [];
  if (!cast) return value;
  const bits = bitsOf(call.type);
  return builder.resize(builder.cast(cast as "fptosi" | "fptoui", value, int(Math.max(bits, WORD))), bits);
}

/** A load from global memory, as nvcc's assembly has it. With a cache operator, memory may change between loads. */
function read(builder: Builder, from: Value, type: Type, isReadOnly: boolean): Value {
  const at = builder.cast("addrspacecast", from, pointer(1));
  const bytes = bitsOf(type) / 8;
  return isReadOnly ? builder.load(type, at, bytes, true) : builder.plainLoad(type, at, bytes);
}

/**
 * Texture and surface references, which CUDA 12 removed. In the device module such a variable is a 64-bit number for what is
 * bound to it; a GPU's instruction names the reference itself, so that reading the number is no memory access.
 */
import type { GlobalVariable, InstructionOf, Value } from "../ir/model";

/** NVPTX's address space of global memory. */
const GLOBAL = 1;

/** Clang gives references, and no other variable of global memory, an undefined value: all others are initialised. */
function isReference({ space, valueType, initializer }: GlobalVariable): boolean {
  const isHandle = valueType.kind === "int" && valueType.bits === 64;
  return space === GLOBAL && isHandle && initializer?.kind === "undef";
}

function withoutCasts(pointer: Value): Value {
  let value = pointer;
  while (value.kind === "expression" && value.expression.op === "cast") value = value.expression.value;
  return value;
}

/** Whether a load reads what is bound to a texture or surface reference. */
export function readsReference({ pointer }: InstructionOf<"load">): boolean {
  const variable = withoutCasts(pointer);
  return variable.kind === "global" && isReference(variable);
}

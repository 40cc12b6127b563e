/**
 * Constant data that is not declared `__constant__`. nvcc keeps strings, `static const` arrays of functions and
 * `__device__ const` variables in global memory, and stores the elements of a `const` array that a function declares
 * without `static` as immediate operands.
 *
 * Reference: PTX (`.global`, `ld.global.nc`) and machine code that nvcc 13.0 makes for sm_90 of
 * `test/lower/kernels/fitted/tables.cu`.
 */
import type { GlobalVariable, InstructionOf, Value } from "../ir/model";

/** Whether a value is such data: constant, and no `__constant__` variable, which the host may write. */
export function isConstantData(value: Value): value is GlobalVariable {
  if (value.kind !== "global" || !value.isConstant || value.externallyInitialized) return false;
  return value.space === 0 || value.space === 4;
}

/** Whether a copy's source is such data, so that it stores immediate operands and loads nothing. */
export function copiesConstantData(call: InstructionOf<"call">): boolean {
  const source = call.arguments[1];
  return source !== undefined && isConstantData(source);
}

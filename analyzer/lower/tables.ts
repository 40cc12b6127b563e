/**
 * Constants that the program did not put into constant memory itself. nvcc keeps them in global memory, be it a string, a
 * `static const` table of a function or a `__device__ const` one, and writes the values of a table that a function
 * declares without `static` into that function's code.
 *
 * Reference: PTX (`.global`, `ld.global.nc`) and machine code that nvcc 13.0 makes for sm_90 of
 * `test/lower/kernels/fitted/tables.cu`.
 */
import type { GlobalVariable, InstructionOf, Value } from "../ir/model";

/** Data that no launch changes and that is no `__constant__` variable, which the host may write. */
export function isTable(value: Value): value is GlobalVariable {
  if (value.kind !== "global" || !value.isConstant || value.externallyInitialized) return false;
  return value.space === 0 || value.space === 4;
}

/** A copy whose source is such data: what it moves stands in the code, nothing is loaded. */
export function copiesTable(call: InstructionOf<"call">): boolean {
  const source = call.arguments[1];
  return source !== undefined && isTable(source);
}

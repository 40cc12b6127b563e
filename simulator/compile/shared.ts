/**
 * Where a kernel's shared variables are: static ones in the order of their declarations, as ptxas has them (28 kernels on an
 * H200, CUDA 13.0, 2026-11-28: `test/hardware/language/sharedLayouts.cu`), then the dynamic arrays, which all start there.
 */
import type { Constant, Func, GlobalVariable, Value } from "../../analyzer/ir/model";
import { constantOperands, operands } from "../../analyzer/ir/uses";
import { typeAlign, typeSize } from "../plan/types";

const SHARED = 3;

/** Where the shared variables of a kernel are. */
export interface SharedLayout {
  /** Bytes from the start of the block's shared memory. */
  readonly offsets: ReadonlyMap<GlobalVariable, number>;
  /** Bytes of static shared memory. */
  readonly bytes: number;
}

/** `functions`: the kernel first, then what it calls, which may have shared variables of its own. */
export function sharedLayout(functions: readonly Func[]): SharedLayout {
  const used = new Set<GlobalVariable>();
  const visit = (constant: Constant): void => {
    if (constant.kind === "global" && constant.space === SHARED) used.add(constant);
    constantOperands(constant).forEach(visit);
  };
  for (const block of functions.flatMap(({ blocks }) => blocks)) {
    for (const instruction of block.instructions)
      for (const value of operands(instruction)) if (isConstant(value)) visit(value);
  }
  const offsets = new Map<GlobalVariable, number>();
  let bytes = 0;
  const sizeOf = (variable: GlobalVariable) => typeSize(variable.valueType);
  for (const variable of [...used].sort((a, b) => a.index - b.index)) {
    if (sizeOf(variable) === 0) continue;
    const align = Math.max(variable.align, typeAlign(variable.valueType));
    const start = Math.ceil(bytes / align) * align;
    offsets.set(variable, start);
    bytes = start + sizeOf(variable);
  }
  const dynamic = [...used].filter((variable) => sizeOf(variable) === 0);
  const align = dynamic.reduce((most, variable) => Math.max(most, variable.align), 16);
  for (const variable of dynamic) offsets.set(variable, Math.ceil(bytes / align) * align);
  return { offsets, bytes: dynamic.length ? Math.ceil(bytes / align) * align : bytes };
}

function isConstant(value: Value): value is Constant {
  return !["argument", "instruction", "asm", "metadata"].includes(value.kind);
}

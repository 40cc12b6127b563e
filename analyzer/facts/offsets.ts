/** Byte offsets of address computations. */
import { elementStride, fieldOffset } from "../ir/layout";
import type { Type, Value } from "../ir/model";
import { addForms, constantForm, type Form, scaleForm } from "./forms";
import { castForm } from "./formArithmetic";

/** The bytes that a `getelementptr` adds to its base; `undefined` where a coefficient has no exact value. */
export function addressOffset(source: Type, indices: readonly Value[], use: (value: Value) => Form): Form | undefined {
  let sum: Form | undefined = constantForm(0, 64);
  let type = source;
  for (const [level, index] of indices.entries()) {
    if (!sum) return undefined;
    if (level > 0 && type.kind === "struct") {
      if (index.kind !== "int") return undefined;
      const field = Number(index.value);
      sum = addForms(sum, constantForm(fieldOffset(type, field), 64));
      type = type.fields[field]!;
      continue;
    }
    if (level > 0 && (type.kind === "array" || type.kind === "vector")) type = type.element;
    const scaled = scaleForm(castForm("sext", use(index), 64), elementStride(type));
    sum = scaled && addForms(sum, scaled);
  }
  return sum;
}

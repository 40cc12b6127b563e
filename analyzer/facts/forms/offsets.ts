/** Byte offsets of address computations, in the layout of device code. */
import { Layout, NVPTX64_LAYOUT } from "../../ir/layout";
import type { InstructionOf, Value } from "../../ir/model";
import { castForm } from "./formArithmetic";
import { addForms, constantForm, type Form, scaleForm } from "./forms";
import { safe } from "./lanes";

/** Sizes and offsets of types on the device: kernels are only ever compiled for this one target. */
export const deviceLayout = new Layout(NVPTX64_LAYOUT);

/** The bytes that a `getelementptr` adds to its base; `undefined` where a number has no exact value. */
export function addressOffset(
  gep: Pick<InstructionOf<"gep">, "source" | "indices">,
  use: (value: Value) => Form,
): Form | undefined {
  const { constant, terms } = deviceLayout.addressTerms(gep);
  const start = safe(Number(constant));
  let sum = start === undefined ? undefined : constantForm(start, 64);
  for (const { index, scale } of terms) {
    const scaled: Form | undefined = scaleForm(castForm("sext", use(index), 64), scale);
    sum = sum && scaled && addForms(sum, scaled);
  }
  return sum;
}

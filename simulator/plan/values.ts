/** Scalars of values: what analyses and the emitter speak of where a value of the IR has several. */
import type { Value } from "../../analyzer/ir/model";

/** One scalar of a value; `component` counts its scalars as `components` of `types.ts` lists them. */
export interface Ref {
  readonly value: Value;
  readonly component: number;
}

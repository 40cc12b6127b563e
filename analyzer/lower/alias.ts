/** Whether two accesses may touch the same bytes, as far as LLVM's basic alias analysis would know it. */
import type { Value } from "../ir/model";
import type { Space } from "./model";
import { rootsOf } from "./spaces";

/** One access for the question: what it touches, in a form that can be compared. */
export interface Touched {
  readonly space: Space;
  readonly pointer: Value;
  /** Key of the exact address form; equal keys differ by `offset` only. */
  readonly key: string;
  readonly offset: number;
  readonly size: number;
}

export function mayAlias(a: Touched, b: Touched): boolean {
  if (a.key === b.key) return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  if (a.space !== b.space && a.space !== "generic" && b.space !== "generic") return false;
  const left = rootsOf(a.pointer);
  const right = rootsOf(b.pointer);
  return left.some((one) => right.some((other) => mayBeSameObject(one, other)));
}

function mayBeSameObject(a: Value, b: Value): boolean {
  if (a === b) return true;
  const first = isObject(a);
  const second = isObject(b);
  if (first && second) return false;
  // A local that never leaves the function can only be reached through itself; others may hide behind any pointer.
  if (a.kind === "instruction" && a.op === "alloca") return false;
  if (b.kind === "instruction" && b.op === "alloca") return false;
  if (isNoAlias(a) || isNoAlias(b)) return false;
  return true;
}

function isObject(value: Value): boolean {
  return value.kind === "global" || (value.kind === "instruction" && value.op === "alloca") || isNoAlias(value);
}

function isNoAlias(value: Value): boolean {
  return value.kind === "argument" && (value.attributes.has("noalias") || value.attributes.has("byval"));
}

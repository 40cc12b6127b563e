/** Alias analysis: whether two accesses may access the same bytes, as far as LLVM's basic alias analysis knows. */
import type { Value } from "../ir/model";
import type { Space } from "./model";
import { rootsOf } from "./spaceInference";

/** The bytes that an access touches, in a form that can be compared. */
export interface MemoryRange {
  readonly space: Space;
  readonly pointer: Value;
  /** Key of the address's linear form; addresses with equal keys differ by `offset` only. */
  readonly key: string;
  readonly offset: number;
  readonly size: number;
}

/** Whether two ranges may overlap. */
export function mayAlias(a: MemoryRange, b: MemoryRange): boolean {
  if (a.key === b.key) return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
  if (a.space !== b.space && a.space !== "generic" && b.space !== "generic") return false;
  const left = rootsOf(a.pointer);
  const right = rootsOf(b.pointer);
  return left.some((one) => right.some((other) => mayBeSameObject(one, other)));
}

function mayBeSameObject(a: Value, b: Value): boolean {
  if (a === b) return true;
  const first = isIdentifiedObject(a);
  const second = isIdentifiedObject(b);
  if (first && second) return false;
  // A local variable is accessed through its own address only; any other pointer may point to any other object.
  if (a.kind === "instruction" && a.op === "alloca") return false;
  if (b.kind === "instruction" && b.op === "alloca") return false;
  if (isNoAlias(a) || isNoAlias(b)) return false;
  return true;
}

function isIdentifiedObject(value: Value): boolean {
  return value.kind === "global" || (value.kind === "instruction" && value.op === "alloca") || isNoAlias(value);
}

function isNoAlias(value: Value): boolean {
  return value.kind === "argument" && (value.attributes.has("noalias") || value.attributes.has("byval"));
}

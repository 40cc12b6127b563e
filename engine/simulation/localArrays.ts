/** The arrays of threads that lie in local memory: which access goes to which, and whether its index puts the array there. */
import type { Instruction, Value } from "../../analyzer/ir/model";
import { pointerSources } from "../../analyzer/ir/uses";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { typeSize } from "../../simulator/plan/types";
import type { LocalArrayUse } from "../model/job";

type Alloca = Extract<Instruction, { op: "alloca" }>;

/** Whether an address depends on what is not known when the kernel is compiled: an index, or another iteration's pointer. */
function isVariable(value: Value): boolean {
  if (value.kind !== "instruction") return false;
  if (value.op === "gep") return value.indices.some(({ kind }) => kind === "instruction" || kind === "argument");
  return value.op === "phi" || value.op === "select";
}

/** What an access reaches: arrays, and whether by a variable index. */
function reached(pointer: Value): { readonly arrays: ReadonlySet<Alloca>; readonly isIndexed: boolean } {
  const arrays = new Set<Alloca>();
  const known = new Set<Value>();
  const queue = [pointer];
  let isIndexed = false;
  for (let one = queue.pop(); one; one = queue.pop()) {
    if (known.has(one)) continue;
    known.add(one);
    isIndexed ||= isVariable(one);
    if (one.kind === "instruction" && one.op === "alloca") arrays.add(one);
    queue.push(...(pointerSources(one) ?? []));
  }
  return { arrays, isIndexed };
}

/** Numbers the arrays of a launch as its accesses come to them; undefined for accesses that lead to none, or to several. */
export function localArrays(): (access: MemoryAccess) => LocalArrayUse | undefined {
  const numbers = new Map<Alloca, number>();
  return ({ space, pointer }) => {
    if (space !== "local") return undefined;
    const { arrays, isIndexed } = reached(pointer);
    const [array] = arrays;
    if (!array || arrays.size > 1) return undefined;
    const number = numbers.get(array) ?? numbers.size;
    numbers.set(array, number);
    const count = array.count.kind === "int" ? Number(array.count.value) : 1;
    return { array: number, bytes: typeSize(array.allocated) * count, isIndexed };
  };
}

/** Pointers to which a program has assigned nothing: where a variable is read before it is written, the IR has `undef`. */
import type { Instruction, Value } from "../../analyzer/ir/model";
import { pointerSources } from "../../analyzer/ir/uses";

/** Addresses below this one come of a pointer without a value, which the simulator takes for 0, and an index. */
const NEAR_ZERO = 1n << 16n;

function pointerOf(instruction: Instruction): Value | undefined {
  return "pointer" in instruction ? instruction.pointer : undefined;
}

/** Whether an invalid access goes through a pointer that has no value, on the path that was taken as far as the address shows. */
export function isUnassigned(instruction: Instruction, address: bigint): boolean {
  const pointer = pointerOf(instruction);
  if (!pointer || address >= NEAR_ZERO) return false;
  const known = new Set<Value>();
  const queue = [pointer];
  for (let one = queue.pop(); one; one = queue.pop()) {
    if (known.has(one)) continue;
    known.add(one);
    // A null pointer that the program assigns is one.
    if (one.kind === "null") return false;
    queue.push(...(pointerSources(one) ?? []));
  }
  return [...known].some(({ kind }) => kind === "undef" || kind === "poison");
}

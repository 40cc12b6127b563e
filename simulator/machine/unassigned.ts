/** Pointers to which a program has assigned nothing: where a variable is read before it is written, the IR has `undef`. */
import type { Instruction, Value } from "../../analyzer/ir/model";

/** Addresses below this one come of a pointer without a value, which the simulator takes for 0, and an index. */
const NEAR_ZERO = 1n << 16n;

function pointerOf(instruction: Instruction): Value | undefined {
  return "pointer" in instruction ? instruction.pointer : undefined;
}

/** The values that a pointer is computed from; of an index only the base. */
function sourcesOf(value: Value): readonly Value[] {
  const made = value.kind === "instruction" ? value : value.kind === "expression" ? value.expression : undefined;
  switch (made?.op) {
    case "gep":
      return [made.base];
    case "cast":
    case "freeze":
      return [made.value];
    case "phi":
      return made.incoming.map((one) => one.value);
    case "select":
      return [made.ifTrue, made.ifFalse];
    default:
      return [];
  }
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
    queue.push(...sourcesOf(one));
  }
  return [...known].some(({ kind }) => kind === "undef" || kind === "poison");
}

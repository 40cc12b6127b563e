/** What a load or store asks of memory: reads that only keep bits for a store, and the alignment that the hardware needs. */
import type { Instruction, Type, Value } from "../../analyzer/ir/model";
import { usesIn } from "../../analyzer/ir/uses";

/**
 * Does a load only keep the bits that a store to the same place leaves as they are? That is how members of fewer bits than
 * a word are written, the first of them, too.
 */
export function isMerge(load: Instruction): boolean {
  if (load.op !== "load") return false;
  const users = usesIn(load.block.function);
  const single = (value: Value) => {
    const all = users.of(value);
    return all.length === 1 ? all[0] : undefined;
  };
  const kept = single(load);
  if (kept?.op !== "binary" || kept.binary !== "and") return false;
  if (kept.left.kind !== "int" && kept.right.kind !== "int") return false;
  const merged = single(kept);
  if (merged?.op !== "binary" || merged.binary !== "or") return false;
  return users.of(merged).some((user) => user.op === "store" && user.pointer === load.pointer);
}

function bytesOf(type: Type): number {
  switch (type.kind) {
    case "int":
      return type.bits / 8;
    case "float":
      return { half: 2, bfloat: 2, float: 4, double: 8, x86_fp80: 1, fp128: 16 }[type.format];
    case "pointer":
      return 8;
    case "vector":
      return type.length * bytesOf(type.element);
    default:
      return 1;
  }
}

const isPacked = (type: Type): boolean =>
  type.kind === "struct"
    ? type.packed || type.fields.some(isPacked)
    : (type.kind === "array" || type.kind === "vector") && isPacked(type.element);

/** Is a pointer made from a structure that has no padding, whose members may lie anywhere? */
function isInPacked(pointer: Value): boolean {
  let at = pointer;
  for (;;) {
    if (at.kind === "global") return isPacked(at.valueType);
    if (at.kind === "expression" && at.expression.op === "gep") {
      if (isPacked(at.expression.source)) return true;
      at = at.expression.base;
    } else if (at.kind === "expression" && at.expression.op === "cast") at = at.expression.value;
    else if (at.kind !== "instruction") return false;
    else if (at.op === "gep") {
      if (isPacked(at.source)) return true;
      at = at.base;
    } else if (at.op === "cast") at = at.value;
    else return at.op === "alloca" && isPacked(at.allocated);
  }
}

/**
 * The alignment, bytes, that an access needs by its type beyond what the machine asks of it: where clang has seen that the
 * address has less, and states that instead, `*(int*)(bytes + 1)`, as nvcc does not look; and where one member is read of a
 * structure or vector that is to be aligned as a whole, which a device may read alone. 0 where the machine checks as much.
 */
export function neededAlign(leader: Instruction): number {
  if (leader.op !== "load" && leader.op !== "store") return 0;
  const needed = bytesOf(leader.op === "load" ? leader.type : leader.value.type);
  if (leader.align > needed) return Math.min(leader.align, 16);
  if (leader.align === needed || !Number.isInteger(Math.log2(needed)) || needed > 16) return 0;
  return isInPacked(leader.pointer) ? 0 : needed;
}

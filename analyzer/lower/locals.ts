/**
 * Local arrays that live in registers: every access has a constant offset, and the address goes nowhere else. What is
 * left after clang's own promotion is little; the rest is local memory.
 */
import { constantInteger } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

const HARMLESS = /^llvm\.(lifetime|assume|dbg|invariant)/;

export function registerArrays(func: Func): ReadonlySet<Instruction> {
  const uses = usesIn(func);
  const found = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (instruction.op === "alloca" && onlyConstantOffsets(instruction, uses)) found.add(instruction);
  return found;
}

function onlyConstantOffsets(pointer: InstructionOf<"alloca" | "gep" | "cast">, uses: Uses): boolean {
  return uses.of(pointer).every((user) => isConstantUse(user, pointer, uses));
}

function isConstantUse(user: Instruction, pointer: Value, uses: Uses): boolean {
  switch (user.op) {
    case "load":
      return !user.volatile;
    case "store":
      return user.pointer === pointer && user.value !== pointer && !user.volatile;
    case "gep":
      return user.indices.every((index) => constantInteger(index) !== undefined) && onlyConstantOffsets(user, uses);
    case "cast":
      return (user.cast === "addrspacecast" || user.cast === "bitcast") && onlyConstantOffsets(user, uses);
    case "call":
      return user.callee.kind === "function" && HARMLESS.test(user.callee.name);
    default:
      return false;
  }
}

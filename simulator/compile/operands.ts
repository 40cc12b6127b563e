/** The values that an instruction reads. */
import type { Instruction, Value } from "../../analyzer/ir/model";

export function operandsOf(instruction: Instruction): readonly Value[] {
  switch (instruction.op) {
    case "binary":
    case "icmp":
    case "fcmp":
    case "shufflevector":
      return [instruction.left, instruction.right];
    case "fneg":
    case "freeze":
    case "cast":
    case "resume":
      return [instruction.value];
    case "select":
      return [instruction.condition, instruction.ifTrue, instruction.ifFalse];
    case "phi":
      return instruction.incoming.map(({ value }) => value);
    case "load":
      return [instruction.pointer];
    case "store":
    case "atomicrmw":
      return [instruction.pointer, instruction.value];
    case "cmpxchg":
      return [instruction.pointer, instruction.expected, instruction.replacement];
    case "gep":
      return [instruction.base, ...instruction.indices];
    case "alloca":
      return [instruction.count];
    case "call":
    case "invoke":
      return [instruction.callee, ...instruction.arguments];
    case "extractvalue":
      return [instruction.aggregate];
    case "insertvalue":
      return [instruction.aggregate, instruction.value];
    case "extractelement":
      return [instruction.vector, instruction.index];
    case "insertelement":
      return [instruction.vector, instruction.value, instruction.index];
    case "va_arg":
      return [instruction.list];
    case "condbr":
      return [instruction.condition];
    case "switch":
      return [instruction.value];
    case "ret":
      return instruction.value ? [instruction.value] : [];
    case "landingpad":
    case "fence":
    case "br":
    case "unreachable":
    case "unsupported":
      return [];
  }
}

/** The function that a call names, through nothing but the name. */
export function calleeName(instruction: Instruction): string | undefined {
  if (instruction.op !== "call" && instruction.op !== "invoke") return undefined;
  const { callee } = instruction;
  if (callee.kind === "alias") return callee.target.kind === "function" ? callee.target.name : undefined;
  return callee.kind === "function" ? callee.name : undefined;
}

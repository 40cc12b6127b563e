/** What to call an instruction that the simulator cannot run. */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { calleeName } from "./calls";

/** A call by what it names; assembly by its text. */
export function describeCall(instruction: InstructionOf<"call">): string {
  const { callee } = instruction;
  if (callee.kind === "asm") return `the inline assembly "${callee.code}"`;
  return `a call of ${calleeName(instruction) ?? "an unknown function"}`;
}

/** Any other instruction. */
export function describe(instruction: Instruction): string {
  if (instruction.op === "binary") return `the instruction ${instruction.binary} on this type`;
  if (instruction.op === "cast") return `the conversion ${instruction.cast} between these types`;
  return `the instruction ${instruction.op} on this type`;
}

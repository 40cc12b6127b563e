/** What a call names. */
import type { Instruction } from "../../analyzer/ir/model";

/** The function that a call names, through nothing but the name; `undefined` for function pointers and inline assembly. */
export function calleeName(instruction: Instruction): string | undefined {
  if (instruction.op !== "call" && instruction.op !== "invoke") return undefined;
  const { callee } = instruction;
  if (callee.kind === "alias") return callee.target.kind === "function" ? callee.target.name : undefined;
  return callee.kind === "function" ? callee.name : undefined;
}

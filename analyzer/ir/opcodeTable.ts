/** Tables with one function per opcode, of which the compiler checks that no opcode is missing. */
import type { Instruction, InstructionOf, Opcode } from "./model";

/** What is computed from an instruction and a context, by opcode. */
export type OpcodeTable<Context, Result> = {
  readonly [Op in Opcode]: (one: InstructionOf<Op>, context: Context) => Result;
};

/** Applies the function of the instruction's opcode. */
export function applyByOpcode<Context, Result>(
  table: OpcodeTable<Context, Result>,
  one: Instruction,
  context: Context,
): Result {
  // TypeScript does not relate the type of the entry to the type of the instruction that selects it.
  return (table[one.op] as (one: Instruction, context: Context) => Result)(one, context);
}

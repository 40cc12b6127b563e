/**
 * Arithmetic in double precision whose operands are single precision, integers and constants, and whose result is rounded to
 * single precision: only a constant of the source makes it double precision.
 */
import type { Func, Instruction, Value } from "../ir/model";
import type { DoubleFact } from "./model";

/** The most operations that are followed from a rounding to its inputs. */
const MAX_OPERATIONS = 64;

/** The roundings to single precision with the double-precision operations that they depend on, in program order. */
export function doublesOf(functions: readonly Func[]): readonly DoubleFact[] {
  return functions.flatMap(({ blocks }) =>
    blocks.flatMap(({ instructions }) =>
      instructions.flatMap((instruction): readonly DoubleFact[] => {
        const operations = operationsBehind(instruction);
        return operations ? [{ rounding: instruction, operations }] : [];
      }),
    ),
  );
}

function operationsBehind(rounding: Instruction): readonly Instruction[] | undefined {
  if (rounding.op !== "cast" || rounding.cast !== "fptrunc" || !isFloat(rounding, "float")) return undefined;
  const operations = new Set<Instruction>();
  let [constants, singles] = [0, 0];
  const open: Value[] = [rounding.value];
  for (let value = open.pop(); value; value = open.pop()) {
    if (value.kind === "float") constants++;
    else if (value.kind !== "instruction") return undefined;
    else if (isFromSingle(value)) singles++;
    else if (!operations.has(value)) {
      const operands = operandsOf(value);
      if (!operands || operations.size >= MAX_OPERATIONS) return undefined;
      operations.add(value);
      open.push(...operands);
    }
  }
  return constants > 0 && singles > 0 && operations.size > 0 ? [...operations].reverse() : undefined;
}

const isFloat = ({ type }: Value, format: string): boolean => type.kind === "float" && type.format === format;

/** Whether a value is converted from single precision or an integer. */
function isFromSingle(value: Instruction): boolean {
  if (value.op !== "cast") return false;
  if (value.cast === "sitofp" || value.cast === "uitofp") return true;
  return value.cast === "fpext" && isFloat(value.value, "float");
}

/** The operands of an operation from doubles to a double; undefined for other instructions. */
function operandsOf(value: Instruction): readonly Value[] | undefined {
  if (!isFloat(value, "double")) return undefined;
  if (value.op === "binary") return [value.left, value.right];
  if (value.op === "fneg") return [value.value];
  if (value.op !== "call" || value.callee.kind !== "function") return undefined;
  return /^llvm\.(?:fma|fmuladd|fabs|sqrt|minnum|maxnum)\./.test(value.callee.name) ? value.arguments : undefined;
}

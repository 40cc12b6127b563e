/** Operands of instructions, and users of values. */
import type { Constant, Func, Instruction, Value } from "./model";

/** The values that an instruction reads, in the order of its fields. Blocks and constants inside constants are not in it. */
export function operands(instruction: Instruction): readonly Value[] {
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
    case "switch":
      return [instruction.value];
    case "select":
      return [instruction.condition, instruction.ifTrue, instruction.ifFalse];
    case "phi":
      return instruction.incoming.map((edge) => edge.value);
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
    case "landingpad":
      return instruction.clauses.map((clause) => clause.value);
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
    case "ret":
      return instruction.value ? [instruction.value] : [];
    case "br":
    case "fence":
    case "unreachable":
    case "unsupported":
      return [];
  }
}

/** Users of values inside one function. */
export interface Uses {
  /** Instructions that have the value as an operand, each once, in block order. */
  of(value: Value): readonly Instruction[];
}

const known = new WeakMap<Func, Uses>();
const NONE: readonly Instruction[] = [];

/** The users of values in a function, computed once per function. */
export function usesIn(func: Func): Uses {
  let uses = known.get(func);
  if (!uses) {
    uses = compute(func);
    known.set(func, uses);
  }
  return uses;
}

function compute(func: Func): Uses {
  const users = new Map<Value, Instruction[]>();
  for (const block of func.blocks) {
    for (const instruction of block.instructions) {
      for (const value of operands(instruction)) {
        const list = users.get(value);
        if (!list) users.set(value, [instruction]);
        else if (list.at(-1) !== instruction) list.push(instruction);
      }
    }
  }
  return { of: (value) => users.get(value) ?? NONE };
}

/** The operands of a constant: elements, operands of an expression, an alias's target; not initializers. */
export function constantOperands(constant: Constant): readonly Constant[] {
  switch (constant.kind) {
    case "aggregate":
      return constant.elements;
    case "alias":
      return [constant.target];
    case "expression": {
      const { expression } = constant;
      if (expression.op === "cast") return [expression.value];
      if (expression.op === "gep") return [expression.base, ...expression.indices];
      return expression.op === "binary" ? [expression.left, expression.right] : [];
    }
    default:
      return [];
  }
}

/**
 * The pointers from which address arithmetic, a cast, a phi or a select computes a pointer; undefined for one that nothing
 * computes: a load, an argument, an object, `null`.
 */
export function pointerSources(value: Value): readonly Value[] | undefined {
  if (value.kind === "alias") return [value.target];
  const made = value.kind === "instruction" ? value : value.kind === "expression" ? value.expression : undefined;
  switch (made?.op) {
    case "gep":
      return [made.base];
    case "cast":
    case "freeze":
      return [made.value];
    case "phi":
      return made.incoming.map((incoming) => incoming.value);
    case "select":
      return [made.ifTrue, made.ifFalse];
    default:
      return undefined;
  }
}

/** Copies instructions with other operands, which is how passes rewrite the readonly model. */
import type { FunctionBuilder } from "./build";
import type { Block, Bundle, Instruction, Value } from "./model";

/** The new operands and blocks of an instruction. */
export interface Mapping {
  readonly value: (value: Value) => Value;
  readonly block: (block: Block) => Block;
}

/** Renumbers the blocks and instructions of a function in their order, and sets each instruction's block. */
export function renumber(func: FunctionBuilder): void {
  let count = 0;
  func.blocks.forEach((block, index) => {
    Object.assign(block, { index });
    for (const one of block.instructions) Object.assign(one, { id: count++, block });
  });
  func.instructionCount = count;
}

/** The instruction with mapped operands and blocks; its id and block are still those of the given one. */
export function mapped(one: Instruction, to: Mapping): Instruction {
  const value = (operand: Value) => to.value(operand);
  const values = (operands: readonly Value[]) => operands.map(value);
  switch (one.op) {
    case "binary":
    case "icmp":
    case "fcmp":
    case "shufflevector":
      return { ...one, left: value(one.left), right: value(one.right) };
    case "fneg":
    case "freeze":
    case "cast":
    case "resume":
      return { ...one, value: value(one.value) };
    case "select":
      return { ...one, condition: value(one.condition), ifTrue: value(one.ifTrue), ifFalse: value(one.ifFalse) };
    case "phi": {
      const incoming = one.incoming.map((edge) => ({ value: value(edge.value), block: to.block(edge.block) }));
      return { ...one, incoming };
    }
    case "load":
      return { ...one, pointer: value(one.pointer) };
    case "store":
    case "atomicrmw":
      return { ...one, pointer: value(one.pointer), value: value(one.value) };
    case "cmpxchg": {
      const { pointer, expected, replacement } = one;
      return { ...one, pointer: value(pointer), expected: value(expected), replacement: value(replacement) };
    }
    case "gep":
      return { ...one, base: value(one.base), indices: values(one.indices) };
    case "alloca":
      return { ...one, count: value(one.count) };
    case "call": {
      const fields = { ...one, callee: value(one.callee), arguments: values(one.arguments) };
      return one.bundles ? { ...fields, bundles: one.bundles.map((bundle) => mappedBundle(bundle, to)) } : fields;
    }
    case "invoke": {
      const [normal, unwind] = [to.block(one.normal), to.block(one.unwind)];
      return { ...one, callee: value(one.callee), arguments: values(one.arguments), normal, unwind };
    }
    case "landingpad":
      return { ...one, clauses: one.clauses.map((clause) => ({ ...clause, value: value(clause.value) })) };
    case "extractvalue":
      return { ...one, aggregate: value(one.aggregate) };
    case "insertvalue":
      return { ...one, aggregate: value(one.aggregate), value: value(one.value) };
    case "extractelement":
      return { ...one, vector: value(one.vector), index: value(one.index) };
    case "insertelement":
      return { ...one, vector: value(one.vector), value: value(one.value), index: value(one.index) };
    case "va_arg":
      return { ...one, list: value(one.list) };
    case "br":
      return { ...one, target: to.block(one.target) };
    case "condbr":
      return { ...one, condition: value(one.condition), ifTrue: to.block(one.ifTrue), ifFalse: to.block(one.ifFalse) };
    case "switch": {
      const cases = one.cases.map((each) => ({ ...each, target: to.block(each.target) }));
      return { ...one, value: value(one.value), cases, otherwise: to.block(one.otherwise) };
    }
    case "ret":
      return one.value ? { ...one, value: value(one.value) } : one;
    case "fence":
    case "unreachable":
    case "unsupported":
      return one;
  }
}

function mappedBundle(bundle: Bundle, to: Mapping): Bundle {
  return { tag: bundle.tag, values: bundle.values.map((value) => to.value(value)) };
}

/** Copies instructions with other operands, which is how passes rewrite the readonly model. */
import type { FunctionBuilder } from "./build";
import type { Block, Bundle, Instruction, InstructionOf, Value } from "./model";
import { applyByOpcode, type OpcodeTable } from "./opcodeTable";

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
  return applyByOpcode(copies, one, to);
}

const unchanged = (one: Instruction): Instruction => one;

const copies: OpcodeTable<Mapping, Instruction> = {
  binary: withMappedSides,
  icmp: withMappedSides,
  fcmp: withMappedSides,
  shufflevector: withMappedSides,
  fneg: withMappedValue,
  freeze: withMappedValue,
  cast: withMappedValue,
  resume: withMappedValue,
  select: (one, { value }) => {
    return { ...one, condition: value(one.condition), ifTrue: value(one.ifTrue), ifFalse: value(one.ifFalse) };
  },
  phi: (one, { value, block }) => {
    return { ...one, incoming: one.incoming.map((edge) => ({ value: value(edge.value), block: block(edge.block) })) };
  },
  load: (one, { value }) => ({ ...one, pointer: value(one.pointer) }),
  store: (one, { value }) => ({ ...one, pointer: value(one.pointer), value: value(one.value) }),
  atomicrmw: (one, { value }) => ({ ...one, pointer: value(one.pointer), value: value(one.value) }),
  cmpxchg: (one, { value }) => {
    const { pointer, expected, replacement } = one;
    return { ...one, pointer: value(pointer), expected: value(expected), replacement: value(replacement) };
  },
  gep: (one, { value }) => ({ ...one, base: value(one.base), indices: one.indices.map(value) }),
  alloca: (one, { value }) => ({ ...one, count: value(one.count) }),
  call: (one, to) => {
    const fields = { ...one, callee: to.value(one.callee), arguments: one.arguments.map(to.value) };
    return one.bundles ? { ...fields, bundles: one.bundles.map((bundle) => mappedBundle(bundle, to)) } : fields;
  },
  invoke: (one, { value, block }) => {
    const [normal, unwind] = [block(one.normal), block(one.unwind)];
    return { ...one, callee: value(one.callee), arguments: one.arguments.map(value), normal, unwind };
  },
  landingpad: (one, { value }) => {
    return { ...one, clauses: one.clauses.map((clause) => ({ ...clause, value: value(clause.value) })) };
  },
  extractvalue: (one, { value }) => ({ ...one, aggregate: value(one.aggregate) }),
  insertvalue: (one, { value }) => ({ ...one, aggregate: value(one.aggregate), value: value(one.value) }),
  extractelement: (one, { value }) => ({ ...one, vector: value(one.vector), index: value(one.index) }),
  insertelement: (one, { value }) => {
    return { ...one, vector: value(one.vector), value: value(one.value), index: value(one.index) };
  },
  va_arg: (one, { value }) => ({ ...one, list: value(one.list) }),
  br: (one, { block }) => ({ ...one, target: block(one.target) }),
  condbr: (one, { value, block }) => {
    return { ...one, condition: value(one.condition), ifTrue: block(one.ifTrue), ifFalse: block(one.ifFalse) };
  },
  switch: (one, { value, block }) => {
    const cases = one.cases.map((each) => ({ ...each, target: block(each.target) }));
    return { ...one, value: value(one.value), cases, otherwise: block(one.otherwise) };
  },
  ret: (one, { value }) => (one.value ? { ...one, value: value(one.value) } : one),
  fence: unchanged,
  unreachable: unchanged,
  unsupported: unchanged,
};

function withMappedSides(
  one: InstructionOf<"binary" | "icmp" | "fcmp" | "shufflevector">,
  { value }: Mapping,
): Instruction {
  return { ...one, left: value(one.left), right: value(one.right) };
}

function withMappedValue(one: InstructionOf<"fneg" | "freeze" | "cast" | "resume">, { value }: Mapping): Instruction {
  return { ...one, value: value(one.value) };
}

function mappedBundle(bundle: Bundle, to: Mapping): Bundle {
  return { tag: bundle.tag, values: bundle.values.map((value) => to.value(value)) };
}

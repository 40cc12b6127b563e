/** Prints functions much as LLVM's assembly has them, for tests, messages and debugging. The text cannot be parsed again. */
import type {
  Attributes,
  Block,
  Bundle,
  Func,
  GlobalVariable,
  InlineAsm,
  Instruction,
  InstructionOf,
  Type,
  Value,
} from "./model";
import { applyByOpcode, type OpcodeTable } from "./opcodeTable";
import { escaped, flagWords, integerText, maskText, printConstant, printType, quoted } from "./printConstants";

/** A function with its blocks, one instruction per line. */
export function printFunction(func: Func): string {
  const names = new Names(func);
  const parameters = func.arguments
    .map((one) => `${printType(one.type)} ${attributeWords(one.attributes)}${names.of(one)}`)
    .join(", ");
  const head = `${func.isKernel ? "kernel " : ""}${printType(func.signature.result)} @${quoted(func.name)}(${parameters})`;
  if (!func.blocks.length) return `declare ${head}\n`;
  const lines = func.blocks.flatMap((block) => [
    `${names.block(block)}:`,
    ...block.instructions.map((instruction) => `  ${line(instruction, names)}`),
  ]);
  return `define ${head} {\n${lines.join("\n")}\n}\n`;
}

/** A global variable with its initializer. */
export function printGlobal(global: GlobalVariable): string {
  const space = global.space ? ` addrspace(${global.space})` : "";
  const words = `${global.threadLocal ? " thread_local" : ""}${space}${global.externallyInitialized ? " externally_initialized" : ""}`;
  const value = global.initializer ? ` ${printConstant(global.initializer)}` : "";
  const kind = global.isConstant ? "constant" : "global";
  const align = global.align ? `, align ${global.align}` : "";
  // The default linkage is only written for declarations.
  const linkage = global.linkage === "external" && global.initializer ? "" : global.linkage;
  return `@${quoted(global.name)} = ${linkage}${words} ${kind} ${printType(global.valueType)}${value}${align}`;
}

/** Names of arguments, blocks and results; unnamed ones are numbered. */
class Names {
  private readonly numbers = new Map<Value | Block, string>();

  constructor(func: Func) {
    let next = 0;
    const number = (thing: Value | Block, name: string) => {
      this.numbers.set(thing, `%${name ? quoted(name) : next++}`);
    };
    for (const argument of func.arguments) number(argument, argument.name);
    for (const block of func.blocks) {
      number(block, block.name);
      for (const one of block.instructions) if (one.type.kind !== "void") number(one, one.name);
    }
  }

  of(value: Value): string {
    if (value.kind === "argument" || value.kind === "instruction") return this.numbers.get(value) ?? "%?";
    if (value.kind === "asm") return assembly(value);
    return value.kind === "metadata" ? "metadata" : printConstant(value);
  }

  typed(value: Value): string {
    return `${printType(value.type)} ${this.of(value)}`;
  }

  /** Operands with their types. */
  list(values: readonly Value[]): string {
    return values.map((value) => this.typed(value)).join(", ");
  }

  block(block: Block): string {
    return this.numbers.get(block) ?? "%?";
  }
}

function line(instruction: Instruction, names: Names): string {
  const result = instruction.type.kind === "void" ? "" : `${names.of(instruction)} = `;
  const { location } = instruction;
  return `${result}${applyByOpcode(bodies, instruction, names)}${location ? `  ; ${location.line}:${location.column}` : ""}`;
}

/** What follows the operands of an access: scope, orderings and alignment. */
function access(one: { ordering: string; failureOrdering?: string; scope?: string; align: number }): string {
  const scope = one.scope && one.scope !== "system" ? ` syncscope("${one.scope}")` : "";
  const orderings = [one.ordering, one.failureOrdering].filter(Boolean).map((ordering) => ` ${ordering}`);
  return `${scope}${orderings.join("")}, align ${one.align}`;
}

/** The keywords between an access's opcode and its operands. */
function accessWords(one: { op: string; volatile: boolean; ordering: string; weak?: boolean }): string {
  const atomic = one.ordering && (one.op === "load" || one.op === "store") ? " atomic" : "";
  return `${one.op}${atomic}${one.weak ? " weak" : ""}${one.volatile ? " volatile" : ""}`;
}

/** An instruction without its result and location. */
const bodies: OpcodeTable<Names, string> = {
  binary: (one, names) => `${one.binary} ${flagWords(one.flags)}${names.typed(one.left)}, ${names.of(one.right)}`,
  fneg: (one, names) => `fneg ${flagWords(one.flags)}${names.typed(one.value)}`,
  freeze: (one, names) => `freeze ${flagWords(one.flags)}${names.typed(one.value)}`,
  cast: (one, names) => `${one.cast} ${flagWords(one.flags)}${names.typed(one.value)} to ${printType(one.type)}`,
  icmp: comparison,
  fcmp: comparison,
  select: (one, names) => `select ${flagWords(one.flags)}${names.list([one.condition, one.ifTrue, one.ifFalse])}`,
  phi: (one, names) => {
    const edges = one.incoming.map((edge) => `[ ${names.of(edge.value)}, ${names.block(edge.block)} ]`);
    return `phi ${flagWords(one.flags)}${printType(one.type)} ${edges.join(", ")}`;
  },
  load: (one, names) => {
    const invariant = one.invariant ? ", invariant" : "";
    return `${accessWords(one)} ${printType(one.type)}, ${names.typed(one.pointer)}${access(one)}${invariant}`;
  },
  store: (one, names) => `${accessWords(one)} ${names.list([one.value, one.pointer])}${access(one)}`,
  atomicrmw: (one, names) => `${accessWords(one)} ${one.atomic} ${names.list([one.pointer, one.value])}${access(one)}`,
  cmpxchg: (one, names) =>
    `${accessWords(one)} ${names.list([one.pointer, one.expected, one.replacement])}${access(one)}`,
  fence: (one) => `fence${one.scope === "system" ? "" : ` syncscope("${one.scope}")`} ${one.ordering}`,
  gep: (one, names) => {
    return `getelementptr ${flagWords(one.flags)}${printType(one.source)}, ${names.list([one.base, ...one.indices])}`;
  },
  alloca: (one, names) => {
    const count = one.count.kind === "int" && one.count.value === 1n ? "" : `, ${names.typed(one.count)}`;
    return `alloca ${printType(one.allocated)}${count}, align ${one.align}`;
  },
  call: (one, names) => `call ${flagWords(one.flags)}${callText(one, names)}`,
  invoke: (one, names) =>
    `invoke ${callText(one, names)} to ${names.block(one.normal)} unwind ${names.block(one.unwind)}`,
  landingpad: (one, names) => {
    const clauses = one.clauses.map(({ filter, value }) => ` ${filter ? "filter" : "catch"} ${names.typed(value)}`);
    return `landingpad ${printType(one.type)}${one.cleanup ? " cleanup" : ""}${clauses.join("")}`;
  },
  resume: (one, names) => `resume ${names.typed(one.value)}`,
  extractvalue: (one, names) => `extractvalue ${names.typed(one.aggregate)}, ${one.path.join(", ")}`,
  insertvalue: (one, names) => `insertvalue ${names.list([one.aggregate, one.value])}, ${one.path.join(", ")}`,
  extractelement: (one, names) => `extractelement ${names.list([one.vector, one.index])}`,
  insertelement: (one, names) => `insertelement ${names.list([one.vector, one.value, one.index])}`,
  shufflevector: (one, names) => `shufflevector ${names.list([one.left, one.right])}, ${maskText(one.mask)}`,
  va_arg: (one, names) => `va_arg ${names.typed(one.list)}, ${printType(one.type)}`,
  br: (one, names) => `br ${names.block(one.target)}`,
  condbr: (one, names) => `br ${names.typed(one.condition)}, ${names.block(one.ifTrue)}, ${names.block(one.ifFalse)}`,
  switch: (one, names) => {
    const { type } = one.value;
    const cases = one.cases.map(
      ({ value, target }) => `${printType(type)} ${integerText(type, value)}, ${names.block(target)}`,
    );
    return `switch ${names.typed(one.value)}, ${names.block(one.otherwise)} [ ${cases.join(" ")} ]`;
  },
  ret: (one, names) => (one.value ? `ret ${names.typed(one.value)}` : "ret void"),
  unreachable: () => "unreachable",
  unsupported: (one) => `unsupported "${one.what}"`,
};

function comparison(one: InstructionOf<"icmp" | "fcmp">, names: Names): string {
  return `${one.op} ${flagWords(one.flags)}${one.predicate} ${names.typed(one.left)}, ${names.of(one.right)}`;
}

interface CallLike {
  readonly signature: Extract<Type, { kind: "function" }>;
  readonly callee: Value;
  readonly arguments: readonly Value[];
  readonly parameterAttributes?: readonly (Attributes | undefined)[];
  readonly bundles?: readonly Bundle[];
}

/** The attributes of parameters that concern memory. */
function attributeWords(attributes: Attributes | undefined): string {
  return ["byval", "sret", "align"]
    .map((name) => {
      const value = attributes?.get(name);
      if (value === undefined) return "";
      return typeof value === "object" ? `${name}(${printType(value)}) ` : `${name} ${value} `;
    })
    .join("");
}

function callText(one: CallLike, names: Names): string {
  const values = one.arguments
    .map((value, index) => {
      return `${printType(value.type)} ${attributeWords(one.parameterAttributes?.[index])}${names.of(value)}`;
    })
    .join(", ");
  const type = printType(one.signature.variadic ? one.signature : one.signature.result);
  const bundles = (one.bundles ?? []).map((bundle) => {
    return `"${bundle.tag}"(${names.list(bundle.values)})`;
  });
  const suffix = bundles.length ? ` [ ${bundles.join(", ")} ]` : "";
  return `${type} ${names.of(one.callee)}(${values})${suffix}`;
}

function assembly(value: InlineAsm): string {
  const text = (content: string) => escaped(new TextEncoder().encode(content));
  const words = value.sideEffect ? "asm sideeffect" : "asm";
  return `${words} "${text(value.code)}", "${text(value.constraints)}"`;
}

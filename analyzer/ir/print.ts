/** Prints functions much as LLVM's assembly has them, for tests, messages and debugging. The text cannot be parsed again. */
import type { Attributes, Block, Bundle, Func, GlobalVariable, InlineAsm, Instruction, Type, Value } from "./model";
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

  block(block: Block): string {
    return this.numbers.get(block) ?? "%?";
  }
}

function line(instruction: Instruction, names: Names): string {
  const result = instruction.type.kind === "void" ? "" : `${names.of(instruction)} = `;
  const { location } = instruction;
  return `${result}${body(instruction, names)}${location ? `  ; ${location.line}:${location.column}` : ""}`;
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

function body(one: Instruction, names: Names): string {
  const typed = (value: Value) => names.typed(value);
  const bare = (value: Value) => names.of(value);
  switch (one.op) {
    case "binary":
      return `${one.binary} ${flagWords(one.flags)}${typed(one.left)}, ${bare(one.right)}`;
    case "fneg":
    case "freeze":
      return `${one.op} ${flagWords(one.flags)}${typed(one.value)}`;
    case "cast":
      return `${one.cast} ${flagWords(one.flags)}${typed(one.value)} to ${printType(one.type)}`;
    case "icmp":
    case "fcmp":
      return `${one.op} ${flagWords(one.flags)}${one.predicate} ${typed(one.left)}, ${bare(one.right)}`;
    case "select":
      return `select ${flagWords(one.flags)}${typed(one.condition)}, ${typed(one.ifTrue)}, ${typed(one.ifFalse)}`;
    case "phi": {
      const edges = one.incoming.map((edge) => `[ ${bare(edge.value)}, ${names.block(edge.block)} ]`);
      return `phi ${flagWords(one.flags)}${printType(one.type)} ${edges.join(", ")}`;
    }
    case "load":
      return `${accessWords(one)} ${printType(one.type)}, ${typed(one.pointer)}${access(one)}${one.invariant ? ", invariant" : ""}`;
    case "store":
      return `${accessWords(one)} ${typed(one.value)}, ${typed(one.pointer)}${access(one)}`;
    case "atomicrmw":
      return `${accessWords(one)} ${one.atomic} ${typed(one.pointer)}, ${typed(one.value)}${access(one)}`;
    case "cmpxchg":
      return `${accessWords(one)} ${[one.pointer, one.expected, one.replacement].map(typed).join(", ")}${access(one)}`;
    case "fence":
      return `fence${one.scope === "system" ? "" : ` syncscope("${one.scope}")`} ${one.ordering}`;
    case "gep": {
      const values = [one.base, ...one.indices].map(typed).join(", ");
      return `getelementptr ${flagWords(one.flags)}${printType(one.source)}, ${values}`;
    }
    case "alloca": {
      const count = one.count.kind === "int" && one.count.value === 1n ? "" : `, ${typed(one.count)}`;
      return `alloca ${printType(one.allocated)}${count}, align ${one.align}`;
    }
    case "call":
      return `call ${flagWords(one.flags)}${callText(one, names)}`;
    case "invoke":
      return `invoke ${callText(one, names)} to ${names.block(one.normal)} unwind ${names.block(one.unwind)}`;
    case "landingpad": {
      const clauses = one.clauses.map((clause) => ` ${clause.filter ? "filter" : "catch"} ${typed(clause.value)}`);
      return `landingpad ${printType(one.type)}${one.cleanup ? " cleanup" : ""}${clauses.join("")}`;
    }
    case "resume":
      return `resume ${typed(one.value)}`;
    case "extractvalue":
      return `extractvalue ${typed(one.aggregate)}, ${one.path.join(", ")}`;
    case "insertvalue":
      return `insertvalue ${typed(one.aggregate)}, ${typed(one.value)}, ${one.path.join(", ")}`;
    case "extractelement":
      return `extractelement ${typed(one.vector)}, ${typed(one.index)}`;
    case "insertelement":
      return `insertelement ${typed(one.vector)}, ${typed(one.value)}, ${typed(one.index)}`;
    case "shufflevector":
      return `shufflevector ${typed(one.left)}, ${typed(one.right)}, ${maskText(one.mask)}`;
    case "va_arg":
      return `va_arg ${typed(one.list)}, ${printType(one.type)}`;
    case "br":
      return `br ${names.block(one.target)}`;
    case "condbr":
      return `br ${typed(one.condition)}, ${names.block(one.ifTrue)}, ${names.block(one.ifFalse)}`;
    case "switch": {
      const { type } = one.value;
      const cases = one.cases.map(
        (each) => `${printType(type)} ${integerText(type, each.value)}, ${names.block(each.target)}`,
      );
      return `switch ${typed(one.value)}, ${names.block(one.otherwise)} [ ${cases.join(" ")} ]`;
    }
    case "ret":
      return one.value ? `ret ${typed(one.value)}` : "ret void";
    case "unreachable":
      return "unreachable";
    case "unsupported":
      return `unsupported "${one.what}"`;
  }
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
    return `"${bundle.tag}"(${bundle.values.map((value) => names.typed(value)).join(", ")})`;
  });
  const behind = bundles.length ? ` [ ${bundles.join(", ")} ]` : "";
  return `${type} ${names.of(one.callee)}(${values})${behind}`;
}

function assembly(value: InlineAsm): string {
  const text = (content: string) => escaped(new TextEncoder().encode(content));
  const words = value.sideEffect ? "asm sideeffect" : "asm";
  return `${words} "${text(value.code)}", "${text(value.constraints)}"`;
}

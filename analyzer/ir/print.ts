/** A text of functions that people who know LLVM's assembly can read: for tests, messages and debugging. Not parseable. */
import {
  type Block,
  type Bundle,
  type Constant,
  type ConstantExpression,
  Flag,
  type FloatFormat,
  type Func,
  type GlobalVariable,
  type InlineAsm,
  type Instruction,
  type Type,
  type Value,
} from "./model";

/** A function with its blocks, one instruction a line. */
export function printFunction(func: Func): string {
  const names = new Names(func);
  const parameters = func.arguments.map((one) => `${printType(one.type)} ${names.of(one)}`).join(", ");
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

/** One instruction, with the names that its function's text gives. */
export function printInstruction(instruction: Instruction): string {
  return line(instruction, new Names(instruction.block.function));
}

/** A type as LLVM's assembly has it; named structures by name. */
export function printType(type: Type): string {
  switch (type.kind) {
    case "int":
      return `i${type.bits}`;
    case "float":
      return type.format;
    case "pointer":
      return type.space ? `ptr addrspace(${type.space})` : "ptr";
    case "array":
      return `[${type.length} x ${printType(type.element)}]`;
    case "vector":
      return `<${type.length} x ${printType(type.element)}>`;
    case "struct": {
      if (type.name !== undefined) return `%${quoted(type.name)}`;
      const fields = type.fields.map(printType).join(", ");
      return type.packed ? `<{ ${fields} }>` : `{ ${fields} }`;
    }
    case "function": {
      const parameters = [...type.parameters.map(printType), ...(type.variadic ? ["..."] : [])];
      return `${printType(type.result)} (${parameters.join(", ")})`;
    }
    default:
      return type.kind;
  }
}

/** Names of arguments, blocks and results; what has none is numbered. */
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

/** A constant without its type; floats by bit pattern. */
export function printConstant(constant: Constant): string {
  switch (constant.kind) {
    case "int":
      return integerText(constant.type, constant.value);
    case "float":
      return floatText(constant.type, constant.bits);
    case "null":
      return constant.type.kind === "pointer" ? "null" : "zeroinitializer";
    case "undef":
    case "poison":
      return constant.kind;
    case "aggregate":
      return elements(constant.type, constant.elements.map(typedConstant));
    case "data":
      if (isText(constant.type)) return `c"${escaped(constant.elements.map(Number))}"`;
      return elements(constant.type, constant.elements.map(dataElement(constant.type)));
    case "expression":
      return printExpression(constant.expression, constant.type);
    case "blockaddress":
      return blockAddress(constant.function, constant.block);
    default:
      return `@${quoted(constant.name)}`;
  }
}

function integerText(type: Type, value: bigint): string {
  if (type.kind !== "int") return `${value}`;
  if (type.bits === 1) return value ? "true" : "false";
  return `${BigInt.asIntN(type.bits, value)}`;
}

/** Hexadecimal digits and letter of the formats that are written by bit pattern. */
const BIT_PATTERNS: Readonly<Partial<Record<FloatFormat, readonly [string, number]>>> = {
  half: ["H", 4],
  bfloat: ["R", 4],
  x86_fp80: ["K", 20],
};

/** Floats as LLVM writes those that decimals cannot hold: by the bits of the double of the same value. */
function floatText(type: Type, bits: bigint): string {
  if (type.kind !== "float") return `${bits}`;
  const hex = (value: bigint, digits: number) => value.toString(16).toUpperCase().padStart(digits, "0");
  const pattern = BIT_PATTERNS[type.format];
  if (pattern) return `0x${pattern[0]}${hex(bits, pattern[1])}`;
  if (type.format === "fp128") return `0xL${hex(BigInt.asUintN(64, bits), 16)}${hex(bits >> 64n, 16)}`;
  if (type.format === "double") return `0x${hex(bits, 16)}`;
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, Number(bits));
  view.setFloat64(0, view.getFloat32(0));
  return `0x${hex(view.getBigUint64(0), 16)}`;
}

function isText(type: Type): boolean {
  return type.kind === "array" && type.element.kind === "int" && type.element.bits === 8;
}

/** Bytes between quotes: what is not printable, quotes and backslashes as two hexadecimal digits. */
function escaped(bytes: Iterable<number>): string {
  let text = "";
  for (const byte of bytes) {
    const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
    text += plain ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return text;
}

function dataElement(type: Type): (value: number | bigint) => string {
  const element = type.kind === "array" || type.kind === "vector" ? type.element : type;
  const prefix = printType(element);
  if (element.kind === "float") return (bits) => `${prefix} ${floatText(element, BigInt(bits))}`;
  return (value) => `${prefix} ${integerText(element, BigInt(value))}`;
}

const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  array: ["[", "]"],
  vector: ["<", ">"],
  struct: ["{ ", " }"],
};

/** Elements between the brackets of their type; equal lanes of a vector once. */
function elements(type: Type, texts: readonly string[]): string {
  const [open, close] = BRACKETS[type.kind] ?? ["", ""];
  if (type.kind === "vector" && texts.length > 1 && new Set(texts).size === 1) return `splat (${texts[0]})`;
  const inside = texts.join(", ");
  return type.kind === "struct" && type.packed ? `<${open}${inside}${close}>` : `${open}${inside}${close}`;
}

/** Names with unusual characters are quoted. */
function quoted(name: string): string {
  return /^[-a-zA-Z._][-a-zA-Z._0-9]*$/.test(name) ? name : `"${name}"`;
}

function typedConstant(constant: Constant): string {
  return `${printType(constant.type)} ${printConstant(constant)}`;
}

function printExpression(expression: ConstantExpression, type: Type): string {
  switch (expression.op) {
    case "cast":
      return `${expression.cast} (${typedConstant(expression.value)} to ${printType(type)})`;
    case "binary":
      return `${expression.binary} ${flagWords(expression.flags ?? 0)}(${typedConstant(expression.left)}, ${typedConstant(expression.right)})`;
    case "gep": {
      const values = [expression.base, ...expression.indices].map(typedConstant);
      return `getelementptr ${flagWords(expression.flags ?? 0)}(${printType(expression.source)}, ${values.join(", ")})`;
    }
    case "unsupported":
      return `unsupported (${expression.what})`;
  }
}

const FAST = Flag.nnan | Flag.ninf | Flag.nsz | Flag.arcp | Flag.contract | Flag.afn | Flag.reassoc;

/** Flags in the order in which LLVM writes them. */
const FLAG_ORDER = [
  "exact",
  "disjoint",
  "nneg",
  "samesign",
  "inbounds",
  "nuw",
  "nsw",
  "reassoc",
  "nnan",
  "ninf",
  "nsz",
  "arcp",
  "contract",
  "afn",
] as const satisfies readonly (keyof typeof Flag)[];

function flagWords(flags: number): string {
  if ((flags & FAST) === FAST) return `fast ${flagWords(flags & ~FAST)}`;
  return FLAG_ORDER.filter((name) => flags & Flag[name])
    .map((name) => `${name} `)
    .join("");
}

function line(instruction: Instruction, names: Names): string {
  const result = instruction.type.kind === "void" ? "" : `${names.of(instruction)} = `;
  const { location } = instruction;
  return `${result}${body(instruction, names)}${location ? `  ; ${location.line}:${location.column}` : ""}`;
}

/** What comes behind the operands of an access: scope, orderings and alignment. */
function access(one: { ordering: string; failureOrdering?: string; scope?: string; align: number }): string {
  const scope = one.scope && one.scope !== "system" ? ` syncscope("${one.scope}")` : "";
  const orderings = [one.ordering, one.failureOrdering].filter(Boolean).map((ordering) => ` ${ordering}`);
  return `${scope}${orderings.join("")}, align ${one.align}`;
}

/** The words between an access's name and its operands. */
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

function callText(
  one: {
    signature: Extract<Type, { kind: "function" }>;
    callee: Value;
    arguments: readonly Value[];
    bundles?: readonly Bundle[];
  },
  names: Names,
): string {
  const values = one.arguments.map((value) => names.typed(value)).join(", ");
  const type = printType(one.signature.variadic ? one.signature : one.signature.result);
  const bundles = (one.bundles ?? []).map((bundle) => {
    return `"${bundle.tag}"(${bundle.values.map((value) => names.typed(value)).join(", ")})`;
  });
  const behind = bundles.length ? ` [ ${bundles.join(", ")} ]` : "";
  return `${type} ${names.of(one.callee)}(${values})${behind}`;
}

function blockAddress(func: Func, index: number): string {
  const block = func.blocks[index];
  return `blockaddress(@${quoted(func.name)}, ${block ? new Names(func).block(block) : "%?"})`;
}

function assembly(value: InlineAsm): string {
  const text = (content: string) => escaped(new TextEncoder().encode(content));
  const words = value.sideEffect ? "asm sideeffect" : "asm";
  return `${words} "${text(value.code)}", "${text(value.constraints)}"`;
}

function maskText(mask: readonly number[]): string {
  const type: Type = { kind: "vector", length: mask.length, element: { kind: "int", bits: 32 } };
  if (mask.every((lane) => lane === 0)) return `${printType(type)} zeroinitializer`;
  if (mask.every((lane) => lane < 0)) return `${printType(type)} poison`;
  const lanes = mask.map((lane) => (lane < 0 ? "i32 poison" : `i32 ${lane}`));
  return `${printType(type)} ${elements(type, lanes)}`;
}

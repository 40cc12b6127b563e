/** Types, constants and flags as LLVM's assembly has them. */
import { type Constant, type ConstantExpression, Flag, type FloatFormat, type Func, type Type } from "./model";

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

/** An integer as LLVM writes it: signed, and `true` or `false` for one bit. */
export function integerText(type: Type, value: bigint): string {
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

/** Bytes in quotes; quotes, backslashes and bytes that are not printable as two hexadecimal digits. */
export function escaped(bytes: Iterable<number>): string {
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
export function quoted(name: string): string {
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

/** The keywords of flags, each followed by a blank. */
export function flagWords(flags: number): string {
  if ((flags & FAST) === FAST) return `fast ${flagWords(flags & ~FAST)}`;
  return FLAG_ORDER.filter((name) => flags & Flag[name])
    .map((name) => `${name} `)
    .join("");
}

function blockAddress(func: Func, index: number): string {
  return `blockaddress(@${quoted(func.name)}, %${quoted(func.blocks[index]?.name || `block ${index}`)})`;
}

/** The mask of a `shufflevector` as a constant. */
export function maskText(mask: readonly number[]): string {
  const type: Type = { kind: "vector", length: mask.length, element: { kind: "int", bits: 32 } };
  if (mask.every((lane) => lane === 0)) return `${printType(type)} zeroinitializer`;
  if (mask.every((lane) => lane < 0)) return `${printType(type)} poison`;
  const lanes = mask.map((lane) => (lane < 0 ? "i32 poison" : `i32 ${lane}`));
  return `${printType(type)} ${elements(type, lanes)}`;
}

/**
 * Parses the text of inline assembly to PTX statements. Reference: PTX ISA, "Syntax" and "Instruction Operands"; LLVM Language
 * Reference, "Inline Assembler Expressions", for `$0` and `$$`.
 */

/** An operand of a statement. */
export type Operand =
  /** A register that the assembly declares, a special register (with its `%`), or a label. */
  | { readonly kind: "name"; readonly name: string }
  /** `$0`: an operand of the call. */
  | { readonly kind: "argument"; readonly index: number }
  /** Integers as they are written; floats in the notation `0f3F800000` by their bits. */
  | { readonly kind: "number"; readonly value: bigint; readonly float?: 32 | 64 }
  | { readonly kind: "vector"; readonly elements: readonly Operand[] }
  /** `[p+4]`; of a tensor map with the coordinates of a tile: `[map, {x, y}]`. */
  | {
      readonly kind: "address";
      readonly base: Operand;
      readonly offset: bigint;
      readonly coordinates?: readonly Operand[];
    }
  /** Two results joined by a bar: `d|p`. */
  | { readonly kind: "pair"; readonly first: Operand; readonly second: Operand };

/** One statement. */
export interface Statement {
  /** The predicate under which it executes. */
  readonly guard?: Guard;
  /** The opcode's words: `ld`, `global`, `v4`, `f32`; of a label a colon. */
  readonly words: readonly string[];
  readonly operands: readonly Operand[];
  /** As it was written, for messages. */
  readonly text: string;
  /** It stands for a loop, whose statements are executed again while a predicate is so. */
  readonly loop?: { readonly body: readonly Statement[]; readonly again: Guard };
}

/** A predicate, and whether it must be false. */
export interface Guard {
  readonly register: Operand;
  readonly negated: boolean;
}

/** A declaration of registers. */
export interface Declaration {
  readonly type: string;
  readonly names: readonly string[];
}

/** One piece of inline assembly. */
export interface Assembly {
  readonly declarations: readonly Declaration[];
  readonly statements: readonly Statement[];
}

/** The error of assembly that is not modelled: jumps, calls, directives and unknown forms. */
export class UnsupportedAssembly extends Error {}

/** Parses the text. Throws `UnsupportedAssembly` with the part that is not modelled. */
export function parseAssembly(code: string): Assembly {
  const declarations: Declaration[] = [];
  const statements: Statement[] = [];
  // `${:uid}` makes a label's name differ between the places where the assembly is inlined, which are apart here.
  const text = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, " ").replace(/\$\{:uid\}/g, "_uid");
  for (const part of split(text)) {
    const declaration = /^\.reg\s+\.(\w+)\s+([\s\S]+)$/.exec(part);
    if (declaration) declarations.push({ type: declaration[1]!, names: registerNames(declaration[2]!) });
    else statements.push(parseStatement(part));
  }
  return { declarations, statements };
}

const LABEL = /^[A-Za-z_$%][\w$]*$/;

/** Statements without their semicolons, labels with their colons, without the braces of blocks, which differ from those of vectors by their place. */
function split(text: string): string[] {
  const parts: string[] = [];
  let current = "";
  for (const character of text) {
    const blank = current.trim() === "";
    if (character === ";" || (blank && (character === "{" || character === "}"))) {
      if (!blank) parts.push(current.trim());
      current = "";
    } else if (character === ":" && LABEL.test(current.trim())) {
      parts.push(`${current.trim()}:`);
      current = "";
    } else current += character;
  }
  if (current.trim() !== "") parts.push(current.trim());
  return parts;
}

/** `a, b` and `r<4>`, which means r0 to r3. */
function registerNames(list: string): string[] {
  return list.split(",").flatMap((one) => {
    const many = /^(.+)<(\d+)>$/.exec(one.trim());
    return many ? Array.from({ length: Number(many[2]) }, (_, index) => `${many[1]}${index}`) : [one.trim()];
  });
}

function parseStatement(text: string): Statement {
  if (text.endsWith(":")) return { words: [":"], operands: [{ kind: "name", name: text.slice(0, -1) }], text };
  const match = /^(?:@(!?)\s*([%$\w.{}]+)\s+)?([a-z][\w]*(?:\.[\w:]+)*)\s*([\s\S]*)$/.exec(text);
  if (!match) throw new UnsupportedAssembly(text);
  const [, negated, register, opcode, rest] = match as unknown as [string, string, string | undefined, string, string];
  return {
    ...(register && { guard: { register: operand(register), negated: negated === "!" } }),
    words: opcode.split("."),
    operands: list(rest).map(operand),
    text: text.replace(/\s+/g, " "),
  };
}

/** Splits at commas that stand in no braces or brackets. */
function list(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of text) {
    if ("{[(".includes(character)) depth++;
    if ("}])".includes(character)) depth--;
    if (character === "," && depth === 0) {
      items.push(current.trim());
      current = "";
    } else current += character;
  }
  if (current.trim() !== "") items.push(current.trim());
  return items;
}

const ARGUMENT = /^\$(?:(\d+)|\{(\d+)(?::\w+)?\})$/;

function operand(text: string): Operand {
  const argument = ARGUMENT.exec(text);
  if (argument) return { kind: "argument", index: Number(argument[1] ?? argument[2]) };
  if (text.startsWith("{") && text.endsWith("}"))
    return { kind: "vector", elements: list(text.slice(1, -1)).map(operand) };
  if (text.startsWith("[") && text.endsWith("]")) return address(text.slice(1, -1).trim());
  const pair = /^([%\w$]+)\|([%\w$]+)$/.exec(text);
  if (pair) return { kind: "pair", first: operand(pair[1]!), second: operand(pair[2]!) };
  return number(text) ?? name(text);
}

function number(text: string): Operand | undefined {
  const float = /^0([fF]([\da-fA-F]{8})|[dD]([\da-fA-F]{16}))$/.exec(text);
  if (float) {
    const digits = (float[2] ?? float[3])!;
    return { kind: "number", value: BigInt(`0x${digits}`), float: digits.length === 8 ? 32 : 64 };
  }
  const integer = /^(-?)(0[xX][\da-fA-F]+|0[bB][01]+|\d+)U?$/.exec(text);
  if (!integer) return undefined;
  const octal = /^0[0-7]+$/.test(integer[2]!) ? `0o${integer[2]!.slice(1)}` : integer[2]!;
  const magnitude = BigInt(octal);
  return { kind: "number", value: integer[1] ? -magnitude : magnitude };
}

function name(text: string): Operand {
  // LLVM writes a dollar twice, and clang a percent sign before special registers.
  const plain = text.replace(/^\$\$/, "$").replace(/^%%/, "%");
  if (!/^[%!]?[\w$.]+$/.test(plain)) throw new UnsupportedAssembly(text);
  return { kind: "name", name: plain };
}

function address(text: string): Extract<Operand, { kind: "address" }> {
  const tile = /^([\s\S]+?)\s*,\s*\{([\s\S]*)\}$/.exec(text);
  if (tile) return { ...address(tile[1]!), coordinates: list(tile[2]!).map(operand) };
  const match = /^([^\s+-]+)\s*(?:([+-])\s*(-?\w+))?$/.exec(text);
  if (!match) throw new UnsupportedAssembly(`[${text}]`);
  const base = operand(match[1]!);
  if (match[3] === undefined) return { kind: "address", base, offset: 0n };
  const offset = number(match[3]);
  if (offset?.kind !== "number") throw new UnsupportedAssembly(`[${text}]`);
  return { kind: "address", base, offset: match[2] === "-" ? -offset.value : offset.value };
}

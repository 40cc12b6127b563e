/** The registers and operands of one piece of inline assembly while it is translated. */
import type { InlineAsm, InstructionOf, Type, Value } from "../ir/model";
import { type Builder, bitsOf, constant, float, int, pointer, vector } from "./builder";
import { type Operand, type Statement, UnsupportedAssembly } from "./statements";

/** A PTX type: the IR type, and whether its integers are signed. */
export interface Typed {
  readonly type: Type;
  readonly signed: boolean;
}

const named: Readonly<Record<string, Type>> = {
  pred: int(1),
  f16: float("half"),
  bf16: float("bfloat"),
  f32: float("float"),
  f64: float("double"),
  tf32: int(32),
  f16x2: vector(float("half"), 2),
  bf16x2: vector(float("bfloat"), 2),
};

/** The type that a word of an opcode names; undefined for other words. */
export function typeOf(word: string): Typed | undefined {
  if (named[word]) return { type: named[word], signed: false };
  const integer = /^([bus])(8|16|32|64)$/.exec(word);
  return integer ? { type: int(Number(integer[2])), signed: integer[1] === "s" } : undefined;
}

/** As `typeOf`; throws where the word names no type. */
export function requireType(statement: Statement, word: string | undefined): Typed {
  const found = word === undefined ? undefined : typeOf(word);
  if (!found) throw new UnsupportedAssembly(statement.text);
  return found;
}

/** The address space of shared memory, whose 32-bit addresses include those of the cluster's other blocks. */
export const SHARED = 3;

/** NVPTX's address spaces by PTX's names. */
const spaces: Readonly<Record<string, number>> = {
  global: 1,
  shared: SHARED,
  "shared::cta": SHARED,
  "shared::cluster": 7,
  const: 4,
  local: 5,
};

/** The address space that a memory statement names; 0, generic, where it names none. */
export function spaceOf(words: readonly string[]): number {
  for (const word of words) if (spaces[word] !== undefined) return spaces[word];
  return 0;
}

/** The values of the registers that the assembly declares, and of the operands of the call. */
export class Scope {
  private readonly values = new Map<string, Value>();
  private readonly widths = new Map<string, number>();
  private readonly outputs: { readonly type: Type; value: Value | undefined }[];
  private readonly inputs: readonly Value[];
  /** While a guarded statement is translated: the values that it writes, in place of its registers. */
  private capture: Map<string, { readonly operand: Operand; readonly value: Value }> | undefined;

  constructor(
    readonly builder: Builder,
    call: InstructionOf<"call">,
    assembly: InlineAsm,
  ) {
    const constraints = assembly.constraints.split(",").filter((one) => !one.startsWith("~"));
    const results = constraints.filter((one) => one.startsWith("="));
    if (results.some((one) => one.includes("*"))) throw new UnsupportedAssembly("an operand in memory");
    const types = call.type.kind === "struct" ? call.type.fields : call.type.kind === "void" ? [] : [call.type];
    this.outputs = types.map((type) => ({ type, value: undefined }));
    this.inputs = call.arguments;
    // An operand that is read and written has an argument that is tied to its output.
    constraints.slice(results.length).forEach((one, index) => {
      if (/^\d+$/.test(one)) this.outputs[Number(one)]!.value = call.arguments[index];
    });
  }

  declare(names: readonly string[], width: number): void {
    for (const name of names) this.widths.set(name, width);
  }

  /** The results of the call, of their declared types. */
  results(): readonly Value[] {
    return this.outputs.map(({ type, value }) => (value ? this.coerce(value, type) : { kind: "undef", type }));
  }

  /** The value of an operand, of the type in which it was written. */
  raw(operand: Operand): Value {
    switch (operand.kind) {
      case "number":
        return constant(operand.value, operand.float ?? 64);
      case "argument": {
        const output = this.outputs[operand.index];
        const value = output ? output.value : this.inputs[operand.index - this.outputs.length];
        if (!value) throw new UnsupportedAssembly(`operand ${operand.index}, which is read before it is written`);
        return value;
      }
      case "name": {
        const value = this.values.get(operand.name);
        if (value) return value;
        if (operand.name.startsWith("%")) return this.special(operand.name.slice(1));
        throw new UnsupportedAssembly(operand.name);
      }
      default:
        throw new UnsupportedAssembly(`an operand of the kind ${operand.kind}`);
    }
  }

  /** The value of an operand as this type: of wider registers the lower bits. */
  read(operand: Operand | undefined, type: Type): Value {
    if (!operand) throw new UnsupportedAssembly("a missing operand");
    if (operand.kind === "name" && operand.name.startsWith("!")) {
      const value = this.read({ kind: "name", name: operand.name.slice(1) }, type);
      return this.builder.binary("xor", value, constant(-1, bitsOf(type)));
    }
    if (operand.kind === "number") return this.number(operand, type);
    return this.coerce(this.raw(operand), type);
  }

  private number({ value, float: bits }: Extract<Operand, { kind: "number" }>, type: Type): Value {
    const width = bitsOf(type);
    if (bits !== undefined && bits !== width) throw new UnsupportedAssembly("a number of another width");
    if (type.kind === "float") return { kind: "float", type, bits: BigInt.asUintN(width, value) };
    return this.coerce(constant(value, width), type);
  }

  write(operand: Operand | undefined, value: Value, signed = false): void {
    if (!operand || (operand.kind === "name" && operand.name === "_")) return;
    const width = this.widthOf(operand);
    const whole = value.type.kind === "int" && width !== undefined ? this.builder.resize(value, width, signed) : value;
    if (this.capture) {
      this.capture.set(key(operand), { operand, value: whole });
      return;
    }
    if (operand.kind === "name") this.values.set(operand.name, whole);
    else if (operand.kind === "argument" && this.outputs[operand.index]) this.outputs[operand.index]!.value = whole;
    else throw new UnsupportedAssembly("a result that is no register");
  }

  private widthOf(operand: Operand): number | undefined {
    if (operand.kind === "name") return this.widths.get(operand.name);
    const output = operand.kind === "argument" ? this.outputs[operand.index] : undefined;
    return output && bitsOf(output.type);
  }

  /** Translates `body` so that it takes effect only where a predicate holds. `moves`: it does more than write registers. */
  guarded(predicate: Value, moves: boolean, body: () => void): void {
    const capture = new Map<string, { readonly operand: Operand; readonly value: Value }>();
    const run = () => {
      this.capture = capture;
      try {
        body();
      } finally {
        this.capture = undefined;
      }
    };
    const before = (operand: Operand, like: Value): Value => {
      const held = this.held(operand);
      return held ? this.coerce(held, like.type) : { kind: "undef", type: like.type };
    };
    if (!moves) {
      run();
      for (const { operand, value } of capture.values()) {
        this.write(operand, this.builder.select(predicate, value, before(operand, value)));
      }
      return;
    }
    // Old values are converted before the branch, so that they are available on both edges.
    const old = new Map<string, Value>();
    const changed = this.builder.when(predicate, () => {
      run();
      return [...capture].map(([name, { operand, value }]) => {
        const held = this.held(operand) ?? ({ kind: "undef", type: value.type } as const);
        old.set(name, held);
        return [held, this.coerce(value, held.type)] as const;
      });
    });
    [...capture.values()].forEach(({ operand }, index) => {
      this.write(operand, changed[index]!);
    });
  }

  private held(operand: Operand): Value | undefined {
    if (operand.kind === "name") return this.values.get(operand.name);
    return operand.kind === "argument" ? this.outputs[operand.index]?.value : undefined;
  }

  private special(name: string): Value {
    if (name === "WARP_SZ") return constant(32, 32);
    const parts = name.replace(/^(cluster|lanemask)_/, "$1.");
    const wide = /^(clock64|globaltimer|gridid|desc)$/.test(parts);
    return this.builder.call(`llvm.nvvm.read.ptx.sreg.${parts}`, int(wide ? 64 : 32), []);
  }

  /** The same bits as a value of another type; integers are truncated. */
  coerce(value: Value, type: Type): Value {
    const { builder } = this;
    const from = value.type;
    if (same(from, type)) return value;
    if (from.kind === "pointer" && type.kind === "pointer") return builder.cast("addrspacecast", value, type);
    if (type.kind === "pointer") {
      return from.kind === "int"
        ? builder.cast("inttoptr", value, type)
        : this.coerce(this.coerce(value, int(64)), type);
    }
    if (from.kind === "pointer") return this.coerce(builder.cast("ptrtoint", value, int(64)), type);
    if (from.kind === "int" && type.kind === "int") return builder.resize(value, type.bits);
    if (bitsOf(from) === bitsOf(type)) return builder.cast("bitcast", value, type);
    return this.coerce(this.coerce(value, int(bitsOf(from))), type.kind === "int" ? type : int(bitsOf(type)));
  }

  /** The pointer of an address in an address space; additions to an integer address become offsets where they are visible. */
  pointer(operand: Operand | undefined, space: number): Value {
    if (operand?.kind !== "address") throw new UnsupportedAssembly("a place in memory");
    const { builder } = this;
    const { base, offsets } = origin(this.raw(operand.base));
    let address = this.coerce(base, pointer(space));
    for (const offset of offsets) address = builder.offset(address, offset);
    return operand.offset === 0n ? address : builder.offset(address, constant(operand.offset, 64));
  }
}

function key(operand: Operand): string {
  return operand.kind === "name" ? operand.name : operand.kind === "argument" ? `$${operand.index}` : "";
}

function same(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "int" && b.kind === "int") return a.bits === b.bits;
  if (a.kind === "float" && b.kind === "float") return a.format === b.format;
  if (a.kind === "pointer" && b.kind === "pointer") return a.space === b.space;
  if (a.kind === "vector" && b.kind === "vector") return a.length === b.length && same(a.element, b.element);
  return false;
}

/** The pointer from which an integer was computed, and the added offsets; the integer itself where there is none. */
function origin(value: Value): { readonly base: Value; readonly offsets: readonly Value[] } {
  const found = value.type.kind === "pointer" ? undefined : taken(value, 0);
  return found ?? { base: value, offsets: [] };
}

const DEEPEST = 8;

function taken(value: Value, depth: number): { readonly base: Value; readonly offsets: readonly Value[] } | undefined {
  if (depth > DEEPEST) return undefined;
  const cast = castOf(value);
  if (cast?.cast === "ptrtoint") return { base: cast.value, offsets: [] };
  if (cast?.cast === "trunc" || cast?.cast === "zext") return taken(cast.value, depth + 1);
  if (value.kind !== "instruction" || value.op !== "binary" || value.binary !== "add") return undefined;
  for (const [one, other] of [
    [value.left, value.right],
    [value.right, value.left],
  ] as const) {
    const inner = taken(one, depth + 1);
    if (inner) return { base: inner.base, offsets: [...inner.offsets, other] };
  }
  return undefined;
}

function castOf(value: Value): { readonly cast: string; readonly value: Value } | undefined {
  if (value.kind === "instruction" && value.op === "cast") return value;
  return value.kind === "expression" && value.expression.op === "cast" ? value.expression : undefined;
}

/** Translates one statement; throws `UnsupportedAssembly` for forms that are not modelled. */
export type Translation = (scope: Scope, statement: Statement) => void;

/** Translations by the first word of their opcode. */
export type Table = Readonly<Record<string, Translation>>;

/**
 * Writes WebAssembly modules: code of one function, and the sections of a module. V8 validates what comes out. Reference: WebAssembly Core Specification 2.0, "Binary Format".
 */
import { Bytes } from "./bytes";
import { tierHints } from "./hints";
import { Op, type Opcode, Type, type ValueType } from "./opcodes";

/** A local by its number, or as an expression (`expressions.ts`). */
export type LocalIndex = number | { readonly index: number };

const indexOf = (local: LocalIndex): number => (typeof local === "number" ? local : local.index);

const scratch = new DataView(new ArrayBuffer(8));

/** Instructions of one function. Nested buffers (`child`) let what comes first be decided after what follows. */
export class Code {
  private readonly bytes = new Bytes();
  private loops = 0;

  /** Whether a loop has been written. */
  get hasLoop(): boolean {
    return this.loops > 0;
  }

  /** Bytes so far. */
  get length(): number {
    return this.bytes.length;
  }

  op(...opcodes: Opcode[]): this {
    for (const opcode of opcodes) {
      if (opcode < 0x100) this.bytes.byte(opcode);
      else {
        this.bytes.byte(opcode >>> 16);
        this.bytes.unsigned(opcode & 0xffff);
      }
    }
    return this;
  }

  i32(value: number): this {
    this.bytes.byte(Op.i32Const);
    this.bytes.signed(value);
    return this;
  }

  i64(value: bigint): this {
    this.bytes.byte(Op.i64Const);
    this.bytes.signed64(value);
    return this;
  }

  /** A 32-bit float by bit pattern, so that NaN payloads survive. */
  f32Bits(bits: number): this {
    this.bytes.byte(Op.f32Const);
    for (let shift = 0; shift < 32; shift += 8) this.bytes.byte((bits >>> shift) & 255);
    return this;
  }

  /** A 64-bit float by bit pattern. */
  f64Bits(bits: bigint): this {
    this.bytes.byte(Op.f64Const);
    for (let shift = 0n; shift < 64n; shift += 8n) this.bytes.byte(Number((bits >> shift) & 255n));
    return this;
  }

  f64(value: number): this {
    scratch.setFloat64(0, value);
    return this.f64Bits(scratch.getBigUint64(0));
  }

  /** A vector constant of four 32-bit lanes. */
  v128(lanes: readonly [number, number, number, number]): this {
    this.op(Op.v128Const);
    for (const lane of lanes) for (let shift = 0; shift < 32; shift += 8) this.bytes.byte((lane >>> shift) & 255);
    return this;
  }

  get(local: LocalIndex): this {
    return this.indexed(Op.localGet, indexOf(local));
  }
  set(local: LocalIndex): this {
    return this.indexed(Op.localSet, indexOf(local));
  }
  tee(local: LocalIndex): this {
    return this.indexed(Op.localTee, indexOf(local));
  }
  call(index: number): this {
    return this.indexed(Op.call, index);
  }
  br(depth: number): this {
    return this.indexed(Op.br, depth);
  }
  brIf(depth: number): this {
    return this.indexed(Op.brIf, depth);
  }

  /** Calls an entry of the only table, with its signature's type index. */
  callIndirect(type: number): this {
    this.indexed(Op.callIndirect, type);
    this.bytes.byte(0);
    return this;
  }

  /** Extract or replace one lane. */
  lane(opcode: Opcode, lane: number): this {
    this.op(opcode);
    this.bytes.byte(lane);
    return this;
  }

  /** Bytes of the result, 0–15 from the first operand, 16–31 from the second. */
  shuffle(bytes: readonly number[]): this {
    this.op(Op.i8x16Shuffle);
    for (const byte of bytes) this.bytes.byte(byte);
    return this;
  }

  /** A load or store with a constant offset. No alignment is promised. */
  memory(opcode: Opcode, offset: number): this {
    this.op(opcode);
    this.bytes.byte(0);
    this.bytes.unsigned(offset);
    return this;
  }

  memoryFill(): this {
    this.op(Op.memoryFill);
    this.bytes.byte(0);
    return this;
  }

  memoryCopy(): this {
    this.op(Op.memoryCopy);
    this.bytes.byte(0);
    this.bytes.byte(0);
    return this;
  }

  /** `block`, `loop` or `if` without a result, around what `body` writes. */
  nest(opcode: typeof Op.block | typeof Op.loop | typeof Op.if, body: () => void, otherwise?: () => void): this {
    this.bytes.byte(opcode);
    this.bytes.byte(Type.empty);
    if (opcode === Op.loop) this.loops++;
    body();
    if (otherwise) {
      this.bytes.byte(Op.else);
      otherwise();
    }
    this.bytes.byte(Op.end);
    return this;
  }

  /** `if` with a result on the stack. */
  choose(type: ValueType, ifTrue: () => void, ifFalse: () => void): this {
    this.bytes.byte(Op.if);
    this.bytes.byte(type);
    ifTrue();
    this.bytes.byte(Op.else);
    ifFalse();
    this.bytes.byte(Op.end);
    return this;
  }

  append(child: Code): this {
    this.bytes.append(child.view());
    this.loops += child.loops;
    return this;
  }

  view(): Uint8Array {
    return this.bytes.view();
  }

  /** An instruction with an index: of a local, global or function. */
  indexed(opcode: number, index: number): this {
    this.bytes.byte(opcode);
    this.bytes.unsigned(index);
    return this;
  }
}

/** The parameters and results of a function. */
export interface Signature {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

interface DefinedFunction {
  readonly type: number;
  readonly locals: readonly ValueType[];
  readonly code: Code;
  readonly exported: string | undefined;
}

/** A module with one imported memory (`env.memory`), imported functions, and functions. All imports come first. */
export class ModuleBuilder {
  private readonly types: string[] = [];
  private readonly typeBytes: Signature[] = [];
  private readonly imports: { readonly field: string; readonly type: number }[] = [];
  private readonly globals: string[] = [];
  private table: string | undefined;
  private readonly functions: (DefinedFunction | undefined)[] = [];

  /** Index of an imported function, imported once a name. */
  import(field: string, signature: Signature): number {
    const known = this.imports.findIndex((entry) => entry.field === field);
    if (known >= 0) return known;
    if (this.functions.length) throw new Error(`import of ${field} after the first function`);
    this.imports.push({ field, type: this.typeIndex(signature) });
    return this.imports.length - 1;
  }

  get importNames(): readonly string[] {
    return this.imports.map((entry) => entry.field);
  }

  /** A mutable 32-bit number of the importer's, by index in the order of the calls. */
  importGlobal(field: string): number {
    return this.globals.push(field) - 1;
  }

  /** The importer's table of functions, for indirect calls. */
  importTable(field: string): void {
    this.table = field;
  }

  /** Index of a signature in the type section. */
  typeOf(signature: Signature): number {
    return this.typeIndex(signature);
  }

  define(signature: Signature, locals: readonly ValueType[], code: Code, exported?: string): number {
    this.functions.push({ type: this.typeIndex(signature), locals, code, exported });
    return this.imports.length + this.functions.length - 1;
  }

  /** The module. An engine that knows hints optimises the functions with the indices `optimised` before they first run. */
  build(optimised?: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
    const out = new Bytes();
    out.append(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    this.section(out, 1, this.typeBytes, (body, { parameters, results }) => {
      body.byte(0x60);
      body.unsigned(parameters.length);
      for (const type of parameters) body.byte(type);
      body.unsigned(results.length);
      for (const type of results) body.byte(type);
    });
    // A memory and a table have no maximum here; the limits are those of the imported ones.
    const imported: { readonly field: string; readonly description: readonly number[]; readonly type?: number }[] = [
      { field: "memory", description: [2, 0, 1] },
      ...(this.table === undefined ? [] : [{ field: this.table, description: [1, 0x70, 0, 0] }]),
      ...this.globals.map((field) => ({ field, description: [3, Type.i32, 1] })),
      ...this.imports.map(({ field, type }) => ({ field, description: [0], type })),
    ];
    this.section(out, 2, imported, (body, { field, description, type }) => {
      body.name("env");
      body.name(field);
      body.append(new Uint8Array(description));
      if (type !== undefined) body.unsigned(type);
    });
    const functions = this.functions as DefinedFunction[];
    this.section(out, 3, functions, (body, { type }) => body.unsigned(type));
    if (optimised) out.append(tierHints(functions.map((_one, i) => optimised.has(this.imports.length + i))));
    const exported = functions.flatMap(({ exported: name }, index) => (name === undefined ? [] : [{ name, index }]));
    this.section(out, 7, exported, (body, { name, index }) => {
      body.name(name);
      body.byte(0);
      body.unsigned(this.imports.length + index);
    });
    this.section(out, 10, functions, (body, { locals, code }) => {
      const content = new Bytes();
      const runs: { type: ValueType; count: number }[] = [];
      for (const type of locals) {
        const last = runs.at(-1);
        if (last?.type === type) last.count++;
        else runs.push({ type, count: 1 });
      }
      content.unsigned(runs.length);
      for (const { type, count } of runs) {
        content.unsigned(count);
        content.byte(type);
      }
      content.append(code.view());
      content.byte(Op.end);
      body.unsigned(content.length);
      body.append(content.view());
    });
    return out.view().slice() as Uint8Array<ArrayBuffer>;
  }

  private typeIndex(signature: Signature): number {
    const key = `${signature.parameters}:${signature.results}`;
    const known = this.types.indexOf(key);
    if (known >= 0) return known;
    this.types.push(key);
    this.typeBytes.push(signature);
    return this.types.length - 1;
  }

  private section<Item>(out: Bytes, id: number, items: readonly Item[], write: (body: Bytes, item: Item) => void) {
    if (!items.length) return;
    const body = new Bytes();
    body.unsigned(items.length);
    for (const item of items) write(body, item);
    out.byte(id);
    out.unsigned(body.length);
    out.append(body.view());
  }
}

/**
 * Does a function have more locals, parameters among them, or more code than an engine takes? Reference: WebAssembly
 * JavaScript Interface, "Implementation-defined Limits".
 */
export const exceedsLimits = (locals: number, { length }: Code): boolean => locals > 50_000 || length > 7_654_321;

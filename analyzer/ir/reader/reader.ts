/**
 * LLVM bitcode → module. Reads what clang 22 writes; what a program may contain and the model does not is an
 * `unsupported` instruction or constant expression with its place.
 */
import { AttributeTable, NO_ATTRIBUTES } from "../bitcode/attributes";
import { Bitstream } from "../bitcode/bitstream";
import { readConstants } from "../bitcode/constants";
import { type LineNow, MetadataTable } from "../bitcode/metadata";
import { BlockId, ModuleCode as Code, LINKAGES, PTX_KERNEL } from "../bitcode/records";
import type { ModuleState, Named } from "../bitcode/state";
import { valueAt } from "../bitcode/state";
import { TypeTable } from "../bitcode/types";
import type { FunctionBuilder, Mutable } from "../build";
import {
  type Alias,
  type Argument,
  type Constant,
  type Func,
  type GlobalVariable,
  IrError,
  type Module,
} from "../model";
import { readBody } from "./functions";
import { alignment } from "./instructions/memory";

const MAGIC = 0xdec04342;
/** Wrapper that some tools put before bitcode: magic, version, offset and size of what is inside. */
const WRAPPER_MAGIC = 0x0b17c0de;
const STRING_TABLE_BLOB = 1;
/** Synchronisation scopes and bundle tags. */
const NAME_RECORD = 1;

/**
 * Reads a module.
 *
 * @param lineNow where lines are that have moved since the module was compiled; none has by default
 * @throws IrError when the bitcode is truncated, malformed or of an unknown version; nothing else is ever thrown.
 */
export function readModule(bitcode: Uint8Array, lineNow: LineNow = (_file, line) => line): Module {
  try {
    return new ModuleReader(unwrap(bitcode), lineNow).read();
  } catch (error) {
    // Damaged bitcode can nest constants or types deeper than the stack.
    if (error instanceof RangeError) throw new IrError(`bitcode is malformed: ${error.message}`);
    throw error;
  }
}

function unwrap(bitcode: Uint8Array): Uint8Array {
  if (bitcode.length < 8) throw new IrError("bitcode ends early");
  const view = new DataView(bitcode.buffer, bitcode.byteOffset, bitcode.length);
  let inside = bitcode;
  if (view.getUint32(0, true) === WRAPPER_MAGIC && bitcode.length >= 20) {
    const offset = view.getUint32(8, true);
    inside = bitcode.subarray(offset, offset + view.getUint32(12, true));
    if (inside.length < 8) throw new IrError("bitcode ends early");
  }
  const magic = new DataView(inside.buffer, inside.byteOffset, 4).getUint32(0, true);
  if (magic !== MAGIC) throw new IrError("this is not LLVM bitcode");
  return inside;
}

/** A global variable's initializer or an alias's target, still a value number. */
interface Delayed {
  readonly index: number;
  readonly set: (constant: Constant) => void;
}

class ModuleReader {
  private readonly stream: Bitstream;
  private readonly state: ModuleState;
  private readonly types = new TypeTable();
  private readonly attributes = new AttributeTable(this.types);
  private readonly metadata: MetadataTable;
  private readonly functions: FunctionBuilder[] = [];
  private readonly globals: GlobalVariable[] = [];
  private readonly aliases: Alias[] = [];
  private readonly bodies: FunctionBuilder[] = [];
  private readonly names: Named[] = [];
  private readonly delayed: Delayed[] = [];
  private nextBody = 0;
  private triple = "";
  private dataLayout = "";

  constructor(bitcode: Uint8Array, lineNow: LineNow) {
    this.metadata = new MetadataTable(lineNow);
    this.stream = new Bitstream(bitcode);
    this.stream.read(32);
    this.state = {
      stream: this.stream,
      types: this.types,
      attributes: this.attributes,
      metadata: this.metadata,
      values: [],
      scopes: [],
      bundleTags: [],
      allocaSpace: 0,
    };
  }

  read(): Module {
    const { stream } = this;
    let modules = 0;
    let strings: Uint8Array | undefined;
    while (!stream.atEnd) {
      if (stream.advance() !== "block") throw new IrError("a record outside of blocks");
      if (stream.blockId === BlockId.module) {
        if (modules++) throw new IrError("bitcode with more than one module");
        stream.enter();
        this.readModuleBlock();
      } else if (stream.blockId === BlockId.stringTable) {
        stream.enter();
        strings = this.readStringTable();
      } else stream.skip();
    }
    if (!modules) throw new IrError("bitcode without a module");
    if (this.nextBody !== this.bodies.length) throw new IrError("a function's body is missing");
    this.setNames(strings ?? new Uint8Array());
    return {
      triple: this.triple,
      dataLayout: this.dataLayout,
      functions: this.functions as Func[],
      globals: this.globals,
      aliases: this.aliases,
    };
  }

  private readStringTable(): Uint8Array | undefined {
    let strings: Uint8Array | undefined;
    for (let entry = this.stream.advance(); entry !== "end"; entry = this.stream.advance()) {
      if (entry === "block") this.stream.skip();
      else if (this.stream.code === STRING_TABLE_BLOB) strings = this.stream.blob;
    }
    return strings;
  }

  private setNames(strings: Uint8Array): void {
    const decoder = new TextDecoder();
    for (const { target, offset, size } of this.names) {
      if (offset + size > strings.length) throw new IrError("a name is outside of the string table");
      target.name = decoder.decode(strings.subarray(offset, offset + size));
    }
  }

  private readModuleBlock(): void {
    const { stream } = this;
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") this.readInner();
      else this.records.get(stream.code)?.();
    }
    for (const { index, set } of this.delayed) {
      const value = valueAt(this.state, index);
      if (value.kind === "argument" || value.kind === "instruction" || value.kind === "asm") {
        throw new IrError("an initializer is not a constant");
      }
      if (value.kind === "metadata") throw new IrError("an initializer is not a constant");
      set(value);
    }
    for (const [index, node] of this.metadata.declarations) {
      const value = valueAt(this.state, index);
      const location = value.kind === "function" ? this.metadata.functionLocation(node) : undefined;
      if (location) (value as Mutable<Func>).location = location;
    }
  }

  /** What is done inside the blocks of a module; other blocks say nothing that the model has. */
  private readonly inner: ReadonlyMap<number, () => void> = new Map([
    // Block information reads itself: its abbreviations belong to the stream.
    [BlockId.blockInfo, () => {}],
    [BlockId.types, () => this.types.read(this.stream)],
    [BlockId.attributeGroups, () => this.attributes.readGroups(this.stream)],
    [BlockId.parameterAttributes, () => this.attributes.readLists(this.stream)],
    [BlockId.constants, () => readConstants(this.state)],
    [BlockId.metadata, () => this.metadata.read(this.stream)],
    [BlockId.syncScopes, () => this.readNames((name) => this.state.scopes.push(name || "system"))],
    [BlockId.bundleTags, () => this.readNames((name) => this.state.bundleTags.push(name))],
    [BlockId.function, () => this.readBody()],
  ]);

  private readInner(): void {
    const read = this.inner.get(this.stream.blockId);
    if (!read) {
      this.stream.skip();
      return;
    }
    this.stream.enter();
    read();
  }

  private readBody(): void {
    const func = this.bodies[this.nextBody++];
    if (!func) throw new IrError("a body without a function");
    readBody(this.state, func);
  }

  /** A block of names, which are numbered as they come. */
  private readNames(add: (name: string) => void): void {
    const { stream } = this;
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") stream.skip();
      else if (stream.code === NAME_RECORD) add(stream.text(0));
    }
  }

  private readonly records: ReadonlyMap<number, () => void> = new Map([
    [Code.version, () => this.readVersion()],
    [Code.triple, () => this.readTriple()],
    [Code.dataLayout, () => this.readDataLayout()],
    [Code.globalVariable, () => this.readGlobal()],
    [Code.function, () => this.readFunction()],
    [Code.alias, () => this.readAlias()],
    [Code.ifunc, () => this.readAlias()],
  ]);

  /** Version 2 has relative value numbers and a string table. */
  private readVersion(): void {
    const version = this.stream.operand(0);
    if (version !== 2) throw new IrError(`bitcode of version ${version} is not read`);
  }

  private readTriple(): void {
    this.triple = this.stream.text(0);
  }

  private readDataLayout(): void {
    this.dataLayout = this.stream.text(0);
    this.state.allocaSpace = Number(/(?:^|-)A(\d+)/.exec(this.dataLayout)?.[1] ?? 0);
  }

  /** Adds a global to the values; records start with the place of its name in the string table. */
  private declare(target: Mutable<GlobalVariable> | Mutable<Alias> | FunctionBuilder): void {
    this.names.push({ target, offset: this.stream.operand(0), size: this.stream.operand(1) });
    this.state.values.push(target as GlobalVariable | Alias | Func);
  }

  private linkage(index: number): string {
    const name = LINKAGES[this.stream.operand(index)];
    if (!name) throw new IrError(`linkage ${this.stream.operand(index)} is unknown`);
    return name;
  }

  private readGlobal(): void {
    const { stream } = this;
    const bits = stream.operand(3);
    const space = bits >>> 2;
    const optional = (index: number) => stream.operands[index] ?? 0;
    const global: Mutable<GlobalVariable> = {
      kind: "global",
      name: "",
      index: this.globals.length,
      type: this.types.pointer(space),
      valueType: this.types.at(stream.operand(2)),
      space,
      isConstant: (bits & 1) !== 0,
      align: alignment(stream.operand(6)),
      linkage: this.linkage(5),
      externallyInitialized: optional(11) !== 0,
      ...(optional(9) ? { threadLocal: true as const } : {}),
    };
    const initializer = stream.operand(4);
    if (initializer) {
      this.delayed.push({
        index: initializer - 1,
        set: (constant) => {
          global.initializer = constant;
        },
      });
    }
    this.declare(global);
    this.globals.push(global);
  }

  private readFunction(): void {
    const { stream } = this;
    const signature = this.types.function(stream.operand(2));
    const list = this.attributes.at(stream.operand(6));
    const func: FunctionBuilder = {
      kind: "function",
      name: "",
      type: this.types.pointer(stream.operands[18] ?? 0),
      signature,
      arguments: signature.parameters.map(
        (type, index): Argument => ({
          kind: "argument",
          name: "",
          type,
          index,
          attributes: list.parameters[index] ?? NO_ATTRIBUTES,
        }),
      ),
      blocks: [],
      attributes: list.function,
      linkage: this.linkage(5),
      isKernel: stream.operand(3) === PTX_KERNEL,
      instructionCount: 0,
    };
    const isDeclaration = stream.operand(4) !== 0;
    if (!isDeclaration) this.bodies.push(func);
    this.declare(func);
    this.functions.push(func);
  }

  private readAlias(): void {
    const { stream } = this;
    const alias = { kind: "alias", name: "", type: this.types.pointer(stream.operand(3)) } as Mutable<Alias>;
    this.delayed.push({
      index: stream.operand(4),
      set: (constant) => {
        alias.target = constant;
      },
    });
    this.declare(alias);
    this.aliases.push(alias);
  }
}

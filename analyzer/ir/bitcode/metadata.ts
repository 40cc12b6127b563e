/**
 * Metadata blocks, as far as source locations and variables need them: files, functions, lexical blocks, inlined-at
 * locations, and where the debug information has them variables and their types. Everything else only takes its number.
 */

import { IrError, type Location } from "../model";
import { Bitstream, decodeText } from "./bitstream";
import { MetadataCode as Code } from "./records";

/** A record as it stands. */
export interface Node {
  readonly code: number;
  readonly operands: readonly number[];
}

const KEPT: ReadonlySet<number> = new Set([
  Code.node,
  Code.distinctNode,
  Code.location,
  Code.file,
  Code.subprogram,
  Code.lexicalBlock,
  Code.lexicalBlockFile,
  Code.value,
  Code.localVariable,
  Code.basicType,
  Code.derivedType,
  Code.compositeType,
]);

/** Records that are not nodes and take no number. */
const UNNUMBERED: ReadonlySet<number> = new Set([
  Code.name,
  Code.kind,
  Code.namedNode,
  Code.attachment,
  Code.globalDeclarationAttachment,
  Code.indexOffset,
  Code.index,
]);

/** A lexical scope, resolved. */
interface Scope {
  readonly file: string;
  readonly function: string;
}

/** Where a line of a file is now, of a text whose lines have moved since it was compiled. */
export type LineNow = (file: string, line: number) => number;

const NOWHERE: Scope = { file: "", function: "" };

/** Metadata by number; those of a function body come after those of the module and go with the body. */
export class MetadataTable {
  /** Strings, kept nodes, and `undefined` for everything that locations do not need. */
  private readonly entries: (Uint8Array | Node | undefined)[] = [];
  /** Scopes and inlined-at locations that have been resolved, by number. */
  private readonly scopes: (Scope | undefined)[] = [];
  private readonly locations: (Location | undefined)[] = [];
  private readonly lineNow: LineNow;
  /** `!dbg` of declarations, by value number. */
  readonly declarations = new Map<number, number>();

  constructor(lineNow: LineNow) {
    this.lineNow = lineNow;
  }

  /** How many numbers are taken. */
  get length(): number {
    return this.entries.length;
  }

  /** Forgets a function's own metadata: what has numbers from `length` on. */
  truncate(length: number): void {
    for (const list of [this.entries, this.scopes, this.locations]) if (list.length > length) list.length = length;
  }

  /** Reads a METADATA block that the stream has just entered. */
  read(stream: Bitstream): void {
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") stream.skip();
      else if (stream.code === Code.strings) this.readStrings(stream);
      else if (stream.code === Code.stringOld) this.entries.push(Uint8Array.from(stream.operands));
      else if (stream.code === Code.globalDeclarationAttachment) this.readDeclaration(stream);
      else if (KEPT.has(stream.code)) this.entries.push({ code: stream.code, operands: stream.operands.slice() });
      else if (!UNNUMBERED.has(stream.code)) this.entries.push(undefined);
    }
  }

  /** A blob: lengths in VBR6 up to an offset, then the characters of all strings. */
  private readStrings(stream: Bitstream): void {
    const count = stream.operand(0);
    const offset = stream.operand(1);
    const blob = stream.blob;
    if (!blob || offset > blob.length) throw new IrError("metadata strings without their characters");
    if (count > offset * 8) throw new IrError("more metadata strings than lengths");
    const lengths = new Bitstream(blob.subarray(0, offset));
    let at = offset;
    for (let i = 0; i < count; i++) {
      const length = lengths.vbr(6);
      if (at + length > blob.length) throw new IrError("metadata strings end early");
      this.entries.push(blob.subarray(at, at + length));
      at += length;
    }
  }

  private readDeclaration(stream: Bitstream): void {
    for (let i = 1; i + 1 < stream.operands.length; i += 2) {
      if (stream.operand(i) === 0) this.declarations.set(stream.operand(0), stream.operand(i + 1));
    }
  }

  /** Where a function is declared, from its `!dbg` node. */
  functionLocation(id: number): Location | undefined {
    const node = this.node(id);
    if (node?.code !== Code.subprogram) return undefined;
    const scope = this.scope(id);
    return {
      file: scope.file,
      line: this.lineNow(scope.file, node.operands[5] ?? 0),
      column: 0,
      function: scope.function,
    };
  }

  /** A debug location record: scope and inlined-at are one more than the node's number, 0 for none. */
  point(line: number, column: number, scopePlusOne: number, inlinedAtPlusOne: number): Location | undefined {
    if (scopePlusOne === 0) return undefined;
    return this.make(line, column, scopePlusOne - 1, inlinedAtPlusOne, 0);
  }

  private make(then: number, column: number, scopeId: number, inlinedAtPlusOne: number, depth: number): Location {
    const scope = this.scope(scopeId);
    const inlinedAt = inlinedAtPlusOne ? this.location(inlinedAtPlusOne - 1, depth + 1) : undefined;
    const { file } = scope;
    const line = this.lineNow(file, then);
    return inlinedAt
      ? { file, line, column, function: scope.function, inlinedAt }
      : { file, line, column, function: scope.function };
  }

  /** The location with a number. */
  locationAt(id: number): Location | undefined {
    return this.location(id, 0);
  }

  /** The type's name in a `!tbaa` tag of a scalar by itself, not of a member of a structure: base and accessed are one. */
  scalarType(id: number): string | undefined {
    const [base = 0, accessed] = this.tuple(id);
    if (base === 0 || base !== accessed) return undefined;
    return this.text(this.tuple(base - 1)[0]);
  }

  /** Whether the metadata of a loop forbids unrolling. */
  unrollDisabled(id: number): boolean {
    return this.tuple(id).some((part) => {
      return part > 0 && part - 1 !== id && this.text(this.tuple(part - 1)[0]) === "llvm.loop.unroll.disable";
    });
  }

  private tuple(id: number): readonly number[] {
    const node = this.node(id);
    return node?.code === Code.node || node?.code === Code.distinctNode ? node.operands : [];
  }

  /** The number of the value that a node wraps. */
  valueNumber(id: number): number | undefined {
    const node = this.node(id);
    return node?.code === Code.value ? node.operands[1] : undefined;
  }

  private location(id: number, depth: number): Location | undefined {
    const node = this.node(id);
    if (node?.code !== Code.location) return undefined;
    const known = this.locations[id];
    if (known) return known;
    if (depth > 1000) throw new IrError("a location is inlined into itself");
    const [, line = 0, column = 0, scope = -1, inlinedAt = 0] = node.operands;
    const location = this.make(line, column, scope, inlinedAt, depth);
    this.locations[id] = location;
    return location;
  }

  private scope(id: number): Scope {
    if (!this.node(id)) return NOWHERE;
    const known = this.scopes[id];
    if (known) return known;
    const scope = this.resolveScope(id);
    this.scopes[id] = scope;
    return scope;
  }

  private resolveScope(id: number): Scope {
    let file: string | undefined;
    let node = this.node(id);
    for (let depth = 0; node; depth++) {
      if (depth > 1000) throw new IrError("a lexical scope contains itself");
      if (node.code === Code.subprogram) {
        const name = this.text(node.operands[3]) || this.text(node.operands[2]);
        return { file: file ?? this.file(node.operands[4]), function: this.nameNow(name) };
      }
      if (node.code !== Code.lexicalBlock && node.code !== Code.lexicalBlockFile) break;
      file ??= this.file(node.operands[2]) || undefined;
      node = this.node((node.operands[1] ?? 0) - 1);
    }
    return NOWHERE;
  }

  /** A name that says where a lambda or an unnamed type stands, with the line on which it stands now. */
  private nameNow(name: string): string {
    return name.replace(
      / at ([^()]+):(\d+):(\d+)\)/g,
      (_, file: string, line: string, column: string) => ` at ${file}:${this.lineNow(file, Number(line))}:${column})`,
    );
  }

  private file(idPlusOne: number | undefined): string {
    const node = this.node((idPlusOne ?? 0) - 1);
    return node?.code === Code.file ? this.text(node.operands[1]) : "";
  }

  /** The kept record with a number. */
  node(id: number): Node | undefined {
    const entry = this.entries[id];
    return entry instanceof Uint8Array ? undefined : entry;
  }

  /** The string whose number is one less; empty where there is none. */
  text(idPlusOne: number | undefined): string {
    const entry = this.entries[(idPlusOne ?? 0) - 1];
    return entry instanceof Uint8Array ? decodeText(entry) : "";
  }
}

/**
 * Reads the container format of LLVM bitcode: blocks and records with abbreviations, block info, variable bit rate numbers,
 * six-bit characters and blobs. The meaning of records is elsewhere.
 *
 * Reference: LLVM Bitcode File Format, "Bitstream Format".
 */
import { IrError } from "../model";

/** The result of `advance`. */
export type Entry = "record" | "block" | "end";

type Scalar = { readonly kind: "literal" | "fixed" | "vbr" | "char6"; readonly value: number };
type AbbreviationPart = Scalar | { readonly kind: "array"; readonly element: Scalar } | { readonly kind: "blob" };
type Abbreviation = readonly AbbreviationPart[];

interface Scope {
  readonly block: number;
  readonly width: number;
  readonly abbreviations: Abbreviation[];
}

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
/** Powers of two up to the longest number that is read: `**` costs a call. */
const POWERS = Array.from({ length: 128 }, (_, exponent) => 2 ** exponent);

const END_BLOCK = 0;
const ENTER_SUBBLOCK = 1;
const DEFINE_ABBREVIATION = 2;
const UNABBREVIATED = 3;
const BLOCKINFO = 0;
const BLOCKINFO_SETBID = 1;

/**
 * A cursor over one bitstream. After `advance()` returned `"record"`, `code`, `operands`, `wide` and `blob` describe it,
 * until the next `advance()`, which reuses the operand array.
 */
export class Bitstream {
  /** Code of the current record. */
  code = 0;
  /** Operands of the current record. Those of 2^53 and above are rounded; `exact` has them. */
  readonly operands: number[] = [];
  /** Blob operand of the current record. */
  blob: Uint8Array | undefined;
  /** Identifier of the sub-block that `advance` stands before. */
  blockId = 0;

  private readonly wide = new Map<number, bigint>();
  private readonly words: Uint32Array;
  private readonly endBit: number;
  private bit = 0;
  private overflow: bigint | undefined;
  private scope: Scope = { block: -1, width: 2, abbreviations: [] };
  private readonly scopes: Scope[] = [this.scope];
  private readonly info = new Map<number, Abbreviation[]>();

  constructor(private readonly bytes: Uint8Array) {
    if (bytes.length >= 1 << 28) throw new IrError("bitcode of 256 MiB and more is not read");
    this.words = new Uint32Array((bytes.length >> 2) + 2);
    new Uint8Array(this.words.buffer).set(bytes);
    this.endBit = bytes.length * 8;
  }

  /** Whether the stream is at its end. Valid between top-level blocks; up to three bytes of padding may follow. */
  get atEnd(): boolean {
    return this.bit + 32 > this.endBit;
  }

  /** The number of remaining bits, which bounds every count in the stream. */
  get remaining(): number {
    return this.endBit - this.bit;
  }

  /** `width` bits as an unsigned number; at most 32. */
  read(width: number): number {
    const bit = this.bit;
    if (bit + width > this.endBit) throw new IrError("bitcode ends early");
    if (width === 0) return 0;
    const word = bit >>> 5;
    const shift = bit & 31;
    let value = (this.words[word] as number) >>> shift;
    if (shift + width > 32) value |= (this.words[word + 1] as number) << (32 - shift);
    this.bit = bit + width;
    return width === 32 ? value >>> 0 : value & ((1 << width) - 1);
  }

  /** A variable-width number; when it needs more than 53 bits, the result is rounded and `overflow` has it exactly. */
  vbr(width: number): number {
    const more = (1 << (width - 1)) >>> 0;
    let chunk = this.read(width);
    if (chunk < more) return chunk;
    let value = 0;
    let shift = 0;
    while (chunk >= more) {
      value += (chunk - more) * (POWERS[shift] as number);
      shift += width - 1;
      if (shift > 70) throw new IrError("a number in the bitcode is longer than 64 bits");
      chunk = this.read(width);
      if (shift + width > 53) return this.longVbr(width, BigInt(value), shift, chunk);
    }
    return value + chunk * (POWERS[shift] as number);
  }

  private longVbr(width: number, start: bigint, startShift: number, firstChunk: number): number {
    const more = (1 << (width - 1)) >>> 0;
    let value = start;
    let shift = startShift;
    let chunk = firstChunk;
    for (;;) {
      value |= BigInt(chunk % more) << BigInt(shift);
      if (chunk < more) break;
      shift += width - 1;
      if (shift > 70) throw new IrError("a number in the bitcode is longer than 64 bits");
      chunk = this.read(width);
    }
    value = BigInt.asUintN(64, value);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) this.overflow = value;
    return Number(value);
  }

  /** The operand at `index`; throws `IrError` for a record that is too short. */
  operand(index: number): number {
    const value = this.operands[index];
    if (value === undefined) throw new IrError(`record ${this.code} has no operand ${index}`);
    return value;
  }

  /** The operand at `index` with all of its 64 bits. */
  exact(index: number): bigint {
    const value = this.operand(index);
    return this.wide.get(index) ?? BigInt(value);
  }

  /** All operands with all of their bits. */
  exactOperands(): bigint[] {
    return this.operands.map((_, index) => this.exact(index));
  }

  /** Operands from `from` on as text, one byte each. */
  text(from: number, to = this.operands.length): string {
    return bytesToText(this.operands, from, to);
  }

  /** Advances to the next record, sub-block or end of the block; reads definitions of abbreviations in between. */
  advance(): Entry {
    for (;;) {
      const id = this.read(this.scope.width);
      switch (id) {
        case END_BLOCK:
          this.align();
          this.leave();
          return "end";
        case ENTER_SUBBLOCK:
          this.blockId = this.vbr(8);
          return "block";
        case DEFINE_ABBREVIATION:
          this.scope.abbreviations.push(this.readAbbreviation());
          break;
        case UNABBREVIATED:
          this.readUnabbreviated();
          return "record";
        default:
          this.readAbbreviated(this.scope.abbreviations[id - 4]);
          return "record";
      }
    }
  }

  /** Enters the sub-block that `advance` stands before. */
  enter(): void {
    const width = this.vbr(4);
    this.align();
    this.read(32);
    if (width < 2 || width > 32) throw new IrError(`a block has abbreviations of ${width} bits`);
    if (this.scopes.length > 64) throw new IrError("blocks are nested too deeply");
    this.scope = { block: this.blockId, width, abbreviations: [...(this.info.get(this.blockId) ?? [])] };
    this.scopes.push(this.scope);
    if (this.blockId === BLOCKINFO) this.readBlockInfo();
  }

  /** Steps over the sub-block that `advance` stands before. */
  skip(): void {
    this.vbr(4);
    this.align();
    const length = this.read(32) * 32;
    if (this.bit + length > this.endBit) throw new IrError("bitcode ends early");
    this.bit += length;
  }

  private leave(): void {
    if (this.scopes.length < 2) throw new IrError("a block ends that never began");
    this.scopes.pop();
    this.scope = this.scopes[this.scopes.length - 1] as Scope;
  }

  private align(): void {
    this.bit = (this.bit + 31) & ~31;
    if (this.bit > this.endBit) throw new IrError("bitcode ends early");
  }

  /** Reads a BLOCKINFO block to its end; abbreviations in it belong to the blocks that it names. */
  private readBlockInfo(): void {
    let target: Abbreviation[] | undefined;
    const width = this.scope.width;
    for (;;) {
      const id = this.read(width);
      if (id === END_BLOCK) {
        this.align();
        this.leave();
        return;
      }
      if (id === DEFINE_ABBREVIATION) {
        if (!target) throw new IrError("block information for no block");
        target.push(this.readAbbreviation());
      } else if (id === UNABBREVIATED) {
        this.readUnabbreviated();
        if (this.code !== BLOCKINFO_SETBID) continue;
        const block = this.operand(0);
        target = this.info.get(block) ?? [];
        this.info.set(block, target);
      } else throw new IrError("block information is malformed");
    }
  }

  private readAbbreviation(): Abbreviation {
    const count = this.vbr(5);
    const parts: AbbreviationPart[] = [];
    for (let i = 0; i < count; i++) {
      if (this.read(1)) {
        parts.push({ kind: "literal", value: this.vbr(8) });
        continue;
      }
      const encoding = this.read(3);
      if (encoding === 1) parts.push({ kind: "fixed", value: this.encodingWidth() });
      else if (encoding === 2) parts.push({ kind: "vbr", value: this.encodingWidth() });
      else if (encoding === 4) parts.push({ kind: "char6", value: 6 });
      else if (encoding === 5) parts.push({ kind: "blob" });
      else if (encoding === 3 && i === count - 2) {
        const [element] = this.readElement();
        parts.push({ kind: "array", element });
        i++;
      } else throw new IrError("an abbreviation is malformed");
    }
    if (parts.length === 0) throw new IrError("an abbreviation is empty");
    return parts;
  }

  private readElement(): [Scalar] {
    if (this.read(1)) return [{ kind: "literal", value: this.vbr(8) }];
    const encoding = this.read(3);
    if (encoding === 1) return [{ kind: "fixed", value: this.encodingWidth() }];
    if (encoding === 2) return [{ kind: "vbr", value: this.encodingWidth() }];
    if (encoding === 4) return [{ kind: "char6", value: 6 }];
    throw new IrError("an abbreviation has an array of arrays");
  }

  private encodingWidth(): number {
    const width = this.vbr(5);
    if (width > 32) throw new IrError(`an abbreviation has a field of ${width} bits`);
    return width;
  }

  private begin(): void {
    this.operands.length = 0;
    if (this.wide.size) this.wide.clear();
    this.blob = undefined;
  }

  private push(value: number): void {
    if (this.overflow !== undefined) {
      this.wide.set(this.operands.length, this.overflow);
      this.overflow = undefined;
    }
    this.operands.push(value);
  }

  private readUnabbreviated(): void {
    this.begin();
    this.code = this.vbr(6);
    const count = this.vbr(6);
    if (count * 6 > this.remaining) throw new IrError("bitcode ends early");
    this.overflow = undefined;
    for (let i = 0; i < count; i++) this.push(this.vbr(6));
  }

  private readAbbreviated(abbreviation: Abbreviation | undefined): void {
    if (!abbreviation) throw new IrError("a record uses an abbreviation that is not defined");
    this.begin();
    this.overflow = undefined;
    let first = true;
    for (const part of abbreviation) {
      if (part.kind === "array") {
        const length = this.vbr(6);
        if (length > this.remaining) throw new IrError("bitcode ends early");
        for (let i = 0; i < length; i++) this.push(this.scalar(part.element));
      } else if (part.kind === "blob") {
        const length = this.vbr(6);
        this.align();
        if (length * 8 > this.remaining) throw new IrError("bitcode ends early");
        this.blob = this.bytes.subarray(this.bit >>> 3, (this.bit >>> 3) + length);
        this.bit += length * 8;
        this.align();
      } else if (first) this.code = this.scalar(part);
      else this.push(this.scalar(part));
      first = false;
    }
  }

  private scalar(part: Scalar): number {
    switch (part.kind) {
      case "literal":
        return part.value;
      case "fixed":
        return this.read(part.value);
      case "vbr":
        return part.value === 0 ? 0 : this.vbr(part.value);
      case "char6":
        return CHAR6.charCodeAt(this.read(6));
    }
  }
}

const decoder = new TextDecoder();

/** Text in UTF-8; malformed bytes are replaced. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Bytes, as numbers, decoded to text; plain ASCII needs no decoder. */
export function bytesToText(bytes: readonly number[], from: number, to: number): string {
  let text = "";
  for (let index = from; index < to; index++) {
    const byte = bytes[index];
    if (byte === undefined) break;
    if (byte >= 128) return decodeText(Uint8Array.from(bytes.slice(from, to)));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** LLVM's sign-rotated numbers: the sign is the lowest bit, and "minus zero" stands for −2^63. */
export function signRotated(value: bigint): bigint {
  if ((value & 1n) === 0n) return value >> 1n;
  return value === 1n ? -(1n << 63n) : -(value >> 1n);
}

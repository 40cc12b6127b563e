/** Reads attribute groups and lists of functions, their results and their parameters. */

import { type Attributes, IrError, type Type } from "../model";
import { type Bitstream, signRotated } from "./bitstream";
import { ATTRIBUTES } from "./records";
import type { TypeTable } from "./types";

type AttributeValue = true | number | bigint | string | Type;

const GROUP_ENTRY = 3;
const LIST_ENTRY = 2;
const FUNCTION_SLOT = 0xffffffff;

/** Attributes of one function or call. */
export interface AttributeList {
  readonly function: Attributes;
  readonly result: Attributes;
  readonly parameters: readonly (Attributes | undefined)[];
}

/** The empty attributes. */
export const NO_ATTRIBUTES: Attributes = new Map();
const NO_LIST: AttributeList = { function: NO_ATTRIBUTES, result: NO_ATTRIBUTES, parameters: [] };

interface Group {
  readonly slot: number;
  readonly attributes: Attributes;
}

/** Attribute lists by their one-based number; 0 is the empty list. */
export class AttributeTable {
  private readonly groups = new Map<number, Group>();
  private readonly lists: AttributeList[] = [NO_LIST];

  constructor(private readonly types: TypeTable) {}

  /** The list with a number; throws `IrError` where there is none. */
  at(index: number): AttributeList {
    const list = this.lists[index];
    if (!list) throw new IrError(`attribute list ${index} is not defined`);
    return list;
  }

  /** Reads a PARAMATTR_GROUP block that the stream has just entered. Groups name types, so it needs the type table. */
  readGroups(stream: Bitstream): void {
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") stream.skip();
      else if (stream.code === GROUP_ENTRY) this.readGroup(stream);
    }
  }

  /** Reads a PARAMATTR block that the stream has just entered. */
  readLists(stream: Bitstream): void {
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") stream.skip();
      else if (stream.code === LIST_ENTRY) this.lists.push(this.list(stream.operands));
    }
  }

  private list(ids: readonly number[]): AttributeList {
    let forFunction = NO_ATTRIBUTES;
    let result = NO_ATTRIBUTES;
    const parameters: (Attributes | undefined)[] = [];
    for (const id of ids) {
      const group = this.groups.get(id);
      if (!group) throw new IrError(`attribute group ${id} is not defined`);
      if (group.slot === FUNCTION_SLOT) forFunction = group.attributes;
      else if (group.slot === 0) result = group.attributes;
      else if (group.slot <= 1 << 16) parameters[group.slot - 1] = group.attributes;
      else throw new IrError(`attributes of parameter ${group.slot}`);
    }
    return { function: forFunction, result, parameters };
  }

  private readGroup(stream: Bitstream): void {
    const attributes = new Map<string, AttributeValue>();
    const cursor = new GroupCursor(stream);
    while (!cursor.isAtEnd()) {
      const kind = cursor.next();
      if (kind === STRING_KEY) attributes.set(cursor.text(), true);
      else if (kind === STRING_PAIR) attributes.set(cursor.text(), cursor.text());
      else {
        const name = attributeName(cursor.next());
        const read = VALUES[kind];
        if (!read) throw new IrError(`attribute of kind ${kind}`);
        attributes.set(name, read(cursor, name, this.types));
      }
    }
    this.groups.set(stream.operand(0), { slot: stream.operand(1), attributes });
  }
}

/** Reads the operands of a group in their order, from the one after its number and slot. */
class GroupCursor {
  private at = 2;

  constructor(private readonly stream: Bitstream) {}

  isAtEnd(): boolean {
    return this.at >= this.stream.operands.length;
  }

  next(): number {
    return this.stream.operand(this.at++);
  }

  exact(): bigint {
    return this.stream.exact(this.at++);
  }

  /** A text that ends with a zero. */
  text(): string {
    const start = this.at;
    while (this.stream.operand(this.at) !== 0) this.at++;
    return this.stream.text(start, this.at++);
  }

  range(bits: number): string {
    const { text, next } = readRange(this.stream, this.at, bits);
    this.at = next;
    return text;
  }
}

/** The kinds of attributes whose names are texts. */
const STRING_KEY = 3;
const STRING_PAIR = 4;

/**
 * The values of attributes that LLVM numbers, by the kind of the attribute. Reference: LLVM, `parseAttributeGroupBlock` in
 * `BitcodeReader.cpp`.
 */
const VALUES: Readonly<Record<number, (cursor: GroupCursor, name: string, types: TypeTable) => AttributeValue>> = {
  0: () => true,
  1: (cursor, name) => named(name, cursor.exact()),
  5: () => true,
  6: (cursor, _name, types) => types.at(cursor.next()),
  7: (cursor) => cursor.range(cursor.next()),
  8: rangeList,
};

function rangeList(cursor: GroupCursor): string {
  const count = cursor.next();
  const bits = cursor.next();
  const ranges: string[] = [];
  for (let i = 0; i < count; i++) ranges.push(cursor.range(bits));
  return ranges.join(", ");
}

/** The name of an attribute; an unknown one is named by its number. */
function attributeName(id: number): string {
  return ATTRIBUTES[id] ?? `attribute-${id}`;
}

/** The value of an attribute: memory effects as text, `align` and the like as numbers. */
function named(name: string, value: bigint): number | bigint | string {
  return name === "memory" ? memoryEffects(value) : integer(value);
}

/** Memory locations by their position in the encoding; the one without a name is all other memory. */
const MEMORY_LOCATIONS = ["argmem", "inaccessiblemem", "errnomem", undefined, "target_mem0", "target_mem1"];
const EFFECTS = ["none", "read", "write", "readwrite"];

/**
 * The content of `memory(…)` as LLVM writes it: the effect on memory in general, then the locations with another effect. The
 * encoding has two bits per location; bits 56 and up are its version, of which 1 is known.
 */
function memoryEffects(encoded: bigint): string {
  if (encoded >> 56n !== 1n) throw new IrError("memory effects of an unknown encoding");
  const effect = (location: number) => EFFECTS[Number((encoded >> BigInt(2 * location)) & 3n)] as string;
  const general = effect(MEMORY_LOCATIONS.indexOf(undefined));
  const others = MEMORY_LOCATIONS.flatMap((name, location) =>
    name && effect(location) !== general ? [`${name}: ${effect(location)}`] : [],
  );
  return (general === "none" && others.length ? others : [general, ...others]).join(", ");
}

function integer(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/**
 * A constant range `[from, to)` at operand `at`, and the index of the operand after it. Bounds wider than 64 bits are kept
 * as "wide", because nothing reads them.
 */
export function readRange(stream: Bitstream, at: number, bits: number): { text: string; next: number } {
  if (bits <= 64) {
    const from = signRotated(stream.exact(at));
    const to = signRotated(stream.exact(at + 1));
    return { text: `i${bits} [${from}, ${to})`, next: at + 2 };
  }
  const words = stream.exact(at);
  const count = Number(words & 0xffffffffn) + Number(words >> 32n);
  if (at + count >= stream.operands.length) throw new IrError("a range is longer than its record");
  return { text: `i${bits} wide`, next: at + 1 + count };
}

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
    const count = stream.operands.length;
    let at = 2;
    const text = (): string => {
      const start = at;
      while (stream.operand(at) !== 0) at++;
      return stream.text(start, at++);
    };
    while (at < count) {
      const kind = stream.operand(at++);
      if (kind === 3) attributes.set(text(), true);
      else if (kind === 4) {
        const key = text();
        attributes.set(key, text());
      } else {
        const name = attributeName(stream.operand(at++));
        if (kind === 0 || kind === 5) attributes.set(name, true);
        else if (kind === 1) attributes.set(name, named(name, stream.exact(at++)));
        else if (kind === 6) attributes.set(name, this.types.at(stream.operand(at++)));
        else if (kind === 7) {
          const bits = stream.operand(at++);
          const range = readRange(stream, at, bits);
          attributes.set(name, range.text);
          at = range.next;
        } else if (kind === 8) {
          const ranges = stream.operand(at++);
          const bits = stream.operand(at++);
          const texts: string[] = [];
          for (let i = 0; i < ranges; i++) {
            const range = readRange(stream, at, bits);
            texts.push(range.text);
            at = range.next;
          }
          attributes.set(name, texts.join(", "));
        } else throw new IrError(`attribute of kind ${kind}`);
      }
    }
    this.groups.set(stream.operand(0), { slot: stream.operand(1), attributes });
  }
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
const MEMORY_PLACES = ["argmem", "inaccessiblemem", "errnomem", undefined, "target_mem0", "target_mem1"];
const EFFECTS = ["none", "read", "write", "readwrite"];

/**
 * The content of `memory(…)` as LLVM writes it: the effect on memory in general, then the locations with another effect. The
 * encoding has two bits per location; bits 56 and up are its version, of which 1 is known.
 */
function memoryEffects(encoded: bigint): string {
  if (encoded >> 56n !== 1n) throw new IrError("memory effects of an unknown encoding");
  const effect = (place: number) => EFFECTS[Number((encoded >> BigInt(2 * place)) & 3n)] as string;
  const general = effect(MEMORY_PLACES.indexOf(undefined));
  const places = MEMORY_PLACES.flatMap((name, place) =>
    name && effect(place) !== general ? [`${name}: ${effect(place)}`] : [],
  );
  return (general === "none" && places.length ? places : [general, ...places]).join(", ");
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

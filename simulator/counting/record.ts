/** The record of one access in linear memory, and the counting functions' common parts. */
import { LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "../../analyzer/hardware/model";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import type { LineCount } from "../model";
import {
  add,
  bind,
  expressionOf,
  extendU,
  gtU,
  type I32,
  load64,
  ltU,
  mul,
  type Operand,
  popcnt,
  select,
  shrU,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";

const { i32 } = Type;

/** Spaces whose requests are counted in WebAssembly. */
export type CountedSpace = "global" | "shared" | "local";

/** Those that an access may go to. Through a generic pointer, requests to local memory are counted in JavaScript. */
export function countedSpaces({ space }: MemoryAccess): readonly CountedSpace[] {
  if (space === "generic") return ["global", "shared"];
  return space === "global" || space === "shared" || space === "local" ? [space] : [];
}

/** Fields of a record, 8 bytes each. */
export const Field = {
  requests: 0,
  sectors: 8,
  sectorsIdeal: 16,
  tags: 24,
  wavefronts: 32,
  wavefrontsIdeal: 40,
  lanes: 48,
  bytes: 56,
  /** Sectors of global memory that nothing of the launch accessed before, and requests with such a sector. */
  fresh: 64,
  missed: 72,
  /** Requests of lanes that share an address, which cost the same each: how many, and their lanes. */
  ones: 80,
  oneLanes: 88,
  /** Requests of 32 contiguous lanes from the first byte of a line on, and those of which nothing was accessed before. */
  lines: 96,
  newLines: 104,
  /** The sector that the last load of lanes that share an address came to, 32 bits; 0 before the first. */
  lastSector: 112,
} as const;
/** Bytes of a record. */
export const RECORD_BYTES = 120;
/**
 * `count(record, offsets, mask, width, form, patterns)`: one request; `offsets` points to 32 offsets of 4 bytes in linear
 * memory, with those of lanes that are not running equal to that of the first that is.
 */
export const countSignature = { parameters: [i32, i32, i32, i32, i32, i32], results: [] } as const;
/** `countOne(record, offset, mask, width)`: one request of lanes that share an address. */
export const countOneSignature = { parameters: [i32, i32, i32, i32], results: [] } as const;
/** `lowered(addresses, offset, mask)`: writes the lower halves of 32 addresses plus `offset` to `MemoryMap.counted`. */
export const loweredSignature = { parameters: [i32, i32, i32], results: [] } as const;

/** `watched(record, offsets, mask)`: a request to global memory, for who watches them. */
export const watchedSignature = { parameters: [i32, i32, i32], results: [] } as const;

/** Writes code that adds a number to a field of a record. */
export function addTo(
  fn: Pick<FunctionWriter, "store64">,
  record: I32,
  field: keyof typeof Field,
  count: Operand<typeof Type.i32>,
): void {
  fn.store64(record, add(load64(record, Field[field]), extendU(expressionOf(count))), Field[field]);
}

/** A counting function that is being written; its parameters are those of `countSignature`. */
export class CountWriter extends FunctionWriter<typeof countSignature> {
  constructor() {
    super(countSignature);
  }

  /** Adds a number to a field of the record. */
  add(field: keyof typeof Field, count: Operand<typeof Type.i32>): void {
    addTo(this, this.parameters[0], field, count);
  }

  /** The running lanes. */
  lanes(): I32 {
    const [, , mask] = this.parameters;
    return popcnt(mask);
  }

  /** The lesser of two numbers, each computed once. */
  least(left: I32, right: I32): I32 {
    const [a, b] = this.locals(i32, 2);
    return bind(a, left, bind(b, right, select(a, b, ltU(a, b))));
  }
}

/** Sectors that lanes need at least, with `width` bytes each. */
export function leastSectors(lanes: I32, width: I32): I32 {
  return shrU(add(mul(lanes, width), SECTOR_BYTES - 1), Math.log2(SECTOR_BYTES));
}

/** Wavefronts of a warp without bank conflicts: 1 up to 4 bytes, 2 for 8, 4 for 16. */
export function leastWavefronts(width: I32): I32 {
  return select(shrU(width, 2), 1, gtU(width, 4));
}

/** Reads a counter of 64 bits. */
export const readCount = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** Reads the record of an access; `undefined` when nothing was counted. */
export function readRecord(view: DataView, at: number, access: MemoryAccess, space: Space): LineCount | undefined {
  const { width, op } = access;
  const field = (name: keyof typeof Field): number => readCount(view, at + Field[name]);
  const [ones, newLines] = [field("ones"), field("newLines")];
  const lines = field("lines") + newLines;
  const requests = field("requests") + ones + lines;
  if (requests === 0) return undefined;
  // Bytes of contiguous lanes fill `width` sectors, and a line with four of them.
  const linesEach = Math.max(1, width / (LINE_BYTES / SECTOR_BYTES));
  // Of global memory the field has what L1's data takes, which is no counter of the report.
  const isGlobal = space === "global";
  const fresh = field("fresh") + newLines * width;
  return {
    access,
    space,
    requests,
    sectors: field("sectors") + ones + lines * width,
    sectorsIdeal: field("sectorsIdeal") + ones + lines * width,
    tags: field("tags") + ones + lines * linesEach,
    wavefronts: isGlobal ? 0 : field("wavefronts"),
    wavefrontsIdeal: isGlobal ? 0 : field("wavefrontsIdeal"),
    ...(isGlobal && op === "load" && { dataWavefronts: field("wavefronts") + ones + lines * linesEach }),
    ...(isGlobal && op === "store" && { storedToL2: fresh + field("wavefronts") }),
    lanes: field("lanes") + field("oneLanes") + lines * WARP_SIZE,
    bytes: field("bytes") + (ones + lines * WARP_SIZE) * width,
    fresh,
    missed: field("missed") + newLines,
  };
}

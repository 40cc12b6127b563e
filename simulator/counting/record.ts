/** The record of one access in linear memory, and the counting functions' common parts. */
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import type { LineCount } from "../model";
import type { Signature } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";

const { i32 } = Type;

/** Spaces whose requests are counted in WebAssembly. */
export type CountedSpace = "global" | "shared" | "local";

/** Those that an access may go to. Through a generic pointer, requests to local memory are counted in JavaScript. */
export function countedSpaces({ space }: MemoryAccess): readonly CountedSpace[] {
  if (space === "generic") return ["global", "shared"];
  return space === "global" || space === "shared" || space === "local" ? [space] : [];
}

/** Fields of a record, 8 bytes each, and its size. */
export const Field = {
  requests: 0,
  sectors: 8,
  ideal: 16,
  tags: 24,
  wavefronts: 32,
  wavefrontsIdeal: 40,
  lanes: 48,
  bytes: 56,
} as const;
export const RECORD_BYTES = 64;
/**
 * `count(record, offsets, mask, width, form, patterns)`: one request; `offsets` points to 32 places of 4 bytes in linear
 * memory, with those of lanes that are not running equal to that of the first that is.
 */
export const countSignature: Signature = { parameters: [i32, i32, i32, i32, i32, i32], results: [] };
/** `lowered(addresses, offset, mask)`: writes the lower halves of 32 addresses plus `offset` to `Place.counted`. */
export const loweredSignature: Signature = { parameters: [i32, i32, i32], results: [] };

/** A counting function being written; its parameters are those of `countSignature`. */
export class Counter extends FunctionBuilder {
  constructor() {
    super(countSignature);
  }

  /** Adds the number that `push` leaves to a field of the record. */
  add(field: number, push: () => void): void {
    const { code } = this;
    code.get(0).get(0).memory(Op.i64Load, field);
    push();
    code.op(Op.i64ExtendI32U, Op.i64Add).memory(Op.i64Store, field);
  }

  lanes(): void {
    this.code.get(2).op(Op.i32Popcnt);
  }

  least(push: () => void, other: () => void): void {
    const [a, b] = [this.i32(), this.i32()];
    push();
    this.code.set(a);
    other();
    this.code.set(b).get(a).get(b).get(a).get(b).op(Op.i32LtU, Op.select);
  }
}
/** Reads the record of an access; `undefined` when nothing was counted. */
export function readRecord(view: DataView, place: number, access: MemoryAccess, space: Space): LineCount | undefined {
  const field = (offset: number): number => Number(view.getBigUint64(place + offset, true));
  const requests = field(Field.requests);
  if (requests === 0) return undefined;
  return {
    access,
    space,
    requests,
    sectors: field(Field.sectors),
    sectorsIdeal: field(Field.ideal),
    tags: field(Field.tags),
    wavefronts: field(Field.wavefronts),
    wavefrontsIdeal: field(Field.wavefrontsIdeal),
    lanes: field(Field.lanes),
    bytes: field(Field.bytes),
  };
}

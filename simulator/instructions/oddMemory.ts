/**
 * Loads and stores of integers whose width is no number of whole machine words (`i24`, `i33`, `i1`), and of vectors of such,
 * whose elements lie bit after bit. A store writes whole bytes, zeros above the last bit. Reference: LLVM Language Reference,
 * "load", "store" and "Vector Type".
 */

import type { Type } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import { bitPlaces, type Component, carrier, components, kindBytes } from "../plan/types";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type as Wasm } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";
import { scalarLoads, scalarStores } from "./scalars";

const BYTE = 8;

/** A scalar of a value in memory: its first bit there. */
interface Field {
  readonly part: Component;
  readonly at: number;
  readonly index: number;
}

const isWhole = ({ part, at }: Field): boolean =>
  part.kind !== "i1" && part.bits === BYTE * kindBytes(part.kind) && at % BYTE === 0;

function fieldsOf(type: Type): readonly Field[] {
  const places = bitPlaces(type);
  return components(type).map((part, index) => ({ part, at: places[index]!, index }));
}

/** Has the type scalars that no one instruction of the machine moves? */
export function isOdd(type: Type): boolean {
  const fields = fieldsOf(type);
  return !fields.every((field) => isWhole(field) && field.at === BYTE * field.part.offset);
}

/** Pushes a scalar of the value at `place` (a local). */
function pushField({ code }: FunctionWriter, place: LocalI32, field: Field): void {
  const { part, at } = field;
  if (isWhole(field)) {
    code.get(place).memory(scalarLoads[part.kind], at / BYTE);
    return;
  }
  const end = at + part.bits;
  code.i64(0n);
  for (let byte = Math.floor(at / BYTE); byte * BYTE < end; byte++) {
    const shift = byte * BYTE - at;
    code.get(place).memory(Op.i32Load8U, byte).op(Op.i64ExtendI32U);
    if (shift > 0) code.i64(BigInt(shift)).op(Op.i64Shl);
    else if (shift < 0) code.i64(BigInt(-shift)).op(Op.i64ShrU);
    code.op(Op.i64Or);
  }
  if (part.bits < 64) code.i64((1n << BigInt(part.bits)) - 1n).op(Op.i64And);
  if (carrier(part.kind) === Wasm.i32) code.op(Op.i32WrapI64);
}

/** Loads the scalars of a value from `place`; `keep` gets each with what pushes it. */
export function loadOdd(
  { fn }: Emitter,
  type: Type,
  place: LocalI32,
  keep: (index: number, push: () => void) => void,
): void {
  for (const field of fieldsOf(type)) keep(field.index, () => pushField(fn, place, field));
}

/** Stores the scalars of a value, which `push` pushes, at `place`. */
export function storeOdd({ fn }: Emitter, type: Type, place: LocalI32, push: (index: number) => void): void {
  const { code } = fn;
  const odd: Field[] = [];
  for (const field of fieldsOf(type)) {
    if (!isWhole(field)) odd.push(field);
    else {
      code.get(place);
      push(field.index);
      code.memory(scalarStores[field.part.kind], field.at / BYTE);
    }
  }
  const bytes = new Set<number>();
  for (const { at, part } of odd)
    for (let byte = Math.floor(at / BYTE); byte * BYTE < at + part.bits; byte++) bytes.add(byte);
  for (const byte of bytes) {
    const inside = odd.filter(({ at, part }) => at < (byte + 1) * BYTE && at + part.bits > byte * BYTE);
    code.get(place).i64(0n);
    for (const { at, part, index } of inside) {
      const shift = at - byte * BYTE;
      push(index);
      if (carrier(part.kind) === Wasm.i32) code.op(Op.i64ExtendI32U);
      if (shift > 0) code.i64(BigInt(shift)).op(Op.i64Shl);
      else if (shift < 0) code.i64(BigInt(-shift)).op(Op.i64ShrU);
      code.op(Op.i64Or);
    }
    code.op(Op.i32WrapI64).memory(Op.i32Store8, byte);
  }
}

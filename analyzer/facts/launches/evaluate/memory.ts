/** Memory of host code as far as it is known: objects with the values that were stored in them. */

import type { Layout } from "../../../ir/layout";
import { type Constant, type GlobalVariable, IrError, type Type, type Value } from "../../../ir/model";
import { kernelIn } from "./choices";
import {
  type HostCell,
  type HostPointer,
  type HostStorage,
  type HostValue,
  isAggregate,
  isPointer,
  moved,
  realBits,
  realOf,
  reinterpreted,
} from "./values";

/** No value is wider, so no cell that covers an offset begins further before it. */
const WIDEST = 16;

/** A copy or fill of more is not followed byte by byte: what it writes is not known then. */
const LONGEST = 4096;

/** A variable, an allocation on the heap or on the device, or something of the runtime's. */
export class HostObject implements HostStorage {
  readonly #cells = new Map<number, HostCell>();
  /** What lies where nothing was stored. */
  #rest: bigint | undefined;

  constructor(
    /** Where it lies. */
    readonly place: HostStorage["place"],
    /** Size in bytes, when known. */
    readonly bytes: number | undefined,
    rest?: bigint,
  ) {
    this.#rest = rest;
  }

  /** Nothing of it is known any more. */
  forget(): void {
    this.#cells.clear();
    this.#rest = undefined;
  }

  /** Every byte is the same from now on. */
  fill(byte: bigint | undefined): void {
    this.#cells.clear();
    this.#rest = byte;
  }

  store(offset: number, bytes: number, value: HostValue): void {
    this.#clear(offset, bytes);
    this.#cells.set(offset, { bytes, value });
  }

  load(offset: number, bytes: number, type: Type): HostValue {
    const cell = this.#cells.get(offset);
    if (cell?.bytes === bytes) return reinterpreted(cell.value, type, bytes);
    if (bytes > WIDEST) return undefined;
    let bits = 0n;
    for (let at = 0; at < bytes; at++) {
      const byte = this.byte(offset + at);
      if (byte === undefined) return undefined;
      bits |= byte << BigInt(8 * at);
    }
    return reinterpreted(bits, type, bytes);
  }

  /** The cells between two offsets, in order of neither. */
  *cells(from = 0, to = Number.POSITIVE_INFINITY): Iterable<readonly [offset: number, cell: HostCell]> {
    for (const [offset, cell] of this.#cells) if (offset >= from && offset + cell.bytes <= to) yield [offset, cell];
  }

  /** Copies bytes of another object here. */
  copy(offset: number, from: HostStorage, start: number, bytes: number): void {
    const cells = [...from.cells(start, start + bytes)];
    const covered = cells.reduce((sum, [, cell]) => sum + cell.bytes, 0);
    if (bytes > LONGEST) {
      this.forget();
      return;
    }
    this.#clear(offset, bytes);
    if (covered < bytes) {
      for (let at = 0; at < bytes; at++) {
        this.#cells.set(offset + at, { bytes: 1, value: from.byte(start + at) });
      }
    }
    for (const [at, cell] of cells) {
      this.#clear(offset + at - start, cell.bytes);
      this.#cells.set(offset + at - start, cell);
    }
  }

  /** Sets bytes to one value. */
  set(offset: number, bytes: number, byte: bigint | undefined): void {
    if (offset === 0 && this.bytes === bytes) this.fill(byte);
    else if (bytes > LONGEST) this.forget();
    else {
      this.#clear(offset, bytes);
      for (let at = 0; at < bytes; at++) this.#cells.set(offset + at, { bytes: 1, value: byte });
    }
  }

  /** The text that begins at an offset and ends with a zero, when all of it is known. */
  text(offset: number): string | undefined {
    let text = "";
    for (let at = offset; text.length < LONGEST; at++) {
      const byte = this.byte(at);
      if (byte === undefined) return undefined;
      if (byte === 0n) return text;
      text += String.fromCharCode(Number(byte));
    }
    return undefined;
  }

  byte(offset: number): bigint | undefined {
    for (let back = 0; back < WIDEST; back++) {
      const cell = this.#cells.get(offset - back);
      if (!cell) continue;
      if (cell.bytes <= back) continue;
      const { value } = cell;
      const bits = typeof value === "number" ? realBits(value, cell.bytes) : value;
      return typeof bits === "bigint" ? (bits >> BigInt(8 * back)) & 0xffn : undefined;
    }
    return this.#rest;
  }

  /** Takes out what overlaps; parts of values that stay are kept byte by byte. */
  #clear(offset: number, bytes: number): void {
    for (let at = offset - WIDEST + 1; at < offset + bytes; at++) {
      const cell = this.#cells.get(at);
      if (!cell || at + cell.bytes <= offset) continue;
      const kept: [number, bigint | undefined][] = [];
      for (let part = 0; part < cell.bytes; part++) {
        if (at + part < offset || at + part >= offset + bytes) kept.push([at + part, this.byte(at + part)]);
      }
      this.#cells.delete(at);
      for (const [place, value] of kept) this.#cells.set(place, { bytes: 1, value });
    }
  }
}

/** Elements of larger arrays are not followed. */
const MANY = 16_384;

/** Writes the value that a variable starts with; `pointerTo` gives the address of another variable or function. */
function initialise(
  object: HostObject,
  constant: Constant,
  layout: Layout,
  pointerTo: (constant: Constant) => HostValue,
  offset = 0,
): void {
  const { type } = constant as { type: Type };
  switch (constant.kind) {
    case "null":
    case "undef":
    case "poison":
      if (type.kind === "struct" || type.kind === "array" || type.kind === "vector") {
        object.set(offset, layout.size(type), 0n);
      } else object.store(offset, layout.storeSize(type), type.kind === "float" ? 0 : 0n);
      return;
    case "data":
    case "aggregate": {
      const parts = constant.elements;
      if (parts.length > MANY) return;
      for (const [index, part] of parts.entries()) {
        const at = offset + (type.kind === "struct" ? layout.offset(type, index) : index * elementBytes(type, layout));
        if (typeof part === "object") initialise(object, part, layout, pointerTo, at);
        else object.store(at, elementBytes(type, layout), dataValue(part, type));
      }
      return;
    }
    default:
      object.store(offset, layout.storeSize(type), pointerTo(constant));
  }
}

const elementBytes = (type: Type, layout: Layout): number =>
  type.kind === "array" || type.kind === "vector" ? layout.size(type.element) : 0;

function dataValue(bits: number | bigint, type: Type): HostValue {
  if (type.kind !== "array" && type.kind !== "vector") return undefined;
  return type.element.kind === "float" ? realOf(BigInt(bits), type.element) : BigInt(bits);
}

/** A variable at namespace scope, with what it starts with. */
export function globalObject(
  global: GlobalVariable,
  layout: Layout,
  pointerTo: (constant: Constant) => HostValue,
): HostObject {
  const object = new HostObject(global.isConstant ? "constant" : "global", sizeOf(global.valueType, layout));
  if (global.initializer) initialise(object, global.initializer, layout, pointerTo);
  return object;
}

/** Bytes of a type in memory; undefined for one that has no size. */
export function sizeOf(type: Type, layout: Layout): number | undefined {
  try {
    return layout.size(type);
  } catch (error) {
    if (error instanceof IrError) return undefined;
    throw error;
  }
}

/** Reads a value of a type; of a structure or array its parts. */
export function loadValue({ object, offset }: HostPointer, type: Type, layout: Layout): HostValue {
  if (offset === undefined) return type.kind === "pointer" ? kernelIn(object) : undefined;
  if (type.kind === "struct") {
    return type.fields.map((field, i) => object.load(offset + layout.offset(type, i), layout.storeSize(field), field));
  }
  if (type.kind === "array" || type.kind === "vector") {
    const step = layout.size(type.element);
    return Array.from({ length: Math.min(type.length, 64) }, (_, i) =>
      object.load(offset + i * step, layout.storeSize(type.element), type.element),
    );
  }
  return object.load(offset, layout.storeSize(type), type);
}

/** Writes a value of a type. At a place that is not known it may change all of the object. */
export function storeValue(pointer: HostPointer, value: HostValue, type: Type, layout: Layout): void {
  const { object, offset } = pointer;
  if (offset === undefined) {
    object.forget();
    return;
  }
  if (type.kind === "struct" || type.kind === "array" || type.kind === "vector") {
    const parts = isAggregate(value) ? value : undefined;
    const count = type.kind === "struct" ? type.fields.length : Math.min(type.length, 64);
    for (let i = 0; i < count; i++) {
      const part = type.kind === "struct" ? type.fields[i]! : type.element;
      const at = type.kind === "struct" ? layout.offset(type, i) : i * layout.size(part);
      storeValue(moved(pointer, at), parts?.[i], part, layout);
    }
    return;
  }
  object.store(offset, layout.storeSize(type), value);
}

/** The address of a copy of what an address leads to, from there on. */
export function copied(pointer: HostPointer): HostPointer {
  const copy = new HostObject("stack", pointer.object.bytes);
  const { offset } = pointer;
  if (offset === undefined) return { ...pointer, object: copy };
  for (const [at, cell] of pointer.object.cells(offset)) copy.store(at - offset, cell.bytes, cell.value);
  return address(copy);
}

/** The address of an object's beginning. */
export const address = (object: HostStorage): HostPointer => ({ kind: "pointer", object, offset: 0 });

/** The address of an element: of a `getelementptr`, by the values of its base and indices. */
export function elementAddress(
  base: HostValue,
  { source, indices }: { readonly source: Type; readonly indices: readonly Value[] },
  layout: Layout,
  of: (value: Value) => HostValue,
): HostValue {
  if (!isPointer(base)) return undefined;
  const { constant, terms } = layout.addressTerms({ source, indices });
  let offset: number | undefined = Number(constant);
  for (const { index, scale } of terms) {
    const value = of(index);
    const { type } = index as { type: Type };
    const bits = type.kind === "int" ? type.bits : 64;
    offset =
      typeof value === "bigint" && offset !== undefined
        ? offset + Number(BigInt.asIntN(bits, value)) * scale
        : undefined;
  }
  return moved(base, offset);
}

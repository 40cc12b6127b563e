/** How IR types are carried at run time: sizes in memory, and the scalars that a value consists of. */
import type { Type } from "../../analyzer/ir/model";
import { Type as Wasm, type ValueType } from "../wasm/opcodes";

/**
 * What one scalar is. `i8` and `i16` live zero-extended in 32 bits, as do `half` and `bfloat` by bit pattern; integers
 * of odd widths in the next carrier, zero-extended; pointers are `i64`.
 */
export type Kind = "i1" | "i8" | "i16" | "i32" | "i64" | "f16" | "bf16" | "f32" | "f64";

/** One scalar of a value: its kind, significant bits, and place in memory. */
export interface Component {
  readonly kind: Kind;
  readonly bits: number;
  readonly offset: number;
}

/** A type that the simulator has no values for. */
export class UnsupportedType extends Error {}

/** Bytes of a scalar in memory. */
export function kindBytes(kind: Kind): number {
  return { i1: 1, i8: 1, i16: 2, f16: 2, bf16: 2, i32: 4, f32: 4, i64: 8, f64: 8 }[kind];
}

export function isWide(kind: Kind): boolean {
  return kind === "i64" || kind === "f64";
}

/** The type of the WebAssembly local that carries one lane. */
export function carrier(kind: Kind): ValueType {
  return kind === "i64" ? Wasm.i64 : kind === "f64" ? Wasm.f64 : kind === "f32" ? Wasm.f32 : Wasm.i32;
}

const alignUp = (value: number, align: number): number => Math.ceil(value / align) * align;

/** Alignment in bytes that the ABI gives a type (NVPTX data layout: natural, vectors by their size). */
export function typeAlign(type: Type): number {
  switch (type.kind) {
    case "struct":
      return type.packed ? 1 : type.fields.reduce((align, field) => Math.max(align, typeAlign(field)), 1);
    case "array":
      return typeAlign(type.element);
    case "vector":
      return 2 ** Math.ceil(Math.log2(Math.max(1, type.length * typeSize(type.element))));
    default:
      return Math.max(1, typeSize(type));
  }
}

/** Bytes between neighbouring elements of an array of this type. */
export function typeSize(type: Type): number {
  switch (type.kind) {
    case "int":
      return type.bits <= 8 ? 1 : 2 ** Math.ceil(Math.log2(type.bits / 8));
    case "float":
      return { half: 2, bfloat: 2, float: 4, double: 8, x86_fp80: 16, fp128: 16 }[type.format];
    case "pointer":
      return 8;
    case "array":
      return type.length * typeSize(type.element);
    case "vector": {
      const bytes = Math.ceil((type.length * elementBits(type.element)) / 8);
      return alignUp(bytes, typeAlign({ kind: "array", length: 1, element: type.element }));
    }
    case "struct":
      return alignUp(structEnd(type), typeAlign(type));
    default:
      return 0;
  }
}

function elementBits(type: Type): number {
  return type.kind === "int" ? type.bits : typeSize(type) * 8;
}

function structEnd(type: Extract<Type, { kind: "struct" }>): number {
  const last = type.fields.length - 1;
  return last < 0 ? 0 : fieldOffset(type, last) + typeSize(type.fields[last]!);
}

/** Byte offset of a field. */
export function fieldOffset(type: Extract<Type, { kind: "struct" }>, index: number): number {
  let offset = 0;
  for (let field = 0; field <= index; field++) {
    const fieldType = type.fields[field]!;
    if (!type.packed) offset = alignUp(offset, typeAlign(fieldType));
    if (field < index) offset += typeSize(fieldType);
  }
  return offset;
}

const componentCache = new WeakMap<Type, readonly Component[]>();

/** The scalars of a type in memory order: one for scalars, the leaves of vectors, arrays and structures. */
export function components(type: Type): readonly Component[] {
  const known = componentCache.get(type);
  if (known) return known;
  const found = findComponents(type);
  componentCache.set(type, found);
  return found;
}

function shifted(parts: readonly Component[], by: number): Component[] {
  return parts.map((part) => ({ ...part, offset: part.offset + by }));
}

function findComponents(type: Type): readonly Component[] {
  switch (type.kind) {
    case "void":
    case "label":
    case "metadata":
    case "token":
      return [];
    case "int":
      return [{ kind: intKind(type.bits), bits: type.bits, offset: 0 }];
    case "float":
      return [{ kind: floatKind(type.format), bits: typeSize(type) * 8, offset: 0 }];
    case "pointer":
      return [{ kind: "i64", bits: 64, offset: 0 }];
    case "array":
    case "vector": {
      const size = typeSize(type.element);
      const element = components(type.element);
      return Array.from({ length: type.length }, (_, index) => shifted(element, index * size)).flat();
    }
    case "struct":
      return type.fields.flatMap((field, index) => shifted(components(field), fieldOffset(type, index)));
    default:
      throw new UnsupportedType(`a value of type ${type.kind}`);
  }
}

function intKind(bits: number): Kind {
  if (bits === 1) return "i1";
  if (bits <= 8) return "i8";
  if (bits <= 16) return "i16";
  if (bits <= 32) return "i32";
  if (bits <= 64) return "i64";
  throw new UnsupportedType(`an integer of ${bits} bits`);
}

function floatKind(format: string): Kind {
  const kind = ({ half: "f16", bfloat: "bf16", float: "f32", double: "f64" } as const)[format as "half"];
  if (!kind) throw new UnsupportedType(`a floating-point number of format ${format}`);
  return kind;
}

/** How many components a value of this type has before the member that `path` leads to, and the member's type. */
export function memberAt(type: Type, path: readonly number[]): { readonly first: number; readonly type: Type } {
  let first = 0;
  let current = type;
  for (const index of path) {
    if (current.kind === "struct") {
      for (const field of current.fields.slice(0, index)) first += components(field).length;
      current = current.fields[index]!;
    } else if (current.kind === "array" || current.kind === "vector") {
      first += index * components(current.element).length;
      current = current.element;
    } else throw new UnsupportedType(`a member of ${current.kind}`);
  }
  return { first, type: current };
}

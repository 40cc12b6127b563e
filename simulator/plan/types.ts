/** How IR types are carried at run time: sizes in memory, and the scalars that a value consists of. */
import { Layout, NVPTX64_LAYOUT } from "../../analyzer/ir/layout";
import type { Type } from "../../analyzer/ir/model";
import { type ValueType, Type as Wasm } from "../wasm/opcodes";

/**
 * What one scalar is. `i8` and `i16` live zero-extended in 32 bits, as do `half` and `bfloat` by bit pattern; integers
 * of odd widths in the next carrier, zero-extended, and above 64 bits in two of them; pointers are `i64`.
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

/** Whether a scalar takes 64 bits. */
export function isWide(kind: Kind): boolean {
  return kind === "i64" || kind === "f64";
}

/** The type of the WebAssembly local that carries one lane. */
export function carrier(kind: Kind): ValueType {
  return kind === "i64" ? Wasm.i64 : kind === "f64" ? Wasm.f64 : kind === "f32" ? Wasm.f32 : Wasm.i32;
}

const layout = new Layout(NVPTX64_LAYOUT);

/** Alignment in bytes that the ABI gives a type. */
export const typeAlign = (type: Type): number => layout.align(type);

/** Bytes between neighbouring elements of an array of this type. */
export const typeSize = (type: Type): number => layout.size(type);

/** Bytes that a load of the type reads and a store writes. */
export const storeSize = (type: Type): number => layout.storeSize(type);

/** Byte offset of a field. */
export const fieldOffset = (type: Extract<Type, { kind: "struct" }>, index: number): number =>
  layout.offset(type, index);

/** An address computation as base + constant + terms. */
export const addressTerms = layout.addressTerms.bind(layout);

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
    case "int": {
      const upper = type.bits - 64;
      if (upper <= 0) return [{ kind: intKind(type.bits), bits: type.bits, offset: 0 }];
      if (upper > 64) throw new UnsupportedType(`an integer of ${type.bits} bits`);
      return [
        { kind: "i64", bits: 64, offset: 0 },
        { kind: "i64", bits: upper, offset: 8 },
      ];
    }
    case "float":
      // The significand, then sign and exponent: `long double` of host code.
      if (type.format === "x86_fp80") {
        return [
          { kind: "i64", bits: 64, offset: 0 },
          { kind: "i16", bits: 16, offset: 8 },
        ];
      }
      return [{ kind: floatKind(type.format), bits: typeSize(type) * 8, offset: 0 }];
    case "pointer":
      return [{ kind: "i64", bits: 64, offset: 0 }];
    case "array":
    case "vector": {
      const size = typeSize(type.element);
      const element = components(type.element);
      if (type.kind === "vector" && element.length > 1) throw new UnsupportedType("a vector of numbers above 64 bits");
      return Array.from({ length: type.length }, (_, index) => shifted(element, index * size)).flat();
    }
    case "struct":
      return type.fields.flatMap((field, index) => shifted(components(field), fieldOffset(type, index)));
    default:
      throw new UnsupportedType(`a value of type ${type.kind}`);
  }
}

/** Where each scalar of a value in memory begins, in bits: elements of a vector lie bit after bit. */
export function bitPlaces(type: Type): readonly number[] {
  const repeated = (element: Type, length: number, step: number): readonly number[] => {
    const inside = bitPlaces(element);
    return Array.from({ length }, (_, index) => inside.map((at) => index * step + at)).flat();
  };
  switch (type.kind) {
    case "vector":
      return repeated(type.element, type.length, layout.bits(type.element));
    case "array":
      return repeated(type.element, type.length, 8 * typeSize(type.element));
    case "struct":
      return type.fields.flatMap((each, index) => bitPlaces(each).map((at) => 8 * fieldOffset(type, index) + at));
    default:
      return components(type).map(({ offset }) => 8 * offset);
  }
}

function intKind(bits: number): Kind {
  if (bits === 1) return "i1";
  if (bits <= 8) return "i8";
  if (bits <= 16) return "i16";
  return bits <= 32 ? "i32" : "i64";
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

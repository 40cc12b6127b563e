/**
 * Sizes, alignments and offsets of types in memory, from the module's data layout.
 *
 * Reference: LLVM Language Reference Manual, "Data Layout". Sizes and offsets are in bytes unless a name says bits.
 */
import { type FloatFormat, type InstructionOf, IrError, type Module, type Type, type Value } from "./model";

/** The layout string of clang 22 for `nvptx64-nvidia-cuda`, which also holds for modules without one. */
export const NVPTX64_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

const FLOAT_BITS: Readonly<Record<FloatFormat, number>> = {
  half: 16,
  bfloat: 16,
  float: 32,
  double: 64,
  x86_fp80: 80,
  fp128: 128,
};

/** An address as `base + constant + Σ index · scale`. Indices are sign-extended to 64 bits before they are scaled. */
export interface AddressTerms {
  readonly constant: bigint;
  readonly terms: readonly { readonly index: Value; readonly scale: number }[];
}

interface StructLayout {
  readonly offsets: readonly number[];
  readonly size: number;
  readonly align: number;
}

/** Sizes, alignments and offsets under one data layout. */
export class Layout {
  private readonly pointers = new Map<number, { size: number; align: number }>();
  private readonly integers = new Map<number, number>([
    [1, 1],
    [8, 1],
    [16, 2],
    [32, 4],
    [64, 4],
  ]);
  private readonly floats = new Map<number, number>([
    [16, 2],
    [32, 4],
    [64, 8],
    [128, 16],
  ]);
  private readonly vectors = new Map<number, number>([
    [64, 8],
    [128, 16],
  ]);
  private readonly structs = new WeakMap<Type, StructLayout>();

  constructor(dataLayout: string) {
    this.pointers.set(0, { size: 8, align: 8 });
    for (const part of dataLayout.split("-")) {
      const match = /^([pivf])(\d*):(\d+)(?::(\d+))?/.exec(part);
      if (!match) continue;
      const [, kind, bits, first, second] = match;
      if (kind === "p") {
        this.pointers.set(Number(bits), { size: Number(first) / 8, align: Number(second ?? first) / 8 });
      } else {
        const table = kind === "i" ? this.integers : kind === "v" ? this.vectors : this.floats;
        table.set(Number(bits), Math.max(1, Number(first) / 8));
      }
    }
  }

  /** Width of a value in bits, without padding. */
  bits(type: Type): number {
    switch (type.kind) {
      case "int":
        return type.bits;
      case "float":
        return FLOAT_BITS[type.format];
      case "pointer":
        return this.pointer(type.space).size * 8;
      case "vector":
        return type.length * this.bits(type.element);
      case "array":
      case "struct":
        return this.size(type) * 8;
      default:
        throw new IrError(`a ${type.kind} has no size`);
    }
  }

  /** Bytes that a store of the type writes. */
  storeSize(type: Type): number {
    return Math.ceil(this.bits(type) / 8);
  }

  /** The distance in bytes between adjacent elements of an array of the type. */
  size(type: Type): number {
    if (type.kind === "array") return type.length * this.size(type.element);
    if (type.kind === "struct") return this.struct(type).size;
    return roundUp(this.storeSize(type), this.align(type));
  }

  /** The type's natural (ABI) alignment. */
  align(type: Type): number {
    switch (type.kind) {
      case "int":
        return this.integerAlign(type.bits);
      case "float": {
        const bits = FLOAT_BITS[type.format];
        return this.floats.get(bits) ?? powerOfTwo(bits / 8);
      }
      case "pointer":
        return this.pointer(type.space).align;
      case "vector":
        return this.vectors.get(this.bits(type)) ?? powerOfTwo(this.size(type.element) * type.length);
      case "array":
        return this.align(type.element);
      case "struct":
        return this.struct(type).align;
      default:
        throw new IrError(`a ${type.kind} has no alignment`);
    }
  }

  /** Offset of a struct's field. */
  offset(type: Extract<Type, { kind: "struct" }>, field: number): number {
    const offset = this.struct(type).offsets[field];
    if (offset === undefined) throw new IrError(`a structure has no field ${field}`);
    return offset;
  }

  /** Offset and type of the element of an aggregate at constant indices, as `extractvalue` has them. */
  element(type: Type, path: readonly number[]): { readonly offset: number; readonly type: Type } {
    let offset = 0;
    let at = type;
    for (const index of path) {
      if (at.kind === "struct") {
        offset += this.offset(at, index);
        at = at.fields[index] as Type;
      } else if (at.kind === "array" || at.kind === "vector") {
        offset += index * this.size(at.element);
        at = at.element;
      } else throw new IrError(`a ${at.kind} has no elements`);
    }
    return { offset, type: at };
  }

  /** The terms of an address computation; constant indices are folded. */
  addressTerms(gep: Pick<InstructionOf<"gep">, "source" | "indices">): AddressTerms {
    let constant = 0n;
    const terms: { index: Value; scale: number }[] = [];
    let at: Type = gep.source;
    gep.indices.forEach((index, position) => {
      if (position > 0 && at.kind === "struct") {
        const field = Number(constantInteger(index) ?? -1n);
        constant += BigInt(this.offset(at, field));
        at = at.fields[field] as Type;
        return;
      }
      if (position > 0) {
        if (at.kind !== "array" && at.kind !== "vector") throw new IrError(`a ${at.kind} has no elements`);
        at = at.element;
      }
      const scale = this.size(at);
      const known = constantInteger(index);
      if (known === undefined) terms.push({ index, scale });
      else constant += known * BigInt(scale);
    });
    return { constant, terms };
  }

  private pointer(space: number): { size: number; align: number } {
    return this.pointers.get(space) ?? (this.pointers.get(0) as { size: number; align: number });
  }

  /** The alignment of the next wider integer that the layout names, or of the widest one. */
  private integerAlign(bits: number): number {
    let best: readonly [number, number] | undefined;
    let widest: readonly [number, number] = [0, 1];
    for (const entry of this.integers) {
      if (entry[0] >= bits && (!best || entry[0] < best[0])) best = entry;
      if (entry[0] > widest[0]) widest = entry;
    }
    return (best ?? widest)[1];
  }

  private struct(type: Extract<Type, { kind: "struct" }>): StructLayout {
    const known = this.structs.get(type);
    if (known) return known;
    let end = 0;
    let align = 1;
    const offsets: number[] = [];
    for (const field of type.fields) {
      const fieldAlign = type.packed ? 1 : this.align(field);
      end = roundUp(end, fieldAlign);
      align = Math.max(align, fieldAlign);
      offsets.push(end);
      end += this.size(field);
    }
    const layout = { offsets, size: roundUp(end, align), align };
    this.structs.set(type, layout);
    return layout;
  }
}

/** The layout of a module. */
export function layoutOf(module: Pick<Module, "dataLayout">): Layout {
  return new Layout(module.dataLayout ?? NVPTX64_LAYOUT);
}

/** The signed value of a constant integer (of all lanes, for a vector of equal ones). */
export function constantInteger(value: Value): bigint | undefined {
  if (value.kind === "int" && value.type.kind === "int") return BigInt.asIntN(value.type.bits, value.value);
  if (value.kind === "null") return 0n;
  return undefined;
}

function roundUp(value: number, align: number): number {
  return Math.ceil(value / align) * align;
}

function powerOfTwo(atLeast: number): number {
  let power = 1;
  while (power < atLeast) power *= 2;
  return power;
}

/** The type table of a module, and small questions about types. */

import { VOID } from "../build";
import { type FloatFormat, IrError, type Type } from "../model";
import type { Bitstream } from "./bitstream";
import { TypeCode } from "./records";

type FunctionType = Extract<Type, { kind: "function" }>;

const LABEL: Type = { kind: "label" };
/** The type of metadata operands. */
export const METADATA: Type = { kind: "metadata" };
/** The type of tokens. */
export const TOKEN: Type = { kind: "token" };
/** The type of one bit. */
export const I1: Type = { kind: "int", bits: 1 };

const FLOATS: ReadonlyMap<number, FloatFormat> = new Map([
  [TypeCode.half, "half"],
  [TypeCode.bfloat, "bfloat"],
  [TypeCode.float, "float"],
  [TypeCode.double, "double"],
  [TypeCode.x86Fp80, "x86_fp80"],
  [TypeCode.fp128, "fp128"],
]);

const SIMPLE: ReadonlyMap<number, Type> = new Map([
  [TypeCode.void, VOID],
  [TypeCode.label, LABEL],
  [TypeCode.metadata, METADATA],
  [TypeCode.token, TOKEN],
]);

/** Types by number. Pointer types are shared by address space, so that equal ones are one object. */
export class TypeTable {
  private readonly types: Type[] = [];
  private readonly pointers = new Map<number, Type>();
  private readonly pairs = new Map<Type, Type>();

  /** The type with a number; one that is not there is bad bitcode. */
  at(index: number): Type {
    const type = this.types[index];
    if (!type) throw new IrError(`type ${index} is not defined`);
    return type;
  }

  /** The function type with a number. */
  function(index: number): FunctionType {
    const type = this.at(index);
    if (type.kind !== "function") throw new IrError(`type ${index} is not a function type`);
    return type;
  }

  /** The pointer type of an address space. */
  pointer(space: number): Type {
    let type = this.pointers.get(space);
    if (!type) {
      type = { kind: "pointer", space };
      this.pointers.set(space, type);
    }
    return type;
  }

  /** `{type, i1}`: what `cmpxchg` gives. */
  withFlag(type: Type): Type {
    let pair = this.pairs.get(type);
    if (!pair) {
      pair = { kind: "struct", fields: [type, I1], packed: false };
      this.pairs.set(type, pair);
    }
    return pair;
  }

  /** Reads a TYPE block that the stream has just entered. */
  read(stream: Bitstream): void {
    let name: string | undefined;
    for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
      if (entry === "block") {
        stream.enter();
        throw new IrError("a block inside the type table");
      }
      if (stream.code === TypeCode.count) continue;
      if (stream.code === TypeCode.structName) {
        name = stream.text(0);
        continue;
      }
      const type = this.one(stream, name);
      if (type.kind === "struct" && (stream.code === TypeCode.structNamed || stream.code === TypeCode.opaque)) {
        name = undefined;
      }
      this.types.push(type);
    }
  }

  private one(stream: Bitstream, name: string | undefined): Type {
    const code = stream.code;
    const simple = SIMPLE.get(code);
    if (simple) return simple;
    const format = FLOATS.get(code);
    if (format) return { kind: "float", format };
    switch (code) {
      case TypeCode.integer: {
        const bits = stream.operand(0);
        if (bits < 1 || bits > 1 << 23) throw new IrError(`an integer type of ${bits} bits`);
        return bits === 1 ? I1 : { kind: "int", bits };
      }
      case TypeCode.opaquePointer:
        return this.pointer(stream.operand(0));
      case TypeCode.array:
        return { kind: "array", length: stream.operand(0), element: this.at(stream.operand(1)) };
      case TypeCode.vector:
        // A third operand marks scalable vectors, which no target here has.
        if (stream.operands.length > 2 && stream.operand(2)) throw new IrError("a scalable vector type");
        return { kind: "vector", length: stream.operand(0), element: this.at(stream.operand(1)) };
      case TypeCode.structAnonymous:
      case TypeCode.structNamed: {
        const packed = stream.operand(0) !== 0;
        const fields = stream.operands.slice(1).map((index) => this.at(index));
        if (code === TypeCode.structAnonymous || name === undefined) return { kind: "struct", fields, packed };
        return { kind: "struct", name, fields, packed };
      }
      case TypeCode.opaque:
        return name === undefined
          ? { kind: "struct", fields: [], packed: false }
          : { kind: "struct", name, fields: [], packed: false };
      case TypeCode.function:
        return {
          kind: "function",
          variadic: stream.operand(0) !== 0,
          result: this.at(stream.operand(1)),
          parameters: stream.operands.slice(2).map((index) => this.at(index)),
        };
      default:
        throw new IrError(`type code ${code} is unknown`);
    }
  }
}

/** The type of a vector's lane, of anything else itself. */
export function scalar(type: Type): Type {
  return type.kind === "vector" ? type.element : type;
}

/** `type`'s shape (vector or not) with another element: what comparisons and vector address computations give. */
export function shaped(like: Type, element: Type): Type {
  return like.kind === "vector" ? { kind: "vector", length: like.length, element } : element;
}

/** The type at a position of an aggregate or vector. */
export function elementType(type: Type, index: number): Type {
  if (type.kind === "array" || type.kind === "vector") return type.element;
  const field = type.kind === "struct" ? type.fields[index] : undefined;
  if (!field) throw new IrError(`a ${type.kind} has no element ${index}`);
  return field;
}

/** Follows `path` into an aggregate. */
export function typeAt(type: Type, path: readonly number[]): Type {
  return path.reduce(elementType, type);
}

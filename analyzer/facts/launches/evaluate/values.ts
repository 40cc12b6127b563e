/**
 * Values of host code as far as they are known: what the evaluation of launches computes with. `undefined` is a value that
 * is not known; every operation with it gives `undefined`.
 */
import type { BinaryOp, CastOp, FloatPredicate, Func, IntPredicate, Type } from "../../../ir/model";

/** What an address leads to: see `memory.ts`. */
export interface HostStorage {
  readonly place: "stack" | "heap" | "device" | "global" | "constant" | "opaque";
  /** Size in bytes, when known. */
  readonly bytes: number | undefined;
  forget(): void;
  store(offset: number, bytes: number, value: HostValue): void;
  load(offset: number, bytes: number, type: Type): HostValue;
  copy(offset: number, from: HostStorage, start: number, bytes: number): void;
  set(offset: number, bytes: number, byte: bigint | undefined): void;
  text(offset: number): string | undefined;
  byte(offset: number): bigint | undefined;
  cells(from?: number, to?: number): Iterable<readonly [offset: number, cell: HostCell]>;
}

/** What was stored at an offset; `bytes` is its size. */
export interface HostCell {
  readonly bytes: number;
  readonly value: HostValue;
}

/** An address inside an object; where in it is `undefined` when not known. */
export interface HostPointer {
  readonly kind: "pointer";
  readonly object: HostStorage;
  readonly offset: number | undefined;
}

/** One of several functions, by what is not known: see `choices.ts`. */
export interface HostChoice {
  readonly kind: "choice";
  readonly functions: readonly Func[];
}

/** An integer is its bits (unsigned), a null pointer 0, a real a number, a structure or vector its parts. */
export type Known = bigint | number | HostPointer | Func | HostChoice | readonly HostValue[];
export type HostValue = Known | undefined;

/** Whether a value is an address, of whatever object. */
export const isPointer = (value: HostValue): value is HostPointer =>
  typeof value === "object" && "kind" in value && value.kind === "pointer";

/** Whether a value is a function. */
export const isFunction = (value: HostValue): value is Func =>
  typeof value === "object" && "kind" in value && value.kind === "function";

/** Whether a value is one of several functions. */
export const isChoice = (value: HostValue): value is HostChoice =>
  typeof value === "object" && "kind" in value && value.kind === "choice";

/** Whether a value is a structure, an array or a vector, by its parts. */
export const isAggregate = (value: HostValue): value is readonly HostValue[] => Array.isArray(value);

const bitsOf = (type: Type): number =>
  type.kind === "int" ? type.bits : type.kind === "float" && type.format === "float" ? 32 : 64;

const integerOperations: Partial<Record<BinaryOp, (a: bigint, b: bigint, bits: number) => bigint | undefined>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  udiv: (a, b) => (b === 0n ? undefined : a / b),
  urem: (a, b) => (b === 0n ? undefined : a % b),
  sdiv: (a, b, bits) => (b === 0n ? undefined : BigInt.asIntN(bits, a) / BigInt.asIntN(bits, b)),
  srem: (a, b, bits) => (b === 0n ? undefined : BigInt.asIntN(bits, a) % BigInt.asIntN(bits, b)),
  shl: (a, b, bits) => (b < BigInt(bits) ? a << b : undefined),
  lshr: (a, b, bits) => (b < BigInt(bits) ? a >> b : undefined),
  ashr: (a, b, bits) => (b < BigInt(bits) ? BigInt.asIntN(bits, a) >> b : undefined),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const realOperations: Partial<Record<BinaryOp, (a: number, b: number) => number>> = {
  fadd: (a, b) => a + b,
  fsub: (a, b) => a - b,
  fmul: (a, b) => a * b,
  fdiv: (a, b) => a / b,
  frem: (a, b) => a % b,
};

/** A real of the type's precision. */
export function rounded(value: number, type: Type): number {
  return type.kind === "float" && type.format === "float" ? Math.fround(value) : value;
}

/** The difference of addresses in one object, moved addresses, and masks on addresses that are as aligned as they ask for. */
function pointerBinary(op: BinaryOp, left: HostValue, right: HostValue, bits: number): HostValue {
  if (op === "sub" && isPointer(left) && isPointer(right)) {
    const same = left.object === right.object && left.offset !== undefined && right.offset !== undefined;
    return same ? BigInt.asUintN(bits, BigInt(left.offset! - right.offset!)) : undefined;
  }
  const [pointer, other] = isPointer(left) ? [left, right] : [right, left];
  if (!isPointer(pointer) || typeof other !== "bigint") return undefined;
  const distance = Number(BigInt.asIntN(bits, other));
  if (op === "add") return moved(pointer, distance);
  if (op === "sub" && pointer === left) return moved(pointer, -distance);
  return undefined;
}

/** An address some bytes further on. */
export const moved = (pointer: HostPointer, bytes: number | undefined): HostPointer => ({
  ...pointer,
  offset: pointer.offset === undefined || bytes === undefined ? undefined : pointer.offset + bytes,
});

/** An operation of two operands, by lanes for vectors. */
export function binaryValue(op: BinaryOp, left: HostValue, right: HostValue, type: Type): HostValue {
  if (type.kind === "vector") {
    if (!isAggregate(left) || !isAggregate(right)) return undefined;
    return left.map((one, lane) => binaryValue(op, one, right[lane], type.element));
  }
  const bits = bitsOf(type);
  // Zero decides these whatever the other operand is.
  if ((op === "and" || op === "mul") && (left === 0n || right === 0n)) return 0n;
  if (typeof left === "bigint" && typeof right === "bigint") {
    const result = integerOperations[op]?.(left, right, bits);
    return result === undefined ? undefined : BigInt.asUintN(bits, result);
  }
  if (typeof left === "number" && typeof right === "number") {
    const result = realOperations[op]?.(left, right);
    return result === undefined ? undefined : rounded(result, type);
  }
  return pointerBinary(op, left, right, bits);
}

const orders: Readonly<Record<IntPredicate, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  ugt: (a, b) => a > b,
  uge: (a, b) => a >= b,
  ult: (a, b) => a < b,
  ule: (a, b) => a <= b,
  sgt: (a, b) => a > b,
  sge: (a, b) => a >= b,
  slt: (a, b) => a < b,
  sle: (a, b) => a <= b,
};

const truth = (value: boolean | undefined): HostValue => (value === undefined ? undefined : value ? 1n : 0n);

/** Two addresses, or an address and null: every object is somewhere. */
function comparePointers(predicate: IntPredicate, left: Known, right: Known): boolean | undefined {
  const isEqual = predicate === "eq";
  if (!isEqual && predicate !== "ne") {
    if (!isPointer(left) || !isPointer(right) || left.object !== right.object) return undefined;
    if (left.offset === undefined || right.offset === undefined) return undefined;
    return orders[predicate](BigInt(left.offset), BigInt(right.offset));
  }
  if (left === 0n || right === 0n) return !isEqual;
  if (isFunction(left) && isFunction(right)) return (left.name === right.name) === isEqual;
  if (!isPointer(left) || !isPointer(right)) return undefined;
  if (left.object !== right.object) return !isEqual;
  if (left.offset === undefined || right.offset === undefined) return undefined;
  return (left.offset === right.offset) === isEqual;
}

/** A comparison of integers or addresses. */
export function compareIntegers(predicate: IntPredicate, left: HostValue, right: HostValue, type: Type): HostValue {
  if (type.kind === "vector") {
    if (!isAggregate(left) || !isAggregate(right)) return undefined;
    return left.map((one, lane) => compareIntegers(predicate, one, right[lane], type.element));
  }
  if (left === undefined || right === undefined) return undefined;
  if (typeof left === "bigint" && typeof right === "bigint") {
    const bits = bitsOf(type);
    const [a, b] = predicate.startsWith("s") ? [BigInt.asIntN(bits, left), BigInt.asIntN(bits, right)] : [left, right];
    return truth(orders[predicate](a, b));
  }
  return truth(comparePointers(predicate, left, right));
}

/** A comparison of reals. */
export function compareReals(predicate: FloatPredicate, left: HostValue, right: HostValue): HostValue {
  if (predicate === "true" || predicate === "false") return truth(predicate === "true");
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  const unordered = Number.isNaN(left) || Number.isNaN(right);
  if (predicate === "ord" || predicate === "uno") return truth(unordered === (predicate === "uno"));
  if (unordered) return truth(predicate.startsWith("u"));
  const order = predicate.slice(1);
  if (order === "eq") return truth(left === right);
  if (order === "ne") return truth(left !== right);
  const isLess = order.startsWith("l") ? left < right : left > right;
  return truth(isLess || (order.endsWith("e") && left === right));
}

const buffer = new DataView(new ArrayBuffer(8));

/** The bits of a real of 4 or 8 bytes. */
export function realBits(value: number, bytes: number): bigint {
  if (bytes === 4) {
    buffer.setFloat32(0, value);
    return BigInt(buffer.getUint32(0));
  }
  buffer.setFloat64(0, value);
  return buffer.getBigUint64(0);
}

/** The real that bits mean in a type; undefined for formats that are not followed. */
export function realOf(bits: bigint, type: Type): number | undefined {
  if (type.kind !== "float") return undefined;
  if (type.format === "float") {
    buffer.setUint32(0, Number(BigInt.asUintN(32, bits)));
    return buffer.getFloat32(0);
  }
  if (type.format !== "double") return undefined;
  buffer.setBigUint64(0, BigInt.asUintN(64, bits));
  return buffer.getFloat64(0);
}

/** A value as one of another type of the same size, as a load or a bit cast reads it. */
export function reinterpreted(value: HostValue, type: Type, bytes: number): HostValue {
  if (typeof value === "number") {
    if (type.kind === "float") return value;
    return type.kind === "int" ? realBits(value, bytes) : undefined;
  }
  if (typeof value === "bigint") {
    if (type.kind === "float") return realOf(value, type);
    if (type.kind === "int") return BigInt.asUintN(type.bits, value);
    if (type.kind === "pointer") return value === 0n ? value : undefined;
    return type.kind === "vector" ? lanesOf(value, type) : undefined;
  }
  return value;
}

function lanesOf(value: bigint, { length, element }: Extract<Type, { kind: "array" | "vector" }>): HostValue {
  const bits = element.kind === "int" ? element.bits : element.kind === "float" && element.format === "float" ? 32 : 64;
  return Array.from({ length }, (_, lane) =>
    reinterpreted(BigInt.asUintN(bits, value >> BigInt(bits * lane)), element, bits / 8),
  );
}

function toInteger(value: HostValue, bits: number): HostValue {
  return typeof value === "number" && Number.isFinite(value)
    ? BigInt.asUintN(bits, BigInt(Math.trunc(value)))
    : undefined;
}

/** A conversion from one type to another, by lanes for vectors. */
export function castValue(cast: CastOp, value: HostValue, from: Type, to: Type): HostValue {
  if (cast === "bitcast") return reinterpreted(value, to, bitsOf(from) / 8);
  if (from.kind === "vector" && to.kind === "vector") {
    return isAggregate(value) ? value.map((one) => castValue(cast, one, from.element, to.element)) : undefined;
  }
  const [source, target] = [bitsOf(from), bitsOf(to)];
  switch (cast) {
    case "trunc":
    case "zext":
      return typeof value === "bigint" ? BigInt.asUintN(target, value) : target === 64 ? value : undefined;
    case "sext":
      return typeof value === "bigint" ? BigInt.asUintN(target, BigInt.asIntN(source, value)) : undefined;
    case "fptrunc":
    case "fpext":
      return typeof value === "number" ? rounded(value, to) : undefined;
    case "fptoui":
    case "fptosi":
      return toInteger(value, target);
    case "uitofp":
      return typeof value === "bigint" ? rounded(Number(value), to) : undefined;
    case "sitofp":
      return typeof value === "bigint" ? rounded(Number(BigInt.asIntN(source, value)), to) : undefined;
    default:
      // An address that is converted to an integer and back keeps its object.
      return value;
  }
}

/** Zero of a type. */
export function nullOf(type: Type): HostValue {
  if (type.kind === "struct") return type.fields.map(nullOf);
  if (type.kind === "array" || type.kind === "vector") {
    return Array.from({ length: Math.min(type.length, 64) }, () => nullOf(type.element));
  }
  return type.kind === "float" ? 0 : 0n;
}

/** Whether two values are known to be one. */
export function isSame(left: HostValue, right: HostValue): boolean {
  if (isPointer(left) && isPointer(right)) return left.object === right.object && left.offset === right.offset;
  return left === right;
}

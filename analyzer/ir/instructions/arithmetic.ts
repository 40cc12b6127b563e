/** Arithmetic, casts, comparisons and selections. */
import { Flag, type Type, type Value } from "../model";
import { CASTS, FLOAT_BINARY, FLOAT_PREDICATES, INT_PREDICATES, INTEGER_BINARY } from "../records";
import { I1, scalar, shaped } from "../types";
import type { Cursor } from "./cursor";

/** Fast-math flags: bits 1 to 7 of the record, in the order of `Flag`, which has them from bit 8. */
export function fastMath(bits: number): number {
  return (bits & 0xfe) << 7;
}

function isFloat(type: Type): boolean {
  return scalar(type).kind === "float";
}

const WRAPPING: ReadonlySet<string> = new Set(["add", "sub", "mul", "shl"]);

function binaryFlags(op: string, float: boolean, bits: number): number {
  if (float) return fastMath(bits);
  if (WRAPPING.has(op)) return (bits & 1 ? Flag.nuw : 0) | (bits & 2 ? Flag.nsw : 0);
  if (!(bits & 1)) return 0;
  return op === "or" ? Flag.disjoint : Flag.exact;
}

export function binary(cursor: Cursor): void {
  const left = cursor.value();
  const right = cursor.valueOf(left.type);
  const code = cursor.next();
  const float = isFloat(left.type);
  const op = float ? FLOAT_BINARY[code] : INTEGER_BINARY[code];
  if (!op) return cursor.unsupported(`binary operator ${code}`, left.type);
  const flags = binaryFlags(op, float, cursor.optional());
  cursor.emit(left.type, { op: "binary", binary: op, left, right, flags });
}

export function unary(cursor: Cursor): void {
  const value = cursor.value();
  const code = cursor.next();
  if (code !== 0) return cursor.unsupported(`unary operator ${code}`, value.type);
  cursor.emit(value.type, { op: "fneg", value, flags: fastMath(cursor.optional()) });
}

export function freeze(cursor: Cursor): void {
  const value = cursor.value();
  cursor.emit(value.type, { op: "freeze", value, flags: 0 });
}

function castFlags(cast: string, bits: number): number {
  if (cast === "trunc") return (bits & 1 ? Flag.nuw : 0) | (bits & 2 ? Flag.nsw : 0);
  if (cast === "zext" || cast === "uitofp") return bits & 1 ? Flag.nneg : 0;
  return cast === "fptrunc" || cast === "fpext" ? fastMath(bits) : 0;
}

export function cast(cursor: Cursor): void {
  const value = cursor.value();
  const type = cursor.type();
  const code = cursor.next();
  const op = CASTS[code];
  if (!op) return cursor.unsupported(`cast ${code}`, type);
  cursor.emit(type, { op: "cast", cast: op, value, flags: castFlags(op, cursor.optional()) });
}

export function compare(cursor: Cursor): void {
  const left = cursor.value();
  const right = cursor.valueOf(left.type);
  const code = cursor.next();
  const bits = cursor.optional();
  const type = shaped(left.type, I1);
  const float = FLOAT_PREDICATES[code];
  const integer = INT_PREDICATES[code - 32];
  if (float) cursor.emit(type, { op: "fcmp", predicate: float, left, right, flags: fastMath(bits) });
  else if (integer) {
    cursor.emit(type, { op: "icmp", predicate: integer, left, right, flags: bits & 1 ? Flag.samesign : 0 });
  } else cursor.unsupported(`comparison ${code}`, type);
}

export function select(cursor: Cursor): void {
  const ifTrue: Value = cursor.value();
  const ifFalse = cursor.valueOf(ifTrue.type);
  const condition = cursor.value();
  cursor.emit(ifTrue.type, { op: "select", condition, ifTrue, ifFalse, flags: fastMath(cursor.optional()) });
}

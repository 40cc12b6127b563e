/** Arithmetic, casts, comparisons and selections. */

import { binaryFlags, castFlags, fastMath } from "../../bitcode/flags";
import { CASTS, FLOAT_BINARY, FLOAT_PREDICATES, INT_PREDICATES, INTEGER_BINARY } from "../../bitcode/records";
import { I1, scalar, shaped } from "../../bitcode/types";
import { Flag, type Type, type Value } from "../../model";
import type { Cursor } from "./cursor";

function isFloat(type: Type): boolean {
  return scalar(type).kind === "float";
}

/** Record: value, value, operator, flags (when there are any). */
export function binary(cursor: Cursor): void {
  const left = cursor.value();
  const right = cursor.valueOf(left.type);
  const code = cursor.next();
  const float = isFloat(left.type);
  const op = float ? FLOAT_BINARY[code] : INTEGER_BINARY[code];
  if (!op) {
    cursor.unsupported(`binary operator ${code}`, left.type);
    return;
  }
  const flags = binaryFlags(op, float, cursor.optional());
  cursor.emit(left.type, { op: "binary", binary: op, left, right, flags });
}

/** Record: value, operator (0 is `fneg`, the only one), flags. */
export function unary(cursor: Cursor): void {
  const value = cursor.value();
  const code = cursor.next();
  if (code !== 0) {
    cursor.unsupported(`unary operator ${code}`, value.type);
    return;
  }
  cursor.emit(value.type, { op: "fneg", value, flags: fastMath(cursor.optional()) });
}

/** Record: value. */
export function freeze(cursor: Cursor): void {
  const value = cursor.value();
  cursor.emit(value.type, { op: "freeze", value, flags: 0 });
}

/** Record: value, result type, cast, flags. */
export function cast(cursor: Cursor): void {
  const value = cursor.value();
  const type = cursor.type();
  const code = cursor.next();
  const op = CASTS[code];
  if (!op) {
    cursor.unsupported(`cast ${code}`, type);
    return;
  }
  cursor.emit(type, { op: "cast", cast: op, value, flags: castFlags(op, cursor.optional()) });
}

/** Record: value, value, predicate (floats from 0, integers from 32), flags. The result is a bit, or a vector of bits. */
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

/** Record: value if true, value if false, condition, flags. */
export function select(cursor: Cursor): void {
  const ifTrue: Value = cursor.value();
  const ifFalse = cursor.valueOf(ifTrue.type);
  const condition = cursor.value();
  cursor.emit(ifTrue.type, { op: "select", condition, ifTrue, ifFalse, flags: fastMath(cursor.optional()) });
}

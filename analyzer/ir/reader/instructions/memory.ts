/** Loads, stores, atomics, fences, stack variables and address computations. */
import { gepFlags } from "../../bitcode/flags";
import { ATOMICS, ORDERINGS } from "../../bitcode/records";
import { shaped } from "../../bitcode/types";
import { VOID } from "../../build";
import { IrError, type Value } from "../../model";
import type { Cursor } from "./cursor";

/** Alignments are written as one more than their logarithm, 0 for none. */
export function alignment(code: number): number {
  if (code > 33) throw new IrError(`an alignment of 2^${code - 1} bytes`);
  return code === 0 ? 0 : 2 ** (code - 1);
}

function ordering(cursor: Cursor): string {
  const code = cursor.next();
  const name = ORDERINGS[code];
  if (name === undefined) throw new IrError(`memory ordering ${code} is unknown`);
  return name;
}

function scope(cursor: Cursor): string {
  const code = cursor.next();
  const name = cursor.state.scopes[code];
  if (name === undefined) throw new IrError(`synchronisation scope ${code} is unknown`);
  return name;
}

/** Record: pointer, type, alignment, volatile. */
export function load(cursor: Cursor): void {
  const pointer = cursor.value();
  const type = cursor.type();
  const align = alignment(cursor.next());
  const volatile = cursor.next() !== 0;
  cursor.emit(type, { op: "load", pointer, align, volatile, ordering: "", invariant: false });
}

/** Record: pointer, type, alignment, volatile, ordering, scope. */
export function loadAtomic(cursor: Cursor): void {
  const pointer = cursor.value();
  const type = cursor.type();
  const align = alignment(cursor.next());
  const volatile = cursor.next() !== 0;
  const order = ordering(cursor);
  cursor.emit(type, { op: "load", pointer, align, volatile, ordering: order, scope: scope(cursor), invariant: false });
}

/** Record: pointer, value, alignment, volatile. */
export function store(cursor: Cursor): void {
  const pointer = cursor.value();
  const value = cursor.value();
  const align = alignment(cursor.next());
  const volatile = cursor.next() !== 0;
  cursor.emit(VOID, { op: "store", pointer, value, align, volatile, ordering: "" });
}

/** Record: pointer, value, alignment, volatile, ordering, scope. */
export function storeAtomic(cursor: Cursor): void {
  const pointer = cursor.value();
  const value = cursor.value();
  const align = alignment(cursor.next());
  const volatile = cursor.next() !== 0;
  const order = ordering(cursor);
  cursor.emit(VOID, { op: "store", pointer, value, align, volatile, ordering: order, scope: scope(cursor) });
}

/** Record: pointer, value, operation, volatile, ordering, scope, alignment. */
export function atomic(cursor: Cursor): void {
  const pointer = cursor.value();
  const value = cursor.value();
  const code = cursor.next();
  const volatile = cursor.next() !== 0;
  const order = ordering(cursor);
  const where = scope(cursor);
  const align = alignment(cursor.optional());
  const op = ATOMICS[code];
  if (!op) {
    cursor.unsupported(`atomic operation ${code}`, value.type);
    return;
  }
  cursor.emit(value.type, {
    op: "atomicrmw",
    atomic: op,
    pointer,
    value,
    align,
    ordering: order,
    scope: where,
    volatile,
  });
}

/** Record: pointer, expected, replacement, volatile, ordering, scope, ordering on failure, weak, alignment. The result is the old value and whether it was exchanged. */
export function compareExchange(cursor: Cursor): void {
  const pointer = cursor.value();
  const expected = cursor.value();
  const replacement = cursor.valueOf(expected.type);
  const volatile = cursor.next() !== 0;
  const success = ordering(cursor);
  const where = scope(cursor);
  const failure = ordering(cursor);
  const weak = cursor.optional() !== 0;
  const align = alignment(cursor.optional());
  cursor.emit(cursor.state.types.withFlag(expected.type), {
    op: "cmpxchg",
    pointer,
    expected,
    replacement,
    align,
    ordering: success,
    failureOrdering: failure,
    scope: where,
    volatile,
    weak,
  });
}

/** Record: ordering, scope. */
export function fence(cursor: Cursor): void {
  const order = ordering(cursor);
  cursor.emit(VOID, { op: "fence", ordering: order, scope: scope(cursor) });
}

/** Record: allocated type, type of the count, count by absolute number, flags, address space. */
export function alloca(cursor: Cursor): void {
  const allocated = cursor.type();
  cursor.type();
  const count = cursor.absoluteValue();
  const bits = cursor.next();
  const space = cursor.optional(cursor.state.allocaSpace);
  // Five bits of the alignment, then three flags, then its upper three bits.
  const align = alignment((bits & 31) | (((bits >> 8) & 7) << 5));
  cursor.emit(cursor.state.types.pointer(space), { op: "alloca", allocated, count, align });
}

/** Record: flags, element type, base, indices. */
export function gep(cursor: Cursor): void {
  const bits = cursor.next();
  const source = cursor.type();
  const base = cursor.value();
  const indices: Value[] = [];
  while (cursor.more) indices.push(cursor.value());
  const vector = [base, ...indices].find((value) => value.type.kind === "vector")?.type;
  const type = vector && base.type.kind !== "vector" ? shaped(vector, base.type) : base.type;
  cursor.emit(type, { op: "gep", source, base, indices, flags: gepFlags(bits) });
}

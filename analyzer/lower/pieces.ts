/**
 * Loads, stores and copies taken apart into pieces: the scalars of a vector or structure, the words of a copy. Merging
 * puts pieces together again, whether they came from one instruction or from several.
 */
import { constantInteger, type Layout } from "../ir/layout";
import type { Instruction, InstructionOf, Type, Value } from "../ir/model";
import type { Uses } from "../ir/uses";
import { MAX_ALIGNMENT, powerDividing } from "./alignment";
import { copiesTable } from "./tables";

/** Bytes that one instruction loads or stores and that no merge takes apart. */
export interface Piece {
  readonly instruction: Instruction;
  readonly op: "load" | "store";
  readonly pointer: Value;
  /** Bytes from `pointer`. */
  readonly offset: number;
  /** 1, 2, 4, 8 or 16. */
  readonly size: number;
  /** What the instruction says of the alignment at `pointer + offset`. */
  readonly align: number;
  /** Volatile and ordered accesses stay as they are. */
  readonly fixed: boolean;
}

/** Copies of more bytes are loops in nvcc's code too, which only the bytes' count describes: not modelled. */
const MAX_COPY = 1024;

/** A table's values stand in the code however many they are: 2,000 words are 2,000 stored words. */
const MAX_TABLE = 1 << 18;

/** Pieces of a load; parts of a vector that nobody extracts are not loaded. */
export function loadPieces(load: InstructionOf<"load">, layout: Layout, uses: Uses): Piece[] {
  // The assembler leaves out parts of a vector through the read-only path that nobody takes, but joins no such loads.
  const fixed = load.volatile || load.ordering !== "" || (load.invariant && load.type.kind !== "vector");
  const align = promisedAlignment(load, load.type, layout);
  const narrow = fixed ? undefined : narrowed(load, uses);
  if (narrow) return cut(load, "load", load.pointer, narrow.offset, narrow.size, align, false);
  if (fixed && isWhole(load.type, align, layout)) {
    return cut(load, "load", load.pointer, 0, layout.storeSize(load.type), align, true);
  }
  const wanted = fixed ? undefined : wantedElements(load, uses);
  return scalarsOf(load.type, layout)
    .filter((_, index) => !wanted || wanted.has(index))
    .flatMap((scalar) => cut(load, "load", load.pointer, scalar.offset, scalar.size, align, fixed));
}

export function storePieces(store: InstructionOf<"store">, layout: Layout): Piece[] {
  const align = promisedAlignment(store, store.value.type, layout);
  const fixed = store.volatile || store.ordering !== "";
  if (fixed && isWhole(store.value.type, align, layout)) {
    return cut(store, "store", store.pointer, 0, layout.storeSize(store.value.type), align, true);
  }
  return scalarsOf(store.value.type, layout).flatMap((scalar) =>
    cut(store, "store", store.pointer, scalar.offset, scalar.size, align, fixed),
  );
}

/** Bytes of C's scalars by the names that clang gives them; signed and unsigned are one. */
const SCALARS: ReadonlyMap<string, number> = new Map([
  ["short", 2],
  ["int", 4],
  ["float", 4],
  ["long", 8],
  ["long long", 8],
  ["double", 8],
]);

/**
 * The alignment that a scalar's type promises: nvcc takes the word of `((float*)bytes)[i]`, clang doubts it where it sees
 * that `bytes` is an array of characters. Members of packed structures and copies of bytes promise nothing.
 */
function promisedAlignment({ align, scalar }: InstructionOf<"load" | "store">, type: Type, layout: Layout): number {
  const size = scalar === undefined ? undefined : SCALARS.get(scalar);
  return size === layout.storeSize(type) ? Math.max(align, size) : align;
}

/** Volatile vectors that are aligned to their size are one access, which nothing takes apart or makes larger. */
function isWhole(type: Type, align: number, layout: Layout): boolean {
  const size = layout.storeSize(type);
  return type.kind === "vector" && size <= MAX_ALIGNMENT && powerDividing(size) === size && align >= size;
}

/** Pieces of `llvm.memcpy`, `memmove` or `memset` of a constant size; a reason where they are not modelled. */
export function copyPieces(call: InstructionOf<"call">, kind: "copy" | "set"): Piece[] | string {
  const [destination, source, length] = call.arguments;
  if (!destination || !source || !length) return "a copy without operands";
  const bytes = constantInteger(length);
  if (bytes === undefined) return "a copy whose size is not constant";
  const isFilling = kind === "copy" && copiesTable(call);
  if (bytes > BigInt(isFilling ? MAX_TABLE : MAX_COPY)) return `a copy of ${bytes} bytes`;
  const fixed = constantInteger(call.arguments[3] ?? length) === 1n;
  const to = alignmentOfArgument(call, 0);
  const from = kind === "copy" ? alignmentOfArgument(call, 1) : MAX_ALIGNMENT;
  // Both sides move the same pieces, which the weaker alignment limits; each keeps what is known of its own for merging.
  const align = Math.min(to, from);
  const moved = cut(call, "store", destination, 0, Number(bytes), align, fixed);
  const side = (op: "load" | "store", pointer: Value, known: number): Piece[] =>
    moved.map((piece) => ({ ...piece, op, pointer, align: Math.min(known, powerDividing(piece.offset)) }));
  return [...(kind === "copy" && !isFilling ? side("load", source, from) : []), ...side("store", destination, to)];
}

function alignmentOfArgument(call: InstructionOf<"call">, index: number): number {
  const align = call.parameterAttributes?.[index]?.get("align");
  return typeof align === "number" ? Math.min(align, MAX_ALIGNMENT) : 1;
}

/** Scalars of a value in memory, in order of their offsets. */
function scalarsOf(type: Type, layout: Layout): { offset: number; size: number }[] {
  if (type.kind === "array" || type.kind === "vector") {
    const bits = type.kind === "vector" ? layout.bits(type.element) : 8;
    if (bits % 8 !== 0) return [{ offset: 0, size: layout.storeSize(type) }];
    const step = type.kind === "vector" ? bits / 8 : layout.size(type.element);
    const inner = scalarsOf(type.element, layout);
    return Array.from({ length: type.length }, (_, index) =>
      inner.map(({ offset, size }) => ({ offset: index * step + offset, size })),
    ).flat();
  }
  if (type.kind === "struct") {
    return type.fields.flatMap((field, index) =>
      scalarsOf(field, layout).map(({ offset, size }) => ({ offset: layout.offset(type, index) + offset, size })),
    );
  }
  return [{ offset: 0, size: layout.storeSize(type) }];
}

/** Cuts bytes into the largest aligned powers of two. */
function cut(
  instruction: Instruction,
  op: "load" | "store",
  pointer: Value,
  from: number,
  size: number,
  align: number,
  fixed: boolean,
): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < from + size; ) {
    const known = Math.min(Math.max(1, align), powerDividing(at));
    let step = known;
    while (step > from + size - at) step /= 2;
    pieces.push({ instruction, op, pointer, offset: at, size: step, align: known, fixed });
    at += step;
  }
  return pieces;
}

/** Elements of a loaded vector that are extracted; nothing when the vector is used in any other way. */
function wantedElements(load: InstructionOf<"load">, uses: Uses): ReadonlySet<number> | undefined {
  if (load.type.kind !== "vector") return undefined;
  const wanted = new Set<number>();
  for (const user of uses.of(load)) {
    if (user.op !== "extractelement") return undefined;
    const index = constantInteger(user.index);
    if (index === undefined) return undefined;
    wanted.add(Number(index));
  }
  return wanted.size > 0 ? wanted : undefined;
}

/** The bytes of a loaded integer that its only user looks at: a truncation, perhaps behind a shift, or a mask. */
function narrowed(load: InstructionOf<"load">, uses: Uses): { offset: number; size: number } | undefined {
  const [user, ...others] = uses.of(load);
  if (!user || others.length > 0 || load.type.kind !== "int") return undefined;
  const whole = load.type.bits;
  if (user.op === "binary" && user.binary === "lshr" && user.left === load) {
    const shift = constantInteger(user.right);
    const [next, ...rest] = uses.of(user);
    if (shift === undefined || rest.length > 0 || !next) return undefined;
    return bytesOf(Number(shift), keptBits(next, user) ?? whole - Number(shift));
  }
  const tested = testedBytes(user, load, uses);
  if (tested) return tested;
  const kept = keptBits(user, load);
  return kept === undefined || kept >= whole ? undefined : bytesOf(0, kept);
}

/**
 * The bytes of a loaded integer that a test looks at: nvcc loads the byte that has the bits of `if (x & mask)` in the same
 * block, and the lower half of what a `switch` reads behind a mask (`earlyReturn` and `switchValue` in
 * `test/hardware/variety/ptx/branches.ptx`).
 */
function testedBytes(
  user: Instruction,
  load: InstructionOf<"load">,
  uses: Uses,
): { offset: number; size: number } | undefined {
  if (load.type.kind !== "int" || user.block !== load.block) return undefined;
  const tests = uses.of(user);
  const [test] = tests;
  if (!test) return undefined;
  const bits = load.type.bits;
  if (user.op !== "binary" || user.binary !== "and" || user.left !== load) return undefined;
  const mask = constantInteger(user.right);
  // The lowest bit by itself is a truncation to nvcc, which leaves the load as it is.
  if (mask === undefined || mask <= 1n) return undefined;
  if (test.op === "switch") return tests.length === 1 && bits > 16 && mask < 1n << 16n ? bytesOf(0, 16) : undefined;
  if (tests.length > 1 || test.op !== "icmp" || test.block !== load.block) return undefined;
  if (!["eq", "ne"].includes(test.predicate) || constantInteger(test.right) !== 0n) return undefined;
  if (!uses.of(test).every((branch) => branch.op === "condbr" && branch.block === load.block)) return undefined;
  for (const width of [8, 16, 32].filter((one) => one < bits)) {
    for (let from = 0; from < bits; from += width) {
      const within = ((1n << BigInt(width)) - 1n) << BigInt(from);
      if ((mask & ~within) === 0n) return bytesOf(from, width);
    }
  }
  return undefined;
}

/** How many low bits an instruction keeps of an operand, when it is a truncation or a mask of ones. */
function keptBits(user: Instruction, operand: Value): number | undefined {
  if (user.op === "cast" && user.cast === "trunc" && user.type.kind === "int") return user.type.bits;
  if (user.op !== "binary" || user.binary !== "and" || user.left !== operand) return undefined;
  const mask = constantInteger(user.right);
  if (mask === undefined || mask < 0n) return undefined;
  const exact = [8, 16, 32].find((bits) => mask === (1n << BigInt(bits)) - 1n);
  // Of a double word the lower half is loaded for any mask that fits into it.
  return exact ?? (user.type.kind === "int" && user.type.bits === 64 && mask < 1n << 32n ? 32 : undefined);
}

function bytesOf(fromBit: number, bits: number): { offset: number; size: number } | undefined {
  if (fromBit % bits !== 0 || ![8, 16, 32].includes(bits)) return undefined;
  return { offset: fromBit / 8, size: bits / 8 };
}

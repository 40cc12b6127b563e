/**
 * Splits loads, stores and copies into element accesses: the scalars of a vector or structure, the words of a copy. Merging
 * then combines elements, whether they came from one instruction or from several.
 */
import { constantInteger, type Layout } from "../ir/layout";
import type { Instruction, InstructionOf, Type, Value } from "../ir/model";
import type { Uses } from "../ir/uses";
import { MAX_ALIGNMENT, powerDividing } from "./alignment";
import { copiesConstantData } from "./constantData";

/** Bytes that an instruction loads or stores and that merging never splits. */
export interface ElementAccess {
  readonly instruction: Instruction;
  readonly op: "load" | "store";
  readonly pointer: Value;
  /** Bytes from `pointer`. */
  readonly offset: number;
  /** 1, 2, 4, 8 or 16. */
  readonly size: number;
  /** The alignment at `pointer + offset` that the instruction states, in bytes. */
  readonly align: number;
  /** Whether the element must not be merged: volatile and ordered accesses stay as they are. */
  readonly isFixed: boolean;
}

/** nvcc compiles copies of more bytes to loops, which are not modelled. */
const MAX_COPY = 1024;

/** Bytes of the largest copy that a checked run sees. */
export const MAX_WHOLE_COPY = 1 << 14;

/** nvcc stores constant data as immediate operands at any size: 2,000 words are 2,000 stores. */
const MAX_CONSTANT_DATA = 1 << 18;

/** Why the elements of a load or store are not told apart; undefined where they are. */
function tooLarge(access: InstructionOf<"load" | "store">, type: Type, layout: Layout): string | undefined {
  const size = layout.storeSize(type);
  return size > MAX_WHOLE_COPY ? `a ${access.op} of ${size} bytes at once` : undefined;
}

/** The elements of a load, without elements of a vector that have no use; the reason where it is not modelled. */
export function elementsOfLoad(load: InstructionOf<"load">, layout: Layout, uses: Uses): ElementAccess[] | string {
  const reason = tooLarge(load, load.type, layout);
  if (reason) return reason;
  // ptxas drops unused elements of a vector load through the read-only path, but merges no such loads.
  const isFixed = load.volatile || load.ordering !== "" || (load.invariant && load.type.kind !== "vector");
  const align = typeAlignment(load, load.type, layout);
  const access = { instruction: load, op: "load", pointer: load.pointer, align, isFixed } as const;
  const used = isFixed ? undefined : usedBytes(load, uses);
  if (used) return splitAligned({ ...access, from: used.offset, size: used.size });
  if (isFixed && isIndivisible(load.type, align, layout)) {
    return splitAligned({ ...access, from: 0, size: layout.storeSize(load.type) });
  }
  const extracted = isFixed ? undefined : extractedElements(load, uses);
  return scalarsOf(load.type, layout)
    .filter((_, index) => !extracted || extracted.has(index))
    .flatMap(({ offset, size }) => splitAligned({ ...access, from: offset, size }));
}

/** The elements of a store; the reason where it is not modelled. */
export function elementsOfStore(store: InstructionOf<"store">, layout: Layout): ElementAccess[] | string {
  const { type } = store.value;
  const reason = tooLarge(store, type, layout);
  if (reason) return reason;
  const isFixed = store.volatile || store.ordering !== "";
  const align = typeAlignment(store, type, layout);
  const access = { instruction: store, op: "store", pointer: store.pointer, align, isFixed } as const;
  if (isFixed && isIndivisible(type, align, layout)) {
    return splitAligned({ ...access, from: 0, size: layout.storeSize(type) });
  }
  return scalarsOf(type, layout).flatMap(({ offset, size }) => splitAligned({ ...access, from: offset, size }));
}

/** Bytes of C's scalar types by the names that clang gives them; signed and unsigned types share a name. */
const SCALARS: ReadonlyMap<string, number> = new Map([
  ["short", 2],
  ["int", 4],
  ["float", 4],
  ["long", 8],
  ["long long", 8],
  ["double", 8],
]);

/**
 * The alignment of an access to a scalar. For `((float*)bytes)[i]` nvcc assumes the alignment of `float`; clang does not
 * where it sees that `bytes` is an array of characters. Members of packed structures and copies of bytes have no scalar
 * type, and keep the alignment that clang states.
 */
function typeAlignment({ align, scalar }: InstructionOf<"load" | "store">, type: Type, layout: Layout): number {
  const size = scalar === undefined ? undefined : SCALARS.get(scalar);
  return size === layout.storeSize(type) ? Math.max(align, size) : align;
}

/** Whether an access is to a vector that is aligned to its size: where volatile, it is neither split nor merged. */
function isIndivisible(type: Type, align: number, layout: Layout): boolean {
  const size = layout.storeSize(type);
  return type.kind === "vector" && size <= MAX_ALIGNMENT && powerDividing(size) === size && align >= size;
}

/**
 * The elements of `llvm.memcpy`, `memmove` or `memset` of a constant size; the reason where a copy is not modelled.
 * @param isWhole copies are wanted that nvcc compiles to loops, too
 */
export function elementsOfCopy(
  call: InstructionOf<"call">,
  kind: "copy" | "set",
  isWhole: boolean,
): ElementAccess[] | string {
  const [destination, source, length] = call.arguments;
  if (!destination || !source || !length) return "a copy without operands";
  const bytes = constantInteger(length);
  if (bytes === undefined) return "a copy whose size is not constant";
  const isConstantFill = kind === "copy" && copiesConstantData(call);
  if (bytes > BigInt(isConstantFill ? MAX_CONSTANT_DATA : isWhole ? MAX_WHOLE_COPY : MAX_COPY))
    return `a copy of ${bytes} bytes`;
  const isFixed = constantInteger(call.arguments[3] ?? length) === 1n;
  const to = alignmentOfArgument(call, 0);
  const from = kind === "copy" ? alignmentOfArgument(call, 1) : MAX_ALIGNMENT;
  // The weaker alignment limits the elements of both sides; each side keeps its own alignment for merging.
  const align = Math.min(to, from);
  const access = { instruction: call, op: "store", pointer: destination, align, isFixed } as const;
  const moved = splitAligned({ ...access, from: 0, size: Number(bytes) });
  const side = (op: "load" | "store", pointer: Value, known: number): ElementAccess[] =>
    moved.map((element) => ({ ...element, op, pointer, align: Math.min(known, powerDividing(element.offset)) }));
  return [...(kind === "copy" && !isConstantFill ? side("load", source, from) : []), ...side("store", destination, to)];
}

/**
 * Bytes of the widest element of a copy or fill, at which both of its pointers have to be aligned: `*(float4*)a = *(float4*)b`
 * is one vector, `memcpy(a, b, 16)` of characters sixteen bytes.
 */
export function widestElement(call: InstructionOf<"call">, kind: "copy" | "set", bytes: number): number {
  const from = kind === "copy" && !copiesConstantData(call) ? alignmentOfArgument(call, 1) : MAX_ALIGNMENT;
  let widest = Math.min(alignmentOfArgument(call, 0), from);
  while (widest > bytes) widest /= 2;
  return widest;
}

function alignmentOfArgument(call: InstructionOf<"call">, index: number): number {
  const align = call.parameterAttributes?.[index]?.get("align");
  return typeof align === "number" ? Math.min(align, MAX_ALIGNMENT) : 1;
}

/** The scalars of a type in memory, in order of their offsets. */
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

/** What `splitAligned` splits: the elements without offset and size, and where the bytes begin and how many they are. */
type Bytes = Omit<ElementAccess, "offset" | "size"> & { readonly from: number; readonly size: number };

/** Splits bytes into the largest aligned powers of two. */
function splitAligned({ instruction, op, pointer, from, size, align, isFixed }: Bytes): ElementAccess[] {
  const elements: ElementAccess[] = [];
  for (let at = from; at < from + size; ) {
    const known = Math.min(Math.max(1, align), powerDividing(at));
    let step = known;
    while (step > from + size - at) step /= 2;
    elements.push({ instruction, op, pointer, offset: at, size: step, align: known, isFixed });
    at += step;
  }
  return elements;
}

/** Indices of the vector elements that are extracted; undefined where the vector has any other use. */
function extractedElements(load: InstructionOf<"load">, uses: Uses): ReadonlySet<number> | undefined {
  if (load.type.kind !== "vector") return undefined;
  const extracted = new Set<number>();
  for (const user of uses.of(load)) {
    if (user.op !== "extractelement") return undefined;
    const index = constantInteger(user.index);
    if (index === undefined) return undefined;
    extracted.add(Number(index));
  }
  return extracted.size > 0 ? extracted : undefined;
}

/** The bytes of a loaded integer that its only use needs: a truncation, perhaps after a shift, or a mask. */
function usedBytes(load: InstructionOf<"load">, uses: Uses): { offset: number; size: number } | undefined {
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
 * The bytes of a loaded integer that a test needs: for `if (x & mask)` in the same basic block nvcc loads the byte with
 * those bits, for a masked operand of a `switch` the lower half (`earlyReturn` and `switchValue` in
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
  // nvcc treats the lowest bit alone as a truncation, which does not narrow the load.
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

/** The number of low bits that a truncation or a mask of ones keeps of an operand. */
function keptBits(user: Instruction, operand: Value): number | undefined {
  if (user.op === "cast" && user.cast === "trunc" && user.type.kind === "int") return user.type.bits;
  if (user.op !== "binary" || user.binary !== "and" || user.left !== operand) return undefined;
  const mask = constantInteger(user.right);
  if (mask === undefined || mask < 0n) return undefined;
  const exact = [8, 16, 32].find((bits) => mask === (1n << BigInt(bits)) - 1n);
  // For a 64-bit value the lower half is loaded under any mask that fits into it.
  return exact ?? (user.type.kind === "int" && user.type.bits === 64 && mask < 1n << 32n ? 32 : undefined);
}

function bytesOf(fromBit: number, bits: number): { offset: number; size: number } | undefined {
  if (fromBit % bits !== 0 || ![8, 16, 32].includes(bits)) return undefined;
  return { offset: fromBit / 8, size: bits / 8 };
}

/**
 * Local arrays that nvcc keeps in registers: those with constant indices only, and small arrays of words with few variable
 * indices, for which ptxas emits selects.
 */

import { controlFlow } from "../ir/cfg";
import { constantInteger, type Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Type, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";
import { MAX_ALIGNMENT, powerDividing } from "./alignment";
import { copiesConstantData } from "./constantData";

const HARMLESS = /^llvm\.(lifetime|assume|dbg|invariant)/;
const COPY = /^llvm\.mem(cpy|move|set)\./;

/** The uses of an array that decide where it is kept. */
interface Usage {
  /** Accesses with a variable index. */
  readonly variable: Instruction[];
  /** Whether constant data is copied into it. */
  isInitialized: boolean;
  /** Whether an access is volatile, or the address is used for anything but accesses. */
  escapes: boolean;
  /** Whether every access is a word. */
  onlyWords: boolean;
}

/** Whether a type is an array, or a structure with one in it. */
export const hasArray = (type: Type): boolean =>
  type.kind === "array" || (type.kind === "struct" && type.fields.some((field) => hasArray(field)));

/** The allocas of a function that are kept in registers; `onlyScalars`: none that have an array in them. */
export function registerArrays(func: Func, layout: Layout, onlyScalars: boolean): ReadonlySet<Instruction> {
  const uses = usesIn(func);
  const found = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (
        instruction.op === "alloca" &&
        !(onlyScalars && hasArray(instruction.allocated)) &&
        livesInRegisters(instruction, func, uses, layout)
      )
        found.add(instruction);
  return found;
}

function livesInRegisters(array: InstructionOf<"alloca">, func: Func, uses: Uses, layout: Layout): boolean {
  const usage: Usage = { variable: [], isInitialized: false, escapes: false, onlyWords: true };
  collectUses(array, false, usage, uses, layout);
  if (usage.escapes) return false;
  if (usage.variable.length === 0) return true;
  const bytes = layout.size(array.allocated);
  const limit = usage.isInitialized
    ? selectableConstants(usage.variable, func, bytes)
    : selectableWords(usage.variable, func);
  return usage.onlyWords && bytes / 4 <= limit;
}

/** The most words of an array in registers that is not accessed in loops, by the most accesses with a variable index. */
const OUTSIDE_LOOPS: readonly (readonly [accesses: number, words: number])[] = [
  [2, 64],
  [3, 24],
  [4, 20],
  [5, 16],
  [9, 12],
  [20, 10],
  [Number.POSITIVE_INFINITY, 8],
];

/**
 * The most words of an array of constants in registers that is not accessed in loops, by the bytes of each store that
 * initializes it and the most accesses with a variable index: the wider those stores, the sooner memory is cheaper.
 */
const CONSTANTS: Readonly<Record<number, readonly (readonly [accesses: number, words: number])[]>> = {
  16: [
    [1, 28],
    [3, 12],
    [Number.POSITIVE_INFINITY, 8],
  ],
  8: [
    [1, 30],
    [2, 18],
    [3, 14],
    [6, 10],
    [Number.POSITIVE_INFINITY, 8],
  ],
  4: [
    [1, 33],
    [2, 31],
    [4, 19],
    [Number.POSITIVE_INFINITY, 11],
  ],
};
const CONSTANTS_IN_LOOPS = 7;

/** As `selectableWords`, for an array of constants: `test/lower/kernels/tables.cu` has some of the 330 kernels that it was inferred from. */
function selectableConstants(variable: readonly Instruction[], func: Func, bytes: number): number {
  const flow = controlFlow(func);
  if (variable.some((access) => flow.depth(access.block) > 0)) return CONSTANTS_IN_LOOPS;
  const limits = CONSTANTS[Math.max(4, Math.min(MAX_ALIGNMENT, powerDividing(bytes)))]!;
  return limits.find(([accesses]) => variable.length <= accesses)![1];
}

/**
 * The most words of an array in registers with variable indices. ptxas's cost model is not published; these limits agree
 * with 64 kernels that nvcc 13.0 compiled for sm_90 (`test/lower/kernels/locals.cu`), and with the stack frames of 260 more
 * with up to 32 accesses and 128 words.
 */
function selectableWords(variable: readonly Instruction[], func: Func): number {
  const flow = controlFlow(func);
  const looping = variable.filter((access) => flow.depth(access.block) > 0);
  if (looping.length === 0) return OUTSIDE_LOOPS.find(([accesses]) => variable.length <= accesses)![1];
  return looping.every((access) => access.op === "load") ? 16 : 4;
}

/** Collects how a pointer into the array is used; `isVariable` when its offset is not constant. */
function collectUses(pointer: Value, isVariable: boolean, usage: Usage, uses: Uses, layout: Layout): void {
  for (const user of uses.of(pointer)) {
    if (user.op === "load" || user.op === "store") {
      if (!isWordAccess(user, layout)) usage.onlyWords = false;
      if (user.volatile || isStored(pointer, user)) usage.escapes = true;
      if (isVariable) usage.variable.push(user);
    } else if (user.op === "gep") {
      const hasVariableIndex = user.indices.some((index) => constantInteger(index) === undefined);
      collectUses(user, isVariable || hasVariableIndex, usage, uses, layout);
    } else if (isPointerCast(user)) collectUses(user, isVariable, usage, uses, layout);
    else if (user.op === "call" && isHarmlessCall(user)) usage.isInitialized ||= initializes(user);
    else usage.escapes = true;
  }
}

const isWordAccess = (one: InstructionOf<"load" | "store">, layout: Layout): boolean =>
  layout.storeSize(one.op === "load" ? one.type : one.value.type) === 4;

const isStored = (pointer: Value, one: Instruction): boolean => one.op === "store" && one.value === pointer;

const isPointerCast = (one: Instruction): boolean =>
  one.op === "cast" && (one.cast === "addrspacecast" || one.cast === "bitcast");

const initializes = (call: InstructionOf<"call">): boolean =>
  call.callee.kind === "function" && COPY.test(call.callee.name) && copiesConstantData(call);

/** Whether a call keeps an array in registers: markers, and copies of constant size, which move each word by itself. */
function isHarmlessCall(call: InstructionOf<"call">): boolean {
  if (call.callee.kind !== "function") return false;
  if (COPY.test(call.callee.name))
    return call.arguments[2] !== undefined && constantInteger(call.arguments[2]) !== undefined;
  return HARMLESS.test(call.callee.name);
}

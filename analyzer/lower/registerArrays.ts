/**
 * Local arrays that nvcc keeps in registers: those with constant indices only, and small arrays of words with few variable
 * indices, for which ptxas emits selects.
 */

import { controlFlow } from "../ir/cfg";
import { constantInteger, type Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
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

/** The allocas of a function that are kept in registers. */
export function registerArrays(func: Func, layout: Layout): ReadonlySet<Instruction> {
  const uses = usesIn(func);
  const found = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (instruction.op === "alloca" && livesInRegisters(instruction, func, uses, layout)) found.add(instruction);
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

function collectUses(pointer: Value, isVariable: boolean, usage: Usage, uses: Uses, layout: Layout): void {
  for (const user of uses.of(pointer)) {
    switch (user.op) {
      case "load":
      case "store": {
        const type = user.op === "load" ? user.type : user.value.type;
        if (user.volatile || (user.op === "store" && user.value === pointer)) usage.escapes = true;
        if (layout.storeSize(type) !== 4) usage.onlyWords = false;
        if (isVariable) usage.variable.push(user);
        break;
      }
      case "gep": {
        const variable = user.indices.some((index) => constantInteger(index) === undefined);
        collectUses(user, isVariable || variable, usage, uses, layout);
        break;
      }
      case "cast":
        if (user.cast !== "addrspacecast" && user.cast !== "bitcast") usage.escapes = true;
        else collectUses(user, isVariable, usage, uses, layout);
        break;
      case "call":
        if (!isHarmlessCall(user)) usage.escapes = true;
        else if (initializes(user)) usage.isInitialized = true;
        break;
      default:
        usage.escapes = true;
    }
  }
}

const initializes = (call: InstructionOf<"call">): boolean =>
  call.callee.kind === "function" && COPY.test(call.callee.name) && copiesConstantData(call);

/** Whether a call keeps an array in registers: markers, and copies of constant size, which move each word by itself. */
function isHarmlessCall(call: InstructionOf<"call">): boolean {
  if (call.callee.kind !== "function") return false;
  if (COPY.test(call.callee.name))
    return call.arguments[2] !== undefined && constantInteger(call.arguments[2]) !== undefined;
  return HARMLESS.test(call.callee.name);
}

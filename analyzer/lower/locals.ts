/**
 * Local arrays that live in registers. With constant offsets only, an array is as many registers; the assembler also
 * keeps small arrays of words with few variable indices there, and selects.
 */

import { controlFlow } from "../ir/cfg";
import { constantInteger, type Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";
import { MAX_ALIGNMENT, powerDividing } from "./alignment";
import { copiesTable } from "./tables";

const HARMLESS = /^llvm\.(lifetime|assume|dbg|invariant)/;
const COPY = /^llvm\.mem(cpy|move|set)\./;

/** How an array is used, as far as it matters for where it lives. */
interface Usage {
  readonly variable: Instruction[];
  /** Whether a constant is copied into it. */
  filled: boolean;
  /** Some access is no word, is volatile, or the address goes elsewhere. */
  escapes: boolean;
  words: boolean;
}

/** Allocas without memory of their own. */
export function registerArrays(func: Func, layout: Layout): ReadonlySet<Instruction> {
  const uses = usesIn(func);
  const found = new Set<Instruction>();
  for (const block of func.blocks)
    for (const instruction of block.instructions)
      if (instruction.op === "alloca" && livesInRegisters(instruction, func, uses, layout)) found.add(instruction);
  return found;
}

function livesInRegisters(array: InstructionOf<"alloca">, func: Func, uses: Uses, layout: Layout): boolean {
  const usage: Usage = { variable: [], filled: false, escapes: false, words: true };
  follow(array, false, usage, uses, layout);
  if (usage.escapes) return false;
  if (usage.variable.length === 0) return true;
  const bytes = layout.size(array.allocated);
  const limit = usage.filled ? selectableConstants(usage.variable, func, bytes) : selectableWords(usage.variable, func);
  return usage.words && bytes / 4 <= limit;
}

/** Words up to which an array outside of loops stays in registers, by the most variable accesses that this holds for. */
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
 * Words up to which a table of constants outside of loops stays in registers, by the bytes that one store of its filling
 * takes and the most accesses that this holds for: the wider the stores, the sooner memory is worth it.
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

/** As `selectableWords` for a table: `test/lower/kernels/tables.cu` has some of 330 kernels that these limits fit. */
function selectableConstants(variable: readonly Instruction[], func: Func, bytes: number): number {
  const flow = controlFlow(func);
  if (variable.some((access) => flow.depth(access.block) > 0)) return CONSTANTS_IN_LOOPS;
  const limits = CONSTANTS[Math.max(4, Math.min(MAX_ALIGNMENT, powerDividing(bytes)))]!;
  return limits.find(([accesses]) => variable.length <= accesses)![1];
}

/**
 * Words up to which an array with variable indices is kept in registers. The assembler weighs costs that it does not
 * tell; these limits fit 64 kernels that nvcc 13.0 compiled for sm_90 (`test/lower/kernels/locals.cu` has them), and the
 * stack frames of 260 more with up to 32 accesses and 128 words.
 */
function selectableWords(variable: readonly Instruction[], func: Func): number {
  const flow = controlFlow(func);
  const looping = variable.filter((access) => flow.depth(access.block) > 0);
  if (looping.length === 0) return OUTSIDE_LOOPS.find(([accesses]) => variable.length <= accesses)![1];
  return looping.every((access) => access.op === "load") ? 16 : 4;
}

function follow(pointer: Value, isVariable: boolean, usage: Usage, uses: Uses, layout: Layout): void {
  for (const user of uses.of(pointer)) {
    switch (user.op) {
      case "load":
      case "store": {
        const type = user.op === "load" ? user.type : user.value.type;
        if (user.volatile || (user.op === "store" && user.value === pointer)) usage.escapes = true;
        if (layout.storeSize(type) !== 4) usage.words = false;
        if (isVariable) usage.variable.push(user);
        break;
      }
      case "gep": {
        const variable = user.indices.some((index) => constantInteger(index) === undefined);
        follow(user, isVariable || variable, usage, uses, layout);
        break;
      }
      case "cast":
        if (user.cast !== "addrspacecast" && user.cast !== "bitcast") usage.escapes = true;
        else follow(user, isVariable, usage, uses, layout);
        break;
      case "call":
        if (!isHarmlessCall(user)) usage.escapes = true;
        else if (fills(user)) usage.filled = true;
        break;
      default:
        usage.escapes = true;
    }
  }
}

const fills = (call: InstructionOf<"call">): boolean =>
  call.callee.kind === "function" && COPY.test(call.callee.name) && copiesTable(call);

/** A copy of constant size is no use of the address: each word is moved by itself. */
function isHarmlessCall(call: InstructionOf<"call">): boolean {
  if (call.callee.kind !== "function") return false;
  if (COPY.test(call.callee.name))
    return call.arguments[2] !== undefined && constantInteger(call.arguments[2]) !== undefined;
  return HARMLESS.test(call.callee.name);
}

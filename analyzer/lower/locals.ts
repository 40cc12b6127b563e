/**
 * Local arrays that live in registers. With constant offsets only, an array is as many registers; the assembler also
 * keeps small arrays of words with few variable indices there, and selects.
 */

import { controlFlow } from "../ir/cfg";
import { constantInteger, type Layout } from "../ir/layout";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

const HARMLESS = /^llvm\.(lifetime|assume|dbg|invariant)/;
const COPY = /^llvm\.mem(cpy|move|set)\./;

/** How an array is used, as far as it matters for where it lives. */
interface Usage {
  readonly variable: Instruction[];
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
  const usage: Usage = { variable: [], escapes: false, words: true };
  follow(array, false, usage, uses, layout);
  if (usage.escapes) return false;
  if (usage.variable.length === 0) return true;
  return usage.words && layout.size(array.allocated) / 4 <= selectableWords(usage.variable, func);
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
        break;
      default:
        usage.escapes = true;
    }
  }
}

/** A copy of constant size is no use of the address: each word is moved by itself. */
function isHarmlessCall(call: InstructionOf<"call">): boolean {
  if (call.callee.kind !== "function") return false;
  if (COPY.test(call.callee.name))
    return call.arguments[2] !== undefined && constantInteger(call.arguments[2]) !== undefined;
  return HARMLESS.test(call.callee.name);
}

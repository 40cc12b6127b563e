/**
 * Shuffles, votes, matches and reductions in the machine code. LLVM never removes or moves them; ptxas removes those whose
 * results have no use, with the operands that only they use. nvcc keeps arithmetic on a shuffled value at the shuffle,
 * where clang sinks it into the branch that needs it.
 *
 * Reference: the PTX and the machine code that nvcc 13.0 makes for sm_90 of the kernels in `test/simulator/exchanges.test.ts`.
 */
import type { Block, Func, Instruction, Value } from "../ir/model";
import { operands, type Uses } from "../ir/uses";
import { accessesNoMemory } from "./memoryEffects";

const WARP_OPERATION = /^llvm\.nvvm\.(shfl|vote|match|redux)\./;
/** Shuffles of CUDA C++; those that also return whether the source lane was in range come from inline assembly. */
const SHUFFLE = /^llvm\.nvvm\.shfl\.sync\.[a-z]+\.[if]32$/;

function calls(value: Value, name: RegExp): boolean {
  if (value.kind !== "instruction" || value.op !== "call") return false;
  return value.callee.kind === "function" && name.test(value.callee.name);
}

/** Instructions without side effects. */
const PURE: ReadonlySet<Instruction["op"]> = new Set<Instruction["op"]>([
  "binary",
  "cast",
  "extractelement",
  "extractvalue",
  "fcmp",
  "fneg",
  "freeze",
  "gep",
  "icmp",
  "insertelement",
  "insertvalue",
  "phi",
  "select",
]);

/**
 * The live values of a function, where a warp-wide operation whose result has no use makes no operand live. Undefined for
 * a function without such operations, from which clang has removed all dead values.
 */
export function liveValues(func: Func): ReadonlySet<Instruction> | undefined {
  const all = func.blocks.flatMap(({ instructions }) => instructions);
  if (!all.some((one) => calls(one, WARP_OPERATION))) return undefined;
  const live = new Set<Instruction>();
  const waiting = all.filter((one) => !isRemovable(one));
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const operand of operands(one)) {
      if (operand.kind !== "instruction" || live.has(operand)) continue;
      live.add(operand);
      if (isRemovable(operand)) waiting.push(operand);
    }
  }
  return live;
}

function isRemovable(instruction: Instruction): boolean {
  if (instruction.op === "load") return !instruction.volatile;
  if (instruction.op === "call") return calls(instruction, WARP_OPERATION) || accessesNoMemory(instruction);
  return PURE.has(instruction.op);
}

/**
 * Arithmetic after a branch that is issued before it, at the shuffle whose result it uses, and is counted there. Where the
 * other edge leads to the kernel's end and the result has one use, ptxas sinks it after the branch itself (`dotHalf2` in
 * `test/hardware/algorithms`), but not out of a guarded block (`reduce6`).
 */
export function issuedAtShuffles(func: Func, uses: Uses): Map<Instruction, Instruction> {
  const found = new Map<Instruction, Instruction>();
  for (const block of func.blocks) {
    const [before, ...others] = block.predecessors;
    if (!before || others.length > 0) continue;
    const leaves = before.successors.some((other) => other !== block && isReturn(other)) && !isGuarded(before);
    for (const instruction of block.instructions) {
      if (instruction.op !== "binary" || !/^f(add|sub|mul)$/.test(instruction.binary)) continue;
      if (leaves && uses.of(instruction).length === 1) continue;
      const sides = [instruction.left, instruction.right];
      const shuffle = sides.map((side) => shuffleOf(side)).find((one) => one?.block === before);
      if (shuffle && sides.every((side) => isAvailableBefore(side, block))) found.set(instruction, shuffle);
    }
  }
  return found;
}

function isReturn(block: Block): boolean {
  return block.instructions.find((one) => one.op !== "phi")?.op === "ret";
}

/** Whether the kernel ends where the condition of a block's only incoming edge does not hold. */
function isGuarded(block: Block): boolean {
  const [before, ...others] = block.predecessors;
  return (
    others.length === 0 && before !== undefined && before.successors.some((other) => other !== block && isReturn(other))
  );
}

/** The shuffle that gives a value, through casts and the two words of a wide value; no value is `seen` twice. */
function shuffleOf(value: Value, seen = new Set<Value>()): Instruction | undefined {
  if (value.kind !== "instruction" || seen.has(value)) return undefined;
  seen.add(value);
  if (value.op === "cast") return shuffleOf(value.value, seen);
  if (value.op === "binary" && /^(or|shl)$/.test(value.binary))
    return shuffleOf(value.left, seen) ?? shuffleOf(value.right, seen);
  if (value.op === "insertelement") return shuffleOf(value.value, seen) ?? shuffleOf(value.vector, seen);
  return calls(value, SHUFFLE) ? value : undefined;
}

/** Whether a value is available before a block, or consists of casts of shuffles that can move there. */
function isAvailableBefore(value: Value, block: Block, seen = new Set<Value>()): boolean {
  if (value.kind !== "instruction" || value.block !== block || seen.has(value)) return true;
  seen.add(value);
  return shuffleOf(value) !== undefined && operands(value).every((operand) => isAvailableBefore(operand, block, seen));
}

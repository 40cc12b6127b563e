/**
 * What the machine code makes of shuffles, votes, matches and reductions over the warp. The IR keeps each of them where it
 * is; the assembler drops those whose results nobody takes, with what was computed for them alone; and nvcc leaves the
 * arithmetic on a shuffled value beside the shuffle, where clang moves it behind the branch that needs it.
 *
 * Reference: the PTX and the machine code that nvcc 13.0 makes for sm_90 of the kernels in `test/simulator/exchanges.test.ts`.
 */
import type { Block, Func, Instruction, Value } from "../ir/model";
import { operands, type Uses } from "../ir/uses";
import { touchesNoMemory } from "./mathematics";

const EXCHANGE = /^llvm\.nvvm\.(shfl|vote|match|redux)\./;
/** Shuffles of the language; those that say too whether the lane was in range come from inline assembly, guards and all. */
const SHUFFLE = /^llvm\.nvvm\.shfl\.sync\.[a-z]+\.[if]32$/;

function calls(value: Value, name: RegExp): boolean {
  if (value.kind !== "instruction" || value.op !== "call") return false;
  return value.callee.kind === "function" && name.test(value.callee.name);
}

/** Instructions that do nothing but compute a result. */
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
 * The values of a function that something takes beside exchanges that nobody wants, directly or through what is computed
 * of them; nothing for a function without exchanges, of which clang has dropped whatever has no use.
 */
export function wantedIn(func: Func): ReadonlySet<Instruction> | undefined {
  const all = func.blocks.flatMap(({ instructions }) => instructions);
  if (!all.some((one) => calls(one, EXCHANGE))) return undefined;
  const wanted = new Set<Instruction>();
  const waiting = all.filter((one) => !isDroppable(one));
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const operand of operands(one)) {
      if (operand.kind !== "instruction" || wanted.has(operand)) continue;
      wanted.add(operand);
      if (isDroppable(operand)) waiting.push(operand);
    }
  }
  return wanted;
}

function isDroppable(instruction: Instruction): boolean {
  if (instruction.op === "load") return !instruction.volatile;
  if (instruction.op === "call") return calls(instruction, EXCHANGE) || touchesNoMemory(instruction);
  return PURE.has(instruction.op);
}

/**
 * Arithmetic behind a branch that is issued in front of it, with the shuffle whose value it takes: it counts there. Where
 * the other way leaves the kernel at once and there is one user, the assembler moves it behind the exit itself
 * (`dotHalf2` in `test/hardware/algorithms`), but not out of a condition (`reduce6`).
 */
export function besideShuffles(func: Func, uses: Uses): Map<Instruction, Instruction> {
  const found = new Map<Instruction, Instruction>();
  for (const block of func.blocks) {
    const [before, ...others] = block.predecessors;
    if (!before || others.length > 0) continue;
    const leaves = before.successors.some((other) => other !== block && isReturn(other)) && !isConditional(before);
    for (const instruction of block.instructions) {
      if (instruction.op !== "binary" || !/^f(add|sub|mul)$/.test(instruction.binary)) continue;
      if (leaves && uses.of(instruction).length === 1) continue;
      const sides = [instruction.left, instruction.right];
      const shuffle = sides.map((side) => shuffled(side)).find((one) => one?.block === before);
      if (shuffle && sides.every((side) => isSince(side, block))) found.set(instruction, shuffle);
    }
  }
  return found;
}

function isReturn(block: Block): boolean {
  return block.instructions.find((one) => one.op !== "phi")?.op === "ret";
}

/** Whether a block runs where a condition holds, and the kernel ends where it does not. */
function isConditional(block: Block): boolean {
  const [before, ...others] = block.predecessors;
  return (
    others.length === 0 && before !== undefined && before.successors.some((other) => other !== block && isReturn(other))
  );
}

/** The shuffle that a value is, seen through casts and the two words of a wide one; no value is `seen` twice. */
function shuffled(value: Value, seen = new Set<Value>()): Instruction | undefined {
  if (value.kind !== "instruction" || seen.has(value)) return undefined;
  seen.add(value);
  if (value.op === "cast") return shuffled(value.value, seen);
  if (value.op === "binary" && /^(or|shl)$/.test(value.binary))
    return shuffled(value.left, seen) ?? shuffled(value.right, seen);
  if (value.op === "insertelement") return shuffled(value.value, seen) ?? shuffled(value.vector, seen);
  return calls(value, SHUFFLE) ? value : undefined;
}

/** Whether a value is there before a block begins; what only puts it together is moved with it. */
function isSince(value: Value, block: Block, seen = new Set<Value>()): boolean {
  if (value.kind !== "instruction" || value.block !== block || seen.has(value)) return true;
  seen.add(value);
  return shuffled(value) !== undefined && operands(value).every((operand) => isSince(operand, block, seen));
}

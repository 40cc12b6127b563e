/**
 * Loops that end only when another thread writes: by polling one address (locks and flags), or by retrying work whose
 * inputs other threads have not written yet (a tree's inner nodes, whose children other threads sum up). Lanes of a warp
 * run one after the other here, and so do warps and blocks, so such a loop must suspend its lanes to end at all.
 */
import type { Loop } from "../../analyzer/ir/cfg";
import { constantInteger } from "../../analyzer/ir/layout";
import type { Block, Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import type { BlockOrder } from "./order";
import type { FindTraits } from "./traits";

/** A spin loop, with the branch that ends it. */
export interface SpinLoop {
  /** The branch that decides whether lanes leave the loop. */
  readonly at: Instruction;
  /** Iterations before the lanes suspend; absent where the number starts small and grows while no block advances. */
  readonly iterations: number | undefined;
  /** An iteration that does not leave the loop changes nothing: only others can make the next one differ. */
  readonly isIdle: boolean;
}

/** Iterations that a warp retries before it suspends: enough to outweigh the cost of the switch. */
const ITERATIONS_OF_WORK = 64;

/** Headers of such loops. */
export function spinLoops(order: BlockOrder, traits: FindTraits): ReadonlyMap<Block, SpinLoop> {
  const found = new Map<Block, SpinLoop>();
  for (const loop of new Set(order.loopOf.values())) {
    const [looks, tries] = [spinBranch(loop, traits), retryBranch(loop, traits)];
    if (looks) found.set(loop.header, { at: looks, iterations: undefined, isIdle: isIdle(loop, traits) });
    else if (tries) found.set(loop.header, { at: tries, iterations: ITERATIONS_OF_WORK, isIdle: false });
  }
  return found;
}

function spinBranch(loop: Loop, traits: FindTraits): Instruction | undefined {
  for (const block of loop.blocks)
    if (block.instructions.some((each) => changesMore(each, loop, traits))) return undefined;
  for (const block of loop.blocks) {
    const last = block.instructions.at(-1)!;
    const leaves = block.successors.some((next) => !loop.blocks.has(next));
    const isMine = (instruction: Instruction) => isLook(instruction, loop, traits);
    if (leaves && operands(last).some((value) => follows(value, loop, isMine, new Set()))) return last;
  }
  return undefined;
}

/** What an atomic operation is given to leave the number as it is: how programs read it before there were atomic loads. */
const neutral: Readonly<Record<string, bigint>> = { add: 0n, sub: 0n, or: 0n, xor: 0n, and: -1n };

/** Whether a load observes stores of other threads in each iteration. */
const isFresh = ({ volatile, ordering }: InstructionOf<"load">): boolean => volatile || ordering !== "";

/** Whether an instruction reads memory that others write, and writes none. */
function watches(instruction: Instruction): boolean {
  switch (instruction.op) {
    case "load":
      return isFresh(instruction);
    case "atomicrmw": {
      const given = constantInteger(instruction.value);
      return given !== undefined && given === neutral[instruction.atomic];
    }
    case "cmpxchg": {
      const [expected, replacement] = [instruction.expected, instruction.replacement].map(constantInteger);
      return expected !== undefined && expected === replacement;
    }
    default:
      return false;
  }
}

/**
 * The exit of a loop that does work, but whose iterations may have no effect: a poll of memory that others write decides
 * within the iteration what is done, and the trip count depends on that. Counted loops are excluded, whatever they read, and
 * so are loops that work until a flag stops them, where a barrier inside lets the thread run that sets the flag.
 */
function retryBranch(loop: Loop, traits: FindTraits): Instruction | undefined {
  const all = [...loop.blocks];
  if (!all.some((block) => block.instructions.some(watches))) return undefined;
  const hasBarrier = all.some((block) => block.instructions.some((each) => traits(each)?.barrier));
  const decides = all.some((block) =>
    operands(block.instructions.at(-1)!).some((value) => follows(value, loop, watches, new Set())),
  );
  if (!decides) return undefined;
  const leaving = all.filter((block) => block.successors.some((next) => !loop.blocks.has(next)));
  const isEarned = (value: Instruction) =>
    (!hasBarrier && watches(value)) ||
    value.op === "select" ||
    (value.op === "phi" && (value.block !== loop.header || entries(value, loop) > 1));
  return leaving
    .map((block) => block.instructions.at(-1)!)
    .find((last) => operands(last).some((value) => follows(value, loop, isEarned, new Set())));
}

/** How many paths through an iteration distinguish a value at a loop's header. */
function entries(phi: Instruction & { readonly op: "phi" }, loop: Loop): number {
  return new Set(phi.incoming.filter(({ block }) => loop.blocks.has(block)).map(({ value }) => value)).size;
}

const inLoop = (value: Value, loop: Loop): value is Instruction =>
  value.kind === "instruction" && loop.blocks.has(value.block);

/** Whether a loop polls memory that others write, and does the same in every iteration. */
function isLook(instruction: Instruction, loop: Loop, traits: FindTraits): boolean {
  const isLooking =
    instruction.op === "atomicrmw" ||
    instruction.op === "cmpxchg" ||
    (instruction.op === "load" && isFresh(instruction)) ||
    traits(instruction)?.polls === true;
  return isLooking && operands(instruction).every((value) => isInvariant(value, loop, new Set()));
}

const PURE: ReadonlySet<string> = new Set(["binary", "cast", "gep", "icmp", "select", "freeze", "extractvalue"]);

/** Is a value the same in every iteration? Unoptimised code computes addresses and reads variables in the loop itself. */
function isInvariant(value: Value, loop: Loop, seen: Set<Value>): boolean {
  if (!inLoop(value, loop) || seen.has(value)) return true;
  seen.add(value);
  const isSame =
    PURE.has(value.op) ||
    // What an inlined function returns.
    (value.op === "phi" && value.incoming.length === 1) ||
    (value.op === "load" && !isFresh(value)) ||
    (value.op === "call" && value.callee.kind === "function" && IDLE_CALL.test(value.callee.name));
  return isSame && operands(value).every((each) => isInvariant(each, loop, seen));
}

/** Whether the loop does more than poll. Then each of its iterations is work, and waiting would only be slower. */
function changesMore(instruction: Instruction, loop: Loop, traits: FindTraits): boolean {
  switch (instruction.op) {
    case "store":
      return true;
    case "atomicrmw":
    case "cmpxchg":
      return !isLook(instruction, loop, traits);
    case "call": {
      const known = traits(instruction);
      return !known || known.barrier === true;
    }
    default:
      return false;
  }
}

/** Functions without an effect whose result is the same in every iteration, or that only let time pass. */
const IDLE_CALL =
  /^llvm\.(?:nvvm\.(?:nanosleep$|membar\.|fence\.|read\.ptx\.sreg\.(?:n?tid|n?ctaid|laneid|warpid)\b)|[su](?:max|min)\.|abs\.|fsh[lr]\.|ctpop\.|expect\.|assume$)/;

/** Whether a loop without stores (see `changesMore`) carries nothing from one iteration to the next, in memory either. */
function isIdle(loop: Loop, traits: FindTraits): boolean {
  // Unoptimised code has phis of variables that each iteration sets before it reads them.
  const isRead = (phi: Instruction) =>
    [...loop.blocks].some(({ instructions }) => instructions.some((one) => one !== phi && operands(one).includes(phi)));
  const carries = loop.header.instructions.some(
    (each) =>
      each.op === "phi" && each.incoming.some(({ value }) => inLoop(value, loop) && value !== each) && isRead(each),
  );
  if (carries) return false;
  return [...loop.blocks].every(({ instructions }) =>
    instructions.every((each) => {
      if (each.op === "atomicrmw") return watches(each);
      if (each.op === "cmpxchg") return watches(each) || leavesWithSuccess(each, loop);
      if (each.op !== "call") return true;
      return traits(each)?.polls === true || (each.callee.kind === "function" && IDLE_CALL.test(each.callee.name));
    }),
  );
}

/** Whether the success of an exchange decides alone whether the loop is left: one that goes on has changed nothing. */
function leavesWithSuccess(exchange: InstructionOf<"cmpxchg">, loop: Loop): boolean {
  const old = (value: Value) =>
    value.kind === "instruction" && value.op === "extractvalue" && value.aggregate === exchange;
  return [...loop.blocks].some(({ instructions, successors }) => {
    const last = instructions.at(-1)!;
    const [condition] = operands(last);
    if (!condition || !inLoop(condition, loop) || successors.every((next) => loop.blocks.has(next))) return false;
    if (old(condition)) return true;
    return condition.op === "icmp" && operands(condition).some(old) && operands(condition).some(isExpected);
  });
  function isExpected(value: Value): boolean {
    if (value === exchange.expected) return true;
    const [left, right] = [value, exchange.expected].map(constantInteger);
    return left !== undefined && left === right;
  }
}

/** Whether a value depends, within the loop, on such an instruction. */
function follows(value: Value, loop: Loop, from: (instruction: Instruction) => boolean, seen: Set<Value>): boolean {
  if (!inLoop(value, loop) || seen.has(value)) return false;
  seen.add(value);
  if (from(value)) return true;
  const reads = value.op === "phi" ? value.incoming.map((each) => each.value) : operands(value);
  return reads.some((each) => follows(each, loop, from, seen));
}

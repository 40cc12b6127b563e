/**
 * Loops that some lanes leave for the kernel's end. Where the exit edges of a loop never join again there is no immediate
 * post-dominator to wait at, and ptxas lets lanes reconverge at one exit only: lanes that take another one execute it when
 * they reach it, as often as lanes leave the loop in different iterations.
 *
 * Which exit it is, found from the machine code that nvcc 13.0 makes for sm_90 of 60 loops with returns inside (some are in
 * `test/simulator/exits.test.ts`; `earlyReturns` in `test/hardware/algorithms/language.cu` was counted): an exit of more
 * than one block; else the one that needs the fewest values; else the first of the loop.
 */
import type { ControlFlow, Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";

/** Exits that lanes execute at once when they leave a loop, without waiting for its other lanes; each with the loop. */
export function exitsWithoutReconvergence(fn: Func, flow: ControlFlow): ReadonlyMap<Block, Loop> {
  const found = new Map<Block, Loop>();
  if (!fn.isKernel) return found;
  const position = new Map(flow.order.map((block, index) => [block, index]));
  for (const loop of flow.loops) {
    const leaving = flow.order.filter((block) => loop.exiting.includes(block)).flatMap((block) => block.successors);
    const entries = [...new Set(leaving)].filter((block) => !loop.blocks.has(block) && !onlyReturns(block));
    const exits = [...new Set(entries.map(afterArithmetic))];
    const isReachedBefore = (exit: Block): boolean =>
      exit.predecessors.every(
        (from) =>
          loop.blocks.has(from) ||
          position.get(from)! < position.get(loop.header)! ||
          (afterArithmetic(from) === exit && isReachedBefore(from)),
      );
    const last = exits.filter((exit) => endsKernel(exit) && isReachedBefore(exit));
    const waitedFor = last.length < exits.length ? undefined : fewestNeeds(last);
    // Inner loops come later and replace what outer ones have set.
    for (const block of [...last, ...entries]) {
      if (last.includes(afterArithmetic(block)) && afterArithmetic(block) !== waitedFor) found.set(block, loop);
    }
  }
  return found;
}

/** The first block after an exit edge that does more than compute what the next one needs: the assembler has no other. */
function afterArithmetic(block: Block): Block {
  const [next, other] = block.successors;
  const computes = block.instructions.every(
    ({ op }) => op === "cast" || op === "binary" || op === "gep" || op === "br",
  );
  return next && !other && computes && !onlyReturns(next) ? afterArithmetic(next) : block;
}

function fewestNeeds(exits: readonly Block[]): Block | undefined {
  const least = Math.min(...exits.map(needs));
  return exits.find((exit) => needs(exit) === least);
}

/** The number of values from other blocks that the block reads. */
function needs(block: Block): number {
  const read = new Set<Value>(block.instructions.flatMap(operands));
  return [...read].filter((value): value is Instruction => value.kind === "instruction" && value.block !== block)
    .length;
}

/** Whether it is one block that ends the kernel and in which no lane waits. */
function endsKernel(block: Block): boolean {
  if (block.successors.some((next) => !onlyReturns(next))) return false;
  return block.instructions.every((each) => {
    if (each.op !== "call") return true;
    const { callee, attributes } = each;
    return !attributes.has("convergent") && !(callee.kind === "function" && callee.attributes.has("convergent"));
  });
}

/** Is there nothing in the block but the end of the function? Lanes that go there take part in nothing any more. */
export function onlyReturns(block: Block): boolean {
  return block.instructions.every(({ op }) => op === "ret" || op === "phi");
}

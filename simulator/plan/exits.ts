/**
 * Loops that some lanes leave for the kernel's end. Where the exit edges of a loop never join again there is no immediate
 * post-dominator to wait at, and the assembler lets lanes meet after one of them only: those that take another way run
 * it when they come to it, as often as lanes leave the loop at different times.
 *
 * Which one it is, found from the machine code that nvcc 13.0 makes for sm_90 of 60 loops with returns inside (some are in
 * `test/simulator/exits.test.ts`; `earlyReturns` in `test/hardware/algorithms/language.cu` was counted): a way that is
 * more than one block; else the one that needs the fewest values; else the first of the loop.
 */
import type { ControlFlow, Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";

/** Blocks that lanes run at once when they leave the loop that the block is given with. */
export function exitsWithoutReconvergence(fn: Func, flow: ControlFlow): ReadonlyMap<Block, Loop> {
  const found = new Map<Block, Loop>();
  if (!fn.isKernel) return found;
  const position = new Map(flow.order.map((block, index) => [block, index]));
  for (const loop of flow.loops) {
    const leaving = flow.order.filter((block) => loop.exiting.includes(block)).flatMap((block) => block.successors);
    const entries = [...new Set(leaving)].filter((block) => !loop.blocks.has(block) && !onlyReturns(block));
    const ways = [...new Set(entries.map(behindArithmetic))];
    const isReachedBefore = (way: Block): boolean =>
      way.predecessors.every(
        (from) =>
          loop.blocks.has(from) ||
          position.get(from)! < position.get(loop.header)! ||
          (behindArithmetic(from) === way && isReachedBefore(from)),
      );
    const last = ways.filter((way) => endsKernel(way) && isReachedBefore(way));
    const waitedFor = last.length < ways.length ? undefined : fewestNeeds(last);
    // An inner loop comes later and has the last word.
    for (const block of [...last, ...entries]) {
      if (last.includes(behindArithmetic(block)) && behindArithmetic(block) !== waitedFor) found.set(block, loop);
    }
  }
  return found;
}

/** The first block after an exit edge that does more than compute what the next one needs: the assembler has no other. */
function behindArithmetic(block: Block): Block {
  const [next, other] = block.successors;
  const computes = block.instructions.every(
    ({ op }) => op === "cast" || op === "binary" || op === "gep" || op === "br",
  );
  return next && !other && computes && !onlyReturns(next) ? behindArithmetic(next) : block;
}

function fewestNeeds(ways: readonly Block[]): Block | undefined {
  const least = Math.min(...ways.map(needs));
  return ways.find((way) => needs(way) === least);
}

/** How many values from elsewhere the block reads. */
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

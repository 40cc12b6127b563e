/** Regions of execution: basic blocks cut at barriers. Lanes wait for a region in a mask; the earliest region in the order with waiting lanes runs next. */

import { controlFlow } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, InstructionOf } from "../../analyzer/ir/model";
import type { Aliases } from "./aliases";
import { onlyReturns } from "./exits";
import type { BlockOrder } from "./order";
import type { SpinLoop } from "./spinLoops";
import type { Uniformity } from "./uniformity";

/** Instructions of one block that lanes execute together. */
export interface Region {
  readonly index: number;
  readonly block: Block;
  /** Instructions from `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** The barrier, the call of a function with barriers, or the read after which warps take turns: the region starts after it. */
  readonly after: Instruction | undefined;
  /** The barrier that ends it, or the read after which warps take turns (`sharedReadOrdering.ts`). */
  readonly barrier: Instruction | undefined;
  /** The call of a function with barriers that ends it. */
  readonly call: InstructionOf<"call"> | undefined;
  /** The instruction after it for which lanes of the warp wait for each other; the next region begins with it. */
  readonly sync: InstructionOf<"call"> | undefined;
  /** It begins a loop in which lanes wait for others. */
  readonly spins: SpinLoop | undefined;
}

/** Cuts the blocks of a function into regions. */
export function cutRegions(
  order: BlockOrder,
  isBarrier: (instruction: Instruction) => boolean,
  isBlockingCall: (instruction: Instruction) => boolean,
  isSync: (instruction: Instruction) => boolean,
  spinLoops: ReadonlyMap<Block, SpinLoop>,
  orderedReads: ReadonlySet<Instruction>,
): readonly Region[] {
  const regions: Region[] = [];
  for (const block of order.blocks) {
    let from = 0;
    let after: Instruction | undefined;
    let spins = spinLoops.get(block);
    const add = (to: number, end: Partial<Pick<Region, "barrier" | "call" | "sync">>): void => {
      const ends = { barrier: undefined, call: undefined, sync: undefined, ...end };
      regions.push({ index: regions.length, block, from, to, after, ...ends, spins });
      spins = undefined;
    };
    block.instructions.forEach((instruction, position) => {
      if (instruction.op === "call" && isSync(instruction)) {
        add(position, { sync: instruction });
        from = position;
        after = instruction;
        return;
      }
      if (orderedReads.has(instruction)) {
        add(position + 1, { barrier: instruction });
        from = position + 1;
        after = instruction;
        return;
      }
      const blocks = instruction.op === "call" && isBlockingCall(instruction);
      if (!blocks && !isBarrier(instruction)) return;
      add(position, blocks ? { call: instruction } : { barrier: instruction });
      from = position + 1;
      after = instruction;
    });
    add(block.instructions.length, {});
  }
  return regions;
}

/** Where each instruction is, and what is read in another region than it is computed in. */
export function crossingValues(regions: readonly Region[], aliases: Aliases): ReadonlySet<Instruction> {
  const regionOf = new Map<Instruction, Region>();
  const last = new Map<Block, Region>();
  for (const region of regions) {
    for (let at = region.from; at < region.to; at++) regionOf.set(region.block.instructions[at]!, region);
    if (region.barrier) regionOf.set(region.barrier, region);
    // What a call returns is there in the region after it; what it reads, before.
    if (region.call) regionOf.set(region.call, region);
    last.set(region.block, region);
  }
  const crossing = new Set<Instruction>();
  for (const [instruction, region] of regionOf) {
    const crosses = aliases.usersOf(instruction).some(({ user, block }) => {
      return (user.op === "phi" ? last.get(block) : regionOf.get(user)) !== region;
    });
    if (crosses || instruction.op === "phi") crossing.add(instruction);
  }
  return crossing;
}

/** Blocks that a warp may run while other lanes of it are alive elsewhere. */
export function divergentBlocks(fn: Func, order: BlockOrder, { divergent }: Uniformity): ReadonlySet<Block> {
  if (order.irreducible) return new Set(order.blocks);
  const flow = controlFlow(fn);
  const blocks = new Set<Block>();
  for (const branch of divergent) {
    const alive = branch.successors.filter((next) => !onlyReturns(next));
    if (alive.length < 2) continue;
    for (const block of reach(alive, flow.postDominator(branch))) blocks.add(block);
  }
  return blocks;
}

function reach(starts: readonly Block[], until: Block | undefined): Set<Block> {
  const seen = new Set<Block>();
  const work = starts.filter((block) => block !== until);
  for (let block = work.pop(); block; block = work.pop()) {
    if (seen.has(block)) continue;
    seen.add(block);
    work.push(...block.successors.filter((next) => next !== until));
  }
  return seen;
}

/**
 * Can some lanes of a warp wait at a barrier while others go on and compute anew what the waiting ones still need? Not
 * when a varying branch sends all but those that reach a barrier straight to the function's end.
 */
export function lanesOvertake(
  fn: Func,
  order: BlockOrder,
  { divergent }: Uniformity,
  isBarrier: (instruction: Instruction) => boolean,
): boolean {
  const waits = new Set(order.blocks.filter((block) => block.instructions.some(isBarrier)));
  if (!waits.size) return false;
  if (order.irreducible) return true;
  const flow = controlFlow(fn);
  for (const branch of divergent) {
    const reconvergence = flow.postDominator(branch);
    const sides = branch.successors.map((successor) => reach([successor], reconvergence));
    const waiting = sides.filter((side) => [...side].some((block) => waits.has(block)));
    if (!waiting.length) continue;
    const apart = sides.every((side, index) =>
      sides.every((other, at) => at <= index || ![...side].some((b) => other.has(b))),
    );
    const later = reconvergence ? [...reach([reconvergence], undefined)].some((block) => waits.has(block)) : false;
    if (waiting.length > 1 || !apart || later || order.loopOf.has(branch)) return true;
  }
  return false;
}

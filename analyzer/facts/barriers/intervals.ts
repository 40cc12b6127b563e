/**
 * Barrier intervals: the block barriers before and after an instruction, and the instructions that can follow it without a
 * barrier between. Paths that the launch rules out (`if (blockDim.x >= 512)`) do not count.
 */
import type { Loop } from "../../ir/cfg";
import type { Block, Instruction } from "../../ir/model";
import { isKnown } from "../forms/forms";
import type { LaneForms } from "../forms/queries";
import { barrierScope } from "../forms/summaries";

/** The block barriers on the paths to an instruction and from it; `undefined` is the function's entry or exit. */
export interface Interval {
  readonly after: readonly (Instruction | undefined)[];
  readonly before: readonly (Instruction | undefined)[];
}

/** How one instruction follows another: in the same iteration of all loops around both, or in the next iteration of one. */
export interface Succession {
  readonly to: Block;
  /** The loop of which it is the next iteration. */
  readonly next: Loop | undefined;
}

/** A barrier of the grid is one of the block, too. */
const isBarrier = (instruction: Instruction): boolean => {
  const scope = barrierScope(instruction);
  return scope === "block" || scope === "grid";
};

/** The barrier intervals of a function under one launch. */
export class BarrierIntervals {
  /** By block, those that a path leads to within one iteration of the loops around both. */
  private readonly reachable = new Map<Block, ReadonlySet<Block>>();
  /** By branch, the instructions that follow it in the same iteration without a barrier between. */
  private readonly arms = new Map<Instruction, ReadonlySet<Instruction>>();

  constructor(private readonly forms: LaneForms) {}

  /** The barriers around an instruction. */
  around(instruction: Instruction): Interval {
    return { after: this.nearest(instruction, "before"), before: this.nearest(instruction, "after") };
  }

  /** Whether the loop has a block barrier. */
  hasBarrier(loop: Loop): boolean {
    return [...loop.blocks].some((block) => block.instructions.some(isBarrier));
  }

  /**
   * The instructions that can execute after an instruction on some path without a block barrier, by basic block and
   * iteration: of each block those before its first barrier.
   */
  following(instruction: Instruction): readonly (Succession & { readonly instructions: readonly Instruction[] })[] {
    const open: PathState[] = [];
    const seen = new Map<string, PathState>();
    const push = (state: PathState): void => {
      const key = `${state.block.index} ${state.next?.header.index} ${state.isBehindBarrier}`;
      if (seen.has(key)) return;
      seen.set(key, state);
      open.push(state);
    };
    const leave = (block: Block, next: Loop | undefined, isBehindBarrier: boolean): void => {
      for (const to of this.successors(block)) {
        const isBack = this.forms.flow.dominates(to, block);
        if (isBack && next) continue;
        const loop = isBack ? this.forms.flow.loopOf(to) : next;
        if (!next || !loop || loop.blocks.has(to)) push({ block: to, next: loop, isBehindBarrier });
      }
    };
    const own = instruction.block.instructions;
    const rest = own.slice(own.indexOf(instruction) + 1);
    const direct = beforeBarrier(rest);
    leave(instruction.block, undefined, direct.length < rest.length);
    for (let state = open.pop(); state; state = open.pop()) {
      leave(state.block, state.next, state.isBehindBarrier || state.block.instructions.some(isBarrier));
    }
    const free = [...seen.values()].filter(
      ({ block, next, isBehindBarrier }) => !isBehindBarrier && !seen.has(`${block.index} ${next?.header.index} true`),
    );
    return [
      { to: instruction.block, next: undefined, instructions: direct },
      ...free.map(({ block, next }) => ({ to: block, next, instructions: beforeBarrier(block.instructions) })),
    ];
  }

  /**
   * The branch with two instructions in different arms, and no barrier on any path from it to either: threads that diverge
   * there execute both at the same time.
   */
  divergingBranch(a: Instruction, b: Instruction): Instruction | undefined {
    const { flow } = this.forms;
    let top: Block | undefined = a.block;
    while (top && !flow.dominates(top, b.block)) top = flow.dominator(top);
    const branch = top?.instructions.at(-1);
    if (!branch || top === a.block || top === b.block || flow.loopOf(a.block) !== flow.loopOf(b.block))
      return undefined;
    if (this.reachableFrom(a.block).has(b.block) || this.reachableFrom(b.block).has(a.block)) return undefined;
    const free = this.armsOf(branch);
    return free.has(a) && free.has(b) ? branch : undefined;
  }

  private armsOf(branch: Instruction): ReadonlySet<Instruction> {
    const known = this.arms.get(branch);
    if (known) return known;
    const free = this.following(branch).flatMap(({ instructions, next }) => (next ? [] : instructions));
    const found = new Set(free);
    this.arms.set(branch, found);
    return found;
  }

  private reachableFrom(from: Block): ReadonlySet<Block> {
    const known = this.reachable.get(from);
    if (known) return known;
    const seen = new Set<Block>();
    this.reachable.set(from, seen);
    const open = [from];
    for (let at = open.pop(); at; at = open.pop()) {
      for (const other of this.successors(at)) {
        if (seen.has(other) || this.forms.flow.dominates(other, at)) continue;
        seen.add(other);
        open.push(other);
      }
    }
    return seen;
  }

  /** The successors of a block that are possible under the launch. */
  private successors(block: Block): readonly Block[] {
    const branch = block.instructions.at(-1);
    if (branch?.op !== "condbr") return block.successors;
    const condition = this.forms.use(branch.condition, block);
    if (!isKnown(condition) || typeof condition.known !== "number") return block.successors;
    return [condition.known ? branch.ifTrue : branch.ifFalse];
  }

  private nearest(instruction: Instruction, side: "before" | "after"): readonly (Instruction | undefined)[] {
    const found = new Set<Instruction | undefined>();
    const seen = new Set<Block>();
    const ordered = (instructions: readonly Instruction[]): readonly Instruction[] =>
      side === "after" ? instructions : [...instructions].reverse();
    const look = (instructions: readonly Instruction[], block: Block): void => {
      const barrier = ordered(instructions).find(isBarrier);
      if (barrier) {
        found.add(barrier);
        return;
      }
      const further = side === "after" ? this.successors(block) : block.predecessors;
      if (!further.length) found.add(undefined);
      for (const other of further) {
        if (seen.has(other)) continue;
        seen.add(other);
        look(other.instructions, other);
      }
    };
    const { block } = instruction;
    const at = block.instructions.indexOf(instruction);
    look(side === "after" ? block.instructions.slice(at + 1) : block.instructions.slice(0, at), block);
    return [...found];
  }
}

/** A block on a path, with the loop whose back edge the path has taken. */
interface PathState {
  readonly block: Block;
  readonly next: Loop | undefined;
  readonly isBehindBarrier: boolean;
}

function beforeBarrier(instructions: readonly Instruction[]): readonly Instruction[] {
  const at = instructions.findIndex(isBarrier);
  return at < 0 ? instructions : instructions.slice(0, at);
}

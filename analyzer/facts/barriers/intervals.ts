/**
 * Barrier intervals: which block barriers an instruction lies between, and what can follow it without one. Paths that the
 * launch rules out (`if (blockDim.x >= 512)`) are none.
 */
import type { Loop } from "../../ir/cfg";
import type { Block, Instruction } from "../../ir/model";
import { isKnown } from "../forms/forms";
import type { LaneForms } from "../forms/queries";
import { barrierScope } from "../forms/summaries";

/** Where threads wait for the whole block, on the ways to an instruction and from it; `undefined` is the function's edge. */
export interface Interval {
  readonly after: readonly (Instruction | undefined)[];
  readonly before: readonly (Instruction | undefined)[];
}

/** How one instruction comes after another: in the same round of all loops around both, or in the next round of one. */
export interface Step {
  readonly to: Block;
  /** The loop whose next round it is. */
  readonly next: Loop | undefined;
}

const isBarrier = (instruction: Instruction): boolean => barrierScope(instruction) === "block";

export class Intervals {
  constructor(private readonly forms: LaneForms) {}

  /** The barriers around an instruction. */
  around(instruction: Instruction): Interval {
    return { after: this.nearest(instruction, "before"), before: this.nearest(instruction, "after") };
  }

  /** Is there a barrier for the block in the loop? */
  hasBarrier(loop: Loop): boolean {
    return [...loop.blocks].some((block) => block.instructions.some(isBarrier));
  }

  /**
   * What can run after an instruction with no barrier for the block between on any way there, as steps: `first` says
   * where in the block of the step the instructions end that come before its first barrier.
   */
  following(instruction: Instruction): readonly (Step & { readonly instructions: readonly Instruction[] })[] {
    const open: State[] = [];
    const seen = new Map<string, State>();
    const push = (state: State): void => {
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
   * The branch that two instructions lie behind the different arms of, with no barrier on any way from it to either:
   * threads that part there run both at the same time.
   */
  besides(a: Instruction, b: Instruction): Instruction | undefined {
    const { flow } = this.forms;
    let top: Block | undefined = a.block;
    while (top && !flow.dominates(top, b.block)) top = flow.dominator(top);
    const branch = top?.instructions.at(-1);
    if (!branch || top === a.block || top === b.block || flow.loopOf(a.block) !== flow.loopOf(b.block))
      return undefined;
    if (this.leads(a.block, b.block) || this.leads(b.block, a.block)) return undefined;
    const free = this.following(branch).flatMap(({ instructions, next }) => (next ? [] : instructions));
    return free.includes(a) && free.includes(b) ? branch : undefined;
  }

  /** Is there a way from one block to another within one round of the loops around them? */
  private leads(from: Block, to: Block): boolean {
    const seen = new Set<Block>();
    const open = [from];
    for (let at = open.pop(); at; at = open.pop()) {
      for (const other of this.successors(at)) {
        if (seen.has(other) || this.forms.flow.dominates(other, at)) continue;
        seen.add(other);
        open.push(other);
      }
    }
    return seen.has(to);
  }

  /** Where control can go from a block under the launch. */
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

/** A block on the way, what has been passed until then. */
interface State {
  readonly block: Block;
  readonly next: Loop | undefined;
  readonly isBehindBarrier: boolean;
}

function beforeBarrier(instructions: readonly Instruction[]): readonly Instruction[] {
  const at = instructions.findIndex(isBarrier);
  return at < 0 ? instructions : instructions.slice(0, at);
}

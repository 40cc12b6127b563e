/**
 * What becomes of conditional branches in the machine code. ptxas executes short arms under a predicate instead of
 * branching over them, and a branch to the function's end is an `EXIT` under a predicate.
 *
 * Reference: the `BRA` and `EXIT` rows of `test/hardware/**`: of 448 branches of which one successor only returns, 433 are no
 * `BRA`; arms of up to nine IR instructions mostly run under a predicate, longer ones are branched over; arms with a barrier,
 * a call, an exchange between lanes or a division always are. How well it holds is in docs/conformance.md.
 */
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction } from "../../analyzer/ir/model";
import { calleeName } from "../plan/calls";
import { onlyReturns } from "../plan/exits";

/** `kept`: a `BRA`. `exit`: an `EXIT` under a predicate. `predicated`: nothing, as an arm's instructions have predicates. */
export type BranchForm = "kept" | "exit" | "predicated";

/** What becomes of the conditional branches of a function. */
export interface BranchForms {
  /** Of each block that ends in a conditional branch with two successors. */
  readonly forms: ReadonlyMap<Block, BranchForm>;
  /** Blocks whose instructions run under a predicate, with the block that branches: its warps execute them, too. */
  readonly executedWith: ReadonlyMap<Block, Block>;
}

/** The longest arm, in instructions, that runs under a predicate. */
const SHORT = 12;

const NOTHING = /^llvm\.(dbg|assume|lifetime|experimental)/;
const FREE_CASTS: readonly string[] = ["bitcast", "inttoptr", "ptrtoint", "addrspacecast"];
const FREE: readonly string[] = ["phi", "br", "condbr", "switch", "ret", "freeze"];

/** Does an instruction leave no trace in the machine code? */
export function isFree(instruction: Instruction): boolean {
  if (instruction.op === "call") return NOTHING.test(calleeName(instruction) ?? "");
  if (instruction.op === "cast") return FREE_CASTS.includes(instruction.cast);
  return FREE.includes(instruction.op);
}

function staysBehindBranch(instruction: Instruction): boolean {
  if (instruction.op === "binary") return instruction.binary === "fdiv";
  if (instruction.op !== "call") return false;
  const name = calleeName(instruction) ?? "";
  return !name.startsWith("llvm.") || /barrier|\.shfl\.|\.vote\./.test(name);
}

/** A block with the arms that have been folded into it, and what followed them alone. */
interface Region {
  readonly head: Block;
  /** The block whose terminator ends it. */
  tail: Block;
  blocks: Block[];
  cost: number;
  refuses: boolean;
  next: readonly Block[];
}

/** The forms of a function's branches; computed once for each function. */
export function branchForms(fn: Func): BranchForms {
  const found = known.get(fn) ?? new Folder(fn).run();
  known.set(fn, found);
  return found;
}

const known = new WeakMap<Func, BranchForms>();

/** Folds short arms from the inside outwards, until nothing more can be. */
class Folder {
  readonly #flow;
  readonly #regions = new Map<Block, Region>();
  readonly #predecessors = new Map<Block, Set<Block>>();
  readonly #forms = new Map<Block, BranchForm>();
  readonly #executedWith = new Map<Block, Block>();

  constructor(fn: Func) {
    this.#flow = controlFlow(fn);
    for (const block of this.#flow.order) {
      const { instructions, successors } = block;
      this.#regions.set(block, {
        head: block,
        tail: block,
        blocks: [block],
        cost: instructions.filter((each) => !isFree(each)).length,
        refuses: instructions.some(staysBehindBranch),
        next: successors,
      });
      this.#predecessors.set(block, new Set(block.predecessors.filter((each) => this.#flow.reachable(each))));
      const form = this.#unfolded(block);
      if (form) this.#forms.set(block, form);
    }
  }

  run(): BranchForms {
    const order = [...this.#flow.order].reverse();
    for (let folds = true; folds; ) {
      folds = false;
      for (const block of order) {
        const region = this.#regions.get(block);
        while (region && this.#fold(region)) folds = true;
      }
    }
    return { forms: this.#forms, executedWith: this.#executedWith };
  }

  #unfolded(block: Block): BranchForm | undefined {
    if (block.instructions.at(-1)?.op !== "condbr" || block.successors.length !== 2) return undefined;
    return !this.#loopsBack(block) && block.successors.some(onlyReturns) ? "exit" : "kept";
  }

  #loopsBack(block: Block): boolean {
    return block.successors.some((next) => this.#flow.dominates(next, block));
  }

  /** Folds the arms of a region's branch into it; false where that cannot be. */
  #fold(region: Region): boolean {
    const { tail, next } = region;
    if (this.#forms.get(tail) !== "kept" || next.length !== 2 || this.#loopsBack(tail)) return false;
    const [first, second] = next as [Block, Block];
    const [a, b] = [this.#arm(first, region), this.#arm(second, region)];
    const [behindA, behindB] = [a?.next[0], b?.next[0]];
    if (a && behindA === second) return this.#take(region, [a], second);
    if (b && behindB === first) return this.#take(region, [b], first);
    if (a && b && behindA === behindB) return this.#take(region, [a, b], behindA!);
    return false;
  }

  /** The region that a successor of a branch leads to, when nothing else leads there and it goes on at one place. */
  #arm(block: Block, from: Region): Region | undefined {
    const arm = this.#regions.get(block);
    const predecessors = this.#predecessors.get(block)!;
    if (!arm || arm.refuses || arm.next.length !== 1 || predecessors.size !== 1 || !predecessors.has(from.head))
      return undefined;
    // A branch to the end would be an EXIT; an arm that goes back is a loop.
    return onlyReturns(arm.next[0]!) || this.#flow.dominates(arm.next[0]!, block) ? undefined : arm;
  }

  #take(region: Region, arms: readonly Region[], meet: Block): boolean {
    if (arms.reduce((sum, { cost }) => sum + cost, 0) > SHORT) return false;
    this.#forms.set(region.tail, "predicated");
    const into = this.#predecessors.get(meet)!;
    for (const arm of arms) {
      region.cost += arm.cost;
      for (const block of arm.blocks) this.#executedWith.set(block, region.tail);
      region.blocks.push(...arm.blocks);
      into.delete(arm.head);
      this.#regions.delete(arm.head);
    }
    into.add(region.head);
    region.next = [meet];
    this.#goOn(region);
    return true;
  }

  /** What only a region leads to becomes part of it. */
  #goOn(region: Region): void {
    for (;;) {
      const [next, other] = region.next;
      const follower = next && !other ? this.#regions.get(next) : undefined;
      if (
        !follower ||
        follower === region ||
        this.#predecessors.get(follower.head)!.size !== 1 ||
        onlyReturns(follower.head)
      )
        return;
      region.tail = follower.tail;
      region.blocks.push(...follower.blocks);
      region.cost += follower.cost;
      region.refuses ||= follower.refuses;
      region.next = follower.next;
      this.#regions.delete(follower.head);
      for (const block of follower.next) {
        const into = this.#predecessors.get(block)!;
        into.delete(follower.head);
        into.add(region.head);
      }
    }
  }
}

/**
 * The threads of a block that execute a basic block: conditions are evaluated along the dominator chain, lane by lane, under
 * an assignment of enumerated values. An unknown condition is assumed to hold, because bounds checks (`if (i < n)`) hold in
 * full warps.
 */
import type { Loop } from "../../ir/cfg";
import type { Block, Value } from "../../ir/model";
import { canBe, partsOf } from "./conditions";
import type { Evaluator } from "./evaluate";
import { loopsAround } from "./flow";
import { type Atom, type Form, leavesOf, scopeOf } from "./forms";
import { isWarpUniform, type Lanes, zipLanes } from "./lanes";
import { lessCertain, type MaskCertainty, maskCertainty } from "./masks";
import type { LaneForms } from "./queries";

/** The control flow from an immediate dominator to a block. */
interface DominanceStep {
  readonly top: Block;
  readonly target: Block;
  /** The blocks between, `top` first, predecessors before successors. */
  readonly region: readonly Block[];
}

/** The active threads of each basic block of one function. */
export class ActiveThreads {
  private readonly dominanceSteps = new Map<Block, readonly DominanceStep[]>();
  /** The threads that execute the call by which the function is entered. */
  private readonly caller: { readonly activity: ActiveThreads; readonly block: Block } | undefined;

  constructor(private readonly forms: LaneForms) {
    const { entry } = forms;
    this.caller = entry && { activity: new ActiveThreads(entry.caller), block: entry.block };
  }

  /** The blocks whose branches decide whether threads execute a block. */
  decidingBlocks(block: Block): readonly Block[] {
    return this.stepsTo(block).flatMap(({ region }) => region.filter((at) => decidingValue(at)));
  }

  /** Whether every thread executes a block once per launch, or once per iteration of the loop `within`. */
  isReachedOnce(block: Block, within?: Loop): boolean {
    const isAgain = loopsAround(this.forms.flow, block).some((loop) => loop !== within);
    if (isAgain || this.decidingBlocks(block).length > 0) return false;
    return !this.caller || (!this.forms.entry?.isRecursive && this.caller.activity.isReachedOnce(this.caller.block));
  }

  /** The conditions that decide whether threads execute a block: forms of branch conditions and loop exits. */
  conditions(block: Block): readonly Form[] {
    const own = this.decidingBlocks(block).map((at) => this.forms.use(decidingValue(at)!, at));
    return this.caller ? [...this.caller.activity.conditions(this.caller.block), ...own] : own;
  }

  /** The leaves that need values for `lanes`. Conditions on leaves without a known range are left out. */
  leaves(block: Block): ReadonlySet<Atom> {
    const leaves = new Set<Atom>(this.caller?.activity.leaves(this.caller.block));
    for (const form of this.conditions(block).flatMap(partsOf)) {
      const own = leavesOf(form);
      if ([...own].every((leaf) => leaf.count !== undefined)) for (const leaf of own) leaves.add(leaf);
    }
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      if (trips !== undefined && typeof trips !== "number") leaves.add(atom);
    }
    return leaves;
  }

  /** Whether all conditions of a block are known once the leaves have values. */
  isFollowed(block: Block, leaves: ReadonlySet<Atom>): boolean {
    const isKnown = (form: Form): boolean => [...leavesOf(form)].every((leaf) => leaves.has(leaf));
    const loops = loopsAround(this.forms.flow, block);
    if (this.forms.entry?.isRecursive || this.caller?.activity.isFollowed(this.caller.block, leaves) === false)
      return false;
    return (
      this.conditions(block).every(isKnown) &&
      loops.every((loop) => this.forms.counter(loop).trips !== undefined && loop.exiting.length === 1)
    );
  }

  /**
   * Whether lanes of a warp have different trip counts in a loop around a block. If the compiler unrolls such a loop, lanes in
   * different iterations reconverge after the last whole unrolled iteration. Where the counter has a constant step, clang has
   * unrolled the loop as nvcc does, and the IR shows which lanes execute together.
   */
  hasDivergentTripCount(block: Block): boolean {
    if (this.caller?.activity.hasDivergentTripCount(this.caller.block)) return true;
    return loopsAround(this.forms.flow, block).some((loop) => {
      const { trips } = this.forms.counter(loop);
      return trips !== undefined && !isWarpUniform(trips) && !advancesByConstant(loop);
    });
  }

  /** The certainty of the mask under which lanes execute a block, once the leaves have values. */
  mask(block: Block, leaves: ReadonlySet<Atom>): MaskCertainty {
    // The lanes that recur are not followed from depth to depth.
    if (this.forms.entry?.isRecursive) return "open";
    let mask: MaskCertainty = this.caller?.activity.mask(this.caller.block, leaves) ?? "followed";
    for (const { region } of this.stepsTo(block)) mask = lessCertain(mask, this.maskWithin(region, leaves));
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      const isCounted = trips !== undefined && loop.exiting.length === 1;
      if (isCounted && (typeof trips === "number" || leaves.has(atom))) continue;
      // Lanes that exited in an earlier iteration stay inactive, which a condition on this iteration alone does not show.
      for (const at of loop.exiting.filter(decidingValue)) {
        mask = lessCertain(mask, maskCertainty(this.forms.use(decidingValue(at)!, at), noLeaves, true));
      }
    }
    return mask;
  }

  private maskWithin(region: readonly Block[], leaves: ReadonlySet<Atom>): MaskCertainty {
    const conditions = region.filter(decidingValue).map((at) => this.forms.use(decidingValue(at)!, at));
    const isOpen = (form: Form): boolean => [...leavesOf(form)].some((leaf) => !leaves.has(leaf));
    // `if (m > 3 || threadIdx.x < 16)`: the unknown first operand decides whether the second selects lanes.
    const chooses = conditions.some((form) => scopeOf(form) !== "lane" && isOpen(form));
    const splits = conditions.some((form) => scopeOf(form) === "lane");
    const initial: MaskCertainty = chooses && splits ? "open" : "followed";
    return conditions.map((form) => maskCertainty(form, leaves)).reduce(lessCertain, initial);
  }

  /** 1 for each thread that executes the block, 0 for the others. */
  lanes(block: Block, evaluator: Evaluator): Lanes {
    let lanes: Lanes = this.caller?.activity.lanes(this.caller.block, evaluator) ?? 1;
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      const counter = trips === undefined ? undefined : evaluator.atom(atom);
      if (counter !== undefined) lanes = both(lanes, zipLanes(counter, trips!, (k, end) => Number(k < end))!);
    }
    for (const step of this.stepsTo(block)) {
      lanes = both(
        lanes,
        reach(step, (from, to) => this.threadsAlong(from, to, evaluator)),
      );
    }
    return lanes;
  }

  /**
   * 1 for each thread that has left the kernel before a block: it took an edge to where nothing but the return stands.
   * Such threads are named by masks and waited for by warp barriers without harm.
   */
  exited(block: Block, evaluator: Evaluator): Lanes {
    let lanes: Lanes = this.caller?.activity.exited(this.caller.block, evaluator) ?? 0;
    if (this.caller) return lanes;
    for (const at of this.decidingBlocks(block)) {
      for (const end of new Set(at.successors)) {
        if (isExit(end)) lanes = either(lanes, both(this.lanes(at, evaluator), this.threadsAlong(at, end, evaluator)));
      }
    }
    return lanes;
  }

  /**
   * 1 for each thread that executes the block whatever is not known, in the iterations of loops around it that the thread
   * runs; 0 for the others.
   */
  sureLanes(block: Block, evaluator: Evaluator): Lanes {
    let lanes: Lanes = this.caller?.activity.sureLanes(this.caller.block, evaluator) ?? 1;
    for (const step of this.stepsTo(block)) {
      lanes = both(
        lanes,
        reach(step, (from, to) => this.threadsSurelyAlong(from, to, evaluator)),
      );
    }
    return lanes;
  }

  /** The threads that take no other edge from one block than that to another, of those that reach its end. */
  private threadsSurelyAlong(from: Block, to: Block, evaluator: Evaluator): Lanes {
    const loop = this.forms.flow.loopOf(from);
    // Lanes that stay in a loop with one exit leave it later.
    const isLeft = loop !== undefined && loop.exiting.length === 1 && !loop.blocks.has(to);
    const others = from.successors.filter((one) => one !== to && !isTrap(one) && !(isLeft && loop.blocks.has(one)));
    return others.reduce<Lanes>((lanes, other) => {
      return both(lanes, zipLanes(this.threadsAlong(from, other, evaluator), 0, (can) => 1 - can)!);
    }, 1);
  }

  /** The threads that take the edge from one block to another, of those that reach its end. */
  private threadsAlong(from: Block, to: Block, evaluator: Evaluator): Lanes {
    const branch = from.instructions.at(-1);
    const deciding = decidingValue(from);
    if (!deciding) return 1;
    const form = this.forms.use(deciding, from);
    if (branch?.op === "condbr") return canBe(form, branch.ifTrue === to, evaluator);
    const value = evaluator.form(form);
    if (branch?.op !== "switch" || value === undefined) return 1;
    const bits = branch.value.type.kind === "int" ? branch.value.type.bits : 64;
    const targets = new Map(branch.cases.map((one) => [Number(BigInt.asIntN(bits, one.value)), one.target]));
    return zipLanes(value, 0, (x) => Number((targets.get(x) ?? branch.otherwise) === to))!;
  }

  /** Down the dominators from the last that is known: a condition of thousands of parts is a chain of as many blocks. */
  private stepsTo(block: Block): readonly DominanceStep[] {
    const { flow } = this.forms;
    const unknown: Block[] = [];
    let at: Block | undefined = block;
    for (; at && !this.dominanceSteps.has(at); at = flow.dominator(at)) unknown.push(at);
    let steps = (at && this.dominanceSteps.get(at)) ?? [];
    for (const next of unknown.reverse()) {
      const step = this.stepTo(next);
      if (step) steps = [...steps, step];
      this.dominanceSteps.set(next, steps);
    }
    return steps;
  }

  /** The step from a block's immediate dominator to it; undefined where every thread takes it. */
  private stepTo(block: Block): DominanceStep | undefined {
    const { flow } = this.forms;
    const top = flow.dominator(block);
    if (!top) return undefined;
    const region = new Set<Block>([top]);
    const open: Block[] = [];
    const push = (to: Block): void => {
      // Back edges lead to other iterations and are skipped.
      for (const from of to.predecessors) if (!flow.dominates(to, from)) open.push(from);
    };
    push(block);
    for (let at = open.pop(); at; at = open.pop()) {
      if (region.has(at)) continue;
      region.add(at);
      push(at);
    }
    const escapes = [...region].some((at) =>
      at.successors.some((to) => to !== block && !region.has(to) && !isLoopEnd(this.forms, at, block)),
    );
    return escapes ? { top, target: block, region: flow.order.filter((one) => region.has(one)) } : undefined;
  }
}

/** The threads that reach the end of a step, by those that take each of its edges. */
function reach({ region, target }: DominanceStep, along: (from: Block, to: Block) => Lanes): Lanes {
  const reached = new Map<Block, Lanes>([[region[0]!, 1]]);
  for (const block of [...region, target]) {
    if (reached.has(block)) continue;
    let lanes: Lanes = 0;
    for (const from of block.predecessors) {
      const before = reached.get(from);
      if (before !== undefined) lanes = either(lanes, both(before, along(from, block)));
    }
    reached.set(block, lanes);
  }
  return reached.get(target)!;
}

/** Whether a launch ends in an error when a thread gets to a block. */
export const isTrap = (block: Block): boolean => block.instructions.at(-1)?.op === "unreachable";

const noLeaves: ReadonlySet<Atom> = new Set();

/** Whether a branch is the exit of a loop that does not contain the block: lanes that stay in the loop arrive later. */
function isLoopEnd(forms: LaneForms, at: Block, block: Block): boolean {
  const loop = forms.flow.loopOf(at);
  return loop !== undefined && !loop.blocks.has(block);
}

/** Does a block of a kernel do nothing but return? */
export function isExit({ instructions }: Block): boolean {
  const rest = instructions.filter(({ op }) => op !== "phi");
  return rest.length === 1 && rest[0]!.op === "ret";
}

/** The condition of a block's terminator; undefined for a block with one successor. */
export function decidingValue(block: Block): Value | undefined {
  const branch = block.instructions.at(-1);
  if (branch?.op === "condbr" && branch.ifTrue !== branch.ifFalse) return branch.condition;
  return branch?.op === "switch" ? branch.value : undefined;
}

const both = (a: Lanes, b: Lanes): Lanes => zipLanes(a, b, (x, y) => Math.min(x, y))!;
const either = (a: Lanes, b: Lanes): Lanes => zipLanes(a, b, (x, y) => Math.max(x, y))!;

/** Whether a loop has an induction variable with a constant step. */
function advancesByConstant({ header, blocks }: Loop): boolean {
  return header.instructions.some(
    (phi) =>
      phi.op === "phi" &&
      phi.incoming.some(({ value, block }) => {
        if (!blocks.has(block) || value.kind !== "instruction" || value.op !== "binary") return false;
        const { binary, left, right } = value;
        return (binary === "add" || binary === "sub") && left === phi && right.kind === "int";
      }),
  );
}

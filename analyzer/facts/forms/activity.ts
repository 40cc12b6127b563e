/**
 * Which threads of a block run a basic block: conditions are followed along the control flow from dominator to
 * dominator, lane by lane, under numbers for what can be enumerated. A condition that is not known is taken to hold:
 * guards against the edge of the data (`if (i < n)`) let full warps through.
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

/** One stretch of control flow: from a dominator to the block that it immediately dominates. */
interface Stretch {
  readonly top: Block;
  readonly target: Block;
  /** The blocks between, `top` first, in an order in which predecessors come first. */
  readonly region: readonly Block[];
}

export class Activity {
  private readonly stretches = new Map<Block, readonly Stretch[]>();
  /** Which threads make the call that the function is entered by. */
  private readonly caller: { readonly activity: Activity; readonly block: Block } | undefined;

  constructor(private readonly forms: LaneForms) {
    const { entry } = forms;
    this.caller = entry && { activity: new Activity(entry.caller), block: entry.block };
  }

  /** The blocks whose branches decide whether threads run the block. */
  decidingBlocks(block: Block): readonly Block[] {
    return this.stretchesTo(block).flatMap(({ region }) => region.filter((at) => decidingValue(at)));
  }

  /** Does every thread of the block come here, once for each run of the kernel, but for the rounds of one loop? */
  isReachedOnce(block: Block, within?: Loop): boolean {
    const isAgain = loopsAround(this.forms.flow, block).some((loop) => loop !== within);
    if (isAgain || this.decidingBlocks(block).length > 0) return false;
    return !this.caller || (!this.forms.entry?.isRecursive && this.caller.activity.isReachedOnce(this.caller.block));
  }

  /** The conditions that decide whether threads run the block: forms of branch conditions and loop ends. */
  conditions(block: Block): readonly Form[] {
    const own = this.decidingBlocks(block).map((at) => this.forms.use(decidingValue(at)!, at));
    return this.caller ? [...this.caller.activity.conditions(this.caller.block), ...own] : own;
  }

  /** Leaves that have to have numbers for `lanes` to tell threads apart. Conditions on anything endless are left out. */
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

  /** Can every thread's way to the block be followed, once the leaves have numbers? */
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
   * Do lanes of one warp turn a loop around the block differently often? A compiler that unrolls such a loop brings
   * together again, behind its last whole round, lanes that are in different iterations. Where the counter advances by a
   * constant clang has unrolled the loop as nvcc does, and the IR itself says what its lanes do together.
   */
  isRagged(block: Block): boolean {
    if (this.caller?.activity.isRagged(this.caller.block)) return true;
    return loopsAround(this.forms.flow, block).some((loop) => {
      const { trips } = this.forms.counter(loop);
      return trips !== undefined && !isWarpUniform(trips) && !advancesByConstant(loop);
    });
  }

  /** What is left open of the lanes that run the block together, once the leaves have numbers. */
  mask(block: Block, leaves: ReadonlySet<Atom>): MaskCertainty {
    // Which lanes call once more is not followed from depth to depth.
    if (this.forms.entry?.isRecursive) return "open";
    let mask: MaskCertainty = this.caller?.activity.mask(this.caller.block, leaves) ?? "followed";
    for (const { region } of this.stretchesTo(block)) mask = lessCertain(mask, this.stretchMask(region, leaves));
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      const isCounted = trips !== undefined && loop.exiting.length === 1;
      if (isCounted && (typeof trips === "number" || leaves.has(atom))) continue;
      // Lanes that left in an earlier iteration stay away, so a condition on this one alone does not tell them.
      for (const at of loop.exiting.filter(decidingValue)) {
        mask = lessCertain(mask, maskCertainty(this.forms.use(decidingValue(at)!, at), noLeaves, true));
      }
    }
    return mask;
  }

  private stretchMask(region: readonly Block[], leaves: ReadonlySet<Atom>): MaskCertainty {
    const conditions = region.filter(decidingValue).map((at) => this.forms.use(decidingValue(at)!, at));
    const isOpen = (form: Form): boolean => [...leavesOf(form)].some((leaf) => !leaves.has(leaf));
    // `if (m > 3 || threadIdx.x < 16)`: which lanes get through the second depends on whether the first is asked.
    const chooses = conditions.some((form) => scopeOf(form) !== "lane" && isOpen(form));
    const splits = conditions.some((form) => scopeOf(form) === "lane");
    const initial: MaskCertainty = chooses && splits ? "open" : "followed";
    return conditions.map((form) => maskCertainty(form, leaves)).reduce(lessCertain, initial);
  }

  /** 1 for each thread that runs the block, 0 for the others. */
  lanes(block: Block, evaluator: Evaluator): Lanes {
    let lanes: Lanes = this.caller?.activity.lanes(this.caller.block, evaluator) ?? 1;
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      const counter = trips === undefined ? undefined : evaluator.atom(atom);
      if (counter !== undefined) lanes = both(lanes, zipLanes(counter, trips!, (k, end) => Number(k < end))!);
    }
    for (const stretch of this.stretchesTo(block)) lanes = both(lanes, this.reach(stretch, evaluator));
    return lanes;
  }

  private reach({ region, target }: Stretch, evaluator: Evaluator): Lanes {
    const reached = new Map<Block, Lanes>([[region[0]!, 1]]);
    for (const block of [...region, target]) {
      if (reached.has(block)) continue;
      let lanes: Lanes = 0;
      for (const from of block.predecessors) {
        const before = reached.get(from);
        if (before !== undefined) lanes = either(lanes, both(before, this.along(from, block, evaluator)));
      }
      reached.set(block, lanes);
    }
    return reached.get(target)!;
  }

  /** The threads that go from one block to another, of those that get to its end. */
  private along(from: Block, to: Block, evaluator: Evaluator): Lanes {
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

  private stretchesTo(block: Block): readonly Stretch[] {
    let found = this.stretches.get(block);
    if (!found) {
      found = this.findStretches(block);
      this.stretches.set(block, found);
    }
    return found;
  }

  private findStretches(block: Block): readonly Stretch[] {
    const { flow } = this.forms;
    const top = flow.dominator(block);
    if (!top) return [];
    const above = this.stretchesTo(top);
    const region = new Set<Block>([top]);
    const open: Block[] = [];
    const push = (to: Block): void => {
      // Back edges are other iterations: what counts is the way down.
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
    if (!escapes) return above;
    return [...above, { top, target: block, region: flow.order.filter((at) => region.has(at)) }];
  }
}

const noLeaves: ReadonlySet<Atom> = new Set();

/** Leaving a loop that the block is outside of: whoever stays comes later. */
function isLoopEnd(forms: LaneForms, at: Block, block: Block): boolean {
  const loop = forms.flow.loopOf(at);
  return loop !== undefined && !loop.blocks.has(block);
}

/** What a block's branch decides by, when it has more than one way on. */
export function decidingValue(block: Block): Value | undefined {
  const branch = block.instructions.at(-1);
  if (branch?.op === "condbr" && branch.ifTrue !== branch.ifFalse) return branch.condition;
  return branch?.op === "switch" ? branch.value : undefined;
}

const both = (a: Lanes, b: Lanes): Lanes => zipLanes(a, b, (x, y) => Math.min(x, y))!;
const either = (a: Lanes, b: Lanes): Lanes => zipLanes(a, b, (x, y) => Math.max(x, y))!;

/** Is there a variable of the loop to which each round adds the same number? */
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

/**
 * The threads of a block that execute a basic block: conditions are evaluated along the dominator chain, lane by lane, under
 * an assignment of enumerated values. An unknown condition is assumed to hold, because bounds checks (`if (i < n)`) hold in
 * full warps.
 */
import type { Loop } from "../../ir/cfg";
import type { Block, InstructionOf, Value } from "../../ir/model";
import { canBe, partsOf } from "./conditions";
import type { Evaluator } from "./evaluate";
import { loopsAround } from "./flow";
import { type Atom, type Form, leavesOf, scopeOf } from "./forms";
import { both, either, isWarpUniform, type Lanes, zipLanes } from "./lanes";
import { lessCertain, type MaskCertainty, maskCertainty } from "./masks";
import type { LaneForms } from "./queries";

/** The control flow from an immediate dominator to a block. */
interface DominanceStep {
  readonly top: Block;
  readonly target: Block;
  /** The blocks between, `top` first, predecessors before successors. */
  readonly region: readonly Block[];
}

/**
 * The steps from the entry to a block, the last first: what blocks have in common is there once, and so is what is known of
 * it, because a condition of thousands of parts is a chain of as many blocks with an access in each.
 */
interface Chain {
  readonly step: DominanceStep;
  readonly before: Chain | undefined;
}

/** A value that is known at each part of chains, computed from that of the part before. */
class AlongChain<T> {
  private readonly known = new Map<Chain, T>();

  constructor(
    private readonly initial: T,
    private readonly next: (before: T, step: DominanceStep) => T,
  ) {}

  at(chain: Chain | undefined): T {
    const unknown: Chain[] = [];
    let one = chain;
    for (; one && !this.known.has(one); one = one.before) unknown.push(one);
    let value = one ? this.known.get(one)! : this.initial;
    for (const part of unknown.reverse()) {
      value = this.next(value, part.step);
      this.known.set(part, value);
    }
    return value;
  }
}

/** The value of a key; a new one where there is none. */
function ofKey<K, V>(values: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** What is known of chains once some leaves have values. */
interface Certainties {
  readonly masks: AlongChain<MaskCertainty>;
  readonly areKnown: AlongChain<boolean>;
}

/** The active threads of each basic block of one function. */
export class ActiveThreads {
  private readonly chains = new Map<Block, Chain | undefined>();
  /** Where blocks stand in the order of the control flow. */
  private places: ReadonlyMap<Block, number> | undefined;
  private readonly possible = new WeakMap<Evaluator, AlongChain<Lanes>>();
  private readonly sure = new WeakMap<Evaluator, AlongChain<Lanes>>();
  private readonly certainties = new Map<string, Certainties>();
  private readonly decided = new AlongChain(false, (before, { region }) => before || region.some(decidingValue));
  private readonly finite = new AlongChain<ReadonlySet<Atom>>(noLeaves, (before, step) =>
    this.withFinite(before, step),
  );
  private readonly bounded = new AlongChain<ReadonlySet<Atom>>(noLeaves, (before, { region }) =>
    this.conditionsIn(region).reduce((all, form) => withLeaves(all, leavesOf(form), hasCount), before),
  );
  /** The threads that execute the call by which the function is entered. */
  private readonly caller: { readonly activity: ActiveThreads; readonly block: Block } | undefined;

  constructor(private readonly forms: LaneForms) {
    const { entry } = forms;
    this.caller = entry && { activity: new ActiveThreads(entry.caller), block: entry.block };
  }

  /** The blocks whose branches decide whether threads execute a block. */
  decidingBlocks(block: Block): readonly Block[] {
    const steps: DominanceStep[] = [];
    for (let chain = this.chainTo(block); chain; chain = chain.before) steps.push(chain.step);
    return steps.reverse().flatMap(({ region }) => region.filter((at) => decidingValue(at)));
  }

  /** Whether every thread executes a block once per launch, or once per iteration of the loop `within`. */
  isReachedOnce(block: Block, within?: Loop): boolean {
    const isAgain = loopsAround(this.forms.flow, block).some((loop) => loop !== within);
    if (isAgain || this.decided.at(this.chainTo(block))) return false;
    return !this.caller || (!this.forms.entry?.isRecursive && this.caller.activity.isReachedOnce(this.caller.block));
  }

  private conditionsIn(region: readonly Block[]): readonly Form[] {
    return region.filter(decidingValue).map((at) => this.forms.use(decidingValue(at)!, at));
  }

  /** The leaves with a known range on which the conditions depend that decide whether threads execute a block. */
  boundedLeaves(block: Block): ReadonlySet<Atom> {
    const own = this.bounded.at(this.chainTo(block));
    return this.caller ? new Set([...this.caller.activity.boundedLeaves(this.caller.block), ...own]) : own;
  }

  private withFinite(before: ReadonlySet<Atom>, { region }: DominanceStep): ReadonlySet<Atom> {
    const known = (form: Form): ReadonlySet<Atom> => {
      const own = leavesOf(form);
      return [...own].every(hasCount) ? own : noLeaves;
    };
    return this.conditionsIn(region)
      .flatMap(partsOf)
      .reduce((all, part) => withLeaves(all, known(part)), before);
  }

  /** The leaves that need values for `lanes`. Conditions on leaves without a known range are left out. */
  leaves(block: Block): ReadonlySet<Atom> {
    const leaves = new Set<Atom>(this.caller?.activity.leaves(this.caller.block));
    for (const leaf of this.finite.at(this.chainTo(block))) leaves.add(leaf);
    for (const loop of loopsAround(this.forms.flow, block)) {
      const { atom, trips } = this.forms.counter(loop);
      if (trips !== undefined && typeof trips !== "number") leaves.add(atom);
    }
    return leaves;
  }

  /** Whether all conditions of a block are known once the leaves have values. */
  isFollowed(block: Block, leaves: ReadonlySet<Atom>): boolean {
    const loops = loopsAround(this.forms.flow, block);
    if (this.forms.entry?.isRecursive || this.caller?.activity.isFollowed(this.caller.block, leaves) === false)
      return false;
    return (
      this.certaintiesWith(leaves).areKnown.at(this.chainTo(block)) &&
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
    mask = lessCertain(mask, this.certaintiesWith(leaves).masks.at(this.chainTo(block)));
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

  private certaintiesWith(leaves: ReadonlySet<Atom>): Certainties {
    return ofKey(this.certainties, [...leaves].map(({ id }) => id).join(), () => {
      const kept = new Set(leaves);
      const isKnown = (form: Form): boolean => [...leavesOf(form)].every((leaf) => kept.has(leaf));
      return {
        masks: new AlongChain<MaskCertainty>("followed", (before, { region }) =>
          lessCertain(before, this.maskWithin(region, kept)),
        ),
        areKnown: new AlongChain(true, (before, { region }) => before && this.conditionsIn(region).every(isKnown)),
      };
    });
  }

  private maskWithin(region: readonly Block[], leaves: ReadonlySet<Atom>): MaskCertainty {
    const conditions = this.conditionsIn(region);
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
    const along = ofKey(this.possible, evaluator, () => {
      return this.lanesAlong((from, to) => this.threadsAlong(from, to, evaluator));
    });
    const reached = along.at(this.chainTo(block));
    return lanes === 1 ? reached : both(lanes, reached);
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
    const lanes: Lanes = this.caller?.activity.sureLanes(this.caller.block, evaluator) ?? 1;
    const along = ofKey(this.sure, evaluator, () => {
      return this.lanesAlong((from, to) => this.threadsSurelyAlong(from, to, evaluator));
    });
    return both(lanes, along.at(this.chainTo(block)));
  }

  private lanesAlong(along: (from: Block, to: Block) => Lanes): AlongChain<Lanes> {
    // A condition that excludes no thread, as an unknown one, leaves the mask of the dominating block.
    return new AlongChain<Lanes>(1, (before, step) => {
      const reached = reach(step, along);
      return reached === 1 ? before : both(before, reached);
    });
  }

  /** The threads that take no other edge from one block than that to another, of those that reach its end. */
  private threadsSurelyAlong(from: Block, to: Block, evaluator: Evaluator): Lanes {
    const loop = this.forms.flow.loopOf(from);
    // Lanes that stay in a loop with one exit leave it later.
    const isLeft = loop !== undefined && loop.exiting.length === 1 && !loop.blocks.has(to);
    const isOther = (one: Block) => one !== to && !isTrap(one) && !(isLeft && loop.blocks.has(one));
    const branch = from.instructions.at(-1);
    // Of a switch of thousands of cases each is asked about: never one for all others.
    if (branch?.op === "switch") {
      const value = evaluator.form(this.forms.use(branch.value, from));
      if (value === undefined) return from.successors.some(isOther) ? 0 : 1;
      return zipLanes(value, 0, (x) => Number(!isOther(targetOf(branch, x))))!;
    }
    return from.successors.filter(isOther).reduce<Lanes>((lanes, other) => {
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
    return zipLanes(value, 0, (x) => Number(targetOf(branch, x) === to))!;
  }

  /** Down the dominators from the last that is known. */
  private chainTo(block: Block): Chain | undefined {
    const { flow } = this.forms;
    const unknown: Block[] = [];
    let at: Block | undefined = block;
    for (; at && !this.chains.has(at); at = flow.dominator(at)) unknown.push(at);
    let chain = at && this.chains.get(at);
    for (const next of unknown.reverse()) {
      const step = this.stepTo(next);
      if (step) chain = { step, before: chain };
      this.chains.set(next, chain);
    }
    return chain;
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
    if (!escapes) return undefined;
    this.places ??= new Map(flow.order.map((one, place) => [one, place]));
    const { places } = this;
    return { top, target: block, region: [...region].sort((a, b) => places.get(a)! - places.get(b)!) };
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

const hasCount = ({ count }: Atom): boolean => count !== undefined;

/** The same set where nothing is new, as most of a chain's conditions bring no leaves. */
function withLeaves(
  all: ReadonlySet<Atom>,
  more: ReadonlySet<Atom>,
  isWanted: (leaf: Atom) => boolean = () => true,
): ReadonlySet<Atom> {
  const news = [...more].filter((leaf) => isWanted(leaf) && !all.has(leaf));
  return news.length > 0 ? new Set([...all, ...news]) : all;
}

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

const targets = new WeakMap<InstructionOf<"switch">, ReadonlyMap<number, Block>>();

/** Where a switch leads for a value. */
function targetOf(branch: InstructionOf<"switch">, value: number): Block {
  const bits = branch.value.type.kind === "int" ? branch.value.type.bits : 64;
  const known = ofKey(
    targets,
    branch,
    () => new Map(branch.cases.map((one) => [Number(BigInt.asIntN(bits, one.value)), one.target])),
  );
  return known.get(value) ?? branch.otherwise;
}

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

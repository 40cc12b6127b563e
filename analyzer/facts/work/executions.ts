/**
 * How often the threads of a launch execute a basic block, as far as that is certain: the grid and the iterations of loops
 * are split until every part is executed by the same threads, or is not known.
 */
import { volume } from "../../hardware/model";
import type { Block } from "../../ir/model";
import type { ActiveThreads } from "../forms/activeThreads";
import { loopsAround } from "../forms/flow";
import type { Atom } from "../forms/forms";
import { type Lanes, sameLanes, zipLanes } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import { type Interval, RangeEvaluator } from "../forms/ranges";

/** A part of a launch in which the same threads of each block execute a basic block. */
export interface Part {
  /** What each leaf is from and to. */
  readonly intervals: ReadonlyMap<Atom, Interval>;
  /** Blocks times iterations of the part. */
  readonly times: number;
  /** 1 for each thread that executes the basic block, 0 for the others. */
  readonly lanes: Lanes;
}

/** The certain executions of a basic block. */
export interface Executions {
  readonly parts: readonly Part[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** Block indices and counters around it, with the number of their values; `undefined` where that differs by block. */
  readonly dimensions: ReadonlyMap<Atom, number | undefined>;
  /** Trip counts differ by block and thread, and `times` has their mean. */
  readonly isMean: boolean;
}

/** How often a launch is split at most, and the most values of leaves that are looked at one by one. */
const MOST_SPLITS = 48;
const MOST_POINTS = 256;

const nothing: Executions = { parts: [], isComplete: false, dimensions: new Map(), isMean: false };

/** What a basic block is executed in: blocks of the grid, and iterations of the loops around it and around calls. */
interface Nest {
  readonly dimensions: Map<Atom, number | undefined>;
  /** Trip counts by thread. */
  readonly ragged: Map<Atom, Lanes>;
  readonly meanTrips: number;
}

/** The loops around a basic block and the calls that lead to it; undefined where a trip count is not known. */
function nestOf(forms: LaneForms, block: Block): Nest | undefined {
  const dimensions = new Map<Atom, number | undefined>();
  const ragged = new Map<Atom, Lanes>();
  let meanTrips = 1;
  let at: LaneForms | undefined = forms;
  for (let inner = block; at; inner = at.entry?.block ?? inner, at = at.entry?.caller) {
    if (at.entry?.isRecursive || at.flow.irreducible) return undefined;
    for (const loop of loopsAround(at.flow, inner)) {
      const { atom, trips, meanTrips: mean } = at.counter(loop);
      if (loop.exiting.length !== 1 || (trips ?? mean) === undefined) return undefined;
      if (trips === undefined) {
        meanTrips *= mean!;
        dimensions.set(atom, undefined);
      } else {
        dimensions.set(atom, typeof trips === "number" ? trips : Math.max(...trips));
        if (typeof trips !== "number") ragged.set(atom, trips);
      }
    }
  }
  return { dimensions, ragged, meanTrips };
}

/** A split of the launch: intervals of the leaves that can be split. */
type Box = ReadonlyMap<Atom, Interval>;

const lengthOf = ([least, most]: Interval): number => most - least + 1;
const sizeOf = (box: Box): number => [...box.values()].reduce((size, one) => size * lengthOf(one), 1);

function halves(box: Box, atom: Atom): readonly [Box, Box] {
  const [least, most] = box.get(atom)!;
  const middle = Math.floor((least + most) / 2);
  return [new Map(box).set(atom, [least, middle]), new Map(box).set(atom, [middle + 1, most])];
}

/** A split with the threads that certainly, and that possibly, execute the basic block in all of it. */
interface Followed {
  readonly box: Box;
  readonly sure: Lanes;
  readonly possible: Lanes;
}

/** Splits of one basic block. */
class Splitter {
  readonly parts: Part[] = [];
  isComplete = true;
  private splits = 0;

  constructor(
    private readonly activity: ActiveThreads,
    private readonly block: Block,
    private readonly nest: Nest,
    /** Leaves outside of the box, which keep their whole interval. */
    private readonly rest: Box,
    private readonly points: ReadonlySet<Atom>,
    private readonly factor: number,
  ) {}

  split(whole: Box): void {
    const open: Followed[] = [{ box: whole, ...this.lanesOf(whole) }];
    for (let one = open.pop(); one; one = open.pop()) {
      const { box, sure, possible } = one;
      if (possible === 0) continue;
      const isDecided = sameLanes(sure, possible);
      const split = !isDecided && this.splits++ < MOST_SPLITS ? this.bestHalves(box) : undefined;
      if (split) open.push(...split);
      else {
        if (!isDecided) this.isComplete = false;
        if (sure !== 0) this.parts.push(...this.pointwise(box, sure));
      }
    }
  }

  /** A part for each combination of the leaves that are to have one value; the same threads execute all of them. */
  private pointwise(whole: Box, lanes: Lanes): readonly Part[] {
    const axes = [...whole.keys()].filter((atom) => this.points.has(atom));
    const boxes = axes.reduce<readonly Box[]>(
      (all, atom) =>
        all.flatMap((box) => {
          const [least, most] = box.get(atom)!;
          return Array.from({ length: most - least + 1 }, (_, i) => new Map(box).set(atom, [least + i, least + i]));
        }),
      [whole],
    );
    return boxes.map((box) => ({
      intervals: new Map([...this.rest, ...box]),
      times: sizeOf(box) * this.factor,
      lanes,
    }));
  }

  private lanesOf(box: Box): { readonly sure: Lanes; readonly possible: Lanes } {
    const evaluator = evaluatorOf(this.activity, new Map([...this.rest, ...box]));
    let sure = this.activity.sureLanes(this.block, evaluator);
    let possible = this.activity.lanes(this.block, evaluator);
    for (const [atom, trips] of this.nest.ragged) {
      const [least, most] = box.get(atom)!;
      sure = zipLanes(sure, trips, (runs, end) => Number(runs !== 0 && most < end))!;
      possible = zipLanes(possible, trips, (runs, end) => Number(runs !== 0 && least < end))!;
    }
    return { sure, possible };
  }

  /** The halves that leave least open, of all leaves. */
  private bestHalves(box: Box): readonly Followed[] | undefined {
    let best: { readonly split: readonly Followed[]; readonly rank: number } | undefined;
    for (const [atom, interval] of box) {
      if (lengthOf(interval) === 1) continue;
      const split = halves(box, atom).map((half) => ({ box: half, ...this.lanesOf(half) }));
      const open = split.reduce((sum, one) => sum + (sameLanes(one.sure, one.possible) ? 0 : sizeOf(one.box)), 0);
      // Of leaves that decide nothing yet the longest comes first.
      const rank = open - lengthOf(interval) / 2 ** 32;
      if (!best || rank < best.rank) best = { split, rank };
    }
    return best?.split;
  }
}

/**
 * The certain executions of a basic block under a launch; where its grid is not known, those of each block of it.
 * @param wanted leaves that are to have one value in each part, where they have few
 */
export function executionsOf(
  forms: LaneForms,
  activity: ActiveThreads,
  block: Block,
  wanted: ReadonlySet<Atom>,
): Executions {
  const known = found.get(activity) ?? new Map<string, Executions>();
  found.set(activity, known);
  const key = [block.index, ...[...wanted].map(({ id }) => id).sort((a, b) => a - b)].join();
  const executions = known.get(key) ?? computed(forms, activity, block, wanted);
  known.set(key, executions);
  return executions;
}

/** Evaluators that are kept: of the ranges that the blocks of a chain of conditions have in common. */
const EVALUATORS_KEPT = 8;
const evaluators: { readonly activity: ActiveThreads; readonly key: string; readonly evaluator: RangeEvaluator }[] = [];

function evaluatorOf(activity: ActiveThreads, box: Box): RangeEvaluator {
  const key = [...box].map(([{ id }, interval]) => [id, ...interval].join()).join(";");
  const at = evaluators.findIndex((one) => one.activity === activity && one.key === key);
  const found = at >= 0 ? evaluators.splice(at, 1)[0]! : { activity, key, evaluator: new RangeEvaluator(box) };
  evaluators.unshift(found);
  if (evaluators.length > EVALUATORS_KEPT) evaluators.length = EVALUATORS_KEPT;
  return found.evaluator;
}

/** What is known already: accesses of one basic block ask for the same. */
const found = new WeakMap<ActiveThreads, Map<string, Executions>>();

function computed(forms: LaneForms, activity: ActiveThreads, block: Block, wanted: ReadonlySet<Atom>): Executions {
  const { grid } = forms.shape;
  const nest = nestOf(forms, block);
  if (!nest) return nothing;
  const leaves = activity.boundedLeaves(block);
  const dimensions = new Map(nest.dimensions);
  for (const leaf of [...leaves, ...wanted]) {
    if (leaf.scope === "block" && leaf.count !== undefined) dimensions.set(leaf, leaf.count);
  }
  const isFew = [...wanted].reduce((product, leaf) => product * (dimensions.get(leaf) ?? 1), 1) <= MOST_POINTS;
  const points = isFew ? wanted : new Set<Atom>();
  const box = new Map<Atom, Interval>();
  let factor = nest.meanTrips * (grid ? volume(grid) : 1);
  for (const [leaf, count] of dimensions) {
    if (count === undefined) continue;
    if (leaf.scope === "block") factor /= count;
    if (count === 0) return { ...nothing, isComplete: true };
    if (leaf.scope === "block" || leaves.has(leaf) || points.has(leaf) || nest.ragged.has(leaf))
      box.set(leaf, [0, count - 1]);
    else factor *= count;
  }
  const rest = new Map<Atom, Interval>();
  for (const leaf of leaves) {
    if (!box.has(leaf) && leaf.count !== undefined) rest.set(leaf, [0, leaf.count - 1]);
  }
  const isMean = [...dimensions.values()].includes(undefined);
  const splitter = new Splitter(activity, block, nest, rest, points, factor);
  splitter.split(box);
  return { parts: splitter.parts, isComplete: splitter.isComplete, dimensions, isMean };
}

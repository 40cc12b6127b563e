/**
 * All combinations of values of some leaves, with what has been evaluated under each. Accesses of a kernel depend on the same
 * block indices and counters mostly, and under the same conditions: what one of them has needed is kept for the next.
 */
import type { Block } from "../../ir/model";
import type { ActiveThreads } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import type { Atom } from "../forms/forms";
import type { Lanes } from "../forms/lanes";

/** One combination of values. */
export class Combination {
  readonly evaluator: Evaluator;
  private readonly running = new Map<Block, Lanes>();

  constructor(values: ReadonlyMap<Atom, number>) {
    this.evaluator = new Evaluator(values);
  }

  /** 1 for each thread that executes a block, 0 for the others. */
  lanes(activity: ActiveThreads, block: Block): Lanes {
    const known = this.running.get(block);
    if (known !== undefined) return known;
    const found = activity.lanes(block, this.evaluator);
    this.running.set(block, found);
    return found;
  }
}

/** Combinations of the leaves of one function's accesses. */
interface Enumeration {
  readonly activity: ActiveThreads;
  readonly leaves: readonly Atom[];
  readonly combinations: Combination[];
}

/** Enumerations that are kept: an access is counted without and with the leaves that shift it. */
const KEPT = 2;
/** The most recent enumerations, of all kernels together: their values take much memory and serve a short time. */
const recent: Enumeration[] = [];

function enumerationOf(activity: ActiveThreads, leaves: readonly Atom[]): Enumeration {
  const at = recent.findIndex(
    (one) =>
      one.activity === activity &&
      one.leaves.length === leaves.length &&
      one.leaves.every((leaf, i) => leaf === leaves[i]),
  );
  const found = at >= 0 ? recent.splice(at, 1)[0]! : { activity, leaves, combinations: [] };
  recent.unshift(found);
  if (recent.length > KEPT) recent.length = KEPT;
  return found;
}

/** Each combination of values from 0 to each leaf's count, the first leaf fastest; one without values where there are no leaves. */
export function* combinations(activity: ActiveThreads, leaves: readonly Atom[]): Generator<Combination> {
  const { combinations: known } = enumerationOf(activity, leaves);
  const total = leaves.reduce((product, leaf) => product * leaf.count!, 1);
  for (let number = 0; number < total; number++) {
    const combination = known[number] ?? new Combination(valuesOf(leaves, number));
    known[number] = combination;
    yield combination;
  }
}

function valuesOf(leaves: readonly Atom[], number: number): ReadonlyMap<Atom, number> {
  const values = new Map<Atom, number>();
  let rest = number;
  for (const leaf of leaves) {
    values.set(leaf, rest % leaf.count!);
    rest = Math.floor(rest / leaf.count!);
  }
  return values;
}

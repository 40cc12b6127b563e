/**
 * Lane forms over ranges of their leaves: what holds for all blocks of a part of the grid, or all iterations of a part of a
 * loop, at once. A comparison that has one outcome in the whole range is decided.
 */
import { Evaluator } from "./evaluate";
import { type Atom, type Definition, type Form, subtractForms } from "./forms";
import { addLanes, compact, isNonNegative, type Lanes, laneAt, multiplyLanes, safe, zipLanes } from "./lanes";

/** The least and the most of a leaf's values. */
export type Interval = readonly [least: number, most: number];

/** The least and the most of a value by thread. */
interface Range {
  readonly least: Lanes;
  readonly most: Lanes;
}

type Operation = Extract<Definition, { kind: "function" }>;

const point = (value: Lanes): Range => ({ least: value, most: value });

/** The leaves whose interval is one value, with it. */
export const valuesOf = (intervals: ReadonlyMap<Atom, Interval>): ReadonlyMap<Atom, number> =>
  new Map([...intervals].flatMap(([atom, [least, most]]) => (least === most ? [[atom, least] as const] : [])));

/** Operations that grow with each operand where none is negative. */
const growing = /^(?:udiv|sdiv|lshr|ashr|smin|smax|umin|umax)\./;
/** Of those, the ones that shrink with the second operand: it has to be one value. */
const dividing = /^(?:udiv|sdiv|lshr|ashr)\./;
/** `mod 32`: a remainder that is never negative. */
const wrapping = /^mod (\d+)$/;
const comparing = /^([su]?)(lt|le|gt|ge|eq|ne)\.\d+$/;

/** Evaluates forms under intervals of leaves. Leaves without an interval are unknown. */
export class RangeEvaluator extends Evaluator {
  private readonly ranges = new Map<Atom, Range | undefined>();

  constructor(private readonly intervals: ReadonlyMap<Atom, Interval>) {
    super(valuesOf(intervals));
  }

  override operationCanBe(operation: Operation, outcome: boolean): Lanes {
    const predicate = predicateOf(operation.name);
    const [a, b] = operation.operands;
    if (!predicate || !a || !b) return 1;
    const ranges = [this.range(a), this.range(b)] as const;
    const together = subtractForms(a, b);
    const difference = together && this.range({ ...together, bits: 64 });
    if (!ranges[0] || !ranges[1]) {
      // Only the difference is known, and index arithmetic does not wrap; of unsigned values either may be negative.
      if (!difference || predicate.isUnsigned) return 1;
      return decided(predicate.order, outcome, difference);
    }
    const [left, right] = ranges;
    if (predicate.isUnsigned && !(isNonNegative(left.least) && isNonNegative(right.least))) return 1;
    const apart = minus(left, right);
    if (!apart) return 1;
    return decided(predicate.order, outcome, difference ? narrowed(apart, difference) : apart);
  }

  /** The values of a form; undefined where they are unknown or wrap. */
  private range(form: Form): Range | undefined {
    let sum: Range | undefined = point(form.known);
    for (const { atom, coefficient } of form.terms) {
      const value = this.atomRange(atom);
      const product = value && times(value, point(coefficient));
      sum = sum && product && plus(sum, product);
      if (!sum) return undefined;
    }
    const limit = form.bits > 52 ? Number.MAX_SAFE_INTEGER : 2 ** (form.bits - 1) - 1;
    return isWithin(sum.least, limit) && isWithin(sum.most, limit) ? sum : undefined;
  }

  private atomRange(atom: Atom): Range | undefined {
    if (!this.ranges.has(atom)) this.ranges.set(atom, this.rangeOf(atom));
    return this.ranges.get(atom);
  }

  private rangeOf(atom: Atom): Range | undefined {
    const interval = this.intervals.get(atom);
    if (interval) return { least: interval[0], most: interval[1] };
    const known = this.atom(atom);
    if (known !== undefined) return point(known);
    const { definition } = atom;
    switch (definition?.kind) {
      case "product":
        return definition.factors.reduce<Range | undefined>((product, factor) => {
          const own = product && this.atomRange(factor);
          return own && times(product!, own);
        }, point(1));
      case "table": {
        const counter = this.atomRange(definition.counter);
        if (!counter || typeof counter.least !== "number" || typeof counter.most !== "number") return undefined;
        const values = definition.values.slice(counter.least, counter.most + 1);
        if (values.length !== counter.most - counter.least + 1) return undefined;
        return { least: Math.min(...values), most: Math.max(...values) };
      }
      case "function":
        return this.operationRange(definition);
      default:
        return undefined;
    }
  }

  private operationRange(operation: Operation): Range | undefined {
    const { name, operands, apply } = operation;
    const [first, second] = operands;
    const a = first && this.range(first);
    if (!a || !isNonNegative(a.least)) return undefined;
    const [, size] = wrapping.exec(name) ?? [];
    if (size !== undefined) return { least: 0, most: Number(size) - 1 };
    const b = second && this.range(second);
    if (!b || !isNonNegative(b.least)) return undefined;
    if (/^and\./.test(name)) return { least: 0, most: zipLanes(a.most, b.most, Math.min)! };
    if (!growing.test(name) || (dividing.test(name) && b.least !== b.most)) return undefined;
    const least = zipLanes(a.least, b.least, (x, y) => apply([x, y]));
    const most = zipLanes(a.most, b.most, (x, y) => apply([x, y]));
    return least === undefined || most === undefined ? undefined : { least, most };
  }
}

/** An order of two values, by the sign of their difference. */
type Order = "lt" | "le" | "gt" | "ge" | "eq" | "ne";

const opposites: Readonly<Record<Order, Order>> = { lt: "ge", ge: "lt", gt: "le", le: "gt", eq: "ne", ne: "eq" };

function predicateOf(name: string): { readonly order: Order; readonly isUnsigned: boolean } | undefined {
  const [, sign, order] = comparing.exec(name) ?? [];
  return order === undefined ? undefined : { order: order as Order, isUnsigned: sign === "u" };
}

const holds: Readonly<Record<Order, (least: number, most: number) => boolean>> = {
  lt: (least) => least < 0,
  le: (least) => least <= 0,
  gt: (_, most) => most > 0,
  ge: (_, most) => most >= 0,
  eq: (least, most) => least <= 0 && most >= 0,
  ne: (least, most) => least !== 0 || most !== 0,
};

/** By thread, 1 where a comparison can have an outcome, from the range of the difference. */
function decided(order: Order, outcome: boolean, { least, most }: Range): Lanes {
  const can = holds[outcome ? order : opposites[order]];
  return zipLanes(least, most, (low, high) => Number(can(low, high)))!;
}

/** Whether no lane is further from 0 than a limit. */
function isWithin(lanes: Lanes, limit: number): boolean {
  if (typeof lanes === "number") return Math.abs(lanes) <= limit;
  for (let t = 0; t < lanes.length; t++) if (Math.abs(lanes[t]!) > limit) return false;
  return true;
}

function plus(a: Range, b: Range): Range | undefined {
  return ends(addLanes(a.least, b.least), addLanes(a.most, b.most));
}

function minus(a: Range, b: Range): Range | undefined {
  return ends(
    zipLanes(a.least, b.most, (x, y) => safe(x - y)),
    zipLanes(a.most, b.least, (x, y) => safe(x - y)),
  );
}

const ends = (least: Lanes | undefined, most: Lanes | undefined): Range | undefined =>
  least === undefined || most === undefined ? undefined : { least, most };

/** Values that lie in both ranges. */
const narrowed = (a: Range, b: Range): Range => ({
  least: zipLanes(a.least, b.least, Math.max)!,
  most: zipLanes(a.most, b.most, Math.min)!,
});

function times(a: Range, b: Range): Range | undefined {
  if (typeof b.least === "number" && b.least === b.most) {
    const [least, most] = b.least < 0 ? [a.most, a.least] : [a.least, a.most];
    return ends(multiplyLanes(least, b.least), multiplyLanes(most, b.least));
  }
  const sizes = [a.least, a.most, b.least, b.most].map((one) => (typeof one === "number" ? 0 : one.length));
  const length = Math.max(1, ...sizes);
  const [least, most] = [new Float64Array(length), new Float64Array(length)];
  for (let t = 0; t < length; t++) {
    const [low, high] = [laneAt(b.least, t), laneAt(b.most, t)];
    const [first, second] = [laneAt(a.least, t) * low, laneAt(a.least, t) * high];
    const [third, fourth] = [laneAt(a.most, t) * low, laneAt(a.most, t) * high];
    least[t] = Math.min(first, second, third, fourth) + 0;
    most[t] = Math.max(first, second, third, fourth) + 0;
    if (!Number.isSafeInteger(least[t]) || !Number.isSafeInteger(most[t])) return undefined;
  }
  return { least: compact(least), most: compact(most) };
}

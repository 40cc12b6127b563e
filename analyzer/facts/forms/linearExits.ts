/** Trip counts of loops that end by a comparison in which the counter is linear, without going through their iterations. */
import { type Assignment, Evaluator } from "./evaluate";
import { type Atom, atomLeaves, type Form } from "./forms";
import { compact, type Lanes, laneAt, zipLanes } from "./lanes";

/** A signed comparison by its name as an operation of forms: `slt.32`. */
const COMPARISON = /^s(lt|le|gt|ge)\.\d+$/;

/** The iteration, from 0, in which `start + step · iteration` first is what the name says; infinite where it never is. */
const firstIteration: Readonly<Record<string, (start: number, step: number) => number>> = {
  ge: (start, step) => (start >= 0 ? 0 : step > 0 ? Math.ceil(-start / step) : Number.POSITIVE_INFINITY),
  gt: (start, step) => (start > 0 ? 0 : step > 0 ? Math.floor(-start / step) + 1 : Number.POSITIVE_INFINITY),
  le: (start, step) => firstIteration.ge!(-start, -step),
  lt: (start, step) => firstIteration.gt!(-start, -step),
};
const opposite: Readonly<Record<string, string>> = { lt: "ge", le: "gt", gt: "le", ge: "lt" };

/** A side of the comparison: its value in the first iteration, and what each iteration adds. */
interface Side {
  readonly start: Lanes;
  readonly step: number;
  /** What it and its opposite may be at most: asked of every thread, so that it is computed once. */
  readonly most: number;
}

function sideOf(form: Form, counter: Atom, first: Evaluator): Side | undefined {
  const start = first.form(form);
  if (start === undefined) return undefined;
  const others = form.terms.filter(({ atom }) => atom !== counter);
  if (others.some(({ atom }) => atomLeaves(atom).has(counter))) return undefined;
  // Each atom stands in one term.
  const step = form.terms.find(({ atom }) => atom === counter)?.coefficient ?? 0;
  const most = form.bits > 53 ? Number.MAX_SAFE_INTEGER : 2 ** (form.bits - 1) - 1;
  return typeof step === "number" ? { start, step, most } : undefined;
}

/** Does a side keep its value from wrapping in the first iterations of a thread? */
function isExact({ start, step, most }: Side, thread: number, iterations: number): boolean {
  const end = laneAt(start, thread) + step * iterations;
  return end <= most && end >= -most;
}

/** What a loop leaves by. */
export interface LinearExit {
  readonly condition: Form;
  /** The outcome with which the loop is left. */
  readonly leavesWhen: 0 | 1;
  readonly counter: Atom;
  /** Values of the other leaves. */
  readonly values: Assignment;
  /** By thread, whether it enters the loop; and the threads of a block. */
  readonly entering: Lanes;
  readonly threads: number;
}

/** How many iterations and thread-iterations would be gone through at most. */
export interface Limits {
  readonly iterations: number;
  readonly work: number;
}

/**
 * How many iterations each thread runs, 0 where it does not enter; `null` where it is more than the limits allow, `undefined`
 * where the comparison is not linear, wraps, or leaves a thread in the loop for ever.
 */
export function linearTrips(exit: LinearExit, limits: Limits): Lanes | null | undefined {
  const { condition, leavesWhen, counter, values, entering, threads } = exit;
  const [term, other] = condition.terms;
  if (!term || other || condition.known !== 0 || term.coefficient !== 1) return undefined;
  const { definition } = term.atom;
  const [, order] = (definition?.kind === "function" && COMPARISON.exec(definition.name)) || [];
  if (definition?.kind !== "function" || !order) return undefined;
  const first = new Evaluator(new Map([...values, [counter, 0]]));
  const [left, right] = definition.operands.map((form) => sideOf(form, counter, first));
  const start = left && right && zipLanes(left.start, right.start, (a, b) => a - b);
  if (start === undefined) return undefined;
  const leaves = firstIteration[leavesWhen ? order : opposite[order]!]!;
  const trips = new Float64Array(threads);
  let [earliest, latest] = [Number.POSITIVE_INFINITY, 0];
  for (let thread = 0; thread < threads; thread++) {
    const iteration = leaves(laneAt(start, thread), left!.step - right!.step);
    earliest = Math.min(earliest, iteration);
    if (!laneAt(entering, thread)) continue;
    if (!Number.isSafeInteger(iteration)) return undefined;
    if (!isExact(left!, thread, iteration) || !isExact(right!, thread, iteration)) return undefined;
    latest = Math.max(latest, iteration);
    trips[thread] = iteration + 1;
  }
  // While all threads agree an iteration costs one, then one for each thread.
  const work = Math.min(earliest, latest) + Math.max(0, latest - earliest) * threads;
  return latest < limits.iterations && work < limits.work ? compact(trips) : null;
}

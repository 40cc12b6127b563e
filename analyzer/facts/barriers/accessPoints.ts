/**
 * Where an access reaches in one iteration of the loops around it: an address and a mask over the threads of a block. Each
 * pair of accesses of a kernel asks for the same few iterations, so that what one pair has needed is kept for the next.
 */
import { volume } from "../../hardware/model";
import type { MemoryAccess } from "../../lower/model";
import type { ActiveThreads } from "../forms/activeThreads";
import { type Assignment, Evaluator } from "../forms/evaluate";
import { addForms, constantForm, type Form, type Term } from "../forms/forms";
import { addLanes, type Lanes, laneAt, multiplyLanes } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";

/** What is known of an address: its known part by thread (undefined where it has none), and the terms without a value. */
interface Address {
  readonly offset: Lanes | undefined;
  readonly open: readonly Term[];
}

/** An access in one iteration. Which threads execute it is found when it is asked for: most addresses decide alone. */
class AccessPoint implements Address {
  readonly offset: Lanes | undefined;
  readonly open: readonly Term[];
  private running: Lanes | undefined;
  private reached: readonly [number, number] | undefined;

  constructor(
    address: Form,
    private readonly access: MemoryAccess,
    private readonly evaluator: Evaluator,
    private readonly activity: ActiveThreads,
    private readonly threads: number,
  ) {
    ({ offset: this.offset, open: this.open } = addressOf(address, evaluator));
  }

  /** 1 for each thread that executes the access, 0 for the others. */
  get lanes(): Lanes {
    this.running ??= this.activity.lanes(this.access.leader.block, this.evaluator);
    return this.running;
  }

  /** The least offset of an executing thread in bytes, and the end of the bytes at the largest; empty where none executes. */
  get extent(): readonly [least: number, end: number] {
    this.reached ??= extentOf(this.offset, this.lanes, this.access.width, this.threads);
    return this.reached;
  }
}

/** Iterations that are kept: more than are tried for one pair of accesses. */
const KEPT = 96;

/** The accesses of one function, iteration by iteration. */
export class AccessPoints {
  private readonly kept = new Map<string, Iteration>();

  constructor(
    private readonly forms: LaneForms,
    private readonly activity: ActiveThreads,
  ) {}

  /** An access under values of counters and block indices; undefined where its address has no form. */
  of(access: MemoryAccess, assignment: Assignment): AccessPoint | undefined {
    const { evaluator, points } = this.iteration(assignment);
    if (!points.has(access)) points.set(access, this.point(access, evaluator));
    return points.get(access);
  }

  private point(access: MemoryAccess, evaluator: Evaluator): AccessPoint | undefined {
    const { block } = access.leader;
    const address = addForms(this.forms.use(access.pointer, block), constantForm(access.offset, 64));
    if (!address) return undefined;
    return new AccessPoint(address, access, evaluator, this.activity, volume(this.forms.shape.block));
  }

  private iteration(assignment: Assignment): Iteration {
    const key = [...assignment]
      .map(([{ id }, value]) => `${id}=${value}`)
      .sort()
      .join();
    const found = this.kept.get(key) ?? { evaluator: new Evaluator(assignment), points: new Map() };
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    return found;
  }
}

interface Iteration {
  readonly evaluator: Evaluator;
  readonly points: Map<MemoryAccess, AccessPoint | undefined>;
}

/** An address by thread as far as an evaluator knows it. */
export function addressOf(form: Form, evaluator: Evaluator): Address {
  let offset: Lanes | undefined = form.known;
  const open: Term[] = [];
  for (const term of form.terms) {
    const value = evaluator.atom(term.atom);
    const part = value === undefined ? undefined : multiplyLanes(value, term.coefficient);
    if (part === undefined) open.push(term);
    else offset = offset === undefined ? undefined : addLanes(offset, part);
  }
  return { offset, open };
}

function extentOf(
  offset: Lanes | undefined,
  lanes: Lanes,
  width: number,
  threads: number,
): readonly [least: number, end: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (offset === undefined) return [least, most];
  for (let thread = 0; thread < threads; thread++) {
    if (laneAt(lanes, thread) === 0) continue;
    const at = laneAt(offset, thread);
    if (at < least) least = at;
    if (at > most) most = at;
  }
  return [least, most + width];
}

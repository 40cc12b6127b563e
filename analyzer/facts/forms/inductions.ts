/**
 * Induction variables: the form of a header phi in each iteration, and the loop's trip count.
 *
 * A variable with a constant step is `start + step · counter`. Any other is assumed to be uniform in the warp, or to differ
 * from its start by a uniform value; the assumption holds if the value along the back edge satisfies it. Threads that execute
 * an iteration together execute the same iteration: the counter is uniform.
 */

import type { Loop } from "../../ir/cfg";
import type { Block, InstructionOf, Value } from "../../ir/model";
import { ActiveThreads } from "./activeThreads";
import { Evaluator } from "./evaluate";
import {
  type Atom,
  addForms,
  atomForm,
  constantForm,
  type Form,
  isKnown,
  leavesOf,
  narrower,
  type Scope,
  scaleForm,
  scopeOf,
  subtractForms,
} from "./forms";
import { formBits } from "./inputForms";
import { compact, type Lanes, laneAt } from "./lanes";
import { linearTrips } from "./linearExits";
import { addressOffset } from "./offsets";
import type { LaneForms, LoopCounter } from "./queries";

type Phi = InstructionOf<"phi">;

/** The most iterations that are evaluated one by one. */
const MAX_ITERATIONS = 2048;
/** The most thread-iterations that are evaluated; a loop with a uniform trip count costs one per iteration. */
const MAX_WORK = 1 << 18;
const LIMITS = { iterations: MAX_ITERATIONS, work: MAX_WORK };
/** The most blocks of the grid for which a trip count that depends on the block is computed. */
const MAX_BLOCKS = 64;

type Guess = { readonly phi: Phi; readonly start: Form; kind: "shared" | "shifted" | "lane"; scope: Scope };

/** A loop whose variables are evaluated iteration by iteration. */
interface LoopEvaluation {
  readonly counter: Atom;
  readonly variables: readonly (readonly [Guess, Atom])[];
  /** The values of the variables before the first iteration. */
  readonly start: ReadonlyMap<Atom, number>;
  /** Filled with the value of each variable in each iteration. */
  readonly tables: ReadonlyMap<Atom, number[]>;
  /** Values that are fixed: those of one block. */
  readonly block?: ReadonlyMap<Atom, number>;
}

/** The induction variables and trip counts of one function. */
export class Inductions {
  private counters = new Map<Loop, LoopCounter>();

  constructor(private readonly forms: LaneForms) {}

  counter(loop: Loop): LoopCounter {
    this.solve(loop);
    return this.counters.get(loop)!;
  }

  save(): ReadonlyMap<Loop, LoopCounter> {
    return new Map(this.counters);
  }

  restore(counters: ReadonlyMap<Loop, LoopCounter>): void {
    this.counters = new Map(counters);
  }

  /** Determines the form of every phi at the loop's header. */
  solve(loop: Loop): void {
    if (this.counters.has(loop)) return;
    const atom = this.forms.atoms.fresh({ scope: "grid", multiple: 1, description: "the loop counter" });
    this.forms.bind(atom, loop);
    this.counters.set(loop, { atom });
    const guesses: Guess[] = [];
    for (const instruction of loop.header.instructions) {
      if (instruction.op !== "phi") break;
      const start = this.startOf(loop, instruction);
      const step = formBits(instruction.type) && start ? this.stepOf(loop, instruction) : undefined;
      const moved = step && this.forms.atoms.multiply(step, atomForm(atom, step.bits));
      const form = moved && addForms(start!, moved);
      if (form) this.forms.assume(instruction, form);
      else if (start) guesses.push({ phi: instruction, start, ...firstGuess(start, instruction) });
      else this.assumeLane(instruction, loop);
    }
    const shared = this.settle(loop, guesses);
    this.counters.set(loop, { atom, ...this.follow(loop, atom, shared) });
  }

  /** The value before the first iteration, if it is one value. */
  private startOf(loop: Loop, phi: Phi): Form | undefined {
    const outside = phi.incoming.filter(({ block }) => !loop.blocks.has(block));
    const [first] = outside;
    return outside.length === 1 && first ? this.forms.use(first.value, first.block) : undefined;
  }

  /** The step of an iteration, if it is constant. */
  private stepOf(loop: Loop, phi: Phi): Form | undefined {
    const back = phi.incoming.filter(({ block }) => loop.blocks.has(block));
    const [first] = back;
    return back.length === 1 && first ? this.distance(loop, first.value, phi, 8) : undefined;
  }

  /** `value - phi`, through additions of loop-invariant values. */
  private distance(loop: Loop, value: Value, phi: Phi, depth: number): Form | undefined {
    const bits = formBits(phi.type);
    if (value === phi) return constantForm(0, bits);
    if (value.kind !== "instruction" || depth === 0 || !loop.blocks.has(value.block)) return undefined;
    const plus = (base: Value, added: Value, sign: 1 | -1): Form | undefined => {
      if (added.kind === "instruction" && loop.blocks.has(added.block)) return undefined;
      const before = this.distance(loop, base, phi, depth - 1);
      const step = before && scaleForm(this.forms.use(added, phi.block), sign);
      return step && addForms(before, step);
    };
    if (value.op === "binary" && value.binary === "add")
      return plus(value.left, value.right, 1) ?? plus(value.right, value.left, 1);
    if (value.op === "binary" && value.binary === "sub") return plus(value.left, value.right, -1);
    if (value.op === "gep") {
      if (value.indices.some((index) => index.kind === "instruction" && loop.blocks.has(index.block))) return undefined;
      const before = this.distance(loop, value.base, phi, depth - 1);
      const offset = before && addressOffset(value, (index) => this.forms.use(index, phi.block));
      return offset && addForms(before, offset);
    }
    return undefined;
  }

  private assumeLane(phi: Phi, loop: Loop): void {
    const atom = this.forms.atoms.fresh({ scope: "lane", multiple: 1, description: "" });
    this.forms.bind(atom, loop);
    this.forms.assume(phi, atomForm(atom, formBits(phi.type)));
  }

  /** Weakens assumptions until all of them hold together; returns the atoms of the uniform ones. */
  private settle(loop: Loop, guesses: readonly Guess[]): ReadonlyMap<Guess, Atom> {
    for (;;) {
      const atoms = new Map<Guess, Atom>();
      const failed = new Set<Guess>();
      const held = this.forms.attempt(() => {
        for (const guess of guesses) this.assumeGuess(guess, loop, atoms);
        for (const guess of guesses) if (guess.kind !== "lane" && !this.holds(loop, guess)) failed.add(guess);
        return failed.size === 0 ? true : undefined;
      });
      if (held) return atoms;
    }
  }

  private assumeGuess(guess: Guess, loop: Loop, atoms: Map<Guess, Atom>): void {
    if (guess.kind === "lane") {
      this.assumeLane(guess.phi, loop);
      return;
    }
    const atom = this.forms.atoms.fresh({ scope: guess.scope, multiple: 1, description: "" });
    this.forms.bind(atom, loop);
    const shift = atomForm(atom, formBits(guess.phi.type));
    if (guess.kind === "shared") atoms.set(guess, atom);
    this.forms.assume(guess.phi, guess.kind === "shared" ? shift : (addForms(guess.start, shift) ?? shift));
  }

  /** Whether the value along the back edge satisfies the assumption; if not, the assumption is weakened. */
  private holds(loop: Loop, guess: Guess): boolean {
    let scope: Scope = guess.scope;
    for (const { value, block } of guess.phi.incoming) {
      if (!loop.blocks.has(block)) continue;
      const back = this.forms.use(value, block);
      const compared = guess.kind === "shared" ? back : subtractForms(back, this.forms.form(guess.phi));
      scope = narrower(scope, compared ? scopeOf(compared) : "lane");
    }
    if (scope === guess.scope) return true;
    if (scope !== "lane") guess.scope = scope;
    else if (guess.kind === "shared" && formBits(guess.phi.type)) guess.kind = "shifted";
    else guess.kind = "lane";
    return false;
  }

  /** Evaluates the loop's variables iteration by iteration until every thread has exited, if their starts are known. */
  private follow(loop: Loop, counter: Atom, shared: ReadonlyMap<Guess, Atom>): Omit<LoopCounter, "atom"> | undefined {
    const variables = [...shared].filter(
      ([guess]) => isKnown(guess.start) && typeof guess.start.known === "number" && formBits(guess.phi.type),
    );
    const tables = new Map<Atom, number[]>();
    const now = new Map<Atom, number>();
    for (const [guess, atom] of variables) {
      tables.set(atom, []);
      now.set(atom, guess.start.known as number);
    }
    for (const exit of this.unconditionalExits(loop)) {
      const trips = this.tripsThrough(exit, loop, { counter, variables, start: now, tables });
      if (!trips) continue;
      counter.count = typeof trips === "number" ? trips : Math.max(...trips);
      for (const [, atom] of variables) {
        const values = tables.get(atom)!;
        if (values.length >= counter.count) atom.definition = { kind: "table", counter, values };
      }
      return { trips, exit };
    }
    const meanTrips = this.meanOverBlocks(loop, counter, variables, now);
    return meanTrips === undefined ? undefined : { meanTrips };
  }

  /** The mean trip count over blocks, where it depends on nothing unknown but the block index. */
  private meanOverBlocks(
    loop: Loop,
    counter: Atom,
    variables: readonly (readonly [Guess, Atom])[],
    start: ReadonlyMap<Atom, number>,
  ): number | undefined {
    const [exit] = this.unconditionalExits(loop);
    const branch = exit?.instructions.at(-1);
    if (!exit || loop.exiting.length > 1 || branch?.op !== "condbr") return undefined;
    const leaves = [...leavesOf(this.forms.use(branch.condition, exit))].filter(
      (leaf) => leaf !== counter && !start.has(leaf),
    );
    const places = leaves.reduce((product, leaf) => product * (leaf.scope === "block" ? (leaf.count ?? 0) : 0), 1);
    if (!leaves.length || places === 0 || places > MAX_BLOCKS) return undefined;
    let sum = 0;
    for (let place = 0; place < places; place++) {
      let rest = place;
      const block = new Map<Atom, number>();
      for (const leaf of leaves) {
        block.set(leaf, rest % leaf.count!);
        rest = Math.floor(rest / leaf.count!);
      }
      const tables = new Map([...start.keys()].map((atom): [Atom, number[]] => [atom, []]));
      const trips = this.tripsThrough(exit, loop, { counter, variables, start, tables, block });
      if (trips === undefined) return undefined;
      sum += typeof trips === "number" ? trips : trips.reduce((total, one) => total + one, 0) / trips.length;
    }
    return sum / places;
  }

  /** The exiting blocks that every iteration executes, first to last. */
  private unconditionalExits(loop: Loop): readonly Block[] {
    return this.forms.flow.order.filter(
      (block) => loop.exiting.includes(block) && loop.latches.every((latch) => this.forms.flow.dominates(block, latch)),
    );
  }

  /** How many iterations each thread runs before it leaves the loop by an exiting block, if it leaves. */
  private tripsThrough(exit: Block, loop: Loop, evaluation: LoopEvaluation): Lanes | undefined {
    const { counter, variables, start, tables, block = new Map() } = evaluation;
    const branch = exit.instructions.at(-1);
    if (branch?.op !== "condbr") return undefined;
    const condition = this.forms.use(branch.condition, exit);
    const leavesWhen = loop.blocks.has(branch.ifTrue) ? 0 : 1;
    const [width, height, depth] = this.forms.shape.block;
    const trips = new Float64Array(width * height * depth);
    // For threads that never enter, a loop that exits at `==` would never end.
    const entering = new ActiveThreads(this.forms).lanes(loop.header, new Evaluator(block));
    if (variables.length === 0) {
      const direct = linearTrips(
        { condition, leavesWhen, counter, values: block, entering, threads: trips.length },
        LIMITS,
      );
      if (direct !== undefined) return direct ?? undefined;
    }
    let now = new Map(start);
    for (const values of tables.values()) values.length = 0;
    let work = 0;
    for (let k = 0; k < MAX_ITERATIONS && work < MAX_WORK; k++) {
      const evaluator = new Evaluator(new Map([...block, ...now, [counter, k]]));
      const leaves = evaluator.form(condition);
      if (leaves === undefined) return undefined;
      for (const [atom, value] of now) tables.get(atom)!.push(value);
      work += typeof leaves === "number" ? 1 : trips.length;
      if (!noteTrips(trips, k + 1, entering, [leaves, leavesWhen])) return compact(trips);
      now = this.nextValues(loop, variables, now, evaluator);
    }
    return undefined;
  }

  private nextValues(
    loop: Loop,
    variables: readonly (readonly [Guess, Atom])[],
    now: ReadonlyMap<Atom, number>,
    evaluator: Evaluator,
  ): Map<Atom, number> {
    const next = new Map<Atom, number>();
    for (const [guess, atom] of variables) {
      if (!now.has(atom)) continue;
      const back = guess.phi.incoming.find(({ block }) => loop.blocks.has(block))!;
      const value = evaluator.form(this.forms.use(back.value, back.block));
      if (typeof value === "number") next.set(atom, value);
    }
    return next;
  }
}

/** Notes the trips of threads that leave, those with `leavesWhen` for `leaves`; whether any goes on. */
function noteTrips(
  trips: Float64Array,
  count: number,
  entering: Lanes,
  [leaves, leavesWhen]: readonly [leaves: Lanes, leavesWhen: number],
): boolean {
  let running = false;
  for (let thread = 0; thread < trips.length; thread++) {
    if (trips[thread] !== 0 || !laneAt(entering, thread)) continue;
    if (laneAt(leaves, thread) === leavesWhen) trips[thread] = count;
    else running = true;
    // One outcome for all threads: none of them leaves.
    if (running && typeof leaves === "number") break;
  }
  return running;
}

function firstGuess(start: Form, phi: Phi): Pick<Guess, "kind" | "scope"> {
  const scope = scopeOf(start);
  if (scope !== "lane") return { kind: "shared", scope };
  return { kind: formBits(phi.type) ? "shifted" : "lane", scope: "grid" };
}

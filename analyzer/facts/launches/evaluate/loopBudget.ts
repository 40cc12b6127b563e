/** How long the evaluation stays in a loop before it goes on after it. */
import type { Loop } from "../../../ir/loops";
import type { HostStorage } from "./values";

/** Iterations of a loop, and steps in it, after which it is left. */
const ITERATIONS = 1024;
const LOOP_STEPS = 20_000;

/** Iterations of a loop that launches. */
const LAUNCH_ITERATIONS = 64;

/** Iterations of a loop that has been left before: what it changes is not known afterwards, whatever it does. */
const AGAIN = 2;

/** A loop that is being evaluated. */
export interface LoopVisit {
  iterations: number;
  /** Steps, launches that were kept and launches at all when it was entered. */
  readonly startSteps: number;
  readonly startKept: number;
  /** Where in the launches its last iteration began, and the one before it. */
  marks: readonly [before: number, last: number];
  /** Objects that its last iteration wrote to: from when it has gone on for long. */
  written?: Set<HostStorage>;
}

/** Decides when loops are left; remembers those that were. */
export class LoopBudget {
  /** Each launch in its order, as a text that is equal for equal ones. */
  readonly #made: string[] = [];

  /** @param long loops without launches that went on for too long once, in this evaluation of the program or an earlier one */
  constructor(private readonly long: Set<Loop>) {}

  /** A launch is made. */
  note(launch: string): void {
    this.#made.push(launch);
  }

  begin(startSteps: number, startKept: number): LoopVisit {
    return { iterations: 0, startSteps, startKept, marks: [this.#made.length, this.#made.length] };
  }

  /**
   * Whether a loop whose iteration has ended is to be left after the next one. A loop that launches is left only when its
   * iterations launch the same, as one with other blocks may follow otherwise.
   */
  isOver(loop: Loop, visit: LoopVisit, launches: boolean, steps: number): boolean {
    visit.iterations++;
    const [before, last] = visit.marks;
    visit.marks = [last, this.#made.length];
    const isLong = steps - visit.startSteps > LOOP_STEPS;
    if (launches) return visit.iterations >= LAUNCH_ITERATIONS || (isLong && this.#areEqual(before, last));
    if (!isLong && visit.iterations < (this.long.has(loop) ? AGAIN : ITERATIONS)) return false;
    this.long.add(loop);
    return true;
  }

  /** Whether the launches of two iterations are the same, and some. */
  #areEqual(before: number, last: number): boolean {
    const length = last - before;
    return (
      length > 0 &&
      this.#made.length - last === length &&
      this.#made.slice(before, last).every((one, i) => one === this.#made[last + i])
    );
  }
}

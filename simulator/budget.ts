/**
 * What a run may spend: work, counted in units that are the same on every machine, and never time. A unit is one instruction
 * of the IR that a warp executes. Everything else that takes long is charged in the same unit, by what it takes beside it.
 */

/** Units that stand for a second, wherever the run takes place: what one core does of a kernel with many memory accesses. */
export const UNITS_A_SECOND = 50_000_000;

/** Units of one iteration of a loop on the host: compiled code of one thread. */
export const HOST_ITERATION = 0.1;

/**
 * What part of its work counts before a program has launched anything: a run that ends before its first launch says nothing of
 * kernels, so that one which prepares its data for long gets to them.
 */
const BEFORE_LAUNCHES = 0.5;

/** The work that seconds stand for. */
export const unitsOf = (seconds: number): number => Math.max(1, Math.round(seconds * UNITS_A_SECOND));

/** The seconds that work stands for, in few digits. */
export const secondsOf = (units: number): number => Number((units / UNITS_A_SECOND).toPrecision(3));

/** What is left of a run's work. One run has one, which its host and its launches share. */
export class Budget {
  /** Units so far. */
  used = 0;

  private share = BEFORE_LAUNCHES;

  /** @param units all that the run may spend */
  constructor(readonly units: number) {}

  /** Units that may still be spent. */
  get left(): number {
    return Math.max(0, Math.floor(this.units - this.used));
  }

  get isSpent(): boolean {
    return this.used > this.units;
  }

  spend(units: number): void {
    this.used += units * this.share;
  }

  /** A kernel is launched, or never will be: all work counts from now on. */
  launches(): void {
    this.share = 1;
  }

  /** As it stands in sentences: `the budget of 60 s of simulated work`. */
  get name(): string {
    return `the budget of ${secondsOf(this.units)} s of simulated work`;
  }
}

/**
 * What the threads of a running block know of others. Times that all threads of the block, or of a warp, know of each other
 * are numbers; what a thread knows beyond that, by flags, partial barriers and other blocks, is a clock.
 *
 * Clocks are kept for four readings of the program, each of which orders all that the one before orders:
 * the model's own; one in which every operation reaches the whole grid; one in which atomic operations need no fence; one in
 * which volatile accesses need none either. The last three say what is missing where the first leaves a race.
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import { BLOCK_THREADS, type Clock, type Clocks, joined } from "./clock";

/** Lanes of a warp. */
export const LANES = 32;

/**
 * The readings of the program that clocks are kept for, from the strictest to the loosest, as the head of this file
 * says.
 */
export const Reading = { model: 0, unscoped: 1, unfenced: 2, unordered: 3 } as const;
/** How many readings there are. */
export const READINGS = 4;
/** Reaches of fences, `Reach` of `traits.ts`. */
const REACHES = 3;

type ThreadClocks = (Clock | undefined)[];

/** What each thread had done at its last fence of a reach. */
class Fences {
  readonly time: Int32Array;
  readonly floor: Int32Array;
  readonly warpFloor: Int32Array;
  readonly clock: ThreadClocks;

  constructor(threads: number) {
    this.time = new Int32Array(threads);
    this.floor = new Int32Array(threads);
    this.warpFloor = new Int32Array(threads);
    this.clock = new Array(threads);
  }
}

/** A released clock that was worked out before, with what it was worked out from. */
interface Kept {
  readonly thread: number;
  readonly reach: number;
  readonly reading: number;
  readonly floor: number;
  readonly fences: number;
  readonly clock: Clock | undefined;
  readonly result: Clock | undefined;
}

/** The knowledge of the threads of one running block. */
export class BlockThreads {
  readonly warps: number;
  /** Number of thread 0 over the grid. */
  readonly first: number;
  /** Up to here every thread of the block knows what all of them did. */
  floor = 0;
  /** The same of the lanes of a warp. */
  readonly warpFloor: Int32Array;
  /** Up to here the lanes of a warp know what the others read: they exchanged values since. */
  readonly readFloor: Int32Array;
  /** Lanes that wait at a barrier, as far as is known, by warp. */
  readonly parked: Int32Array;
  /** Lanes that others of their warp wait for, and those of them that have accessed memory since, by warp. */
  readonly awaited: Int32Array;
  readonly passed: Int32Array;
  private hasClocks = false;
  private readonly clocks: readonly ThreadClocks[];
  /** Found by relaxed operations, for the next fence: from this block, and from others. */
  private pending: readonly (readonly ThreadClocks[])[] | undefined;
  private fences: readonly Fences[] | undefined;
  private fenceCount = 0;
  private kept: Kept | undefined;

  readonly threads: number;

  constructor(
    readonly block: Dim3,
    readonly index: number,
    readonly size: Dim3,
    private readonly all: Clocks,
  ) {
    const threads = size[0] * size[1] * size[2];
    this.threads = threads;
    this.warps = Math.ceil(threads / LANES);
    this.first = index * BLOCK_THREADS;
    this.warpFloor = new Int32Array(this.warps);
    this.readFloor = new Int32Array(this.warps);
    this.parked = new Int32Array(this.warps);
    this.awaited = new Int32Array(this.warps);
    this.passed = new Int32Array(this.warps);
    this.clocks = Array.from({ length: READINGS }, () => new Array<Clock | undefined>(threads));
  }

  /** Lanes that a warp of the block has. */
  lanesOf(warp: number): number {
    const left = this.threads - warp * LANES;
    return left >= LANES ? -1 : 2 ** left - 1;
  }

  /** Does a thread know, in a reading, of an access at a time by any thread of the grid? */
  knows(reading: number, thread: number, other: number, time: number): boolean {
    return this.hasClocks && this.all.known(this.clocks[reading]![thread], other) >= time;
  }

  /** Everything that a thread knows, itself included up to `now`. */
  knowledge(reading: number, thread: number, now: number): Clock {
    return this.all.raise(this.around(reading, thread), this.first + thread, 1, now);
  }

  private around(reading: number, thread: number): Clock | undefined {
    return this.withFloors(this.clocks[reading]![thread], thread, this.floor, this.warpFloor[thread >>> 5]!);
  }

  private withFloors(clock: Clock | undefined, thread: number, floor: number, warpFloor: number): Clock | undefined {
    let result = clock;
    if (floor > 0) result = this.all.raise(result, this.first, BLOCK_THREADS, floor);
    if (warpFloor > floor) result = this.all.raise(result, this.first + (thread & ~31), LANES, warpFloor);
    return result;
  }

  /** A thread takes over what was released; `found` by reading. */
  learn(thread: number, found: readonly (Clock | undefined)[]): void {
    let all: Clock | undefined;
    for (let reading = 0; reading < READINGS; reading++) {
      all = joined(found[reading], all);
      if (!all) continue;
      const clocks = this.clocks[reading]!;
      clocks[thread] = joined(clocks[thread], all);
      this.hasClocks = true;
    }
  }

  /** The same at the thread's next fence that reaches as far, or at its next barrier. */
  await(thread: number, found: Clock | undefined, unscoped: Clock | undefined, reach: number): void {
    this.pending ??= Array.from({ length: 2 }, () =>
      Array.from({ length: REACHES }, () => new Array<Clock | undefined>(this.threads)),
    );
    const [model, others] = this.pending as [readonly ThreadClocks[], readonly ThreadClocks[]];
    model[reach]![thread] = joined(model[reach]![thread], found);
    others[0]![thread] = joined(others[0]![thread], unscoped);
  }

  /** What a thread awaits, as if a fence of the reach came. */
  private settle(thread: number, reach: number): void {
    if (!this.pending) return;
    const [model, others] = this.pending as [readonly ThreadClocks[], readonly ThreadClocks[]];
    let found: Clock | undefined;
    for (let at = 0; at <= reach; at++) {
      found = joined(found, model[at]![thread]);
      model[at]![thread] = undefined;
    }
    const unscoped = others[0]![thread];
    others[0]![thread] = undefined;
    if (found || unscoped) this.learn(thread, [found, unscoped, undefined, undefined]);
  }

  /** A fence: what the thread has found is ordered before what it does next, and what it did before what it leaves next. */
  fence(thread: number, reach: number, now: number): void {
    this.settle(thread, reach);
    this.fences ??= Array.from({ length: REACHES + 1 }, () => new Fences(this.threads));
    // The last one is of fences that reach the whole grid, whatever they say.
    for (const at of [...Array(reach + 1).keys(), REACHES]) {
      const fences = this.fences[at]!;
      fences.time[thread] = now;
      fences.floor[thread] = this.floor;
      fences.warpFloor[thread] = this.warpFloor[thread >>> 5]!;
      fences.clock[thread] = this.clocks[at === REACHES ? Reading.unscoped : Reading.model]![thread];
    }
    this.fenceCount++;
  }

  /**
   * What a relaxed write by a thread releases to the threads within a scope: what was fenced by the thread itself, and by
   * others of its block before they met at a barrier.
   */
  released(thread: number, reach: number, unscoped: boolean): Clock | undefined {
    const fences = this.fences?.[unscoped ? REACHES : reach];
    if (!fences) return undefined;
    const reading = unscoped ? Reading.unscoped : Reading.model;
    const clock = this.clocks[reading]![thread];
    const known = this.kept;
    const same =
      known?.thread === thread &&
      known.reach === reach &&
      known.reading === reading &&
      known.floor === this.floor &&
      known.fences === this.fenceCount &&
      known.clock === clock;
    if (same) return known.result;
    let result: Clock | undefined;
    const time = fences.time[thread]!;
    if (time > 0) {
      result = this.withFloors(fences.clock[thread], thread, fences.floor[thread]!, fences.warpFloor[thread]!);
      result = this.all.raise(result, this.first + thread, 1, time);
    }
    if (this.floor > fences.floor[thread]!) result = joined(this.fencedByOthers(fences, result), clock);
    this.kept = { thread, reach, reading, floor: this.floor, fences: this.fenceCount, clock, result };
    return result;
  }

  private fencedByOthers({ time }: Fences, start: Clock | undefined): Clock | undefined {
    let result = start;
    for (let warp = 0; warp < this.warps; warp++) {
      const lanes = new Map<number, number>();
      for (let lane = 0; lane < LANES && warp * LANES + lane < this.threads; lane++) {
        const fenced = Math.min(time[warp * LANES + lane]!, this.floor);
        if (fenced > 0) lanes.set(fenced, (lanes.get(fenced) ?? 0) | (1 << lane));
      }
      for (const [fenced, mask] of lanes) {
        result = this.all.raiseLanes(result, this.first + warp * LANES, mask, fenced);
      }
    }
    return result;
  }

  /** Lanes of a warp have waited for each other. */
  syncWarp(warp: number, mask: number, now: number): void {
    if (mask === this.lanesOf(warp)) this.warpFloor[warp] = now;
    else this.hasClocks = true;
    if (this.hasClocks) this.meet(this.lanesIn(warp, mask), (clock) => this.partly(clock, [[warp, mask]], now));
  }

  private partly(clock: Clock | undefined, warps: readonly (readonly [number, number])[], now: number) {
    let result = clock;
    for (const [warp, mask] of warps) {
      if (mask === this.lanesOf(warp) && warps.length === 1) continue;
      result = this.all.raiseLanes(result, this.first + warp * LANES, mask, now);
    }
    return result;
  }

  private lanesIn(warp: number, mask: number): number[] {
    const found: number[] = [];
    for (let lane = 0; lane < LANES; lane++) if ((mask >>> lane) & 1) found.push(warp * LANES + lane);
    return found;
  }

  /**
   * Lanes have met at a barrier; `all`: every thread of the block that has not ended was there. `arrived`, by reading: what those knew
   * who came and went on.
   */
  barrier(
    lanes: readonly (readonly [warp: number, mask: number])[],
    all: boolean,
    now: number,
    arrived: readonly (Clock | undefined)[] = [],
  ): void {
    if (all) this.floor = now;
    if (!all || arrived.length) this.hasClocks = true;
    if (!this.hasClocks && !this.pending) return;
    const threads = lanes.flatMap(([warp, mask]) => this.lanesIn(warp, mask));
    for (const thread of threads) this.settle(thread, REACHES - 1);
    if (!this.hasClocks) return;
    this.meet(threads, (clock, reading) => joined(all ? clock : this.partly(clock, lanes, now), arrived[reading]));
  }

  /** Orders some threads after one another: each gets the clocks of all of them. */
  private meet(
    threads: readonly number[],
    more: (clock: Clock | undefined, reading: number) => Clock | undefined,
  ): void {
    this.clocks.forEach((clocks, reading) => {
      let all: Clock | undefined;
      for (const thread of threads) all = joined(all, clocks[thread]);
      all = more(all, reading);
      for (const thread of threads) clocks[thread] = all;
    });
  }

  /** What lanes of a warp know together, for threads of other blocks that wait for them. */
  gathered(reading: number, warp: number, mask: number, now: number): Clock | undefined {
    let all: Clock | undefined;
    for (const thread of this.lanesIn(warp, mask)) {
      this.settle(thread, REACHES - 1);
      all = joined(all, this.around(reading, thread));
    }
    return this.all.raiseLanes(all, this.first + warp * LANES, mask, now);
  }
}

/**
 * What is ordered before what in one block: by barriers, by `__syncwarp` between lanes, and by atomics and volatile flags
 * that one thread leaves and another finds. Reference: CUDA C++ Programming Guide, "Memory Consistency" and "Synchronization
 * Functions"; PTX ISA, "Memory Consistency Model".
 */
import type { Touch } from "./model";

const LANES = 32;

/** Threads that have left something at a place, in order, with the time at which they did. */
interface Flag {
  readonly threads: number[];
  readonly times: number[];
}

export class BlockOrder {
  time = 0;
  private readonly epochs: Int32Array;
  /** By warp, lane and other lane: up to which time the lane knows what the other one did. */
  private readonly known: Int32Array;
  private readonly flags = new Map<number, Flag>();
  /** By thread: how much of each flag it has seen. */
  private readonly seen = new Map<number, Map<Flag, number>>();

  constructor(threads: number) {
    const warps = Math.ceil(threads / LANES);
    this.epochs = new Int32Array(warps * LANES);
    this.known = new Int32Array(warps * LANES * LANES).fill(-1);
  }

  epochOf(warp: number, lane: number): number {
    return this.epochs[warp * LANES + lane]!;
  }

  /** Lanes come to a barrier of the block. */
  barrier(warp: number, mask: number): void {
    for (let lane = 0; lane < LANES; lane++) if ((mask >>> lane) & 1) this.epochs[warp * LANES + lane]!++;
  }

  /** Lanes have waited for each other: each knows what any of them knew. */
  sync(warp: number, mask: number): void {
    const now = this.time++;
    const base = warp * LANES * LANES;
    const all = new Int32Array(LANES).fill(-1);
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      for (let other = 0; other < LANES; other++) {
        all[other] = Math.max(all[other]!, this.known[base + lane * LANES + other]!);
      }
      all[lane] = now;
    }
    for (let lane = 0; lane < LANES; lane++) if ((mask >>> lane) & 1) this.known.set(all, base + lane * LANES);
  }

  /** A thread leaves a flag at a place: what it did before is there for whoever finds the flag. */
  leave(place: number, thread: number): void {
    let flag = this.flags.get(place);
    if (!flag) {
      flag = { threads: [], times: [] };
      this.flags.set(place, flag);
    }
    flag.threads.push(thread);
    flag.times.push(this.time);
  }

  /** A thread looks at a place where flags may have been left. */
  find(place: number, thread: number): void {
    const flag = this.flags.get(place);
    if (!flag) return;
    const mine = this.seen.get(thread) ?? new Map<Flag, number>();
    this.seen.set(thread, mine);
    mine.set(flag, flag.threads.length);
  }

  /** Is the earlier of two touches of one block certain to be over before the later one begins? */
  ordered(earlier: Touch, later: Touch): boolean {
    if (earlier.warp === later.warp && earlier.lane === later.lane) return true;
    if (earlier.epoch !== later.epoch) return true;
    if (earlier.warp === later.warp) {
      const known = this.known[(later.warp * LANES + later.lane) * LANES + earlier.lane]!;
      if (known >= earlier.time) return true;
      // Lanes that run together issue a load before the store behind it; what is written is another matter.
      const together = (earlier.mask >>> later.lane) & (later.mask >>> earlier.lane) & 1;
      if (together && !earlier.writes) return true;
    }
    return this.passed(earlier, later);
  }

  /** Has the later thread found a flag that the earlier one left behind its touch? */
  private passed(earlier: Touch, later: Touch): boolean {
    const thread = earlier.warp * LANES + earlier.lane;
    const flags = this.seen.get(later.warp * LANES + later.lane);
    for (const [{ threads, times }, count] of flags ?? []) {
      for (let at = 0; at < count; at++) if (threads[at] === thread && times[at]! >= earlier.time) return true;
    }
    return false;
  }
}

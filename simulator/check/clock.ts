/**
 * Vector clocks of a grid: up to which time the accesses of each thread are known to be over. A clock is a persistent tree
 * over the numbers of threads, in which a node may speak for all threads under it, so that what barriers order costs one
 * node for a warp, a block or a grid, and clocks that have much in common share it.
 * Reference: Flanagan, Freund, "FastTrack" (PLDI 2009), for epochs beside vector clocks; the tree is ours.
 */

/** Immutable. Absent: nothing is known. */
export interface Clock {
  /** A time that is known of every thread under this node. */
  readonly all: number;
  /** The latest time that is known of any thread under it. */
  readonly latest: number;
  readonly low: Clock | undefined;
  readonly high: Clock | undefined;
}

/** Threads that a block has numbers for, a power of two: CUDA allows 1024. */
export const BLOCK_THREADS = 1024;

function node(all: number, low: Clock | undefined, high: Clock | undefined): Clock {
  const below = low && low.latest > all ? low : undefined;
  const above = high && high.latest > all ? high : undefined;
  return { all, latest: Math.max(all, below?.latest ?? 0, above?.latest ?? 0), low: below, high: above };
}

/** The clocks of one grid. */
export class Clocks {
  /** Numbers of threads, a power of two. */
  private readonly size: number;

  constructor(blocks: number) {
    this.size = BLOCK_THREADS * 2 ** Math.ceil(Math.log2(Math.max(1, blocks)));
  }

  /** Up to which time a thread's accesses are known. */
  known(clock: Clock | undefined, thread: number): number {
    let best = 0;
    let at = thread;
    let half = this.size / 2;
    for (let here = clock; here; half /= 2) {
      if (here.all > best) best = here.all;
      if (at < half) here = here.low;
      else {
        here = here.high;
        at -= half;
      }
    }
    return best;
  }

  /** The clock that also knows `count` threads from `first` on up to a time; `count` is a power of two that divides `first`. */
  raise(clock: Clock | undefined, first: number, count: number, time: number): Clock {
    return raised(clock, first, count, time, this.size);
  }

  /** The same for the lanes of a mask, of the warp that begins with a thread. */
  raiseLanes(clock: Clock | undefined, warp: number, mask: number, time: number): Clock | undefined {
    let result = clock;
    const visit = (from: number, lanes: number): void => {
      const bits = lanes === 32 ? mask >>> 0 : (mask >>> from) & (2 ** lanes - 1);
      if (bits === 0) return;
      if (bits === 2 ** lanes - 1) result = this.raise(result, warp + from, lanes, time);
      else {
        visit(from, lanes / 2);
        visit(from + lanes / 2, lanes / 2);
      }
    };
    visit(0, 32);
    return result;
  }
}

function raised(clock: Clock | undefined, at: number, count: number, time: number, size: number): Clock {
  if (clock && clock.all >= time) return clock;
  if (count === size) return node(time, clock?.low, clock?.high);
  const half = size / 2;
  const [low, high] = [clock?.low, clock?.high];
  return at < half
    ? node(clock?.all ?? 0, raised(low, at, count, time, half), high)
    : node(clock?.all ?? 0, low, raised(high, at - half, count, time, half));
}

/** What either of two clocks knows. Gives one of them back where it knows all that the other does. */
export function joined(a: Clock | undefined, b: Clock | undefined): Clock | undefined {
  if (a === b || !b) return a;
  if (!a || b.all >= a.latest) return b;
  if (a.all >= b.latest) return a;
  const all = Math.max(a.all, b.all);
  const [low, high] = [joined(a.low, b.low), joined(a.high, b.high)];
  if (all === a.all && low === a.low && high === a.high) return a;
  if (all === b.all && low === b.low && high === b.high) return b;
  return node(all, low, high);
}

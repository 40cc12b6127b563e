/** Places work on engines: copies one after the other in each direction, kernels side by side while the device has room. */
import type { Location } from "../../../analyzer/ir/model";
import type { Engine } from "./model";

/** One bar of the timeline. Times are modelled nanoseconds since the program began. */
export interface TimelineEntry {
  readonly engine: Engine;
  /** Ordinal of the device. */
  readonly device: number;
  /** Number of the stream in the order of creation; 0 is the default stream. */
  readonly stream: number;
  readonly label: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly bytes: number;
  readonly place: Location | undefined;
  /** Always true: no time here was measured. */
  readonly modelled: true;
}

/** Kernels that a device runs at once at most. Reference: CUDA C++ Programming Guide, "Compute Capabilities" (7.0 and later). */
const RESIDENT_GRIDS = 128;

interface Running {
  readonly end: bigint;
  readonly share: number;
}

/** Place of the first kernel that ends after a time: most often it is among the last. */
function firstAfter(all: readonly Running[], time: bigint): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (all[middle]!.end > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The modelled timeline of a run, in nanoseconds from its start. */
export class Timeline {
  readonly entries: TimelineEntry[] = [];
  /** When each engine is free, by device and name; the host is one for all devices. */
  private readonly free = new Map<string, bigint>();
  /** Kernels by device, the one that ends first first. */
  private readonly running = new Map<number, Running[]>();

  /** Adds work that may start at `ready`; `share` is the part of the device that a kernel fills. Gives its end. */
  add(
    engine: Engine,
    stream: number,
    label: string,
    ready: bigint,
    duration: bigint,
    {
      device = 0,
      bytes = 0,
      share = 1,
      place,
    }: { device?: number; bytes?: number; share?: number; place?: Location | undefined } = {},
  ): bigint {
    const key = engine === "host" ? engine : `${device} ${engine}`;
    const start =
      engine === "compute" ? this.computeStart(device, ready, share) : latest(ready, this.free.get(key) ?? 0n);
    const end = start + duration;
    if (engine === "compute") {
      const all = this.runningOn(device);
      all.splice(firstAfter(all, end), 0, { end, share });
    } else this.free.set(key, end);
    this.entries.push({ engine, device, stream, label, start, end, bytes, place, modelled: true });
    return end;
  }

  private computeStart(device: number, ready: bigint, share: number): bigint {
    let start = ready;
    const all = this.runningOn(device);
    for (;;) {
      const now = all.slice(firstAfter(all, start));
      const filled = now.reduce((sum, one) => sum + one.share, 0);
      if (now.length === 0 || (filled + share <= 1 + 1e-9 && now.length < RESIDENT_GRIDS)) return start;
      start = now[0]!.end;
    }
  }

  private runningOn(device: number): Running[] {
    const known = this.running.get(device);
    if (known) return known;
    const none: Running[] = [];
    this.running.set(device, none);
    return none;
  }

  /** Forgets what nothing can wait for any more. */
  settle(now: bigint): void {
    for (const all of this.running.values()) all.splice(0, firstAfter(all, now));
  }
}

/** The latest of some times, 0 when there is none. */
export function latest(...times: readonly bigint[]): bigint {
  return times.reduce((a, b) => (a > b ? a : b), 0n);
}

/**
 * Launches that do again what an earlier one did: the same kernel with the same shape and parameters, over device memory with
 * the same content. A launch depends on nothing else, so that its counters and what it writes are known without running it.
 */
import { type Budget, UNITS_A_SECOND } from "../budget";
import type { DeviceMemory } from "../memory/device";
import { HASH_STEP, type Hash, hashOf } from "../memory/hash";
import { MemoryMap } from "../memory/layout";
import type { Launch, LaunchReport } from "../model";

/** What may have changed device memory beside launches, since the last one. */
export interface Touched {
  /** Another number wherever the runtime has been asked for anything that may. */
  readonly epoch: number;
  /** Starts of allocations that the host may write at any time, in linear memory. */
  readonly shared: readonly number[];
}

/** Bytes that are hashed in the time of a unit of work, and ranges: some gigabytes a second. */
const BYTES_A_UNIT = 4_000_000_000 / UNITS_A_SECOND;
const RANGE_UNITS = 20;

/** Bytes of results that are kept at most, over all launches. */
const MOST_KEPT = 1 << 28;

/** What a launch made of the memory that it found. */
interface Effect {
  /** The memory before, as a text of ranges and hashes. */
  readonly before: string;
  /** Ranges that it changed, with their new bytes. */
  readonly changes: readonly { readonly start: number; readonly bytes: Uint8Array }[];
}

/** Launches of one kernel with one shape and the same parameters. */
interface Series {
  times: number;
  /** At which of them memory is looked at next: less and less often, where nothing comes of it. */
  next: number;
  work: number;
  /** Place of the launch whose report is that of all whose memory was the same. */
  number: number;
  report: LaunchReport | undefined;
  effect: Effect | undefined;
}

/** A launch that need not run. */
export interface Repeat {
  readonly report: LaunchReport;
  /** The launch that it repeats, counted from 0. */
  readonly of: number;
}

function keyOf({ kernel, grid, block, cluster, shared, arguments: given }: Launch): string {
  return [kernel, grid, block, cluster, shared, ...given.map(String)].join("|");
}

/** Whether a report says all that the launch did. */
const isWhole = ({ outcome, sampled, lines }: LaunchReport): boolean =>
  outcome.kind === "completed" && !sampled && lines.every(({ space }) => space !== "texture");

/** The launches of a program, and what they made of memory. */
export class Repeats {
  private readonly series = new Map<string, Series>();
  private readonly hash: Hash;
  /** Hashes by start of the range, as long as they hold. */
  private hashes = new Map<number, bigint>();
  private epoch = -1;
  private kept = 0;
  private current: { readonly one: Series; readonly before: string | undefined } | undefined;

  constructor(
    private readonly memory: DeviceMemory,
    private readonly budget: Budget,
  ) {
    this.hash = hashOf(memory.memory);
  }

  /** The launch that this one repeats, whose results are then in memory; undefined where it must run. `end` follows. */
  find(launch: Launch, touched: Touched): Repeat | undefined {
    const key = keyOf(launch);
    const one = this.series.get(key) ?? this.begin(key);
    one.times++;
    if (touched.epoch !== this.epoch) this.forgetMemory();
    this.epoch = touched.epoch;
    // A start that is none of an allocation is inside of one.
    for (const start of touched.shared) if (!this.hashes.delete(start)) this.forgetMemory();
    const isLooked = one.effect !== undefined || one.times === one.next;
    const before = isLooked && this.cost() < one.work / 2 ? this.state() : undefined;
    if (one.times === one.next) one.next *= 2;
    if (before !== undefined && one.report && before === one.effect?.before) {
      this.restore(one.effect);
      return { report: one.report, of: one.number };
    }
    this.current = { one, before };
    return undefined;
  }

  /** Something has written memory that nothing is known of. */
  forgetMemory(): void {
    this.hashes.clear();
  }

  /** Notes what the launch did that `find` let run; `number` is its own. */
  end(report: LaunchReport, number: number, hasPrinted: boolean): void {
    const { one, before } = this.current!;
    one.work = report.work;
    const old = this.hashes;
    this.hashes = new Map();
    if (before === undefined || hasPrinted || !isWhole(report)) return;
    const ranges = this.ranges();
    this.state();
    const changed = ranges.filter(({ start }) => old.get(start) !== this.hashes.get(start));
    this.forget(one);
    const bytes = changed.reduce((sum, { start, end }) => sum + end - start, 0);
    if (this.kept + bytes > MOST_KEPT) return;
    this.kept += bytes;
    const view = this.memory.bytes();
    one.effect = { before, changes: changed.map(({ start, end }) => ({ start, bytes: view.slice(start, end) })) };
    one.report = report;
    one.number = number;
  }

  private begin(key: string): Series {
    const one: Series = { times: 0, next: 2, work: 0, number: 0, report: undefined, effect: undefined };
    this.series.set(key, one);
    return one;
  }

  private forget(one: Series): void {
    for (const { bytes } of one.effect?.changes ?? []) this.kept -= bytes.length;
    one.effect = undefined;
  }

  private restore({ changes }: Effect): void {
    const view = this.memory.bytes();
    for (const { start, bytes } of changes) {
      view.set(bytes, start);
      this.hashes.delete(start);
    }
  }

  /** All that kernels can reach, in whole steps of the hash. */
  private ranges(): readonly { readonly start: number; readonly end: number }[] {
    const whole = (bytes: number) => Math.ceil(bytes / HASH_STEP) * HASH_STEP;
    const constants = { start: MemoryMap.constants, end: whole(this.memory.constantBytesEnd) };
    return [constants, ...this.memory.deviceRanges().map(({ start, size }) => ({ start, end: start + whole(size) }))];
  }

  /** Units of work that hashing takes of what is not known. */
  private cost(): number {
    return this.ranges().reduce((sum, { start, end }) => {
      return sum + RANGE_UNITS + (this.hashes.has(start) ? 0 : (end - start) / BYTES_A_UNIT);
    }, 0);
  }

  /** Device memory as a text: equal texts are equal contents. */
  private state(): string {
    this.budget.spend(this.cost());
    return this.ranges()
      .map(({ start, end }) => {
        const known = this.hashes.get(start) ?? this.hash(start, end);
        this.hashes.set(start, known);
        return `${start} ${end} ${known}`;
      })
      .join();
  }
}

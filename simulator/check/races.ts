/** Holds each lane's access against the last ones to the same bytes. */
import type { CheckedBlock } from "./blocks";
import type { RaceCause } from "./model";
import type { Records } from "./records";
import { type Cells, type Page, refined } from "./shadow";
import { LANES, Reading } from "./threads";
import type { Time } from "./time";
import { Reach, type Traits } from "./traits";

/** Two accesses that nothing orders: the earlier one by its cell. */
export interface Race {
  readonly earlier: Traits;
  /** Number of the earlier access's thread over the grid. */
  readonly thread: number;
  readonly cause: RaceCause | undefined;
}

/** All bytes of a word, as bits. */
const WHOLE = 15;

/** Blocks of warps in a number of `Records.warp`. */
const WARP_BITS = 5;

/** The warp that accesses memory now. */
export class Races {
  private block!: CheckedBlock;
  private warp = 0;
  private traits!: Traits;
  private record = 0;
  private warpNumber = 0;
  private blockNumber = 0;
  private warpFloor = 0;
  private blockFloor = 0;
  private found!: (race: Race, lane: number) => void;
  /** Threads wait in loops for what stands at the location that is accessed now. */
  isPolled = false;

  constructor(
    private readonly records: Records,
    private readonly traitsAt: readonly Traits[],
    private readonly time: Time,
    private readonly clusterOf: (block: number) => number,
  ) {}

  /** @param record the number of the record that stands for the warp's accesses by these traits. */
  begin(
    block: CheckedBlock,
    warp: number,
    traits: Traits,
    record: number,
    found: (race: Race, lane: number) => void,
  ): void {
    const { threads } = block;
    this.found = found;
    this.block = block;
    this.warp = warp;
    this.traits = traits;
    this.record = record;
    this.blockNumber = threads.index;
    this.warpNumber = threads.index * 2 ** WARP_BITS + warp;
    this.blockFloor = Math.max(threads.floor, this.time.gridFloor);
    this.warpFloor = Math.max(this.blockFloor, threads.warpFloor[warp]!);
  }

  /** The first write of a thread of the block to some words that no fence has made visible to bulk copies. */
  unfenced({ threads, proxyFence }: CheckedBlock, page: Page, first: number, end: number): Race | undefined {
    const [cells, scale] = page.fine ? [page.fine, 4] : [page, 1];
    const { warp, time, access } = this.records;
    for (let at = first * scale; at < end * scale; at++) {
      const cell = cells.write[at]! || cells.strong[at]!;
      const record = cell >>> 5;
      if (cell === 0 || time[record]! <= proxyFence || warp[record]! >> WARP_BITS !== threads.index) continue;
      const earlier = this.traitsAt[access[record]!]!;
      if (!earlier.isBulk) return { earlier, thread: this.threadOf(cell), cause: "missing-proxy-fence" };
    }
    return undefined;
  }

  /** Number over the grid of the thread that a cell names. */
  private threadOf(cell: number): number {
    const warp = this.records.warp[cell >>> 5]!;
    return (warp >> WARP_BITS) * 1024 + (warp & 31) * LANES + (cell & 31);
  }

  /** A lane accesses some bytes, as bits, of a word; `at` is its place in the page. */
  word(page: Page, at: number, bytes: number, lane: number, writes: boolean): void {
    if (!page.fine && bytes !== WHOLE && this.splits(page, at, bytes, lane)) page.fine = refined(page);
    if (!page.fine) {
      this.cells(page, at, bytes, lane, writes);
      return;
    }
    for (let byte = 0; byte < 4; byte++) {
      if ((bytes >>> byte) & 1) this.cells(page.fine, 4 * at + byte, 1, lane, writes);
    }
  }

  /** Would other bytes of the word than these be forgotten? */
  private splits(page: Page, at: number, bytes: number, lane: number): boolean {
    const cell = this.record * LANES + lane;
    const isOther = (one: number, touched: number) => one !== 0 && one !== cell && (touched & ~bytes) !== 0;
    return (
      isOther(page.write[at]!, page.bytes[at]! & WHOLE) ||
      isOther(page.strong[at]!, page.laterBytes[at]! >>> 4) ||
      isOther(page.read[at]!, page.bytes[at]! >>> 4) ||
      isOther(page.later[at]!, page.laterBytes[at]! & WHOLE)
    );
  }

  private cells(page: Cells, at: number, bytes: number, lane: number, writes: boolean): void {
    const cell = this.record * LANES + lane;
    const last = page.write[at]!;
    if (last !== 0 && page.bytes[at]! & bytes && this.isOpen(last, lane)) this.decide(last, lane);
    const strong = page.strong[at]!;
    if (strong !== 0 && (page.laterBytes[at]! >>> 4) & bytes && this.isOpen(strong, lane)) this.decide(strong, lane);
    const read = page.read[at]!;
    if (writes) {
      if (read !== 0) {
        if ((page.bytes[at]! >>> 4) & bytes && this.isOpen(read, lane)) this.decide(read, lane);
        const later = page.later[at]!;
        if (later !== 0) {
          if (page.laterBytes[at]! & 15 & bytes && this.isOpen(later, lane)) this.decide(later, lane);
          page.later[at] = 0;
        }
        page.read[at] = 0;
      }
      this.keepWrite(page, at, bytes, cell);
      return;
    }
    if (read === cell) page.bytes[at]! |= bytes << 4;
    else if (read === 0 || !this.isOpen(read, lane)) {
      page.read[at] = cell;
      page.bytes[at] = (page.bytes[at]! & 15) | (bytes << 4);
    } else if (this.keepsLater(page.later[at]!, read)) {
      page.later[at] = cell;
      page.laterBytes[at] = (page.laterBytes[at]! & 0xf0) | bytes;
    }
  }

  private keepWrite(page: Cells, at: number, bytes: number, cell: number): void {
    if (this.traits.isAtomic || this.traits.isVolatile) {
      page.strong[at] = cell;
      page.laterBytes[at] = bytes << 4;
      page.bytes[at]! &= 15;
      return;
    }
    const kept = page.write[at] === cell ? page.bytes[at]! & 15 : 0;
    page.write[at] = cell;
    page.bytes[at] = kept | bytes;
    page.strong[at] = 0;
    page.laterBytes[at] = 0;
  }

  /** Is the place of the later read free for one by this warp? One of another warp than the first stays. */
  private keepsLater(later: number, first: number): boolean {
    if (later === 0) return true;
    const { warp } = this.records;
    return warp[first >>> 5] !== this.warpNumber || warp[later >>> 5] === this.warpNumber;
  }

  /** Is an earlier access by another thread, and not known to the whole warp, block or grid? */
  private isOpen(cell: number, lane: number): boolean {
    const record = cell >>> 5;
    const warp = this.records.warp[record]!;
    const time = this.records.time[record]!;
    if (warp === this.warpNumber) return (cell & 31) !== lane && time > this.warpFloor;
    if (warp >> WARP_BITS === this.blockNumber) return time > this.blockFloor;
    return time > this.time.gridFloor;
  }

  private decide(cell: number, lane: number): void {
    const record = cell >>> 5;
    const { traits, block, warp } = this;
    const { threads } = block;
    const earlier = this.traitsAt[this.records.access[record]!]!;
    const time = this.records.time[record]!;
    const number = this.records.warp[record]!;
    const other = number >> WARP_BITS;
    const thread = this.threadOf(cell);
    const mine = warp * LANES + lane;
    if (this.mayMeet(earlier, other)) return;
    // Whoever waited for a flag has seen it written: what this thread writes there next comes after that.
    const isFlag = this.isPolled && earlier.isVolatile && traits.isVolatile;
    if (isFlag && threads.knows(Reading.unordered, mine, thread, time)) return;
    if (threads.knows(Reading.model, mine, thread, time)) return;
    const sameWarp = number === this.warpNumber;
    // Lanes that exchange values have read what they were to read before.
    if (sameWarp && !earlier.writes && time <= threads.readFloor[warp]!) return;
    if (earlier.constant !== undefined && earlier.constant === traits.constant) return;
    const known = (reading: number) => threads.knows(reading, mine, thread, time);
    const isStrong = (one: Traits) => one.isAtomic || one.isVolatile;
    let cause: RaceCause | undefined;
    // What a plain access and an atomic one of the same location lack is no fence.
    if (isStrong(earlier) !== isStrong(traits)) cause = undefined;
    else if (earlier.isAtomic && traits.isAtomic) cause = "narrow-scope";
    else if (known(Reading.unscoped)) cause = "narrow-scope";
    else if (known(Reading.unfenced)) cause = "missing-fence";
    else if (known(Reading.unordered) || (earlier.isVolatile && traits.isVolatile)) cause = "volatile-order";
    this.found({ earlier, thread, cause }, lane);
  }

  /** Atomic operations that reach each other's thread, and volatile accesses that wait for a flag, do not race. */
  private mayMeet(earlier: Traits, other: number): boolean {
    const { traits, block } = this;
    const isStrong = (one: Traits) => one.isAtomic || one.isVolatile;
    if ((earlier.isGuess && traits.isAtomic) || (earlier.isAtomic && traits.isGuess)) return true;
    if (!isStrong(earlier) || !isStrong(traits)) return false;
    if (earlier.isAtomic && traits.isAtomic) {
      const reach = Math.min(earlier.reach, traits.reach);
      if (reach === Reach.device || other === this.blockNumber) return true;
      return reach === Reach.cluster && this.clusterOf(other) === block.cluster.index;
    }
    if (earlier.isAtomic || traits.isAtomic) return true;
    return earlier.isPolled || traits.isPolled;
  }
}

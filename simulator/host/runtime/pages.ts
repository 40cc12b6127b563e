/**
 * Residency of managed memory by page. A page lies where it was touched first; whoever touches it next faults and has it
 * migrated, unless advice or a prefetch placed it. Reference: CUDA C++ Programming Guide, "Unified Memory Programming".
 */
import type { Location } from "../../../analyzer/ir/model";

/** Migration works on pages of the device: 64 KiB in the model (the driver's fault granularity on x86-64). */
export const MANAGED_PAGE = 65536;

export type Side = "host" | "device";

/** A page of an allocation. */
interface PageOf {
  readonly pages: ManagedPages;
  readonly page: number;
}

/**
 * Pages that lie in the device's memory, the one that came first in front. Where it is full, that one goes back to the host to
 * make room: which page the driver chooses is not documented, so this is the model's choice.
 */
export interface Residents {
  readonly order: Map<string, PageOf>;
  /** Pages of managed memory that the device has room for beside its own memory. */
  readonly room: () => number;
}

export function residents(room: () => number): Residents {
  return { order: new Map(), room };
}

export interface ManagedPages {
  /** Tells allocations apart. */
  readonly number: number;
  /** All that lie on the device, of this allocation and others. */
  readonly residents: Residents;
  readonly size: number;
  readonly place: Location | undefined;
  /** Where each page lies: on a side, on both as copies that were only read, or nowhere before the first touch. */
  readonly residency: (Side | "both" | undefined)[];
  /** What each page was advised. */
  readonly hints: readonly PageHints[];
  readonly counts: ManagedCounts;
}

export interface PageHints {
  /** A copy on both sides while nobody writes. */
  readMostly: boolean;
  /** The side that the page stays at. */
  preferred: Side | undefined;
  /** Sides that map the page instead of migrating it. */
  readonly accessedBy: Set<Side>;
  lastPrefetch: Side | undefined;
}

export interface ManagedCounts {
  hostFaults: number;
  deviceFaults: number;
  toHost: number;
  toDevice: number;
  prefetched: number;
  /** Pages that went back to the host because the device had no room. */
  evicted: number;
}

let allocations = 0;

/** Notes where a page lies now; where the device has more pages than room, the oldest others go back to the host. */
function place(pages: ManagedPages, page: number, side: Side | "both" | undefined): void {
  const { order, room } = pages.residents;
  const key = `${pages.number} ${page}`;
  pages.residency[page] = side;
  if (side !== "device" && side !== "both") {
    order.delete(key);
    return;
  }
  if (!order.has(key)) order.set(key, { pages, page });
  const most = Math.max(1, room());
  for (const [oldest, one] of order) {
    if (order.size <= most) break;
    if (oldest === key) continue;
    order.delete(oldest);
    one.pages.residency[one.page] = "host";
    one.pages.counts.evicted++;
  }
}

/** The allocation is gone, and none of its pages takes room. */
export function leaveDevice({ residents: { order }, number, residency }: ManagedPages): void {
  for (let page = 0; page < residency.length; page++) order.delete(`${number} ${page}`);
}

/** Forgets what pages hold: they lie nowhere until they are touched again. */
export function discardPages(pages: ManagedPages, offset: number, size: number): void {
  const [first, last] = pagesOf(pages, offset, size);
  for (let page = first; page <= last; page++) place(pages, page, undefined);
}

export function managedPages(size: number, place: Location | undefined, all: Residents): ManagedPages {
  const length = Math.ceil(size / MANAGED_PAGE);
  return {
    number: allocations++,
    residents: all,
    size,
    place,
    residency: Array<Side | "both" | undefined>(length).fill(undefined),
    hints: Array.from({ length }, () => ({
      readMostly: false,
      preferred: undefined,
      accessedBy: new Set<Side>(),
      lastPrefetch: undefined,
    })),
    counts: { hostFaults: 0, deviceFaults: 0, toHost: 0, toDevice: 0, prefetched: 0, evicted: 0 },
  };
}

/** Numbers of the first and the last page of bytes `offset …`. */
function pagesOf(pages: ManagedPages, offset: number, size: number): readonly [first: number, last: number] {
  const last = Math.floor((offset + Math.max(1, size) - 1) / MANAGED_PAGE);
  return [Math.floor(offset / MANAGED_PAGE), Math.min(pages.residency.length - 1, last)];
}

/** What the pages of a range were advised. */
export function hintsOf(pages: ManagedPages, offset: number, size: number): readonly PageHints[] {
  const [first, last] = pagesOf(pages, offset, size);
  return pages.hints.slice(first, last + 1);
}

/** One side touches bytes `offset …`; gives how many pages faulted. */
export function touch(pages: ManagedPages, side: Side, offset: number, size: number, isWrite: boolean): number {
  let faults = 0;
  const [first, last] = pagesOf(pages, offset, size);
  for (let page = first; page <= last; page++) {
    const at = pages.residency[page];
    const { accessedBy, preferred, readMostly } = pages.hints[page]!;
    if (at === side || (at === "both" && !isWrite)) continue;
    if (at !== undefined && at !== "both" && accessedBy.has(side)) continue;
    faults++;
    // A write takes the other side's copy away; a read of a page that is mostly read makes a copy.
    const copies = readMostly && !isWrite && at !== undefined;
    place(pages, page, copies ? "both" : preferred && at === undefined ? preferred : side);
    if (side === "host") pages.counts.hostFaults++;
    else pages.counts.deviceFaults++;
    if (at === undefined || at === "both") continue;
    if (side === "host") pages.counts.toHost++;
    else pages.counts.toDevice++;
  }
  return faults;
}

/** Moves pages ahead of their use; gives the bytes that moved. */
export function prefetch(pages: ManagedPages, side: Side, offset: number, size: number): number {
  let moved = 0;
  const [first, last] = pagesOf(pages, offset, size);
  for (let page = first; page <= last; page++) {
    const at = pages.residency[page];
    const hints = pages.hints[page]!;
    hints.lastPrefetch = side;
    if (at === side || at === "both") continue;
    if (at !== undefined) moved += Math.min(MANAGED_PAGE, pages.size - page * MANAGED_PAGE);
    place(pages, page, hints.readMostly && at !== undefined ? "both" : side);
    pages.counts.prefetched++;
  }
  return moved;
}

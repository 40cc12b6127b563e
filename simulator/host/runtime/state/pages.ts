/**
 * Residency of managed memory by page. A page lies where it was touched first; the next access from the other side faults and has it
 * migrated, unless advice or a prefetch placed it. Reference: CUDA C++ Programming Guide, "Unified Memory Programming".
 */
import type { Location } from "../../../../analyzer/ir/model";
import type { ManagedPages, PageHints, Residents, Side } from "../../model/pages";

/** Migration works on pages of the device: 64 KiB in the model (the driver's fault granularity on x86-64). */
export const MANAGED_PAGE = 65536;

/** An empty list of resident pages; `room` is how many the device takes. */
export function residents(room: () => number): Residents {
  return { order: new Map(), room };
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

/** The pages of a new managed allocation of `size` bytes, all untouched. */
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

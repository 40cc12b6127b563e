/**
 * Residency of managed memory by page. A page lies where it was touched first; whoever touches it next faults and has it
 * migrated, unless advice or a prefetch placed it. Reference: CUDA C++ Programming Guide, "Unified Memory Programming".
 */
import type { Location } from "../../../analyzer/ir/model";

/** Migration works on pages of the device: 64 KiB in the model (the driver's fault granularity on x86-64). */
export const MANAGED_PAGE = 65536;

export type Side = "host" | "device";

export interface ManagedPages {
  readonly size: number;
  readonly place: Location | undefined;
  /** Where each page lies: on a side, on both as copies that were only read, or nowhere before the first touch. */
  readonly residency: (Side | "both" | undefined)[];
  /** Advice: a copy on both sides while nobody writes; a side that pages stay at; sides that map instead of migrating. */
  readMostly: boolean;
  preferred: Side | undefined;
  readonly accessedBy: Set<Side>;
  lastPrefetch: Side | undefined;
  readonly counts: ManagedCounts;
}

export interface ManagedCounts {
  hostFaults: number;
  deviceFaults: number;
  toHost: number;
  toDevice: number;
  prefetched: number;
}

export function managedPages(size: number, place: Location | undefined): ManagedPages {
  return {
    size,
    place,
    residency: Array<Side | "both" | undefined>(Math.ceil(size / MANAGED_PAGE)).fill(undefined),
    readMostly: false,
    preferred: undefined,
    accessedBy: new Set(),
    lastPrefetch: undefined,
    counts: { hostFaults: 0, deviceFaults: 0, toHost: 0, toDevice: 0, prefetched: 0 },
  };
}

/** One side touches bytes `offset …`; gives how many pages faulted. */
export function touch(pages: ManagedPages, side: Side, offset: number, size: number, isWrite: boolean): number {
  let faults = 0;
  const last = Math.min(pages.residency.length - 1, Math.floor((offset + Math.max(1, size) - 1) / MANAGED_PAGE));
  for (let page = Math.floor(offset / MANAGED_PAGE); page <= last; page++) {
    const at = pages.residency[page];
    if (at === side || (at === "both" && !isWrite)) continue;
    if (at !== undefined && at !== "both" && pages.accessedBy.has(side)) continue;
    faults++;
    // A write takes the other side's copy away; a read of a page that is mostly read makes a copy.
    const copies = pages.readMostly && !isWrite && at !== undefined;
    pages.residency[page] = copies ? "both" : pages.preferred && at === undefined ? pages.preferred : side;
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
  const last = Math.min(pages.residency.length - 1, Math.floor((offset + Math.max(1, size) - 1) / MANAGED_PAGE));
  for (let page = Math.floor(offset / MANAGED_PAGE); page <= last; page++) {
    const at = pages.residency[page];
    if (at === side || at === "both") continue;
    if (at !== undefined) moved += Math.min(MANAGED_PAGE, pages.size - page * MANAGED_PAGE);
    pages.residency[page] = pages.readMostly && at !== undefined ? "both" : side;
    pages.counts.prefetched++;
  }
  pages.lastPrefetch = side;
  return moved;
}

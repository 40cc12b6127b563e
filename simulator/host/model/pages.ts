/** Where the pages of managed memory lie, and what launches did to them. */

import type { Location } from "../../../analyzer/ir/model";

/** Where a page of managed memory can lie. */
export type Side = "host" | "device";

/**
 * Pages that lie in the device's memory, the one that came first in front. Where it is full, that one goes back to the host to
 * make room: which page the driver chooses is not documented, so this is the model's choice.
 */
export interface Residents {
  readonly order: Map<string, PageOf>;
  /** Pages of managed memory that the device has room for beside its own memory. */
  readonly room: () => number;
}

/** The pages of one managed allocation, of 64 KiB each. */
export interface ManagedPages {
  /** Identifies the allocation. */
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

/** What is kept of the pages of an allocation that is freed: a program may make any number of them. */
export type FreedPages = Pick<ManagedPages, "size" | "place" | "residency" | "counts">;

/** The advice of `cudaMemAdvise` for a page. */
export interface PageHints {
  /** A copy on both sides until one side writes. */
  readMostly: boolean;
  /** The side that the page stays at. */
  preferred: Side | undefined;
  /** Sides that map the page instead of migrating it. */
  readonly accessedBy: Set<Side>;
  lastPrefetch: Side | undefined;
}

/** What happened to the pages of an allocation during the run. */
export interface ManagedCounts {
  hostFaults: number;
  deviceFaults: number;
  toHost: number;
  toDevice: number;
  prefetched: number;
  /** Pages that went back to the host because the device had no room. */
  evicted: number;
}

/** What one launch did to one managed allocation. */
export interface ManagedUse {
  /** Index of the launch in the program's list. */
  readonly launch: number;
  readonly allocation: bigint;
  readonly place: Location | undefined;
  /** Pages that the device found elsewhere, and how many of them were moved. */
  readonly faults: number;
  readonly migrations: number;
  /** Pages of it that went back to the host to make room, and that lie on the device when the launch ends. */
  readonly evictions: number;
  readonly resident: number;
}

/** A page of an allocation. */
export interface PageOf {
  readonly pages: ManagedPages;
  readonly page: number;
}

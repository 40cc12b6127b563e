/**
 * Sectors of a launch that the modelled L2 has and has not, with the part of an access-policy window: class C. Requests reach
 * it as they are coalesced: what the L1 cache would answer counts as a hit here, and copies and fills do not pass it.
 */
import { firstLane } from "../../analyzer/hardware/lanes";
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { issuedLanes, spaceOfRequest } from "../counting/traffic";
import { type AccessWindow, accessSector, type L2Cache, propertyOf } from "../memory/l2";
import type { Observer } from "../model";

/** Sectors that loads and atomic operations asked for, those that were there, and sectors that stores wrote. */
export interface L2Counts {
  reads: number;
  hits: number;
  writes: number;
}

/** Counts of everything that passes, and of what lies in the window. */
export interface L2Watch {
  readonly observer: Observer;
  readonly all: L2Counts;
  readonly inWindow: L2Counts;
}

function add(counts: L2Counts, isStore: boolean, isHit: boolean): void {
  if (isStore) counts.writes++;
  else {
    counts.reads++;
    if (isHit) counts.hits++;
  }
}

/** Sends a launch's requests to global memory through a cache, which keeps what it holds for the next launch. */
export function watchL2(cache: L2Cache, window: AccessWindow | undefined): L2Watch {
  const all: L2Counts = { reads: 0, hits: 0, writes: 0 };
  const inWindow: L2Counts = { reads: 0, hits: 0, writes: 0 };
  const observer: Observer = {
    access(access, mask, addresses) {
      const lanes = issuedLanes(access, mask);
      if (lanes === 0 || spaceOfRequest(access, lanes, addresses) !== "global") return;
      const sectors = new Set<bigint>();
      for (let rest = lanes; rest !== 0; rest &= rest - 1)
        sectors.add(addresses[firstLane(rest)]! / BigInt(SECTOR_BYTES));
      const isStore = access.op === "store";
      for (const sector of sectors) {
        const address = sector * BigInt(SECTOR_BYTES);
        const property = window && propertyOf(window, address);
        const isHit = accessSector(cache, address, property);
        add(all, isStore, isHit);
        if (property !== undefined) add(inWindow, isStore, isHit);
      }
    },
  };
  return { observer, all, inWindow };
}

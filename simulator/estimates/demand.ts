/** What a launch demands of the device beyond its counters: what time it takes at least depends on it. */
import type { MemoryAccess } from "../../analyzer/lower/model";
import type { Critical, Demand, LineCount } from "../model";
import type { Missed, MissedShare } from "./latency";

/**
 * The share of the sectors which sampled blocks load as the first that all blocks certainly do: blocks that are far from one
 * another share less than neighbours do, and of blocks that load at random 63 % of this is the worst.
 */
const SAMPLED = 0.6;

/** Sectors of global memory that stores, or that all other accesses, touched as the first. */
const touched = (lines: readonly LineCount[], isStore: boolean): number =>
  lines
    .filter(({ space, access }) => space === "global" && (access.op === "store") === isStore)
    .reduce((sum, { fresh = 0 }) => sum + fresh, 0);

/** Wavefronts that loads of global memory take beyond a quarter of their sectors. */
const addedWavefronts = (lines: readonly LineCount[]): number =>
  lines.reduce((sum, { sectors, dataWavefronts = 0 }) => sum + Math.max(0, dataWavefronts - sectors / 4), 0);

const NOTHING: Missed = { l1: 0, l2: 0 };

/**
 * What accesses miss: requests that touch a sector as the first of the launch. Device memory gives two sectors at a time.
 * @param isWarm L2 has everything when the launch begins
 */
export function missedShares(lines: readonly LineCount[], isWarm: boolean): MissedShare {
  const shares = new Map<MemoryAccess, Missed>();
  for (const { access, requests, missed = 0, fresh = 0 } of lines) {
    const l1 = missed / requests;
    if (missed > 0) shares.set(access, { l1, l2: isWarm ? 0 : l1 * Math.min(1, fresh / (2 * missed)) });
  }
  return (access) => shares.get(access) ?? NOTHING;
}

/** What is known of a launch. */
export interface Demanding {
  readonly lines: readonly LineCount[];
  /** What had been counted before a sample of the other blocks ran; absent where all ran. */
  readonly before?: readonly LineCount[];
  /** What atomic operations ask of one address and of one slice of L2. */
  readonly hot: { readonly address: number; readonly slice: number };
  readonly neighbourSectors: number;
  readonly chainCycles: number;
  readonly warmChainCycles: number;
  readonly critical: Critical | undefined;
  readonly specials: number;
  readonly barriers: number;
}

/** Whether all blocks that have run took the same cycles. */
export const isEven = ({ equal, blocks }: Critical): boolean => equal === blocks;

/** The demand of a launch. */
export function demandOf({ lines, before, hot, critical, ...others }: Demanding): Demand {
  const loaded = touched(lines, false);
  const certain = before ? touched(before, false) : loaded;
  return {
    loadedSectors: certain + SAMPLED * (loaded - certain),
    storedSectors: touched(lines, true),
    storedToL2: lines.reduce((sum, { storedToL2 = 0 }) => sum + storedToL2, 0),
    hotAddress: hot.address,
    hotSlice: hot.slice,
    addedWavefronts: addedWavefronts(lines),
    ...(critical && { critical }),
    ...others,
  };
}

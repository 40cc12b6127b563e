/**
 * A model of the L2 cache with its three kinds of lines. Figures that come of it are of class C.
 *
 * Lines of 128 bytes with four sectors in sets of 16 lines; a sector is fetched when it is first touched. A miss takes the place
 * of an empty line, else of the least recently used streaming line, then of the least recently used normal one; persisting
 * lines give way only to persisting ones, of which each set holds as many as the set-aside's share of it. Kinds of lines:
 * CUDA C++ Programming Guide, "L2 Access Properties"; sizes of the sets and which line gives way are the model's, since no
 * documentation says them.
 */
import { LINE_BYTES, SECTOR_BYTES } from "../../analyzer/hardware/model";

/** `cudaAccessProperty`. */
export const AccessProperty = { normal: 0, streaming: 1, persisting: 2 } as const;

/** What an access-policy window says of addresses from `base` on. */
export interface AccessWindow {
  readonly base: bigint;
  /** Bytes; 0 for no window. */
  readonly bytes: number;
  /** The part of the lines, 0 … 1, that is given `hit`; the others are given `miss`. */
  readonly hitRatio: number;
  readonly hit: number;
  readonly miss: number;
}

const WAYS = 16;
const SECTORS = LINE_BYTES / SECTOR_BYTES;

/** The lines that a device's L2 cache holds. */
export interface L2Cache {
  readonly sets: number;
  /** Persisting lines that a set may hold. */
  persistingWays: number;
  /** Numbers of lines, −1 for an empty place; 16 places for each set. */
  readonly lines: Float64Array;
  /** Bit for each sector that was fetched. */
  readonly sectors: Uint8Array;
  readonly properties: Uint8Array;
  /** When each place was last used. */
  readonly used: Float64Array;
  time: number;
}

/** An empty cache of a capacity in bytes. */
export function l2Cache(bytes: number): L2Cache {
  const sets = Math.max(1, Math.floor(bytes / (LINE_BYTES * WAYS)));
  return {
    sets,
    persistingWays: 0,
    lines: new Float64Array(sets * WAYS).fill(-1),
    sectors: new Uint8Array(sets * WAYS),
    properties: new Uint8Array(sets * WAYS),
    used: new Float64Array(sets * WAYS),
    time: 0,
  };
}

/** Sets bytes aside for persisting lines. */
export function setAside(cache: L2Cache, bytes: number): void {
  cache.persistingWays = Math.min(WAYS, Math.round((bytes / (cache.sets * LINE_BYTES * WAYS)) * WAYS));
}

/** Makes all persisting lines normal again. */
export function resetPersisting({ properties }: L2Cache): void {
  for (let i = 0; i < properties.length; i++)
    if (properties[i] === AccessProperty.persisting) properties[i] = AccessProperty.normal;
}

/** Bytes of lines that are persisting now. */
export function persistingBytes({ properties, lines }: L2Cache): number {
  let count = 0;
  for (let i = 0; i < properties.length; i++)
    if (lines[i]! >= 0 && properties[i] === AccessProperty.persisting) count++;
  return count * LINE_BYTES;
}

/** A number of 32 bits that differs in all bits from line to line (Knuth's multiplicative hashing). */
function scattered(line: number): number {
  const mixed = Math.imul((line ^ Math.floor(line / 0x1_0000)) >>> 0, 2_654_435_761) >>> 0;
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Lines that follow each other lie in sets that do; from one pass over all sets to the next, the first set changes. */
function setOf({ sets }: L2Cache, line: number): number {
  return ((line % sets) + (scattered(Math.floor(line / sets)) % sets)) % sets;
}

/** The property that a window gives a line; undefined outside it. The same line is always given the same one. */
export function propertyOf(window: AccessWindow, address: bigint): number | undefined {
  const offset = address - window.base;
  if (offset < 0n || offset >= BigInt(window.bytes)) return undefined;
  const line = Math.floor(Number(offset) / LINE_BYTES);
  return scattered(line + 1) < window.hitRatio * 0x1_0000_0000 ? window.hit : window.miss;
}

/** Where a new line goes: an empty place, else that of the oldest line of the first kind that gives way. */
function victim(cache: L2Cache, first: number, property: number): number {
  const oldest = [-1, -1, -1];
  let [persisting, empty] = [0, -1];
  for (let place = first; place < first + WAYS; place++) {
    if (cache.lines[place]! < 0) {
      empty = place;
      continue;
    }
    const kind = cache.properties[place]!;
    if (kind === AccessProperty.persisting) persisting++;
    const known = oldest[kind]!;
    if (known < 0 || cache.used[place]! < cache.used[known]!) oldest[kind] = place;
  }
  const [normal, streaming, kept] = oldest as [number, number, number];
  if (property === AccessProperty.persisting && persisting >= cache.persistingWays && kept >= 0) return kept;
  if (empty >= 0) return empty;
  if (streaming >= 0) return streaming;
  return normal >= 0 ? normal : kept;
}

/** Where a set holds as many persisting lines as it may, the oldest becomes normal. */
function yieldOldest(cache: L2Cache, first: number): void {
  let [count, oldest] = [0, -1];
  for (let place = first; place < first + WAYS; place++) {
    if (cache.properties[place] !== AccessProperty.persisting) continue;
    count++;
    if (oldest < 0 || cache.used[place]! < cache.used[oldest]!) oldest = place;
  }
  if (count >= cache.persistingWays && oldest >= 0) cache.properties[oldest] = AccessProperty.normal;
}

/**
 * One access to a sector by its device address; true where it hits. A line that an access-policy window names takes on its
 * property; others keep the one that they have.
 */
export function accessSector(cache: L2Cache, address: bigint, property: number | undefined): boolean {
  const sector = Number(address / BigInt(SECTOR_BYTES));
  const line = Math.floor(sector / SECTORS);
  const bit = 1 << (sector % SECTORS);
  const first = setOf(cache, line) * WAYS;
  // Where nothing is set aside, nothing persists.
  const kind = property === AccessProperty.persisting && cache.persistingWays === 0 ? AccessProperty.normal : property;
  let place = first;
  while (place < first + WAYS && cache.lines[place] !== line) place++;
  if (place === first + WAYS) {
    place = victim(cache, first, kind ?? AccessProperty.normal);
    cache.lines[place] = line;
    cache.sectors[place] = 0;
    cache.properties[place] = kind ?? AccessProperty.normal;
  } else if (kind !== undefined && kind !== cache.properties[place]) {
    if (kind === AccessProperty.persisting) yieldOldest(cache, first);
    cache.properties[place] = kind;
  }
  const isHit = (cache.sectors[place]! & bit) !== 0;
  cache.sectors[place] = cache.sectors[place]! | bit;
  cache.used[place] = ++cache.time;
  return isHit;
}

/**
 * Counts every request by the rules, in JavaScript: one `LineCount` for each access that was executed. Reports use it for
 * what is not counted in WebAssembly (`counters.ts`: local memory, constants), tests to hold both against each other.
 */
import { constantRequests } from "../../analyzer/hardware/constant";
import { activeLanes, firstLane } from "../../analyzer/hardware/lanes";
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import {
  IMAGE_GROUP,
  imageTextureRequests,
  LINEAR_GROUP,
  linearTextureRequests,
} from "../../analyzer/hardware/textures";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import { clusterPlace } from "../memory/clusters";
import { Window } from "../memory/layout";
import { type Arithmetic, type LineCount, noArithmetic, type Observer } from "../model";
import { calleeName } from "../plan/calls";
import { countShared, sharedForm } from "./banks";
import { countGlobal, countLocal, distinctBytes } from "./coalescing";
import { Contention } from "./contention";

/** An observer that is also notified of the sectors of a texture fetch, lane by lane, after the request. */
export interface TrafficObserver extends Required<Pick<Observer, "access">> {
  readonly fetched: (sectors: readonly number[] | undefined) => void;
  /** The counts of an access so far, for who knows what its requests add. */
  readonly lineOf: (access: MemoryAccess, space: Space) => LineCount;
  /** Operations of mathematical functions that their arguments decide, so far. */
  readonly arithmetic: Arithmetic;
}

/** An observer that counts requests, and its counts. */
export interface Traffic {
  readonly observer: TrafficObserver;
  /** In program order, once `settle` has been called. */
  readonly lines: LineCount[];
  /** Counts what was kept until more would be known of it. */
  settle(): void;
  /** Whether lanes have contended for an address with loops of compare-and-swap, so that figures are modelled. */
  isContended(): boolean;
}

const spaces: Readonly<Record<number, Space>> = {
  [Window.global]: "global",
  [Window.shared]: "shared",
  [Window.local]: "local",
  [Window.constant]: "constant",
};

/** Where a request really went: what the compiler proved, else what the first active lane's address says. */
export function spaceOfRequest(access: MemoryAccess, mask: number, addresses: BigUint64Array): Space {
  if (access.space !== "generic") return access.space;
  return spaces[Number(addresses[firstLane(mask)]! >> 32n)] ?? "generic";
}

/** A line of which nothing has been counted yet. */
export function emptyLine(access: MemoryAccess, space: Space): LineCount {
  const memory = { sectors: 0, sectorsIdeal: 0, tags: 0, wavefronts: 0, wavefrontsIdeal: 0 };
  return { access, space, requests: 0, ...memory, lanes: 0, bytes: 0 };
}

/** The lanes that an access issues: of an atomic that is combined over the warp first, one remains. */
export function issuedLanes(access: MemoryAccess, mask: number): number {
  return access.atomic?.aggregated ? mask & -mask : mask;
}

/** Adds one request to the line of its space; `mask` is what `issuedLanes` says. */
export function addRequest(line: LineCount, mask: number, addresses: BigUint64Array): void {
  if (line.space === "global") countGlobal(line, mask, addresses);
  else if (line.space === "local") countLocal(line, mask, addresses);
  else if (line.space === "shared") countShared(line, mask, addresses);
  else {
    line.requests++;
    line.lanes += activeLanes(mask);
    if (line.space === "constant") countConstant(line, mask, addresses);
    // What goes to another block of the cluster counts nothing but its bytes.
    if (line.space === "generic") line.bytes += distinctBytes(mask, addresses, line.access.width);
    if (line.space === "texture") line.tags += textureRequests(line.access, mask);
  }
}

const offsets = new Uint32Array(32);

let halved: { readonly of: BigUint64Array; readonly halves: Uint32Array } | undefined;

/** Addresses in halves, the lower first: numbers of 64 bits are slow to read one by one. */
function halvesOf(addresses: BigUint64Array): Uint32Array {
  // Memory that has grown leaves views without a length.
  if (halved?.of !== addresses || halved.halves.length === 0)
    halved = { of: addresses, halves: new Uint32Array(addresses.buffer, addresses.byteOffset, 64) };
  return halved.halves;
}

/** Constant memory gives one address after the other: wavefronts are the requests to its cache. */
function countConstant(line: LineCount, mask: number, addresses: BigUint64Array): void {
  const { width } = line.access;
  const halves = halvesOf(addresses);
  for (let lane = 0; lane < 32; lane++) offsets[lane] = halves[2 * lane]!;
  line.wavefronts += constantRequests(offsets, mask, width);
  // All lanes at one address.
  line.wavefrontsIdeal += constantRequests(offsets, mask & -mask, width);
}

/** Sectors of texture fetches: distinct ones within the lanes that the texture unit serves at a time. */
class FetchedSectors {
  #line: LineCount | undefined;
  #rest = 0;
  #group = -1;
  readonly #seen = new Set<number>();

  /** The lanes of a request follow in ascending order. */
  begin(line: LineCount, mask: number): void {
    this.#line = line;
    this.#rest = mask;
    this.#group = -1;
  }

  add(sectors: readonly number[] | undefined): void {
    const line = this.#line!;
    const group = Math.floor(firstLane(this.#rest) / servedLanes(line.access));
    this.#rest &= this.#rest - 1;
    if (group !== this.#group) this.#seen.clear();
    this.#group = group;
    if (!sectors) line.isPartial = true;
    for (const sector of sectors ?? []) {
      if (this.#seen.has(sector)) continue;
      this.#seen.add(sector);
      line.bytes += SECTOR_BYTES;
    }
  }
}

const isLinearFetch = ({ leader }: MemoryAccess): boolean => (calleeName(leader) ?? "").startsWith("__wl_tex_1dfetch_");

const servedLanes = (access: MemoryAccess): number => (isLinearFetch(access) ? LINEAR_GROUP : IMAGE_GROUP);

/** Requests to the texture unit; surfaces are served elsewhere. */
function textureRequests(access: MemoryAccess, mask: number): number {
  if (!calleeName(access.leader)?.startsWith("__wl_tex_")) return 0;
  return isLinearFetch(access) ? linearTextureRequests(mask) : imageTextureRequests(mask);
}

/**
 * The lanes whose address names a block of the cluster, and the running block (`rank`) at that: for them such an address is
 * one in shared memory like any other. Reference: `test/hardware/language/counters/clusters.json`, the `own` and `mixed`
 * kernels, measured on an H200 (CUDA 13.0).
 */
function lanesAtHome(mask: number, addresses: BigUint64Array, rank: number): number {
  let home = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    const address = addresses[lane]!;
    if (Number(address >> 32n) !== Window.cluster) continue;
    if (clusterPlace(Number(address & 0xffff_ffffn)).rank === rank) home |= 1 << lane;
  }
  return home;
}

/** Counts the accesses of which it is notified; `rank` says which block of its cluster the running one is. */
export function countTraffic(rank: () => number = () => 0): Traffic {
  const lines: LineCount[] = [];
  const bySpace = new Map<Space, Map<MemoryAccess, LineCount>>();
  const lineOf = (access: MemoryAccess, space: Space): LineCount => {
    const byAccess = bySpace.get(space) ?? new Map<MemoryAccess, LineCount>();
    bySpace.set(space, byAccess);
    const known = byAccess.get(access);
    if (known) return known;
    const line = emptyLine(access, space);
    byAccess.set(access, line);
    const at = lines.findIndex((other) => other.access.id > access.id);
    lines.splice(at < 0 ? lines.length : at, 0, line);
    return line;
  };
  const fetches = new FetchedSectors();
  const contention = new Contention();
  const observer: TrafficObserver = {
    access: (access, mask, addresses, warp) => {
      const space = spaceOfRequest(access, mask, addresses);
      const issued = issuedLanes(access, mask);
      const home = space === "generic" ? lanesAtHome(issued, addresses, rank()) : 0;
      if (home !== 0) addRequest(lineOf(access, "shared"), home, addresses);
      if (issued === home) return;
      const line = lineOf(access, space);
      const before = line.requests;
      addRequest(line, issued & ~home, addresses);
      if (space === "shared" && sharedForm(access) === "cas-loop")
        contention.note(line, line.requests - before, { mask: issued & ~home, addresses }, warp);
      if (access.isLibrary) line.sectorsIdeal = line.sectors;
      if (line.space === "texture") fetches.begin(line, mask);
    },
    fetched: (sectors) => fetches.add(sectors),
    lineOf,
    arithmetic: noArithmetic(),
  };
  return { observer, lines, settle: () => contention.settle(), isContended: () => contention.isSeen };
}

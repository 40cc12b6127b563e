/** Where accesses of a checked run lead: bytes of the shared memory of a block, words, the device's heap. */
import type { MemoryAccess } from "../../analyzer/lower/model";
import { clusterPlace, MOST_BLOCKS, namesBlock } from "../memory/clusters";
import { MemoryMap } from "../memory/layout";
import type { AccessFault, LaunchContext } from "../model";
import type { CheckedBlock } from "./blocks";
import type { SharedMemory } from "./copies";
import type { Traits } from "./traits";

/** Locations of shared memory among those of global memory: by block of the grid, above what 32 bits reach. */
const SHARED_LOCATIONS = 2 ** 32;
const SHARED_STRIDE = 2 ** 18;

/** Where a lane's access leads: a word's page, and what it is called. */
export interface Target {
  readonly memory: SharedMemory;
  /** Rank in the cluster of the block whose shared memory it is, and the cluster's number. */
  readonly rank: number;
  readonly cluster: number;
  readonly byte: number;
}

/** What is wrong with an access to the device's heap at a place where no block of it is. */
export function heapFault(
  { access: { leader: instruction }, writes }: Traits,
  { heap }: LaunchContext,
  at: number,
  lane: number,
): AccessFault {
  const verb = writes ? "writes" : "reads";
  const freed = heap.freedAround(at);
  if (freed) {
    const message = `${verb} byte ${at - freed.start} of ${freed.size} bytes of the device's heap that have been freed`;
    return { rule: "use-after-free", message, instruction, lane };
  }
  const near = heap.nearest(at);
  const distance =
    near &&
    (at < near.start ? `${near.start - at} bytes before` : `${at - near.start - near.size} bytes past the end of`);
  const where = near ? `${distance} a block of ${near.size} bytes` : "where no block is";
  return { rule: "out-of-bounds", message: `${verb} the device's heap ${where}`, instruction, lane };
}

/** A number for a location of shared memory, apart from all addresses of global memory. */
export const locationOf = ({ cluster, rank, byte }: Target): number =>
  SHARED_LOCATIONS + (cluster * MOST_BLOCKS + rank) * SHARED_STRIDE + byte;

/** Where the lower half of an address leads, in the block's own shared memory or another's of its cluster. */
export function sharedAt({ cluster, rank: own }: CheckedBlock, low: number): Target | undefined {
  const { rank, byte } = namesBlock(low) ? clusterPlace(low) : { rank: own, byte: low - MemoryMap.shared };
  const memory = cluster.memories[rank];
  return memory && { memory, rank, cluster: cluster.index, byte };
}

/** Which bytes of the word at a place an access touches, as bits. */
export function bytesIn(word: number, from: number, width: number): number {
  const first = from > word ? from - word : 0;
  const last = from + width < word + 4 ? from + width - word : 4;
  return ((1 << last) - 1) & ~((1 << first) - 1);
}

/** Has any thread written any byte of an access? */
export function hasWritten(written: Uint8Array, from: number, width: number): boolean {
  for (let at = from - (from & 3); at < from + width; at += 4)
    if (written[at >>> 2]! & bytesIn(at, from, width)) return true;
  return false;
}

/** Does the access name the space of the cluster's shared memory? */
export function isInCluster({ pointer }: MemoryAccess): boolean {
  return pointer.type.kind === "pointer" && pointer.type.space === 7;
}

/**
 * Shared memory of the blocks of a cluster, and addresses that lead to it. The running block has its own at `Place.shared`;
 * the others' lies by rank at `Place.cluster`. An address that names a block has `Window.cluster` above it, and below it
 * `BASE`, the rank in steps of `STRIDE` and what the address would be in that block. Reference: PTX ISA, "mapa" and
 * "getctarank"; CUDA C++ Programming Guide, "Distributed Shared Memory".
 */
import { Cell, deviceAddress, MemoryMap, Window } from "./layout";

/** Where addresses begin that name a block, in their lower 32 bits. */
export const CLUSTER_BASE = 0x4000_0000;

/** Bytes between the addresses of one variable in neighbouring blocks, as a shift. */
export const RANK_SHIFT = 24;

/** The highest rank that an address can name; higher ones become this, and no cluster is as large. */
export const HIGHEST_RANK = 127;

/** The most blocks that a cluster has anywhere. Reference: NVIDIA Hopper Tuning Guide, "Thread Block Clusters". */
export const MOST_BLOCKS = 16;

/** Bytes that each block of a cluster has at `Place.cluster`: 227 KiB is the most that any device allows. */
const AREA_BYTES = 256 * 1024;

/** Where the shared memory of a block of the running cluster is while another block runs. */
export function clusterArea(rank: number): number {
  return MemoryMap.cluster + rank * AREA_BYTES;
}

/** Does this lower half of an address name a block of the cluster? */
export function namesBlock(offset: number): boolean {
  return offset >= CLUSTER_BASE && offset - CLUSTER_BASE < (HIGHEST_RANK + 1) * 2 ** RANK_SHIFT;
}

/** The rank that an address names, and the place of its byte from the start of shared memory. */
export function clusterPlace(offset: number): { readonly rank: number; readonly byte: number } {
  const inside = offset - CLUSTER_BASE;
  const rank = inside >>> RANK_SHIFT;
  return { rank, byte: inside - rank * 2 ** RANK_SHIFT - MemoryMap.shared };
}

/** The byte of its block's shared memory that the lower half of an address leads to. */
export function sharedByte(low: number): number {
  return namesBlock(low) ? clusterPlace(low).byte : low - MemoryMap.shared;
}

/** The address of the same byte of shared memory in the block of a rank. */
export function rankAddress(address: bigint, rank: number): bigint {
  const low = Number(address & 0xffff_ffffn);
  const byte = namesBlock(low) ? (low - CLUSTER_BASE) % 2 ** RANK_SHIFT : low;
  return deviceAddress(Window.cluster, CLUSTER_BASE + rank * 2 ** RANK_SHIFT + byte);
}

/** Which block of its cluster the running one is; 0 in a launch without clusters. */
export function runningRank(view: DataView): number {
  return view.getUint32(MemoryMap.cells + Cell.clusterRank, true);
}

/**
 * The place in linear memory of `width` bytes that an address of another block names, or what is wrong with it. A block
 * that is over takes its shared memory along.
 */
export function locateInCluster(view: DataView, offset: number, width: number): number | string {
  const cell = (at: number) => view.getUint32(MemoryMap.cells + at, true);
  const { rank, byte } = clusterPlace(offset);
  const blocks = cell(Cell.clusterSize);
  const named = rank === HIGHEST_RANK ? `${HIGHEST_RANK} or above` : `${rank}`;
  if (rank >= blocks) {
    const has = blocks === 1 ? "has only one" : `has ${blocks}, from 0 to ${blocks - 1}`;
    return `shared memory of the block with rank ${named} of its cluster, which ${has}`;
  }
  const size = cell(Cell.sharedEnd) - MemoryMap.shared;
  if (byte < 0 || byte + width > size)
    return `byte ${byte} of the shared memory of the block with rank ${rank} of its cluster, which has ${size}`;
  if (rank === runningRank(view)) return MemoryMap.shared + byte;
  if ((cell(Cell.clusterEnded) >>> rank) & 1)
    return `shared memory of the block with rank ${rank} of its cluster, which has ended without waiting for the others`;
  return clusterArea(rank) + byte;
}

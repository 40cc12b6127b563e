/**
 * Sectors of bulk copies, which a unit of their own moves piece by piece.
 *
 * Reference: `test/hardware/language/bulkSectors.cu`, `tensorMaps.cu` and `tilesOfClusters.cu`, measured on an H200 (CUDA 13.0,
 * 2026-11-28); 943 ranges and tiles of random shapes and positions on the same device followed these rules without an exception.
 */
import { SECTOR_BYTES } from "./model";

/** A piece ends where it would reach a multiple of this in shared memory, or at its other end. */
export const PIECE_BYTES = 128;

/** Bytes of which the size and both addresses of a bulk copy are multiples. Reference: PTX ISA, "cp.async.bulk". */
export const BULK_UNIT = 16;

/** A range of bytes between a block's shared memory and another memory; of both ends only the offset within 128 bytes matters. */
export interface BulkRange {
  /** In the block's own shared memory. */
  readonly shared: number;
  /** In global memory, or in the shared memory of another block. */
  readonly other: number;
  readonly bytes: number;
}

/** Sectors that bytes from an offset on lie in. */
function sectorsIn(start: number, bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((start + bytes - 1) / SECTOR_BYTES) - Math.floor(start / SECTOR_BYTES) + 1;
}

/** What the pieces of a range cost together, each by where it begins at its other end, and its bytes. */
function overPieces({ shared, other, bytes }: BulkRange, costOf: (start: number, bytes: number) => number): number {
  let sum = 0;
  for (let at = 0; at < bytes; ) {
    const left = (start: number) => PIECE_BYTES - ((start + at) % PIECE_BYTES);
    const piece = Math.min(bytes - at, left(shared), left(other));
    sum += costOf(other + at, piece);
    at += piece;
  }
  return sum;
}

/** Sectors between global memory and the shared memory of a block: of loads, stores and reductions alike. */
export const bulkSectors = (range: BulkRange): number => overPieces(range, sectorsIn);

/** The minimum sectors of a piece that is multicast, and of one whose bytes are partly filled in. */
const MIN_MULTICAST_SECTORS = 2;
const MIN_FILLED_SECTORS = 3;

/**
 * Sectors of a load that several blocks of a cluster get, for each of them. `endsFilled`: the last bytes of the range are filled
 * in, as the tensor ends within their unit of 16 bytes.
 */
export function multicastSectors(range: BulkRange, endsFilled = false): number {
  const end = range.other + range.bytes;
  return overPieces(range, (start, bytes) =>
    Math.max(endsFilled && start + bytes === end ? MIN_FILLED_SECTORS : MIN_MULTICAST_SECTORS, sectorsIn(start, bytes)),
  );
}

/** Sectors of a copy to the shared memory of another block: a piece that is one whole sector counts two. */
export const clusterStoreSectors = (range: BulkRange): number =>
  overPieces(range, (start, bytes) => (bytes === SECTOR_BYTES ? 2 : sectorsIn(start, bytes)));

/** Sectors of what a load fills in outside of a tensor: those of shared memory that it lies in. */
export const filledSectors = (shared: number, bytes: number): number => sectorsIn(shared, bytes);

/** The same where several blocks get it, for each of them. */
export const multicastFilledSectors = (shared: number, bytes: number): number =>
  overPieces({ shared, other: shared, bytes }, (start, piece) => Math.max(MIN_FILLED_SECTORS, sectorsIn(start, piece)));

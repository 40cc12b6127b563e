/** The counting rules for 64-bit device addresses, 32 of them in a `BigUint64Array`. */
import { type SharedAtomic, sharedAtomicWavefronts } from "./atomics";
import { type CasLoopCost, type CasRequest, casLoop } from "./casLoop";
import { firstLane } from "./lanes";
import { LINE_BYTES, SECTOR_BYTES } from "./model";
import { globalSectors, globalTags } from "./sectors";
import { type Direction, matrixWavefronts, sharedWavefronts } from "./wavefronts";

/** Bytes of the addresses' lower halves; a line never crosses from one upper half into the next. */
const HALF = 0x1_0000_0000;
/** Upper halves may differ by this much before differences of addresses leave the integers that doubles carry. */
const NEAR = 1 << 20;

const relative = new Float64Array(32);
const shared = new Uint32Array(32);

let viewed: BigUint64Array | undefined;
let halves: Uint32Array = new Uint32Array(64);

/** Sets the view of the addresses' lower and upper halves (little endian), which later calls with the same array reuse. */
function setView(addresses: BigUint64Array): void {
  if (viewed === addresses) return;
  viewed = addresses;
  halves = new Uint32Array(addresses.buffer, addresses.byteOffset, 64);
}

/**
 * Writes addresses as offsets from the line of the first active lane; false where they are too far apart for doubles,
 * which only happens between address spaces.
 */
function offsetsOf(addresses: BigUint64Array, mask: number): boolean {
  setView(addresses);
  const first = firstLane(mask);
  const low = halves[2 * first]! & ~(LINE_BYTES - 1);
  const high = halves[2 * first + 1]!;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    const distance = halves[2 * lane + 1]! - high;
    if (distance > NEAR || distance < -NEAR) return false;
    // Offsets are kept positive by starting NEAR upper halves below the first lane.
    relative[lane] = (distance + NEAR) * HALF + halves[2 * lane]! - (low >>> 0) + HALF;
  }
  return true;
}

function distinctFar(addresses: BigUint64Array, mask: number, unit: number): number {
  const seen = new Set<bigint>();
  for (let rest = mask; rest !== 0; rest &= rest - 1) seen.add(addresses[firstLane(rest)]! / BigInt(unit));
  return seen.size;
}

/** Distinct 32-byte sectors of a global request. */
export function warpSectors(addresses: BigUint64Array, mask: number): number {
  if (mask === 0) return 0;
  return offsetsOf(addresses, mask) ? globalSectors(relative, mask) : distinctFar(addresses, mask, SECTOR_BYTES);
}

/** Distinct 128-byte lines of a global request. */
export function warpTags(addresses: BigUint64Array, mask: number): number {
  if (mask === 0) return 0;
  return offsetsOf(addresses, mask) ? globalTags(relative, mask) : distinctFar(addresses, mask, LINE_BYTES);
}

/** The lower 32 bits of the addresses, which are the offsets into shared memory. */
function sharedOffsets(addresses: BigUint64Array, mask: number): Uint32Array {
  setView(addresses);
  for (let rest = mask | 0; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    shared[lane] = halves[2 * lane]!;
  }
  return shared;
}

/** Wavefronts of a shared request. */
export function warpWavefronts(addresses: BigUint64Array, mask: number, width: number, direction: Direction): number {
  return sharedWavefronts(sharedOffsets(addresses, mask), mask, width, direction);
}

/** Wavefronts of a matrix load or store, in which all lanes take part. */
export function warpMatrixWavefronts(addresses: BigUint64Array, matrices: number): number {
  return matrixWavefronts(sharedOffsets(addresses, -1), matrices);
}

/** Wavefronts of a shared atomic by its kind. */
export function warpAtomicWavefronts(
  kind: SharedAtomic,
  addresses: BigUint64Array,
  mask: number,
  width: number,
): number {
  return sharedAtomicWavefronts(kind, sharedOffsets(addresses, mask), mask, width);
}

/** A request to such an atomic in shared memory, to be kept: what is derived from addresses here is overwritten. */
export function casRequest(addresses: BigUint64Array, mask: number): CasRequest {
  return { offsets: sharedOffsets(addresses, mask).slice(), mask };
}

/** The cost of a compare-and-swap loop in shared memory. */
export function warpCasLoop(addresses: BigUint64Array, mask: number, width: number): CasLoopCost {
  return casLoop(sharedOffsets(addresses, mask), mask, width);
}

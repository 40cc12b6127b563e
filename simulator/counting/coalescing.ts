/** Sectors and lines of requests to global and local memory. */
import { worstBank } from "../../analyzer/hardware/banks";
import { activeLanes, distinctUnits } from "../../analyzer/hardware/lanes";
import { idealLocalSectors, localSectors, localTags } from "../../analyzer/hardware/local";
import { BANK_BYTES } from "../../analyzer/hardware/model";
import { idealSectors } from "../../analyzer/hardware/sectors";
import { warpSectors, warpTags } from "../../analyzer/hardware/warp";
import type { LineCount } from "../model";

const lower = new Uint32Array(32);

/** Bytes that the lanes of one request ask for: the same bytes count once ("data bytes" of docs/counters.md). */
export function distinctBytes(mask: number, addresses: BigUint64Array, width: number): number {
  for (let lane = 0; lane < 32; lane++) lower[lane] = Number(addresses[lane]! & 0xffff_ffffn);
  return distinctUnits(lower, mask, width) * width;
}

/** Adds one request to global memory. */
export function countGlobal(line: LineCount, mask: number, addresses: BigUint64Array): void {
  const sectors = warpSectors(addresses, mask);
  line.requests++;
  line.sectors += sectors;
  line.sectorsIdeal += idealSectors(sectors, mask, line.access.width);
  line.tags += warpTags(addresses, mask);
  line.lanes += activeLanes(mask);
  line.bytes += distinctBytes(mask, addresses, line.access.width);
  // `distinctBytes` has left the lower halves. Lanes access as many words from the first one on, so that banks of these decide.
  if (line.access.op === "load") line.dataWavefronts = (line.dataWavefronts ?? 0) + worstBank(lower, mask, BANK_BYTES);
}

const offsets = new Uint32Array(32);

/** Adds one request to local memory; the lower halves of the addresses are offsets into each thread's own. */
export function countLocal(line: LineCount, mask: number, addresses: BigUint64Array): void {
  const { width } = line.access;
  for (let lane = 0; lane < 32; lane++) offsets[lane] = Number(addresses[lane]! & 0xffff_ffffn);
  const sectors = localSectors(offsets, mask, width);
  line.requests++;
  line.sectors += sectors;
  line.sectorsIdeal += idealLocalSectors(sectors, mask, width);
  line.tags += localTags(offsets, mask, width);
  line.lanes += activeLanes(mask);
  // Equal offsets count once, although every thread has memory of its own there (`localDynamic` of the recordings).
  line.bytes += distinctUnits(offsets, mask, width) * width;
}

/** Wavefronts of requests to shared memory. */
import { activeLanes } from "../../analyzer/hardware/lanes";
import { warpWavefronts } from "../../analyzer/hardware/warp";
import { type Direction, idealWavefronts } from "../../analyzer/hardware/wavefronts";
import type { LineCount } from "../model";
import { distinctBytes } from "./coalescing";

/** Adds one request to shared memory. Linear memory puts shared memory on a multiple of 128, so that banks are right. */
export function countShared(line: LineCount, mask: number, addresses: BigUint64Array, direction: Direction): void {
  const { width } = line.access;
  const wavefronts = warpWavefronts(addresses, mask, width, direction);
  line.requests++;
  line.wavefronts += wavefronts;
  line.wavefrontsIdeal += idealWavefronts(wavefronts, width);
  line.lanes += activeLanes(mask);
  line.bytes += distinctBytes(mask, addresses, width);
}

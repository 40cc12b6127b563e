/**
 * Constant memory: a warp's `LDC` is served one address at a time.
 *
 * Reference: CUDA C++ Best Practices Guide, "Constant Memory"; `LDC idc__requests` of `test/hardware/sweep/sweep.json`,
 * 130 of 130 (that kernel's two indexed loads, plus two requests for its parameters).
 */
import { distinctUnits, type WarpOffsets } from "./lanes";
import { BANK_BYTES } from "./model";

/** Requests to the constant cache: distinct words over the active lanes. */
export function constantRequests(offsets: WarpOffsets, mask: number): number {
  return distinctUnits(offsets, mask, BANK_BYTES);
}

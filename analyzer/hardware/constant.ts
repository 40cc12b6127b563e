/**
 * Constant memory: a warp's `LDC` is served one address at a time.
 *
 * Reference: CUDA C++ Best Practices Guide, "Constant Memory"; `LDC idc__requests` of `test/hardware/sweep/sweep.json`,
 * 130 of 130 (that kernel's two indexed loads, plus two requests for its parameters).
 */
import { distinctUnits, type WarpOffsets } from "./lanes";
import { BANK_BYTES } from "./model";

/**
 * Requests to the constant cache: distinct elements over the active lanes, of 4 or 8 bytes alike; 16 bytes are two loads
 * of 8. Reference: `LDC_32`, `LDC_64` and `LDC_128` of `test/hardware/sweep2/sweep2.json`, 24 of 24 each.
 */
export function constantRequests(offsets: WarpOffsets, mask: number, width: number = BANK_BYTES): number {
  if (width === 16) return 2 * distinctUnits(offsets, mask, width);
  return distinctUnits(offsets, mask, Math.max(width, BANK_BYTES));
}

/**
 * Addresses of the host program: 64 bits, the upper half names the kind of memory, the lower half is the place in the
 * linear memory that host and device share. So every access knows what kind of memory it touches.
 */

import { Window } from "../../memory/layout";

/**
 * Upper halves. Pinned and managed memory, which both sides reach, has the device's own: one address serves both, and the
 * host asks the runtime when it sees such an address.
 */
export const HostWindow = {
  /** Stack, globals, `malloc`, `new`. */
  pageable: 0x7e00,
  /** Code: the lower half is an index into the table of functions. */
  function: 0x7e03,
  /** Functions that the program finds by their names while it runs: the lower half is the number of the name. */
  named: 0x7e04,
} as const;

/**
 * What a pointer of the program is that nothing has been assigned to: an address of no memory, far from the ends of its window, so
 * that elements around it are known by it, too.
 */
export const UNASSIGNED = (BigInt(Window.unassigned) << 32n) | 0x8000_0000n;

/** `address >> HOST_SHIFT` is `HOST_TAG` for memory that is the host's alone. */
export const HOST_SHIFT = 32n;
/** The upper half of the addresses of ordinary host memory. */
export const HOST_TAG = BigInt(HostWindow.pageable);

/** The address of a place in linear memory, by the window that names its kind. */
export function hostAddress(window: number, offset: number): bigint {
  return (BigInt(window) << 32n) | BigInt(offset >>> 0);
}

/** The window of an address: one of `HostWindow`, one of the device's, or anything for a wild one. */
export function windowOf(address: bigint): number {
  return Number(BigInt.asUintN(64, address) >> 32n);
}

/** The place in linear memory. */
export function offsetOf(address: bigint): number {
  return Number(address & 0xffff_ffffn);
}

/** A `size_t` of the program as a number: what it meant to be negative is very large. */
export function unsigned(value: bigint): number {
  return Number(BigInt.asUintN(64, value));
}

/** A range of memory that both sides reach. */
export interface MemoryRange {
  readonly start: bigint;
  readonly size: number;
}

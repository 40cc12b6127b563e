/**
 * Addresses of the host program: 64 bits, the upper half names the kind of memory, the lower half is the place in the
 * linear memory that host and device share. So every access knows what kind of memory it touches.
 */

/** Upper halves. The four host kinds lie side by side, so that one shift tells host memory from everything else. */
export const HostWindow = {
  /** Stack, globals, `malloc`, `new`. */
  pageable: 0x7e00,
  /** `cudaMallocHost`, `cudaHostAlloc`, registered memory. */
  pinned: 0x7e01,
  /** `cudaMallocManaged`, `__managed__`. */
  managed: 0x7e02,
  /** Code: the lower half is an index into the table of functions. */
  function: 0x7e03,
} as const;

/** `address >> HOST_SHIFT` is `HOST_TAG` for host memory of every kind. */
export const HOST_SHIFT = 34n;
export const HOST_TAG = BigInt(HostWindow.pageable >>> 2);

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

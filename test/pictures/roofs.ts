/** Ceilings of a device, for launches that tests make up. */
export const roofs = {
  single_per_second: 64e12,
  double_per_second: 32e12,
  device_bytes_per_second: 4e12,
  l2_bytes_per_second: 8e12,
} as const;

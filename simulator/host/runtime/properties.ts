/**
 * `cudaDeviceProp` and device attributes of the chosen architecture. Offsets follow our own `driver_types.h`, which the
 * program was compiled with. What the architecture data does not know is what an H200 answered, or 0.
 */
import type { Architecture } from "../../../analyzer/hardware/model";
import type { HostLibrary } from "../machine";
import { CudaError, calls } from "./errors";

type Field = readonly [bytes: 4 | 8, value: number];

const int = (value: number): Field => [4, value];
const long = (value: number): Field => [8, value];
const ints = (...values: number[]): Field[] => values.map(int);

/** Members from `totalGlobalMem` on, in order; earlier ones are the name and identifiers. */
function members(device: Architecture): Field[] {
  const [major, minor] = device.computeCapability;
  return [
    long(device.globalBytes),
    long(device.sharedPerBlock),
    ...ints(65536, 32),
    long(2 ** 31 - 1),
    ...ints(device.maxThreadsPerBlock, ...device.maxBlock, ...device.maxGrid, 1_980_000),
    long(65536),
    ...ints(major, minor),
    long(512),
    long(32),
    ...ints(1, device.multiprocessors, 0, 0, 1, 0),
    // Texture and surface limits.
    ...ints(131072, 32768, 268435456, 131072, 65536, 32768, 32768, 131072, 65000, 2097120, 32768, 32768),
    ...ints(16384, 16384, 16384, 8192, 8192, 32768, 32768, 32768, 2048, 32768, 32768, 2048, 32768, 2046),
    ...ints(32768, 131072, 65536, 16384, 16384, 16384, 32768, 2048, 32768, 32768, 2048, 32768, 32768, 2046),
    long(512),
    ...ints(1, 1, 0, 0, 0, 0, 3, 1, 3_201_000, 6144, device.l2Bytes, Math.floor((device.l2Bytes * 5) / 8)),
    ...ints(device.maxThreadsPerMultiprocessor, 1, 1, 1),
    long(device.sharedPerMultiprocessor),
    ...ints(device.registersPerMultiprocessor, 1, 0, 0, 0, 2, 1, 1, 1, 1, 1, 1),
    long(device.sharedPerBlockOptIn),
    ...ints(0, 0, device.maxBlocksPerMultiprocessor, 134217728),
    long(device.sharedReservedPerBlock),
  ];
}

/** Attributes by their number in `cudaDeviceAttr`. */
function attributes(device: Architecture): Readonly<Record<number, number>> {
  const [major, minor] = device.computeCapability;
  return {
    1: device.maxThreadsPerBlock,
    2: device.maxBlock[0],
    3: device.maxBlock[1],
    4: device.maxBlock[2],
    5: device.maxGrid[0],
    6: device.maxGrid[1],
    7: device.maxGrid[2],
    8: device.sharedPerBlock,
    9: 65536,
    10: 32,
    12: 65536,
    15: 1,
    16: device.multiprocessors,
    19: 1,
    31: 1,
    38: device.l2Bytes,
    39: device.maxThreadsPerMultiprocessor,
    40: 3,
    41: 1,
    75: major,
    76: minor,
    81: device.sharedPerMultiprocessor,
    82: device.registersPerMultiprocessor,
    83: 1,
    89: 1,
    95: 1,
    97: device.sharedPerBlockOptIn,
    106: device.maxBlocksPerMultiprocessor,
    108: Math.floor((device.l2Bytes * 5) / 8),
    109: 134217728,
    111: device.sharedReservedPerBlock,
  };
}

const IDENTIFIER_BYTES = 256 + 16 + 8 + 4;
const RESERVED_BYTES = 512;

export const properties: HostLibrary = calls({
  cudaGetDeviceProperties(machine, at: bigint, ordinal: number) {
    if (ordinal !== 0) return CudaError.InvalidDevice;
    const start = machine.at(at, IDENTIFIER_BYTES + RESERVED_BYTES);
    machine.bytes.fill(0, start, start + IDENTIFIER_BYTES);
    machine.writeText(at, `NVIDIA ${machine.device.product} (simulated)`);
    let offset = IDENTIFIER_BYTES;
    for (const [bytes, value] of members(machine.device)) {
      offset = Math.ceil(offset / bytes) * bytes;
      if (bytes === 4) machine.setInt(at + BigInt(offset), value);
      else machine.setLong(at + BigInt(offset), BigInt(value));
      offset += bytes;
    }
    return CudaError.Success;
  },
  cudaDeviceGetAttribute(machine, result: bigint, attribute: number, ordinal: number) {
    if (ordinal !== 0) return CudaError.InvalidDevice;
    const value = attributes(machine.device)[attribute];
    if (value === undefined) return CudaError.InvalidValue;
    machine.setInt(result, value);
    return CudaError.Success;
  },
  cudaDriverGetVersion(machine, result: bigint) {
    machine.setInt(result, 13000);
    return CudaError.Success;
  },
  cudaRuntimeGetVersion(machine, result: bigint) {
    machine.setInt(result, 13000);
    return CudaError.Success;
  },
});

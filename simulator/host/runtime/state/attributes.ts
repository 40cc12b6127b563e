/**
 * Device attributes by their number in `cudaDeviceAttr`: what an H200 answers (CUDA 13, recorded 2026-11-21 by
 * `test/host/programs/a25_every_attribute.cu`), with what depends on the architecture and the ordinal put in its place.
 */
import { persistingL2Bytes } from "../../../../analyzer/hardware/architectures";
import type { Architecture } from "../../../../analyzer/hardware/model";

/** Values of the attributes 1, 2, … of an H200. */
const H200: readonly number[] = [
  1024, 1024, 1024, 64, 2147483647, 65535, 65535, 49152, 65536, 32, 2147483647, 65536, 1980000, 512, 1, 132, 0, 0, 1, 0,
  131072, 131072, 65536, 16384, 16384, 16384, 32768, 32768, 2048, 512, 1, 1, 0, 6, 0, 3201000, 6016, 62914560, 2048, 3,
  1, 32768, 2048, 1, 32768, 32768, 8192, 8192, 32768, 0, 32, 32768, 32768, 2046, 32768, 131072, 65536, 16384, 16384,
  16384, 32768, 2048, 32768, 32768, 2048, 32768, 32768, 2046, 268435456, 131072, 65000, 2097120, 32768, 32768, 9, 0,
  32768, 1, 1, 1, 233472, 65536, 1, 0, 0, 0, 2, 0, 1, 1, 1, 0, 0, 0, 1, 1, 232448, 0, 1, 0, 0, 1, 1, 0, 0, 32, 1,
  39321600, 134217728, 1, 1024, 1, 1, 1, 1, 1, 1, 100, 9, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 0, -1, 1, 0, 0, 0, 0, 0, 0,
  590680286, 415174878, 1, 1, 0, 1, 1,
];

interface Product {
  /** Kilohertz of the multiprocessors at their highest, and of the memory. */
  readonly clock: number;
  readonly memoryClock: number;
  /** Bits of the memory's bus. */
  readonly bus: number;
}

/**
 * What depends on the product. Clocks and buses from the white papers named in `analyzer/hardware/architectures.ts`, the
 * H200's recorded; 0 where none is published.
 */
const products: Readonly<Record<string, Product>> = {
  sm_70: { clock: 1_530_000, memoryClock: 877_000, bus: 4096 },
  sm_75: { clock: 1_590_000, memoryClock: 5_001_000, bus: 256 },
  sm_80: { clock: 1_410_000, memoryClock: 1_215_000, bus: 5120 },
  sm_86: { clock: 1_695_000, memoryClock: 9_751_000, bus: 384 },
  sm_89: { clock: 2_520_000, memoryClock: 10_501_000, bus: 384 },
  sm_90: { clock: 1_980_000, memoryClock: 3_201_000, bus: 6016 },
  sm_100: { clock: 0, memoryClock: 0, bus: 8192 },
  sm_120: { clock: 2_407_000, memoryClock: 14_001_000, bus: 512 },
};

const known = new WeakMap<Architecture, Readonly<Record<number, number>>>();

/** The attributes that an architecture decides, by their numbers. */
function ofArchitecture(device: Architecture): Readonly<Record<number, number>> {
  const table = known.get(device) ?? attributesOf(device);
  known.set(device, table);
  return table;
}

function attributesOf(device: Architecture): Readonly<Record<number, number>> {
  const [major, minor] = device.computeCapability;
  const product = products[device.name] ?? { clock: 0, memoryClock: 0, bus: 0 };
  return {
    1: device.maxThreadsPerBlock,
    2: device.maxBlock[0],
    3: device.maxBlock[1],
    4: device.maxBlock[2],
    5: device.maxGrid[0],
    6: device.maxGrid[1],
    7: device.maxGrid[2],
    8: device.sharedPerBlock,
    13: product.clock,
    16: device.multiprocessors,
    36: product.memoryClock,
    37: product.bus,
    38: device.l2Bytes,
    39: device.maxThreadsPerMultiprocessor,
    75: major,
    76: minor,
    81: device.sharedPerMultiprocessor,
    82: device.registersPerMultiprocessor,
    87: device.singleToDouble,
    97: device.sharedPerBlockOptIn,
    106: device.maxBlocksPerMultiprocessor,
    108: major >= 8 ? persistingL2Bytes(device) : 0,
    109: major >= 8 ? H200[108]! : 0,
    111: device.sharedReservedPerBlock,
    // Thread block clusters came with compute capability 9.0.
    120: major >= 9 ? 1 : 0,
  };
}

/** `cudaDevAttrPciBusId` */
const BUS = 33;
const FIRST_BUS = 1;

/** The number of a device's PCI bus. */
export function busOf(ordinal: number): number {
  return FIRST_BUS + ordinal;
}

/** An attribute's value, or undefined for a number that names none. */
export function attributeOf(device: Architecture, ordinal: number, attribute: number): number | undefined {
  if (attribute === BUS) return busOf(ordinal);
  return ofArchitecture(device)[attribute] ?? H200[attribute - 1];
}

/** `cudaDeviceProp` and device attributes of the chosen architecture. Offsets follow our own `driver_types.h`. */
import type { Architecture } from "../../../../analyzer/hardware/model";
import type { HostLibrary } from "../../model/machine";
import { attributeOf } from "../state/attributes";
import { deviceOf } from "../state/devices";
import { CudaError, calls } from "../state/errors";

type Field = readonly [bytes: 4 | 8, value: number];

const int = (value: number): Field => [4, value];
const long = (value: number): Field => [8, value];

/**
 * Members from `totalGlobalMem` on, in the order of our `driver_types.h`, which the program was compiled with; earlier ones
 * are the name and identifiers. A member that an attribute tells is given by the attribute's number.
 */
function members(device: Architecture, ordinal: number): Field[] {
  const ask = (attribute: number) => attributeOf(device, ordinal, attribute)!;
  const asked = (...attributes: number[]) => attributes.map((one) => int(ask(one)));
  return [
    long(device.globalBytes),
    long(device.sharedPerBlock),
    ...asked(12, 10),
    long(ask(11)),
    ...asked(1, 2, 3, 4, 5, 6, 7, 13),
    long(ask(9)),
    ...asked(75, 76),
    long(ask(14)),
    long(ask(51)),
    ...asked(15, 16, 17, 18, 19, 20),
    // Textures: 1D, its mipmaps and linear memory, 2D, mipmaps, linear, gather, 3D, its alternative, cubemap, layered.
    ...asked(21, 77, 69, 22, 23, 73, 74, 70, 71, 72, 45, 46, 24, 25, 26, 47, 48, 49, 52, 42, 43, 27, 28, 29, 53, 54),
    // Surfaces: 1D, 2D, 3D, layered, cubemap.
    ...asked(55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68),
    long(ask(30)),
    ...asked(31, 32, 33, 34, 50, 35, 40, 41, 36, 37, 38, 108, 39, 78, 79, 80),
    long(ask(81)),
    ...asked(82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 95, 96),
    long(ask(97)),
    ...asked(100, 101, 106, 109),
    long(ask(111)),
    ...asked(99, 112, 113, 114, 115, 116, 117, 118, 119, 121, 122, 120, 129),
  ];
}

const IDENTIFIER_BYTES = 256 + 16 + 8 + 4;
const RESERVED_BYTES = 512;

const known = new WeakMap<Architecture, Map<number, Uint8Array>>();

/**
 * Bytes of `cudaDeviceProp` up to its reserved members: the name, identifiers of zeros, and what attributes give. Made once,
 * as programs may ask in a loop.
 */
export function deviceProperties(device: Architecture, ordinal: number): Uint8Array {
  const own = known.get(device) ?? new Map<number, Uint8Array>();
  known.set(device, own);
  const bytes = own.get(ordinal) ?? propertiesOf(device, ordinal);
  own.set(ordinal, bytes);
  return bytes;
}

function propertiesOf(device: Architecture, ordinal: number): Uint8Array {
  const fields = members(device, ordinal);
  const bytes = new Uint8Array(IDENTIFIER_BYTES + fields.length * 8);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(`NVIDIA ${device.product}`));
  let offset = IDENTIFIER_BYTES;
  for (const [size, value] of fields) {
    offset = Math.ceil(offset / size) * size;
    if (size === 4) view.setInt32(offset, value, true);
    else view.setBigInt64(offset, BigInt(value), true);
    offset += size;
  }
  return bytes.subarray(0, offset);
}

/** The runtime's calls about properties of devices, by name. */
export const properties: HostLibrary = calls({
  cudaGetDeviceProperties(machine, at: bigint, ordinal: number) {
    if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
    const start = machine.at(at, IDENTIFIER_BYTES + RESERVED_BYTES);
    machine.bytes.set(deviceProperties(machine.device, ordinal), start);
    return CudaError.Success;
  },
  cudaDeviceGetAttribute(machine, result: bigint, attribute: number, ordinal: number) {
    if (!deviceOf(machine, ordinal)) return CudaError.InvalidDevice;
    const value = attributeOf(machine.device, ordinal, attribute);
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

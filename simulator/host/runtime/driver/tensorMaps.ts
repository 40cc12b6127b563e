/**
 * Tensor maps: what a program encodes of a tensor, so that bulk copies find its tiles. Reference: CUDA Driver API, "Tensor Map
 * Object Management"; refusals were seen on an H200 (CUDA 13.0, 2026-11-28).
 */
import { MOST_DIMENSIONS, readTensorMap, TENSOR_MAP_BYTES, writeTensorMap } from "../../../memory/tensorMap";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { HostUnsupported } from "../../model/traps";
import { DriverError, driverCall } from "./driverContext";

/** Bytes of an element by `CUtensorMapDataType`; the types behind these are packed. */
const ELEMENT_BYTES = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4] as const;

/** Of those, the floating-point types: `FLOAT16` to `TFLOAT32_FTZ`. */
const FIRST_FLOAT = 6;

/** Bytes of the rows that are swizzled, by `CUtensorMapSwizzle`. */
const SWIZZLES = [0, 32, 64, 128] as const;

/** Limits of a map. */
const Limit = { alignment: 16n, map: 64n, box: 256, step: 8, size: 2n ** 32n, stride: 2n ** 40n, unit: 16 } as const;

/** Where the bytes of a map lie. */
const placeOf = (machine: HostMachine, map: bigint) => ({
  start: machine.at(map, TENSOR_MAP_BYTES),
  view: new DataView(machine.bytes.buffer, machine.bytes.byteOffset),
});

const ENCODE = "cuTensorMapEncodeTiled";

function encodeTiled(
  machine: HostMachine,
  ...[map, type, rank, address, sizesAt, stridesAt, boxAt, stepsAt, interleave, swizzle, , fill]: EncodeWords
): number {
  const elementBytes = ELEMENT_BYTES[type];
  const rows = SWIZZLES[swizzle];
  const what = elementBytes === undefined ? "packed elements" : interleave !== 0 ? "interleaved tensors" : undefined;
  if (what !== undefined) throw new HostUnsupported(`${ENCODE} of ${what} is not simulated`, machine.place);
  if (rows === undefined)
    throw new HostUnsupported(`${ENCODE} with swizzle ${swizzle} is not simulated`, machine.place);
  if (rank < 1 || rank > MOST_DIMENSIONS || !map || !sizesAt || !boxAt || !stepsAt) return DriverError.invalidValue;
  const dimensions = Array.from({ length: rank }, (_, dimension) => dimension);
  const sizes = dimensions.map((one) => machine.getLong(sizesAt + BigInt(8 * one)));
  const strides = dimensions.slice(1).map((_, one) => machine.getLong(stridesAt + BigInt(8 * one)));
  const [box, steps] = [boxAt, stepsAt].map((at) =>
    dimensions.map((one) => machine.getInt(at + BigInt(4 * one)) >>> 0),
  ) as [number[], number[]];
  const rowBytes = box[0]! * elementBytes!;
  const isValid =
    map % Limit.map === 0n &&
    address % Limit.alignment === 0n &&
    sizes.every((size) => size > 0n && size <= Limit.size) &&
    strides.every((stride) => stride % Limit.alignment === 0n && stride < Limit.stride) &&
    box.every((elements) => elements > 0 && elements <= Limit.box) &&
    steps.every((step) => step > 0 && step <= Limit.step) &&
    rowBytes % Limit.unit === 0 &&
    (rows === 0 || rowBytes <= rows) &&
    (fill === 0 || type >= FIRST_FLOAT);
  if (!isValid) return DriverError.invalidValue;
  const { view, start } = placeOf(machine, map);
  writeTensorMap(view, start, {
    ...{ type, elementBytes: elementBytes!, address, sizes: sizes.map(Number), strides, box, steps },
    ...{ swizzle: rows, fillsNan: fill !== 0 },
  });
  return DriverError.success;
}

function replaceAddress(machine: HostMachine, map: bigint, address: bigint): number {
  const { view, start } = placeOf(machine, map);
  const known = readTensorMap(view, start);
  if (!known || address % Limit.alignment !== 0n) return DriverError.invalidValue;
  writeTensorMap(view, start, { ...known, address });
  return DriverError.success;
}

type EncodeWords = [
  map: bigint,
  type: number,
  rank: number,
  address: bigint,
  sizes: bigint,
  strides: bigint,
  box: bigint,
  steps: bigint,
  interleave: number,
  swizzle: number,
  promotion: number,
  fill: number,
];

/** The calls about tensor maps, by name. */
export const tensorMaps: HostLibrary = {
  [ENCODE]: driverCall("context", encodeTiled),
  cuTensorMapReplaceAddress: driverCall("context", replaceAddress),
};

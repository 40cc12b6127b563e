/**
 * Several copies, prefetches or questions in one call. The copies of a batch may run in any order; here they run in the order
 * of the list. Reference: CUDA Runtime API, "Memory Management".
 */

import { texelBytes } from "../../../textures/model";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { CudaError, calls } from "../state/errors";
import { streamOf } from "../state/state";
import { copyBox, copyBytes } from "./copies";
import { discard, locationOf, prefetchAsync, rangeAttribute } from "./managed";
import { type Box, Kind, type Side } from "./transfers";

/** Bytes of `cudaMemcpyAttributes`, and its orders of access to the source. */
const ATTRIBUTES_BYTES = 24n;
const SOURCE_ORDERS = { first: 1, last: 3 } as const;
/** Layout of `cudaMemcpy3DBatchOp`: two operands, the extent, the order of access. */
const OPERATION = { bytes: 112n, destination: 40n, extent: 80n, order: 104n } as const;
/** `cudaMemcpy3DOperandType` */
const Operand = { pointer: 1, array: 2 } as const;

function longs(machine: HostMachine, at: bigint, count: bigint): bigint[] {
  return Array.from({ length: Number(count) }, (_, i) => machine.getLong(at + BigInt(8 * i)));
}

/** Streams of batches are named: none of them may be a default stream. */
function isNamed(machine: HostMachine, stream: bigint): boolean {
  return stream > 2n && streamOf(machine, stream) !== undefined;
}

/** Does something with each of a list until one fails. */
function untilError(count: number, run: (index: number) => number): number {
  for (let i = 0; i < count; i++) {
    const code = run(i);
    if (code !== CudaError.Success) return code;
  }
  return CudaError.Success;
}

/** The part of a list that each index belongs to, by the indices at which parts begin; undefined where they are not in order. */
function partsOf(firsts: readonly bigint[], count: bigint): readonly number[] | undefined {
  const isOrdered = firsts.every((one, i) => one < count && (i === 0 ? one === 0n : one > firsts[i - 1]!));
  if (firsts.length === 0 || !isOrdered) return undefined;
  return Array.from({ length: Number(count) }, (_, i) => firsts.findLastIndex((one) => one <= BigInt(i)));
}

type Batch = [
  to: bigint,
  from: bigint,
  sizes: bigint,
  count: bigint,
  attributes: bigint,
  firsts: bigint,
  attributeCount: bigint,
  stream: bigint,
];

function copyBatch(
  machine: HostMachine,
  ...[to, from, sizes, count, attributes, firsts, attributeCount, stream]: Batch
): number {
  if (!isNamed(machine, stream)) return CudaError.InvalidValue;
  const parts = partsOf(longs(machine, firsts, attributeCount), count);
  if (count === 0n || !parts) return CudaError.InvalidValue;
  const orders = parts.map((one) => machine.getInt(attributes + BigInt(one) * ATTRIBUTES_BYTES));
  if (orders.some((one) => one < SOURCE_ORDERS.first || one > SOURCE_ORDERS.last)) return CudaError.InvalidValue;
  const [targets, sources, lengths] = [to, from, sizes].map((at) => longs(machine, at, count)) as [
    bigint[],
    bigint[],
    bigint[],
  ];
  return untilError(targets.length, (i) =>
    copyBytes(machine, targets[i]!, sources[i]!, lengths[i]!, Kind.default, { stream }),
  );
}

/** A side of a copy in three dimensions, and bytes of a texel where it is an array. */
function sideAt(
  machine: HostMachine,
  at: bigint,
  width: number,
  height: number,
): { side: Side; texel?: number } | number {
  const type = machine.getInt(at);
  const word = (offset: bigint) => machine.getLong(at + offset);
  if (type === Operand.array) {
    const array = machine.cuda.arrays.get(word(8n));
    if (!array) return CudaError.InvalidResourceHandle;
    const { pitch, slice, format } = array.texels;
    const texel = texelBytes(format);
    const [x, y, z] = [word(16n), word(24n), word(32n)];
    const address = array.address + z * BigInt(slice) + y * BigInt(pitch) + x * BigInt(texel);
    return { side: { address, pitch, slice }, texel };
  }
  if (type !== Operand.pointer) return CudaError.InvalidValue;
  // Lengths of 0 mean that rows and layers follow each other without gaps.
  const [row, layer] = [Number(word(16n)) || width, Number(word(24n)) || height];
  return { side: { address: word(8n), pitch: row, slice: row * layer } };
}

/** One `cudaMemcpy3DBatchOp`. Extents and lengths of rows count texels where an array takes part, bytes otherwise. */
function copyOperation(machine: HostMachine, at: bigint, stream: bigint): number {
  const order = machine.getInt(at + OPERATION.order);
  if (order < SOURCE_ORDERS.first || order > SOURCE_ORDERS.last) return CudaError.InvalidValue;
  const [width, height, depth] = longs(machine, at + OPERATION.extent, 3n).map(Number) as [number, number, number];
  const from = sideAt(machine, at, width, height);
  const to = sideAt(machine, at + OPERATION.destination, width, height);
  if (typeof from === "number") return from;
  if (typeof to === "number") return to;
  const texel = from.texel ?? to.texel ?? 1;
  const scaled = ({ side, texel: own }: { side: Side; texel?: number }): Side =>
    own === undefined ? { ...side, pitch: side.pitch * texel, slice: side.slice * texel } : side;
  const box: Box = { to: scaled(to), from: scaled(from), width: width * texel, height, depth };
  return copyBox(machine, box, Kind.default, { stream });
}

type Prefetch = [
  pointers: bigint,
  sizes: bigint,
  count: bigint,
  locations: bigint,
  firsts: bigint,
  locationCount: bigint,
  flags: bigint,
  stream: bigint,
];

/** Prefetches ranges of managed memory, each to its location. */
function prefetchBatch(
  machine: HostMachine,
  ...[pointers, sizes, count, locations, firsts, locationCount, flags, stream]: Prefetch
): number {
  if (flags !== 0n || count === 0n || !isNamed(machine, stream)) return CudaError.InvalidValue;
  const parts = partsOf(longs(machine, firsts, locationCount), count);
  if (!parts) return CudaError.InvalidValue;
  const [starts, lengths] = [longs(machine, pointers, count), longs(machine, sizes, count)];
  return untilError(starts.length, (i) => {
    const device = locationOf(machine.getLong(locations + BigInt(8 * parts[i]!)));
    return prefetchAsync(machine, starts[i]!, lengths[i]!, device, stream);
  });
}

/** Managed memory whose contents the program no longer wants: its pages have no location until an access. */
function discardBatch(
  machine: HostMachine,
  ...[pointers, sizes, count, flags, stream]: [bigint, bigint, bigint, bigint, bigint]
): number {
  if (flags !== 0n || count === 0n || !isNamed(machine, stream)) return CudaError.InvalidValue;
  const [starts, lengths] = [longs(machine, pointers, count), longs(machine, sizes, count)];
  return untilError(starts.length, (i) => discard(machine, starts[i]!, lengths[i]!));
}

/** The runtime's calls about batches, by name. */
export const batches: HostLibrary = calls({
  cudaMemcpyBatchAsync: copyBatch,
  cudaMemcpy3DBatchAsync(machine, count: bigint, list: bigint, flags: bigint, stream: bigint) {
    if (flags !== 0n || count === 0n || !isNamed(machine, stream)) return CudaError.InvalidValue;
    return untilError(Number(count), (i) => copyOperation(machine, list + BigInt(i) * OPERATION.bytes, stream));
  },
  cudaMemPrefetchBatchAsync: prefetchBatch,
  cudaMemDiscardBatchAsync: discardBatch,
  cudaMemDiscardAndPrefetchBatchAsync: (machine, ...values: Prefetch) =>
    discardBatch(machine, values[0], values[1], values[2], values[6], values[7]) || prefetchBatch(machine, ...values),
  cudaMemRangeGetAttributes(
    machine,
    ...[data, sizes, attributes, attributeCount, address, count]: [bigint, bigint, bigint, bigint, bigint, bigint]
  ) {
    if (attributeCount === 0n) return CudaError.InvalidValue;
    const [places, lengths] = [longs(machine, data, attributeCount), longs(machine, sizes, attributeCount)];
    return untilError(places.length, (i) =>
      rangeAttribute(machine, places[i]!, lengths[i]!, machine.getInt(attributes + BigInt(4 * i)), address, count),
    );
  },
});

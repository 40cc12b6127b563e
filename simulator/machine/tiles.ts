/**
 * Bulk copies of tiles, which a tensor map describes: to shared memory, where elements outside of the tensor become 0 or NaN, and
 * back, where they are left out. Reference: PTX ISA, "cp.async.bulk.tensor"; what it leaves open was measured on an H200
 * (CUDA 13.0, 2026-11-28): a tile begins at a multiple of 16 bytes, and one that is copied back not before the tensor; all its bytes
 * count, those outside of the tensor too; the step of the innermost dimension has no effect; rows of a swizzle lie as far apart as
 * it is wide, and what is between them stays as it is; a store writes whole units of 16 bytes, beyond the end of a row that is
 * none; elements that a load takes beyond it are filled in.
 */
import {
  BULK_UNIT,
  type BulkRange,
  bulkSectors,
  filledSectors,
  multicastFilledSectors,
  multicastSectors,
} from "../../analyzer/hardware/bulk";
import type { Instruction } from "../../analyzer/ir/model";
import type { BulkCount } from "../counting/bulk";
import { type BulkReduction, bulkReductions } from "../intrinsics/bulkReductions";
import { sharedByte } from "../memory/clusters";
import type { DeviceMemory } from "../memory/device";
import {
  pitchOf,
  readTensorMap,
  rowsOf,
  swizzled,
  TENSOR_MAP_BYTES,
  type TensorMap,
  tileOf,
} from "../memory/tensorMap";
import type { BulkCopy } from "../model";
import { calleeName } from "../plan/calls";
import { byteCount } from "../text/quantities";
import type { Fault } from "./addresses";
import { type BulkContext, complete, find, isDropped, move, offsetOf, targetsOf, valuesOf } from "./bulk";

/** Bytes of which the address of a tile in shared memory is a multiple. */
const TILE_ALIGN = 128;

/** Bytes of the NaN that fills what is outside of a tensor, over and over, whatever the type (seen on the H200). */
const NAN_FILL = [0xf7, 0x7f] as const;

/** Names of element types for `cp.reduce`, by `CUtensorMapDataType`. */
const ELEMENTS = ["", "", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32"] as const;

/** One lane's copy of a tile. */
export interface TileRequest {
  readonly instruction: Instruction;
  readonly lane: number;
  /** Of the tile in shared memory, and of the map. */
  readonly tile: bigint;
  readonly map: bigint;
  /** 0 where no object counts the bytes. */
  readonly object: bigint;
  /** Ranks of the blocks of the cluster to each of which it goes, as bits; 0 for the one that the address names. */
  readonly blocks: number;
  /** An earlier lane of the warp issues the same one at once. */
  readonly isRepeated: boolean;
  /** Of the tile's first element, innermost first. */
  readonly coordinates: readonly number[];
}

const isStore = (instruction: Instruction): boolean => /\.group$/.test(calleeName(instruction) ?? "");

function mapOf(context: BulkContext, request: TileRequest): TensorMap | undefined {
  const { map: address, instruction } = request;
  const pointer = valuesOf(instruction)[1]!;
  const place = find(
    context,
    request,
    { address, bytes: TENSOR_MAP_BYTES, align: 1, pointer },
    "copies by a tensor map at",
  );
  if (place === undefined) return undefined;
  const map = readTensorMap(context.memory.view(), place);
  const dimensions = Number(/\.(\d)d\./.exec(calleeName(instruction) ?? "")?.[1]);
  if (map?.sizes.length === dimensions) return map;
  const reason = map ? `a tensor map of ${map.sizes.length} dimensions` : "what is no tensor map";
  const relation = map ? `with ${dimensions} coordinates` : "as cuTensorMapEncodeTiled makes one";
  context.fault(request, address, { rule: "out-of-bounds", reason, relation }, "copies by");
  return undefined;
}

/** What a copy has read and written. */
type Moved = Pick<BulkCopy, "reads" | "writes">;

const NOTHING_MOVED: Moved = { reads: [], writes: [] };

/** Does a copy of a tile for one lane. */
export function copyTile(context: BulkContext, request: TileRequest): void {
  const { instruction } = request;
  const map = isDropped(request) ? undefined : mapOf(context, request);
  if (!map) return;
  const wrong = refusedOf(map, request);
  if (wrong) {
    context.fault(request, map.address, wrong, "copies a tile that begins at");
    return;
  }
  const tile = tileOf(map);
  const bytes = tile.reduce((product, one) => product * one, map.elementBytes);
  const extent = tile.slice(1).reduce((product, one) => product * one, pitchOf(map));
  context.work(bytes);
  const targets = targetsOf(request.tile, request.object, request.blocks);
  context.count(countOf(map, request, targets.length));
  for (const { to, object } of targets) {
    const sought = { address: to, bytes: extent, align: TILE_ALIGN, pointer: valuesOf(instruction)[0]! };
    const verb = isStore(instruction) ? "from" : "to";
    const place = find(context, request, sought, `copies a tile of ${byteCount(bytes)} ${verb}`);
    const moved =
      place === undefined ? undefined : moveTile(context, request, map, { address: to, place, bytes: extent });
    const copy: BulkCopy = { instruction, lane: request.lane, object, ...(moved ?? NOTHING_MOVED) };
    if (moved) for (const observer of context.observers) observer.bulk?.(copy, context.running);
    complete(context, copy, bytes, valuesOf(instruction)[2]);
  }
}

const roundedUp = (bytes: number): number => Math.ceil(bytes / BULK_UNIT) * BULK_UNIT;

/** What the copy of a tile counts as: row by row, with what is filled in outside of the tensor. */
function countOf(
  map: TensorMap,
  { instruction, tile, coordinates, blocks }: TileRequest,
  destinations: number,
): BulkCount {
  const width = map.box[0]! * map.elementBytes;
  const isForMany = blocks !== 0;
  const filledOf = isForMany ? multicastFilledSectors : filledSectors;
  const start = sharedByte(Number(tile & 0xffff_ffffn));
  const counts = { inside: 0, insideSectors: 0, rows: 0, filledSectors: 0 };
  for (const { byte, first, count, address } of rowsOf(map, coordinates)) {
    const shared = start + byte;
    const from = count === 0 ? width : first * map.elementBytes;
    const end = from + count * map.elementBytes;
    const to = count === 0 ? width : roundedUp(end);
    const inside: BulkRange = { shared: shared + from, other: offsetOf(address), bytes: to - from };
    counts.rows++;
    counts.inside += count * map.elementBytes;
    counts.insideSectors += isForMany ? multicastSectors(inside, to > end) : bulkSectors(inside);
    counts.filledSectors += filledOf(shared, from) + filledOf(shared + to, width - to);
  }
  if (isStore(instruction)) {
    const op = operationOf(instruction) === undefined ? "store" : "reduction";
    return { op, space: "bulk", bytes: counts.inside, sectors: counts.insideSectors };
  }
  const [bytes, sectors] = [counts.rows * width, counts.insideSectors + counts.filledSectors];
  return { op: "load", space: "bulk", bytes: bytes * destinations, sectors: sectors * destinations };
}

/** What the hardware refuses of a tile: it ends the launch there. */
function refusedOf(map: TensorMap, { instruction, coordinates }: TileRequest): Fault | undefined {
  const { elementBytes } = map;
  const operation = operationOf(instruction);
  if (operation !== undefined && !reductionOf(instruction, map)) {
    const reason = `element ${coordinates[0]} of a row`;
    return { rule: "misaligned", reason, relation: `with elements of a type for which there is no ${operation}` };
  }
  const start = coordinates[0]! * elementBytes;
  if (start % BULK_UNIT !== 0) {
    const reason = `element ${coordinates[0]} of a row with elements of ${byteCount(elementBytes)}`;
    return { rule: "misaligned", reason, relation: `which is not at a multiple of ${BULK_UNIT} bytes` };
  }
  const before = coordinates.find((one) => one < 0);
  if (before === undefined || !isStore(instruction)) return undefined;
  return { rule: "out-of-bounds", reason: `coordinate ${before} of the tensor that it is written to` };
}

/** A tile in shared memory: its address, its place in linear memory, and its size with what lies between its rows. */
interface Tile {
  readonly address: bigint;
  readonly place: number;
  readonly bytes: number;
}

/** Moves a tile, 16 bytes or less at a time; undefined where a part of the tensor cannot be reached. */
function moveTile(context: BulkContext, request: TileRequest, map: TensorMap, tile: Tile): Moved | undefined {
  const { memory } = context;
  const { instruction, coordinates } = request;
  const store = isStore(instruction);
  const reduction = reductionOf(instruction, map);
  const spans: { address: bigint; bytes: number }[] = [];
  const base = sharedByte(Number(tile.address & 0xffff_ffffn));
  const heldAt = (byte: number) => tile.place + swizzled(base + byte, map) - base;
  for (const { byte, first, count, address } of rowsOf(map, coordinates)) {
    if (!store) eachPart(byte, map.box[0]! * map.elementBytes, (at, part) => fill(memory, heldAt(at), part, map));
    if (count === 0) continue;
    // A store writes whole units: what follows the last element of a row of the tensor changes, too.
    const length = store ? roundedUp(count * map.elementBytes) : count * map.elementBytes;
    const sought = { address, bytes: length, align: 1, pointer: valuesOf(instruction)[1]! };
    const place = find(context, request, sought, `copies ${byteCount(length)} of a tile ${store ? "to" : "from"}`);
    if (place === undefined) return undefined;
    spans.push({ address, bytes: length });
    const from = byte + first * map.elementBytes;
    eachPart(from, length, (at, part) => {
      const [held, outside] = [heldAt(at), place + at - from];
      if (store) move(memory, outside, held, part, reduction);
      else move(memory, held, outside, part, undefined);
    });
  }
  const whole = [{ address: tile.address, bytes: tile.bytes }];
  return store ? { reads: whole, writes: spans } : { reads: spans, writes: whole };
}

/** The pieces of some bytes of a tile that a swizzle leaves together. */
function eachPart(from: number, bytes: number, body: (at: number, part: number) => void): void {
  for (let at = from; at < from + bytes; ) {
    const part = Math.min(from + bytes - at, BULK_UNIT - (at % BULK_UNIT));
    body(at, part);
    at += part;
  }
}

/** What is outside of the tensor. */
function fill(memory: DeviceMemory, place: number, bytes: number, { fillsNan }: TensorMap): void {
  const view = memory.view();
  for (let at = 0; at < bytes; at++) view.setUint8(place + at, fillsNan ? NAN_FILL[at % 2]! : 0);
}

/** The operation of a copy with `cp.reduce`. */
const operationOf = (instruction: Instruction): string | undefined =>
  /^__wl_tile_reduce\.(\w+)\./.exec(calleeName(instruction) ?? "")?.[1];

/** What a copy with `cp.reduce` makes of elements that are there, by the type of the map. */
function reductionOf(instruction: Instruction, { type }: TensorMap): BulkReduction | undefined {
  const operation = operationOf(instruction);
  if (operation === undefined) return undefined;
  const element = ELEMENTS[type] ?? "";
  const bits = /64$/.test(element) ? "b64" : "b32";
  return bulkReductions.get(`${operation}.${element}`) ?? bulkReductions.get(`${operation}.${bits}`);
}

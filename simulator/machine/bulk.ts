/**
 * Bulk copies, which the machine does when a lane issues them: bytes go to global or shared memory, to that of other blocks of
 * the cluster too, and the barrier object that counts them gets to know. Reference: PTX ISA, "Bulk copy".
 */
import {
  BULK_UNIT,
  type BulkRange,
  bulkSectors,
  clusterStoreSectors,
  multicastSectors,
  PIECE_BYTES,
} from "../../analyzer/hardware/bulk";
import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { BulkCount } from "../counting/bulk";
import { type BulkReduction, bulkReductions } from "../intrinsics/bulkReductions";
import { withBytes } from "../memory/barrierObjects";
import { MOST_BLOCKS, rankAddress, sharedByte } from "../memory/clusters";
import type { DeviceMemory } from "../memory/device";
import { Window } from "../memory/layout";
import type { BulkCopy, Observer, WarpContext } from "../model";
import { calleeName } from "../plan/calls";
import { byteCount } from "../text/quantities";
import { type Fault, locate } from "./addresses";

/** Bytes of a barrier object. */
const OBJECT_BYTES = 8;

/** One lane's copy, by the addresses as the program has them. */
export interface BulkRequest {
  readonly instruction: Instruction;
  readonly lane: number;
  readonly to: bigint;
  readonly from: bigint;
  readonly bytes: number;
  /** 0 where no object counts the bytes. */
  readonly object: bigint;
  /** Ranks of the blocks of the cluster to each of which it goes, as bits; 0 for the one that the address names. */
  readonly blocks: number;
  /** An earlier lane of the warp issues the same one at once. */
  readonly isRepeated: boolean;
}

/** What a copy needs of the launch. */
export interface BulkContext {
  readonly memory: DeviceMemory;
  readonly observers: readonly Observer[];
  readonly running: WarpContext;
  /** A lane's copy cannot be done, which `verb` and the fault say; the launch may stop there. */
  fault(request: Pick<BulkRequest, "instruction" | "lane">, address: bigint, fault: Fault, verb: string): void;
  /** Counts the copy of some bytes against the launch's limit. */
  work(bytes: number): void;
  /** Counts a copy in the report. */
  count(copy: BulkCount): void;
}

/** Where bytes are, or were to be: an address, and the pointer that it comes from. */
export interface Sought {
  readonly address: bigint;
  readonly bytes: number;
  readonly align: number;
  readonly pointer: Value;
}

/** What a pointer without a window leads to: 32 bits of an address are shared memory's. */
function windowOf({ type }: Value): number {
  const space = type.kind === "pointer" ? type.space : 0;
  return space === 3 || space === 7 ? Window.shared : 0;
}

/** The place of bytes in linear memory; undefined where the copy cannot be done, which has been said. */
export function find(
  context: BulkContext,
  request: Pick<BulkRequest, "instruction" | "lane">,
  { address, bytes, align, pointer }: Sought,
  verb: string,
): number | undefined {
  const place = locate(context.memory, address, request.lane, bytes, align, windowOf(pointer));
  if (typeof place === "number") return place;
  context.fault(request, address, place, verb);
  return undefined;
}

/** The values that the call of a copy passes. */
export const valuesOf = (instruction: Instruction): readonly Value[] =>
  (instruction as InstructionOf<"call">).arguments;

/** What a copy makes of elements that are there: with `cp.reduce` it joins them. */
function reductionOf(instruction: Instruction): BulkReduction | undefined {
  const [, name] = /^__wl_bulk_reduce\.(\w+\.\w+)\./.exec(calleeName(instruction) ?? "") ?? [];
  return name === undefined ? undefined : bulkReductions.get(name);
}

/** Copies a range of bytes, or joins its elements with those that are there. */
export function move(
  memory: DeviceMemory,
  to: number,
  from: number,
  bytes: number,
  reduction: BulkReduction | undefined,
): void {
  if (!reduction) {
    memory.bytes().copyWithin(to, from, from + bytes);
    return;
  }
  const view = memory.view();
  for (let at = 0; at < bytes; at += reduction.width) reduction.join(view, to + at, from + at);
}

/** A barrier object counts the bytes of a copy, if there is one. */
export function complete(context: BulkContext, copy: BulkCopy, bytes: number, pointer: Value | undefined): void {
  if (copy.object === undefined || !pointer) return;
  const sought = { address: copy.object, bytes: OBJECT_BYTES, align: OBJECT_BYTES, pointer };
  const place = find(context, copy, sought, "counts bytes at");
  if (place === undefined) return;
  const view = context.memory.view();
  view.setBigUint64(place, withBytes(view.getBigUint64(place, true), bytes), true);
  for (const observer of context.observers) observer.bulkEnd?.(copy, context.running);
}

/** Where a copy goes, and the barrier object that counts its bytes there. */
interface BulkTarget extends Pick<BulkCopy, "object"> {
  readonly to: bigint;
}

/** Addresses in the shared memory of each block that a copy goes to: one as it is, or one for each rank. */
export function targetsOf(to: bigint, object: bigint, blocks: number): readonly BulkTarget[] {
  if (blocks === 0) return [{ to, object: object === 0n ? undefined : object }];
  const ranks = Array.from({ length: MOST_BLOCKS }, (_, rank) => rank).filter((rank) => (blocks >>> rank) & 1);
  return ranks.map((rank) => ({ to: rankAddress(to, rank), object: rankAddress(object, rank) }));
}

/** Byte of a block's shared memory that an address leads to; undefined for one of global memory. */
function sharedByteOf(address: bigint, pointer: Value): number | undefined {
  const window = Number(address >> 32n) || windowOf(pointer);
  const isShared = window === Window.shared || window === Window.cluster;
  return isShared ? sharedByte(Number(address & 0xffff_ffffn)) : undefined;
}

/** The offset of an address within a piece, which is all that its pieces and sectors depend on. */
export const offsetOf = (address: bigint): number => Number(address % BigInt(PIECE_BYTES));

/** What the copy of a range counts as. */
function countOf({ instruction, to, from, bytes, blocks }: BulkRequest, destinations: number): BulkCount {
  const [target, source] = valuesOf(instruction);
  const [written, read] = [sharedByteOf(to, target!), sharedByteOf(from, source!)];
  const op = /^__wl_bulk_reduce\./.test(calleeName(instruction) ?? "") ? "reduction" : "store";
  const arriving = bytes * destinations;
  if (read === undefined) {
    const range: BulkRange = { shared: written ?? 0, other: offsetOf(from), bytes };
    const sectors = blocks === 0 ? bulkSectors(range) : multicastSectors(range) * destinations;
    return { op: "load", space: "bulk", bytes: arriving, sectors };
  }
  const range: BulkRange = { shared: read, other: written ?? offsetOf(to), bytes };
  if (written === undefined) return { op, space: "bulk", bytes, sectors: bulkSectors(range) };
  return { op, space: "cluster", bytes, sectors: op === "store" ? clusterStoreSectors(range) : bulkSectors(range) };
}

/**
 * Whether nothing comes of a copy, as lanes with the same operands store to global memory once; each lane loads and joins for
 * itself. Reference: `everyLane` of `test/hardware/language/counters/bulkSectors.json`.
 */
export const isDropped = ({ instruction, isRepeated }: Pick<BulkRequest, "instruction" | "isRepeated">): boolean =>
  isRepeated && /^__wl_(?:bulk|tile)_copy\..*\bgroup$/.test(calleeName(instruction) ?? "");

/** Does a copy of a range of bytes for one lane. */
export function bulkCopy(context: BulkContext, request: BulkRequest): void {
  if (isDropped(request)) return;
  const { instruction, lane, from, bytes, blocks } = request;
  const [target, source, , counter] = valuesOf(instruction);
  context.work(bytes);
  if (bytes % BULK_UNIT !== 0) {
    const relation = `which is not a multiple of ${BULK_UNIT}, so that it is undefined what happens`;
    context.fault(request, from, { rule: "misaligned", reason: `${byteCount(bytes)} at once`, relation }, "copies");
    return;
  }
  const targets = targetsOf(request.to, request.object, blocks);
  context.count(countOf(request, targets.length));
  if (bytes === 0) return;
  const side = (address: bigint, pointer: Value): Sought => ({ address, bytes, align: BULK_UNIT, pointer });
  const read = find(context, request, side(from, source!), `copies ${byteCount(bytes)} from`);
  for (const { to, object } of targets) {
    const copy: BulkCopy = {
      ...{ instruction, lane, reads: [{ address: from, bytes }], writes: [{ address: to, bytes }] },
      object,
    };
    const written = find(context, request, side(to, target!), `copies ${byteCount(bytes)} to`);
    if (read !== undefined && written !== undefined) {
      move(context.memory, written, read, bytes, reductionOf(instruction));
      for (const observer of context.observers) observer.bulk?.(copy, context.running);
    }
    complete(context, copy, bytes, counter);
  }
}

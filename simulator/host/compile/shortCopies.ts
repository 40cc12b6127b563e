/** Copies and fills of a constant length: inlined as loads and stores where both sides are plain host memory. */
import type { Location, Value } from "../../../analyzer/ir/model";
import { HEAP_UNIT_SHIFT, MemoryMap } from "../../memory/layout";
import { Op, Type } from "../../wasm/opcodes";
import { HOST_SHIFT, HOST_TAG } from "../model/addresses";
import { type FunctionContext, push } from "./context";
import { pushHostAddress, slotOf } from "./memory";

/** Bytes up to which a copy is inlined: what a program assigns as one structure. A longer one is charged by its bytes. */
const SHORT = 256;

/** Bytes up to which a copy is loads and stores in place of one bulk instruction, which takes a call of the engine's. */
const UNROLLED = 64;

type PieceSize = 8 | 4 | 2 | 1;
const LOADS = { 8: Op.i64Load, 4: Op.i32Load, 2: Op.i32Load16U, 1: Op.i32Load8U } as const;
const STORES = { 8: Op.i64Store, 4: Op.i32Store, 2: Op.i32Store16, 1: Op.i32Store8 } as const;

/** One side of a copy: a pointer, or the linear offset, in a local, of bytes on the stack that are known to be there. */
export type Side = { readonly pointer: Value } | { readonly offset: number };

/** A side whose linear offset is in a local; with the local of its address where that is still to be looked at. */
interface Place {
  readonly offset: number;
  readonly address?: number;
}

/** Whether a copy or fill of this many bytes is inlined; any other calls the C library. */
const isShortCopy = (bytes: number): boolean => bytes > 0 && bytes <= SHORT;

/** The constant length of a copy or fill that is inlined; undefined for one that calls the C library. */
export function shortLength(length: Value): number | undefined {
  return length.kind === "int" && isShortCopy(Number(length.value)) ? Number(length.value) : undefined;
}

/** Evaluates a side once. */
function placeOf(context: FunctionContext, side: Side, bytes: number): Place {
  if ("offset" in side) return side;
  const { builder } = context;
  const offset = builder.local(Type.i32);
  const slot = slotOf(context, side.pointer, bytes);
  if (slot !== undefined) {
    builder.code.get(context.frame).i32(slot).op(Op.i32Add).set(offset);
    return { offset };
  }
  const address = builder.local(Type.i64);
  push(context, side.pointer);
  builder.code.tee(address).op(Op.i32WrapI64).set(offset);
  return { offset, address };
}

/** Pushes 0 where the first and the last byte at an address are plain memory of the host, as the library looks at them. */
function pushHindrance({ builder: { code } }: FunctionContext, address: number, offset: number, bytes: number): void {
  code.get(address).i64(HOST_SHIFT).op(Op.i64ShrU).i64(HOST_TAG).op(Op.i64Ne);
  for (const at of bytes > 1 ? [0, bytes - 1] : [0]) {
    code.get(offset);
    if (at > 0) code.i32(at).op(Op.i32Add);
    code.i32(HEAP_UNIT_SHIFT).op(Op.i32ShrU).memory(Op.i32Load8U, MemoryMap.heapStates).op(Op.i32Or);
  }
}

/** Writes `short` for sides that are plain memory of the host and `otherwise`, the call of the library, for all others. */
function writeGuarded(
  context: FunctionContext,
  places: readonly Place[],
  bytes: number,
  { short, otherwise }: { readonly short: () => void; readonly otherwise: () => void },
): void {
  const { code } = context.builder;
  const guarded = places.filter((place) => place.address !== undefined);
  if (guarded.length === 0) {
    short();
    return;
  }
  guarded.forEach(({ address, offset }, index) => {
    pushHindrance(context, address!, offset, bytes);
    if (index > 0) code.op(Op.i32Or);
  });
  code.nest(Op.if, otherwise, short);
}

function pushAddress(context: FunctionContext, { address, offset }: Place): void {
  if (address === undefined) pushHostAddress(context, offset);
  else context.builder.code.get(address);
}

/** Pieces of 8, 4, 2 and 1 bytes that a length consists of, by their offsets. */
function piecesOf(bytes: number): readonly { readonly at: number; readonly size: PieceSize }[] {
  const pieces: { at: number; size: PieceSize }[] = [];
  for (let at = 0; at < bytes; ) {
    const size = ([8, 4, 2, 1] as const).find((one) => at + one <= bytes)!;
    pieces.push({ at, size });
    at += size;
  }
  return pieces;
}

/** Every piece is loaded before the first is stored, as the sides may overlap. */
function copyPieces({ builder }: FunctionContext, to: number, from: number, bytes: number): void {
  const { code } = builder;
  const loaded = piecesOf(bytes).map(({ at, size }) => {
    const local = builder.local(size === 8 ? Type.i64 : Type.i32);
    code.get(from).memory(LOADS[size], at).set(local);
    return { at, size, local };
  });
  for (const { at, size, local } of loaded) code.get(to).get(local).memory(STORES[size], at);
}

function callCopy(context: FunctionContext, bytes: number, location: Location | undefined): void {
  const { code } = context.builder;
  code.i64(BigInt(bytes)).i32(context.module.locationId(location)).call(context.module.helper("copy"));
}

function pushSide(context: FunctionContext, side: Side): void {
  if ("offset" in side) pushHostAddress(context, side.offset);
  else push(context, side.pointer);
}

/** Writes a copy of a constant length between sides that may overlap: inline, or as a call of the C library. */
export function writeCopy(
  context: FunctionContext,
  sides: { readonly to: Side; readonly from: Side },
  bytes: number,
  location: Location | undefined,
): void {
  const { code } = context.builder;
  if (!isShortCopy(bytes)) {
    pushSide(context, sides.to);
    pushSide(context, sides.from);
    callCopy(context, bytes, location);
    return;
  }
  const to = placeOf(context, sides.to, bytes);
  const from = placeOf(context, sides.from, bytes);
  writeGuarded(context, [to, from], bytes, {
    short() {
      if (bytes <= UNROLLED) copyPieces(context, to.offset, from.offset, bytes);
      else code.get(to.offset).get(from.offset).i32(bytes).memoryCopy();
    },
    otherwise() {
      pushAddress(context, to);
      pushAddress(context, from);
      callCopy(context, bytes, location);
    },
  });
}

/** Writes a fill of {@link isShortCopy} bytes with one byte. */
export function writeShortFill(
  context: FunctionContext,
  { pointer, byte }: { readonly pointer: Value; readonly byte: Value },
  bytes: number,
  location: Location | undefined,
): void {
  const { code } = context.builder;
  const to = placeOf(context, { pointer }, bytes);
  const isZero = byte.kind === "int" && byte.value === 0n;
  writeGuarded(context, [to], bytes, {
    short() {
      if (isZero && bytes <= UNROLLED) {
        for (const { at, size } of piecesOf(bytes)) {
          code.get(to.offset);
          if (size === 8) code.i64(0n);
          else code.i32(0);
          code.memory(STORES[size], at);
        }
        return;
      }
      code.get(to.offset);
      push(context, byte);
      code.i32(bytes).memoryFill();
    },
    otherwise() {
      pushAddress(context, to);
      push(context, byte);
      code.i64(BigInt(bytes)).i32(context.module.locationId(location)).call(context.module.helper("fill"));
    },
  });
}

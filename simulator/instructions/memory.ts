/** Loads, stores and block copies: addresses are checked, observers notified, lanes moved. */

import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import { widestElement } from "../../analyzer/lower/elementAccesses";
import type { MemoryAccess, Space } from "../../analyzer/lower/model";
import { stepExpression } from "../emit/affine";
import type { Emitter } from "../emit/emitter";
import { type Representation, type Slot, Unsupported } from "../emit/representation";
import { MemoryMap, Window } from "../memory/layout";
import { gatherSignature } from "../memory/move";
import { Form, resolveOneSignature, resolveSignature } from "../memory/resolve";
import { resolveContiguousSignature, resolveRowsSignature } from "../memory/rows";
import { type Component, components, kindBytes, storeSize } from "../plan/types";
import type { Ref } from "../plan/values";
import { add, eq, type I32, type I64, i64, type LocalI32, type LocalI64, load32, or, shl } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";
import { isOdd, loadOdd, storeOdd } from "./oddMemory";
import { scalarLoads, scalarStores } from "./scalars";

/** The request as the instruction resolved it, when it is the access: offsets are at `Place.offsets`, `form` is a local. */
export interface ResolvedRequest {
  readonly form: LocalI32;
}

/** What memory instructions need beside values. */
export interface MemoryContext {
  readonly emitter: Emitter;
  /** Number of an instruction, for the message when it traps. */
  site(instruction: Instruction): number;
  /** Counts a request and notifies observers; the mask is that of the active lanes. `resolved`: the instruction resolved just this. */
  event(access: MemoryAccess, resolved?: ResolvedRequest): void;
  readonly accessesAt: (instruction: Instruction) => readonly MemoryAccess[];
}

/** The window of pointers that carry none, those of 32 bits that came from a named space, and of those known to be shared. */
function windowOf({ type }: Value, space: Space): number {
  if (type.kind !== "pointer") return 0;
  const named = { 1: Window.global, 3: Window.shared, 4: Window.constant, 5: Window.local, 7: Window.shared };
  return named[type.space as 1] ?? (space === "shared" ? Window.shared : 0);
}

/** A checked address in linear memory. */
export interface Resolved {
  /** Uniform: a local with the linear offset. Varying: a local with the form, offsets in `Place.offsets`. */
  readonly uniform: boolean;
  readonly local: LocalI32;
}

/** Checks an address of `size` bytes and finds its place. `perLane`: even a uniform address may differ by lane. */
export function resolve(
  context: MemoryContext,
  instruction: Instruction,
  pointer: Value,
  size: number,
  align: number,
  perLane: boolean,
): Resolved {
  const { ref, offset } = context.emitter.address(pointer);
  const window = windowOf(pointer, context.emitter.around.lowered.spaceOf(pointer));
  if (context.emitter.around.affine?.isDirect(instruction))
    return resolveAffine(context, instruction, { ref, offset, size, align, window });
  const address = { start: context.emitter.representation(ref), offset, size, align, window, perLane };
  return resolveAt(context, instruction, address);
}

/** An address to check, in a representation that need not be that of a value of the program. */
export interface AddressRange {
  readonly start: Representation;
  /** Bytes that are added to `start`: nothing where absent. */
  readonly offset?: I64;
  /** Bytes of the access. */
  readonly size: number;
  /** Bytes of which the address has to be a multiple. */
  readonly align: number;
  /** The window of a pointer that carries none; 0 otherwise. */
  readonly window: number;
  /** Even a uniform address may differ by lane. */
  readonly perLane: boolean;
}

/** Checks an address and finds its place. */
export function resolveAt(
  context: MemoryContext,
  instruction: Instruction,
  { start, offset = i64(0n), size, align, window, perLane }: AddressRange,
): Resolved {
  const { emitter } = context;
  const { code } = emitter.fn;
  const local = emitter.fn.i32();
  const rest = () =>
    code
      .i32(size)
      .i32(Math.max(1, Math.min(align, 16)))
      .i32(window)
      .i32(context.site(instruction));
  const uniform = (start.form === "constant" || start.form === "local") && !perLane;
  if (uniform) {
    emitter.fn.push(add(emitter.scalar(start), offset));
    code.get(emitter.exec);
    rest();
    code.call(emitter.import("resolveOne", resolveOneSignature)).set(local);
  } else {
    emitter.pushSlot(emitter.spread(start));
    emitter.fn.push(offset);
    code.get(emitter.exec);
    rest();
    code.call(emitter.import("resolve", resolveSignature)).set(local);
  }
  return { uniform, local };
}

/** An affine address of an access: its lanes are computed one by one only where one wraps before it is extended. */
function resolveAffine(
  context: MemoryContext,
  instruction: Instruction,
  address: Pick<AddressRange, "size" | "align" | "window"> & { readonly ref: Ref; readonly offset: I64 },
): Resolved {
  const { emitter } = context;
  const { fn } = emitter;
  const { ref, offset, size, align, window } = address;
  const { base, column, row, misfits } = emitter.affineOf(emitter.around.aliases.root(ref).value)!;
  const local = fn.i32();
  const rest = () => {
    fn.code
      .get(emitter.exec)
      .i32(size)
      .i32(Math.max(1, Math.min(align, 16)));
    fn.code.i32(window).i32(context.site(instruction));
  };
  const { rowShift } = emitter.around.affine!;
  const isContiguous = size >= 4 && column === BigInt(size) && (rowShift === 5 || row === BigInt(size << rowShift));
  const byRows = () => {
    fn.push(add(base as LocalI64, offset));
    if (isContiguous) {
      rest();
      fn.code.call(emitter.import("resolveContiguous", resolveContiguousSignature)).set(local);
      return;
    }
    for (const step of [column, row]) fn.push(stepExpression(step, Type.i64));
    fn.code.i32(rowShift);
    rest();
    fn.code.call(emitter.import("resolveRows", resolveRowsSignature)).set(local);
  };
  const byLanes = () => {
    emitter.pushSlot(emitter.spreadAddress(ref));
    fn.push(offset);
    rest();
    fn.code.call(emitter.import("resolve", resolveSignature)).set(local);
  };
  const [first, ...more] = misfits;
  if (first)
    fn.when(
      more.reduce<I32>((all, misfit) => or(all, misfit), first),
      byLanes,
      byRows,
    );
  else byRows();
  return { uniform: false, local };
}

/** The requests that an instruction issues, its address being resolved. */
function request(
  context: MemoryContext,
  instruction: Instruction,
  pointer: Value,
  size: number,
  resolved: Resolved,
): void {
  for (const access of context.accessesAt(instruction)) {
    const same = !resolved.uniform && access.pointer === pointer && access.offset === 0 && access.width === size;
    context.event(access, same ? { form: resolved.local } : undefined);
  }
}

/** Moves 32 lanes between memory at the resolved places and a slot. */
function move(
  emitter: Emitter,
  direction: "gather" | "scatter",
  slot: Slot,
  part: Component,
  form: LocalI32 | undefined,
) {
  const { code } = emitter.fn;
  emitter.pushSlot(slot);
  code.i32(part.offset).get(emitter.exec);
  if (form === undefined) code.i32(Form.scattered);
  else code.get(form);
  code.call(emitter.import(`${direction}${kindBytes(part.kind)}`, gatherSignature));
}

/**
 * The alignment, bytes, that hardware asks of an access: that of the bytes which it moves at once, so that the first member of
 * a `float4` that is not aligned can be read alone, as an H200 does (2026-11-26). What clang states may be more: the type's.
 */
function alignOf(context: MemoryContext, instruction: InstructionOf<"load" | "store">, size: number): number {
  const moved = Math.max(size, ...context.accessesAt(instruction).map(({ width }) => width));
  return Math.min(instruction.align, 2 ** Math.ceil(Math.log2(Math.max(1, moved))));
}

/** Whether a load's address is there before what is gathered has been computed lane by lane. */
function needsNoLanes(emitter: Emitter, instruction: InstructionOf<"load">): boolean {
  if (!emitter.isVarying(instruction)) return true;
  const { affine } = emitter.around;
  return affine?.isDirect(instruction) === true && !emitter.waitsFor(emitter.address(instruction.pointer).ref);
}

/** Writes a load: the check, what observers see, and the lanes that are filled. */
export function emitLoad(context: MemoryContext, instruction: InstructionOf<"load">): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  if (!needsNoLanes(emitter, instruction)) emitter.flush();
  const parts = components(instruction.type);
  // An address that is kept lane by lane may still be a constant: that of a variable in local memory.
  const perLane = emitter.isVarying(instruction);
  const size = storeSize(instruction.type);
  if (isOdd(instruction.type) && emitter.isVarying(instruction)) {
    loadEachLane(context, instruction, size);
    return;
  }
  const align = alignOf(context, instruction, size);
  const { uniform, local } = resolve(context, instruction, instruction.pointer, size, align, perLane);
  request(context, instruction, instruction.pointer, size, { uniform, local });
  if (isOdd(instruction.type)) {
    loadOdd(emitter, instruction.type, local, (index, push) => emitter.setUniform(instruction, index, push));
    return;
  }
  parts.forEach((part, index) => {
    const home = emitter.home(instruction, index);
    if (uniform) {
      const push = () => void code.get(local).memory(scalarLoads[part.kind], part.offset);
      emitter.setUniform(instruction, index, push);
    } else if (home.form === "slot") move(emitter, "gather", home, part, parts.length === 1 ? local : undefined);
    else throw new Unsupported("a load of this type", instruction.location);
  });
}

/** A load of scalars that no instruction of the machine moves, lane by lane. */
function loadEachLane(context: MemoryContext, instruction: InstructionOf<"load">, size: number): void {
  const { emitter } = context;
  const { fn } = emitter;
  const masks = components(instruction.type).map(({ kind }) => (kind === "i1" ? fn.i32() : undefined));
  for (const mask of masks) if (mask !== undefined) fn.code.i32(0).set(mask);
  eachPlace(context, instruction, instruction.pointer, size, alignOf(context, instruction, size), (place, lane) => {
    loadOdd(emitter, instruction.type, place, (index, push) => {
      const home = emitter.home(instruction, index);
      const mask = masks[index];
      if (mask !== undefined) {
        push();
        fn.code.get(lane).op(Op.i32Shl).get(mask).op(Op.i32Or).set(mask);
      } else if (home.form === "slot") emitter.storeLane(home, lane, push);
    });
  });
  masks.forEach((mask, index) => {
    const home = emitter.home(instruction, index);
    if (mask !== undefined && home.form === "mask") emitter.mergeMask(home.local, mask, emitter.exec);
  });
}

/** Writes a store: the check, what observers see, and the lanes that are written. */
export function emitStore(context: MemoryContext, instruction: InstructionOf<"store">): void {
  const { emitter } = context;
  const { code } = emitter.fn;
  emitter.flush();
  const { pointer, value } = instruction;
  const parts = components(value.type);
  const size = storeSize(value.type);
  const align = alignOf(context, instruction, size);
  if (isOdd(value.type)) {
    eachPlace(context, instruction, pointer, size, align, (place, lane) => {
      storeOdd(emitter, value.type, place, (index) => emitter.pushLane({ value, component: index }, lane));
    });
    return;
  }
  const perLane = mayBeLocal(context, pointer);
  const { uniform, local } = resolve(context, instruction, pointer, size, align, perLane);
  request(context, instruction, pointer, size, { uniform, local });
  const last = emitter.fn.i32();
  // Of the lanes that write one place the last one wins; hardware says only that one of them does.
  if (uniform) code.i32(31).get(emitter.exec).op(Op.i32Clz, Op.i32Sub).set(last);
  parts.forEach((part, index) => {
    const ref = { value, component: index };
    if (uniform) {
      code.get(local);
      emitter.pushLane(ref, last);
      code.memory(scalarStores[part.kind], part.offset);
    } else move(emitter, "scatter", emitter.materialise(ref), part, parts.length === 1 ? local : undefined);
  });
}

/** Can the pointer lead to local memory, where one address is another place for every lane? */
function mayBeLocal(context: MemoryContext, pointer: Value): boolean {
  const space = context.emitter.around.lowered.spaceOf(pointer);
  return space === "local" || (space === "generic" && context.emitter.around.hasLocalMemory);
}

/** What is done at the place of a lane's address; `ofAny`, where it does not matter which lane it is. */
type LaneBody = (place: LocalI32, lane: LocalI32) => void;
interface LaneBodies {
  readonly ofLane: LaneBody;
  readonly ofAny: ((place: LocalI32) => void) | undefined;
}

/** Atomics and other instructions that work on memory lane by lane: the body runs with the place of each lane's address. */
export function eachPlace(
  context: MemoryContext,
  instruction: Instruction,
  pointer: Value,
  size: number,
  align: number,
  body: LaneBody | LaneBodies,
): void {
  const { fn, exec } = context.emitter;
  const { uniform, local } = resolve(context, instruction, pointer, size, align, mayBeLocal(context, pointer));
  request(context, instruction, pointer, size, { uniform, local });
  const { ofLane, ofAny } = typeof body === "function" ? { ofLane: body, ofAny: undefined } : body;
  const [rest, lane, place] = [fn.i32(), fn.i32(), fn.i32()];
  const lanes = () => {
    fn.set(rest, exec);
    fn.eachLane(rest, lane, () => {
      fn.set(place, uniform ? local : load32(shl(lane, 2), MemoryMap.offsets));
      ofLane(place, lane);
    });
  };
  if (uniform || !ofAny) lanes();
  else fn.when(eq(exec, -1), () => allPlaces(fn, place, ofAny), lanes);
}

/** The places of all lanes in lane order, four at a time. */
function allPlaces(fn: FunctionWriter, place: LocalI32, body: (place: LocalI32) => void): void {
  const at = fn.i32();
  fn.countUp(at, 128, 16, () => {
    for (let next = 0; next < 16; next += 4) {
      fn.set(place, load32(at, MemoryMap.offsets + next));
      body(place);
    }
  });
}

/** Pushes the linear offset of a lane's address; taken before another address is resolved. */
export function placesOf(context: MemoryContext, { uniform, local }: Resolved): (lane: LocalI32) => void {
  const { emitter } = context;
  const { code } = emitter.fn;
  if (uniform) return () => void code.get(local);
  const copy = emitter.slot("i32");
  emitter.pushSlot(copy);
  code.i32(MemoryMap.offsets).i32(128).memoryCopy();
  return (lane) => {
    code.get(copy.base).get(lane).i32(2).op(Op.i32Shl, Op.i32Add).memory(Op.i32Load, copy.offset);
  };
}

/** `llvm.memcpy` and `llvm.memmove` of a constant number of bytes. */
export function emitBlockCopy(context: MemoryContext, instruction: InstructionOf<"call">): void {
  const { emitter } = context;
  const { fn } = emitter;
  emitter.flush();
  const [destination, source, length] = instruction.arguments as [Value, Value, Value];
  const size = constantLength(instruction, length);
  if (size === 0) return;
  const accesses = context.accessesAt(instruction);
  const align = widestElement(instruction, "copy", size);
  const find = (pointer: Value) =>
    placesOf(context, resolve(context, instruction, pointer, size, align, mayBeLocal(context, pointer)));
  const from = find(source);
  for (const access of accesses) if (access.op === "load") context.event(access);
  const to = find(destination);
  for (const access of accesses) if (access.op !== "load") context.event(access);
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    to(lane);
    from(lane);
    fn.code.i32(size).memoryCopy();
  });
}

/** `llvm.memset` of a constant number of bytes. */
export function emitBlockFill(context: MemoryContext, instruction: InstructionOf<"call">): void {
  const { emitter } = context;
  const { fn } = emitter;
  emitter.flush();
  const [destination, byte, length] = instruction.arguments as [Value, Value, Value];
  const size = constantLength(instruction, length);
  if (size === 0) return;
  const align = widestElement(instruction, "set", size);
  const isPerLane = mayBeLocal(context, destination);
  const to = placesOf(context, resolve(context, instruction, destination, size, align, isPerLane));
  for (const access of context.accessesAt(instruction)) context.event(access);
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    to(lane);
    emitter.pushLane({ value: byte, component: 0 }, lane);
    fn.code.i32(size).memoryFill();
  });
}

function constantLength(instruction: Instruction, length: Value): number {
  if (length.kind === "int") return Number(length.value);
  throw new Unsupported("a block copy whose length is not a constant", instruction.location);
}

/** Loads, stores and addresses of host code. Every access is checked to lie in host memory. */
import type { Instruction, InstructionOf, Type as IrType, Value } from "../../../analyzer/ir/model";
import { scalarLoads, scalarStores } from "../../instructions/scalars";
import { HEAP_UNIT_SHIFT, MemoryMap } from "../../memory/layout";
import { type Component, components, fieldOffset, typeAlign, typeSize } from "../../plan/types";
import { Op, Type } from "../../wasm/opcodes";
import { HOST_SHIFT, HOST_TAG, HostWindow, UNASSIGNED } from "../model/addresses";
import {
  type FunctionContext,
  isConstant,
  localsOf,
  narrow,
  publish,
  push,
  pushComponent,
  scalar,
  signExtend,
} from "./context";
import { writePageLook } from "./farPages";

/** `base` pushes a linear offset; it is called once a component. */
export function loadComponents(
  context: FunctionContext,
  base: () => void,
  parts: readonly Component[],
  into: readonly number[],
): void {
  parts.forEach((part, index) => {
    base();
    context.builder.code.memory(scalarLoads[part.kind], part.offset);
    if (part.bits < 32 || (part.kind === "i64" && part.bits < 64)) narrow(context, part);
    context.builder.code.set(into[index]!);
  });
}

/** Stores the scalars of a value, each at its own offset. */
export function storeComponents(
  context: FunctionContext,
  base: () => void,
  parts: readonly Component[],
  from: readonly number[],
): void {
  parts.forEach((part, index) => {
    base();
    context.builder.code.get(from[index]!).memory(scalarStores[part.kind], part.offset);
  });
}

/** Where in the frame an access lies that can only be to one local variable and inside it; undefined for all others. */
export function slotOf(context: FunctionContext, pointer: Value, bytes: number): number | undefined {
  if (pointer.kind !== "instruction" || pointer.op !== "alloca") return undefined;
  const slot = context.slots.get(pointer);
  return slot !== undefined && bytes <= typeSize(pointer.allocated) ? slot : undefined;
}

/** Checks a pointer and leaves its linear offset in a new local. */
export function checkedOffset(
  context: FunctionContext,
  pointer: Value,
  bytes: number,
  instruction: Instruction,
  check: "checkAccess" | "checkStore" | "checkPoll" | "checkUpdate" = "checkAccess",
): number {
  const { builder } = context;
  const { code } = builder;
  const offset = builder.local(Type.i32);
  const slot = slotOf(context, pointer, bytes);
  if (slot !== undefined) {
    code.get(context.frame).i32(slot).op(Op.i32Add).set(offset);
    return offset;
  }
  const address = builder.local(Type.i64);
  const place = context.module.locationId(instruction.location);
  push(context, pointer);
  code.tee(address).i64(HOST_SHIFT).op(Op.i64ShrU).i64(HOST_TAG).op(Op.i64Ne);
  code.nest(Op.if, () => {
    code.get(address).i32(bytes).i32(place).call(context.module.helper(check));
  });
  code.get(address).op(Op.i32WrapI64).tee(offset);
  code.i32(HEAP_UNIT_SHIFT).op(Op.i32ShrU).memory(Op.i32Load8U, MemoryMap.heapStates);
  code.nest(Op.if, () => {
    const isStore = check === "checkStore" || check === "checkUpdate" ? 1 : 0;
    code.get(address).i32(bytes).i32(place).i32(isStore).call(context.module.helper("checkHeap"));
  });
  const scatter = context.scattered.get(instruction);
  if (scatter) writePageLook(code, offset, builder.local(Type.i32), scatter, context.module.missedPage);
  return offset;
}

/** Whether other threads, or the device, may rely on when an access happens. */
const isOrdered = ({ ordering, volatile }: InstructionOf<"load"> | InstructionOf<"store">): boolean =>
  ordering !== "" || volatile;

/** Writes a load, with its check. */
export function load(context: FunctionContext, instruction: InstructionOf<"load">): void {
  const isPolled = isOrdered(instruction) || context.exchanged.has(instruction.pointer);
  const check = isPolled ? "checkPoll" : "checkAccess";
  const offset = checkedOffset(context, instruction.pointer, typeSize(instruction.type), instruction, check);
  const base = () => void context.builder.code.get(offset);
  loadComponents(context, base, components(instruction.type), localsOf(context, instruction));
}

/** Writes a store, with its check. */
export function store(context: FunctionContext, instruction: InstructionOf<"store">): void {
  const { code } = context.builder;
  const { value } = instruction;
  const check = isOrdered(instruction) ? "checkUpdate" : "checkStore";
  const offset = checkedOffset(context, instruction.pointer, typeSize(value.type), instruction, check);
  if (isOrdered(instruction)) publish(context);
  components(value.type).forEach((part, index) => {
    code.get(offset);
    pushComponent(context, value, index);
    code.memory(scalarStores[part.kind], part.offset);
  });
}

/** Stores one component of a value at a linear offset in a local. */
export function storeComponentAt(
  context: FunctionContext,
  offset: number,
  at: number,
  value: Value,
  index: number,
): void {
  context.builder.code.get(offset);
  pushComponent(context, value, index);
  context.builder.code.memory(scalarStores[components(value.type)[index]!.kind], at);
}

/** Pushes the host address of a linear offset in a local. */
export function pushHostAddress(context: FunctionContext, local: number): void {
  const { code } = context.builder;
  code
    .get(local)
    .op(Op.i64ExtendI32U)
    .i64(BigInt(HostWindow.pageable) << 32n)
    .op(Op.i64Or);
}

/** Writes an allocation on the stack, of a constant or computed size. */
export function alloca(context: FunctionContext, instruction: InstructionOf<"alloca">): void {
  const { builder, module } = context;
  const { code } = builder;
  const [result] = localsOf(context, instruction);
  const place = builder.local(Type.i32);
  const slot = context.slots.get(instruction);
  if (slot !== undefined) code.get(context.frame).i32(slot).op(Op.i32Add).set(place);
  else {
    // The size is only known now: the stack grows, and the function's end takes it back.
    const align = Math.max(16, instruction.align, typeAlign(instruction.allocated));
    code.indexed(Op.globalGet, module.stackPointer);
    push(context, instruction.count);
    if (scalar(instruction.count).kind === "i64") code.op(Op.i32WrapI64);
    code.i32(typeSize(instruction.allocated)).op(Op.i32Mul, Op.i32Sub).i32(-align).op(Op.i32And);
    code.tee(place).indexed(Op.globalSet, module.stackPointer);
  }
  pushHostAddress(context, place);
  code.set(result!);
  for (const offset of unassignedPointers(context, instruction))
    code.get(place).i64(UNASSIGNED).memory(Op.i64Store, offset);
}

/** Offsets of the pointers in a structure. */
function pointersIn(type: IrType): number[] {
  if (type.kind === "pointer") return [0];
  if (type.kind !== "struct") return [];
  return type.fields.flatMap((field, i) => pointersIn(field).map((at) => fieldOffset(type, i) + at));
}

/**
 * Offsets of pointers in a variable of the stack that may be used before they are assigned: of one that is a pointer, and of the
 * copy that a kernel's parameter is passed by, whose address goes into the list of parameters. Where the program assigns
 * nothing, the compiler stores nothing.
 */
function unassignedPointers(
  { slots, stored }: FunctionContext,
  instruction: InstructionOf<"alloca">,
): readonly number[] {
  if (!slots.has(instruction) || instruction.count.kind !== "int" || instruction.count.value !== 1n) return [];
  const isParameter = stored.has(instruction);
  return instruction.allocated.kind === "pointer" || isParameter ? pointersIn(instruction.allocated) : [];
}

/** Constant part of a gep's offset, and the indices that are only known at run time with the bytes of one step. */
function offsets(
  source: IrType,
  indices: readonly Value[],
): { constant: bigint; terms: { index: Value; scale: bigint }[] } {
  let constant = 0n;
  const terms: { index: Value; scale: bigint }[] = [];
  let current = source;
  indices.forEach((index, position) => {
    if (position > 0 && current.kind === "struct") {
      const field = Number((index as { value: bigint }).value);
      constant += BigInt(fieldOffset(current, field));
      current = current.fields[field]!;
      return;
    }
    if (position > 0 && (current.kind === "array" || current.kind === "vector")) current = current.element;
    const scale = BigInt(typeSize(position === 0 ? source : current));
    if (isConstant(index) && index.kind === "int") constant += BigInt.asIntN(scalar(index).bits, index.value) * scale;
    else terms.push({ index, scale });
  });
  return { constant, terms };
}

/** Writes the address of an element or member. */
export function gep(context: FunctionContext, instruction: InstructionOf<"gep">): void {
  const { code } = context.builder;
  const { constant, terms } = offsets(instruction.source, instruction.indices);
  push(context, instruction.base);
  for (const { index, scale } of terms) {
    push(context, index);
    const part = scalar(index);
    signExtend(context, part);
    if (part.kind !== "i64") code.op(Op.i64ExtendI32S);
    if (scale !== 1n) code.i64(scale).op(Op.i64Mul);
    code.op(Op.i64Add);
  }
  if (constant !== 0n) code.i64(constant).op(Op.i64Add);
  code.set(localsOf(context, instruction)[0]!);
}

/** Calls of host code: direct, through pointers, variadic, and intrinsics. */
import type { Func, InstructionOf, Value } from "../../../analyzer/ir/model";
import { components, typeAlign, typeSize } from "../../plan/types";
import { Op, Type } from "../../wasm/opcodes";
import { HostWindow } from "../model/addresses";
import { directIntrinsic } from "./arithmetic";
import { burnFuel } from "./blocks";
import { type FunctionContext, localsOf, popAll, push, pushAll, pushComponent, signatureOf } from "./context";
import { intrinsic } from "./intrinsics";
import { pushHostAddress, storeComponentAt } from "./memory";
import { StackState } from "./resumable";
import { writeCopy } from "./shortCopies";

/** The cost of a library call, in iterations of a host loop that take about as long. */
const LIBRARY_ROUNDS = 16;

type Call = InstructionOf<"call"> | InstructionOf<"invoke">;

/** The function that a callee is for certain. */
function directCallee(callee: Value): Func | undefined {
  if (callee.kind === "function") return callee;
  if (callee.kind === "alias" && callee.target.kind === "function") return callee.target;
  return undefined;
}

/** Writes a call, by what is called; `unsupported` names what cannot be. */
export function call(context: FunctionContext, instruction: Call, unsupported: (what: string) => void): void {
  const callee = directCallee(instruction.callee);
  if (callee?.name.startsWith("llvm.")) {
    if (instruction.op === "invoke" && callee.name.startsWith("llvm.donothing")) return;
    if (instruction.op === "call" && intrinsic(context, instruction, callee.name)) return;
    // Mathematics that is no instruction is the library's, under the intrinsic's own name.
    if (context.module.functionIndex(callee) === undefined) {
      unsupported(`the intrinsic ${callee.name}`);
      return;
    }
  }
  if (instruction.callee.kind === "asm") {
    // An empty one is a barrier for the optimiser.
    if (instruction.callee.code.trim() !== "") unsupported("inline assembly in host code");
    return;
  }
  const index = callee && context.module.functionIndex(callee);
  if (callee && index === undefined) {
    unsupported(`the function ${callee.name}, and no source file defines it`);
    return;
  }
  if (callee && context.module.isLibrary(callee) && libraryInstruction(context, instruction, callee.name)) return;
  const { code } = context.builder;
  if (callee && context.module.isLibrary(callee)) {
    burnFuel(context, instruction.location, LIBRARY_ROUNDS);
    code.i32(context.module.locationId(instruction.location)).call(context.module.helper("at"));
  }
  const fixed = instruction.signature.parameters.length;
  const copied = pushFixed(context, instruction, instruction.arguments.slice(0, fixed));
  const size = copied + (instruction.signature.variadic ? pushExtra(context, instruction.arguments.slice(fixed)) : 0);
  if (index !== undefined) code.call(index);
  else callPointer(context, instruction);
  if (size > 0) moveStack(context, size);
  popAll(context, instruction);
}

/** Writes a call of the C library's `sqrt`, `floor` and their like as the instruction that it is; false for all others. */
function libraryInstruction(context: FunctionContext, instruction: Call, name: string): boolean {
  const [, base, single] = /^([a-z]+?)(f?)$/.exec(name) ?? [];
  const [result, ...more] = components(instruction.type);
  const kind = single ? "f32" : "f64";
  if (base === undefined || result?.kind !== kind || more.length > 0) return false;
  const opcode = directIntrinsic(base, kind);
  if (opcode === undefined) return false;
  for (const operand of instruction.arguments) pushComponent(context, operand, 0);
  context.builder.code.op(opcode).set(localsOf(context, instruction)[0]!);
  return true;
}

function moveStack(context: FunctionContext, bytes: number): void {
  const { stackPointer } = context.module;
  context.builder.code.indexed(Op.globalGet, stackPointer).i32(bytes).op(Op.i32Add).indexed(Op.globalSet, stackPointer);
}

/** Pushes the declared arguments. One that is passed in memory (`byval`) is a copy of its own; gives the bytes taken. */
function pushFixed(context: FunctionContext, instruction: Call, values: readonly Value[]): number {
  const { code } = context.builder;
  let taken = 0;
  values.forEach((value, i) => {
    const type = instruction.parameterAttributes?.[i]?.get("byval");
    if (typeof type !== "object") {
      pushAll(context, value);
      return;
    }
    const bytes = Math.ceil(typeSize(type) / 16) * 16;
    taken += bytes;
    moveStack(context, -bytes);
    const place = context.builder.local(Type.i32);
    code.indexed(Op.globalGet, context.module.stackPointer).set(place);
    const copy = () => {
      const sides = { to: { offset: place }, from: { pointer: value } };
      writeCopy(context, sides, typeSize(type), instruction.location);
    };
    // A call that is returned to has its copy already, and may have changed it.
    const { suspension } = context.module;
    if (suspension?.isWait(instruction)) {
      code.indexed(Op.globalGet, suspension.state).i32(StackState.isReturnedTo).op(Op.i32Ne);
      code.nest(Op.if, copy);
    } else copy();
    pushHostAddress(context, place);
  });
  return taken;
}

/** Writes the extra arguments of a variadic call into slots of 8 bytes and pushes their address; gives the bytes taken. */
function pushExtra(context: FunctionContext, extra: readonly Value[]): number {
  const { code } = context.builder;
  const places: number[] = [];
  let size = 0;
  for (const value of extra) {
    if (typeAlign(value.type) > 8) size = Math.ceil(size / 16) * 16;
    places.push(size);
    size += Math.ceil(typeSize(value.type) / 8) * 8;
  }
  const bytes = Math.ceil(size / 16) * 16;
  if (bytes > 0) moveStack(context, -bytes);
  const base = context.builder.local(Type.i32);
  code.indexed(Op.globalGet, context.module.stackPointer).set(base);
  extra.forEach((value, i) => {
    for (const [index, part] of components(value.type).entries()) {
      storeComponentAt(context, base, places[i]! + part.offset, value, index);
    }
  });
  pushHostAddress(context, base);
  return bytes;
}

/** Pushes whether an address is in a window. */
function isIn(
  context: FunctionContext,
  address: number,
  window: number,
  comparison: typeof Op.i64Eq | typeof Op.i64Ne,
) {
  context.builder.code.get(address).i64(32n).op(Op.i64ShrU).i64(BigInt(window)).op(comparison);
}

/** Writes the call of a function of the program, whose arguments are on the stack. */
function callOwn(context: FunctionContext, instruction: Call, address: number): void {
  const { code } = context.builder;
  isIn(context, address, HostWindow.function, Op.i64Ne);
  code.nest(Op.if, () => {
    code
      .get(address)
      .i32(0)
      .i32(context.module.locationId(instruction.location))
      .call(context.module.helper("checkAccess"));
  });
  code.get(address).op(Op.i32WrapI64);
  code.callIndirect(context.module.typeIndex(signatureOf(instruction.signature)));
}

function callPointer(context: FunctionContext, instruction: Call): void {
  const { builder, module } = context;
  const { code } = builder;
  const { named } = module;
  const address = builder.local(Type.i64);
  push(context, instruction.callee);
  code.set(address);
  if (!named) {
    callOwn(context, instruction, address);
    return;
  }
  // The arm that calls is known when the program runs, and what is on the stack before it stays outside of it.
  const signature = signatureOf(instruction.signature);
  const values = signature.parameters.map((type) => builder.local(type));
  const results = signature.results.map((type) => builder.local(type));
  const arm = (call: () => void) => () => {
    for (const one of values) code.get(one);
    call();
    for (const one of results.toReversed()) code.set(one);
  };
  for (const one of values.toReversed()) code.set(one);
  isIn(context, address, HostWindow.named, Op.i64Eq);
  code.nest(
    Op.if,
    arm(() => {
      code.i32(module.locationId(instruction.location)).call(module.helper("at"));
      code.get(address).op(Op.i32WrapI64).call(named(signature));
    }),
    arm(() => callOwn(context, instruction, address)),
  );
  for (const one of results) code.get(one);
}

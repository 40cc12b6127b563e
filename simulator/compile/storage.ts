/** Where a kernel's parameters, local arrays, and what must outlive a barrier are kept. */

import type { Func, Instruction } from "../../analyzer/ir/model";
import { usesIn } from "../../analyzer/ir/uses";
import type { Emitter } from "../emit/emitter";
import { type Representation, type Slot, Unsupported } from "../emit/representation";
import { type MemoryContext, placesOf, resolveAt } from "../instructions/memory";
import { deviceAddress, MemoryMap, Window } from "../memory/layout";
import type { FunctionPlan } from "../plan/functionPlan";
import { carrier, components, kindBytes, typeAlign, typeSize } from "../plan/types";
import { add, extendU, type Local, type LocalI32, type LocalI64, or } from "../wasm/expressions";
import { Op, type Opcode, Type } from "../wasm/opcodes";

/** Local memory does not start at 0, so that no variable has the address of nothing. */
export const LOCAL_START = 16;

/**
 * Gives each alloca its address in the thread's local memory; returns the bytes of all of them.
 */
export function placeAllocas(emitter: Emitter, allocas: readonly Instruction[]): number {
  let end = LOCAL_START;
  for (const instruction of allocas) {
    if (instruction.op !== "alloca") continue;
    if (instruction.count.kind !== "int") throw new Unsupported("an array of variable length", instruction.location);
    const align = Math.max(instruction.align, typeAlign(instruction.allocated));
    const start = Math.ceil(end / align) * align;
    end = start + typeSize(instruction.allocated) * Number(instruction.count.value);
    emitter.define(instruction, 0, { form: "constant", kind: "i64", bits: deviceAddress(Window.local, start) });
  }
  return end === LOCAL_START ? 0 : Math.ceil(end / 16) * 16;
}

/** Where a called function's parameters and variables are, and the code that makes them ready. */
export interface CalledStorage {
  readonly localBytes: number;
  /** Writes what must come before the function's body. */
  prepare(): void;
}

/**
 * The same for a called function, whose variables start where `base` says. Its parameters are in its frame; structures
 * by value are copied into its own local memory by the lanes that enter.
 */
export function placeCalled(
  memory: MemoryContext,
  plan: FunctionPlan,
  base: LocalI32,
  entering: () => void,
): CalledStorage {
  const { emitter } = memory;
  const { fn } = emitter;
  const variables = localVariables(emitter);
  for (const instruction of plan.allocas) {
    if (instruction.op !== "alloca") continue;
    if (instruction.count.kind !== "int") throw new Unsupported("an array of variable length", instruction.location);
    const size = typeSize(instruction.allocated) * Number(instruction.count.value);
    const align = Math.max(instruction.align, typeAlign(instruction.allocated));
    emitter.define(instruction, 0, variables.add(size, align));
  }
  const { masks, copies } = placeArguments(emitter, plan, variables);
  return {
    localBytes: variables.bytes(),
    prepare: () => {
      const { code } = fn;
      variables.prepare(base);
      for (const { slot, local } of masks) {
        emitter.strips((strip) => strip.collect(strip.operand("parameter", slot), local));
      }
      if (!copies.length) return;
      entering();
      code.set(emitter.exec);
      for (const { from, to, size } of copies) copyStructure(memory, plan.fn, from, to, size);
    },
  };
}

/** The variables of a called function in the thread's local memory, whose addresses are known when it runs. */
interface LocalVariables {
  /** Gives the next variable its offset, and a local for its address. */
  add(size: number, align: number): Representation;
  /** Bytes of all variables. */
  bytes(): number;
  /** Writes what computes the addresses from the local `base`. */
  prepare(base: LocalI32): void;
}

function localVariables({ fn }: Emitter): LocalVariables {
  const variables: { readonly local: LocalI64; readonly start: number }[] = [];
  let end = 0;
  return {
    add: (size, align) => {
      const start = Math.ceil(end / align) * align;
      end = start + size;
      const local = fn.i64();
      variables.push({ local, start });
      return { form: "local", kind: "i64", local };
    },
    bytes: () => Math.ceil(end / 16) * 16,
    prepare: (base) => {
      for (const { local, start } of variables) {
        fn.set(local, or(extendU(add(base, start)), deviceAddress(Window.local, 0)));
      }
    },
  };
}

/** Parameters that need code before the function's body. */
interface PreparedArguments {
  /** Predicates, which are masks in locals. */
  readonly masks: readonly { readonly slot: Slot; readonly local: LocalI32 }[];
  /** Structures by value. */
  readonly copies: readonly { readonly from: Slot; readonly to: Representation; readonly size: number }[];
}

function placeArguments(emitter: Emitter, plan: FunctionPlan, variables: LocalVariables): PreparedArguments {
  const masks: { slot: Slot; local: LocalI32 }[] = [];
  const copies: { from: Slot; to: Representation; size: number }[] = [];
  for (const argument of plan.fn.arguments) {
    const byValue = argument.attributes.get("byval");
    components(argument.type).forEach(({ kind }, component) => {
      const offset = plan.frame.parameters[argument.index]![component]!;
      const slot: Slot = { form: "slot", kind, base: emitter.frame, offset };
      if (typeof byValue === "object") {
        const to = variables.add(typeSize(byValue), Math.max(16, typeAlign(byValue)));
        copies.push({ from: slot, to, size: typeSize(byValue) });
        emitter.define(argument, component, to);
      } else if (kind === "i1") {
        const local = emitter.fn.i32();
        masks.push({ slot, local });
        emitter.define(argument, component, { form: "mask", kind, local });
      } else emitter.define(argument, component, slot);
    });
  }
  return { masks, copies };
}

/** Every entering lane copies a structure from where its slot points to where `to` does. */
function copyStructure(memory: MemoryContext, fn: Func, from: Slot, to: Representation, size: number): void {
  const site = fn.blocks[0]!.instructions[0]!;
  const places = (representation: Representation) =>
    placesOf(memory, resolveAt(memory, site, { start: representation, size, align: 1, window: 0, perLane: true }));
  const [source, target] = [places(from), places(to)];
  const { fn: builder } = memory.emitter;
  const [rest, lane] = [builder.i32(), builder.i32()];
  builder.code.get(memory.emitter.exec).set(rest);
  builder.eachLane(rest, lane, () => {
    target(lane);
    source(lane);
    builder.code.i32(size).memoryCopy();
  });
}

/** Gives parameters their homes; returns where each is expected, in bytes from `Place.parameters`. */
export function placeParameters(emitter: Emitter, kernel: Func): readonly number[] {
  const offsets: number[] = [];
  let end = 0;
  for (const argument of kernel.arguments) {
    const byValue = argument.attributes.get("byval");
    const type = typeof byValue === "object" ? byValue : argument.type;
    const start = Math.ceil(end / 16) * 16;
    end = start + typeSize(type);
    offsets.push(start);
    if (typeof byValue === "object") {
      const bits = deviceAddress(Window.constant, MemoryMap.parameters + start);
      emitter.define(argument, 0, { form: "constant", kind: "i64", bits });
    } else {
      components(type).forEach(({ kind }, index) => {
        emitter.define(argument, index, { form: "local", kind, local: emitter.fn.local(carrier(kind)) });
      });
    }
  }
  return offsets;
}

const parameterLoads: Record<number, Opcode> = { 1: Op.i32Load8U, 2: Op.i32Load16U };

/** Loads the parameters that the kernel reads. By-value structures stay where they are. */
export function loadParameters(emitter: Emitter, kernel: Func, offsets: readonly number[]): void {
  const uses = usesIn(kernel);
  for (const argument of kernel.arguments) {
    if (typeof argument.attributes.get("byval") === "object" || !uses.of(argument).length) continue;
    components(argument.type).forEach(({ kind, offset }, index) => {
      const home = emitter.representation({ value: argument, component: index });
      if (home.form !== "local") return;
      const type = carrier(kind);
      const wide =
        type === Type.i64 ? Op.i64Load : type === Type.f64 ? Op.f64Load : type === Type.f32 ? Op.f32Load : Op.i32Load;
      const opcode = parameterLoads[kindBytes(kind)] ?? wide;
      emitter.fn.code
        .i32(0)
        .memory(opcode, MemoryMap.parameters + offsets[argument.index]! + offset)
        .set(home.local);
    });
  }
}

/** Code that brings locals back after a barrier, and that saves them before one. */
export function preserve(emitter: Emitter, crossing: ReadonlySet<Instruction>) {
  const locals = [...crossing].flatMap((instruction) => {
    if (instruction.type.kind === "void") return [];
    const homes = components(instruction.type).flatMap((_, component) => {
      const home = emitter.knownHome(instruction, component);
      return home?.form === "local" || home?.form === "mask" ? [home.local] : [];
    });
    return [...homes, ...emitter.affineLocals(instruction)];
  });
  const all = new Map(locals.map((local) => [local.index, local]));
  const isLong = ({ type }: Local) => type === Type.i64 || type === Type.f64;
  const places = [...all.values()].map((local) => ({
    local,
    offset: isLong(local) ? emitter.long() : emitter.word(),
  }));
  const opcodes: Record<number, readonly [Opcode, Opcode]> = {
    [Type.i32]: [Op.i32Load, Op.i32Store],
    [Type.i64]: [Op.i64Load, Op.i64Store],
    [Type.f32]: [Op.f32Load, Op.f32Store],
    [Type.f64]: [Op.f64Load, Op.f64Store],
  };
  const { fn, frame } = emitter;
  const each = (write: (local: Local, offset: number, load: Opcode, store: Opcode) => void) =>
    fn.aside(() => {
      for (const { local, offset } of places) write(local, offset, ...opcodes[local.type]!);
    });
  return [
    each((local, offset, load) => void fn.code.get(frame).memory(load, offset).set(local)),
    each((local, offset, _load, store) => void fn.code.get(frame).get(local).memory(store, offset)),
  ] as const;
}

/** Where a kernel's parameters, local arrays, and what must outlive a barrier are kept. */
import type { Func, Instruction } from "../../analyzer/ir/model";
import { usesIn } from "../../analyzer/ir/uses";
import { deviceAddress, Place, Window } from "../memory/layout";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import type { Emitter } from "./emitter";
import { Unsupported } from "./representation";
import { carrier, components, isWide, kindBytes, typeAlign, typeSize } from "./types";

/** Gives each alloca its place in the thread's local memory; returns the bytes needed. */
export function placeAllocas(emitter: Emitter, allocas: readonly Instruction[]): number {
  // Local memory does not start at 0, so that no variable has the address of nothing.
  let end = 16;
  for (const instruction of allocas) {
    if (instruction.op !== "alloca") continue;
    if (instruction.count.kind !== "int") throw new Unsupported("an array of variable length", instruction.location);
    const align = Math.max(instruction.align, typeAlign(instruction.allocated));
    const start = Math.ceil(end / align) * align;
    end = start + typeSize(instruction.allocated) * Number(instruction.count.value);
    emitter.define(instruction, 0, { form: "constant", kind: "i64", bits: deviceAddress(Window.local, start) });
  }
  return end === 16 ? 0 : Math.ceil(end / 16) * 16;
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
      const bits = deviceAddress(Window.constant, Place.parameters + start);
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
        .memory(opcode, Place.parameters + offsets[argument.index]! + offset)
        .set(home.local);
    });
  }
}

/** Code that brings locals back after a barrier, and that saves them before one. */
export function preserve(emitter: Emitter, crossing: ReadonlySet<Instruction>) {
  const homes = [...crossing].flatMap((instruction) => {
    if (instruction.type.kind === "void") return [];
    return components(instruction.type).flatMap((_, component) => {
      const home = emitter.knownHome(instruction, component);
      return home?.form === "local" || home?.form === "mask" ? [home] : [];
    });
  });
  const places = homes.map((home) => ({ home, offset: isWide(home.kind) ? emitter.long() : emitter.word() }));
  const opcodes: Record<number, readonly [Opcode, Opcode]> = {
    [Type.i32]: [Op.i32Load, Op.i32Store],
    [Type.i64]: [Op.i64Load, Op.i64Store],
    [Type.f32]: [Op.f32Load, Op.f32Store],
    [Type.f64]: [Op.f64Load, Op.f64Store],
  };
  const { fn, frame } = emitter;
  const each = (write: (local: number, offset: number, load: Opcode, store: Opcode) => void) =>
    fn.aside(() => {
      for (const { home, offset } of places) write(home.local, offset, ...opcodes[carrier(home.kind)]!);
    });
  return [
    each((local, offset, load) => void fn.code.get(frame).memory(load, offset).set(local)),
    each((local, offset, _load, store) => void fn.code.get(frame).get(local).memory(store, offset)),
  ] as const;
}

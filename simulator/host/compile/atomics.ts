/** Atomic instructions of host code. Host threads run one after the other, so a plain read, change and write is atomic. */
import type { AtomicOp, InstructionOf } from "../../../analyzer/ir/model";
import { carrier, components, typeSize } from "../../plan/types";
import { Op, type Opcode } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, narrow, publish, push, scalar } from "./context";
import { checkedOffset, loadComponents, storeComponents } from "./memory";

const changes32: Partial<Record<AtomicOp, Opcode>> = {
  add: Op.i32Add,
  sub: Op.i32Sub,
  and: Op.i32And,
  or: Op.i32Or,
  xor: Op.i32Xor,
  fadd: Op.f32Add,
  fsub: Op.f32Sub,
};
const changes64: Partial<Record<AtomicOp, Opcode>> = {
  add: Op.i64Add,
  sub: Op.i64Sub,
  and: Op.i64And,
  or: Op.i64Or,
  xor: Op.i64Xor,
  fadd: Op.f64Add,
  fsub: Op.f64Sub,
};

/** False for an operation that is not there. */
export function atomicrmw(context: FunctionContext, instruction: InstructionOf<"atomicrmw">): boolean {
  const { value, atomic } = instruction;
  const part = scalar(value);
  const wide = part.kind === "i64" || part.kind === "f64";
  const change = (wide ? changes64 : changes32)[atomic];
  if (atomic !== "xchg" && change === undefined) return false;
  const { builder } = context;
  const offset = checkedOffset(context, instruction.pointer, typeSize(value.type), instruction, "checkUpdate");
  publish(context);
  const base = () => void builder.code.get(offset);
  const [old] = localsOf(context, instruction);
  loadComponents(context, base, [part], [old!]);
  const next = builder.local(carrier(part.kind));
  if (atomic === "xchg") push(context, value);
  else {
    builder.code.get(old!);
    push(context, value);
    builder.code.op(change!);
    if (part.kind !== "f32" && part.kind !== "f64") narrow(context, part);
  }
  builder.code.set(next);
  storeComponents(context, base, [part], [next]);
  return true;
}

/** Writes a compare-and-swap: the old value, and whether it was exchanged. */
export function cmpxchg(context: FunctionContext, instruction: InstructionOf<"cmpxchg">): void {
  const { builder } = context;
  const { code } = builder;
  const part = scalar(instruction.expected);
  const bytes = typeSize(instruction.expected.type);
  const offset = checkedOffset(context, instruction.pointer, bytes, instruction, "checkUpdate");
  publish(context);
  const [old, success] = localsOf(context, instruction);
  loadComponents(context, () => void code.get(offset), components(instruction.expected.type), [old!]);
  code.get(old!);
  push(context, instruction.expected);
  code.op(part.kind === "i64" ? Op.i64Eq : Op.i32Eq).tee(success!);
  const next = builder.local(carrier(part.kind));
  code.nest(Op.if, () => {
    push(context, instruction.replacement);
    builder.code.set(next);
    storeComponents(context, () => void builder.code.get(offset), [part], [next]);
  });
}

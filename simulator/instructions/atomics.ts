/** Read-modify-write instructions, lane by lane in lane order. */
import type { AtomicOp, InstructionOf } from "../../analyzer/ir/model";
import type { Operation, Push, Target } from "../emit/operation";
import { Unsupported } from "../emit/representation";
import { type Component, carrier, components, type Kind, typeSize } from "../plan/types";
import { Op, type Opcode } from "../wasm/opcodes";
import { integerComparison } from "./compare";
import { floatOperation } from "./floats";
import { integerOperation } from "./integers";
import { eachPlace, type MemoryContext } from "./memory";
import { minMax } from "./minmax";
import { scalarLoads, scalarStores } from "./scalars";

type Update = (target: Target, old: Push, operand: Push) => void;

const plainOps: Partial<Record<AtomicOp, "add" | "sub" | "and" | "or" | "xor" | "fadd" | "fsub">> = {
  add: "add",
  sub: "sub",
  and: "and",
  or: "or",
  xor: "xor",
  fadd: "fadd",
  fsub: "fsub",
};

function updateOf(op: AtomicOp, kind: Kind, bits: number): Update | undefined {
  const of = (operation: Operation | undefined): Update | undefined =>
    operation && ((target, old, operand) => operation.scalar(target, [old, operand]));
  const known = plainOps[op];
  if (known) return of(known.startsWith("f") ? floatOperation(known, kind) : integerOperation(known, kind, bits));
  const long = kind === "i64";
  const one = (target: Target) => (long ? target.fn.code.i64(1n) : target.fn.code.i32(1));
  const zero = (target: Target) => (long ? target.fn.code.i64(0n) : target.fn.code.i32(0));
  const add = long ? Op.i64Add : Op.i32Add;
  const sub = long ? Op.i64Sub : Op.i32Sub;
  switch (op) {
    case "xchg":
      return (_target, _old, operand) => operand();
    case "nand":
      return (target, old, operand) => {
        integerOperation("and", kind, bits)!.scalar(target, [old, operand]);
        if (long) target.fn.code.i64(-1n).op(Op.i64Xor);
        else target.fn.code.i32(-1).op(Op.i32Xor);
      };
    case "min":
    case "max":
    case "umin":
    case "umax":
      return of(minMax(op, kind, bits));
    case "fmin":
    case "fmax":
      return of(minMax(op, kind, bits));
    case "uinc_wrap":
      // old >= limit ? 0 : old + 1
      return (target, old, operand) => {
        zero(target);
        old();
        one(target);
        target.fn.code.op(add);
        integerComparison("uge", kind, bits).scalar(target, [old, operand]);
        target.fn.code.op(Op.select);
      };
    case "udec_wrap":
      // old == 0 || old > limit ? limit : old - 1
      return (target, old, operand) => {
        operand();
        old();
        one(target);
        target.fn.code.op(sub);
        integerComparison("eq", kind, bits).scalar(target, [old, () => void zero(target)]);
        integerComparison("ugt", kind, bits).scalar(target, [old, operand]);
        target.fn.code.op(Op.i32Or, Op.select);
      };
    default:
      return undefined;
  }
}

/** Writes an atomic instruction: each lane reads, changes and writes before the next one. */
export function emitAtomic(context: MemoryContext, instruction: InstructionOf<"atomicrmw">): void {
  const { emitter } = context;
  const { fn } = emitter;
  const { code } = fn;
  emitter.flush();
  const { kind, bits, offset } = components(instruction.type)[0]!;
  const update = updateOf(instruction.atomic, kind, bits);
  if (!update || offset !== 0 || components(instruction.type).length !== 1) {
    throw new Unsupported(`an atomic ${instruction.atomic} on this type`, instruction.location);
  }
  const home = emitter.home(instruction, 0);
  const isRead = emitter.around.aliases.usersOf(instruction).length > 0;
  const old = fn.local(carrier(kind));
  const size = typeSize(instruction.type);
  eachPlace(context, instruction, instruction.pointer, size, Math.max(instruction.align, size), (place, lane) => {
    code.get(place).memory(scalarLoads[kind], 0).set(old);
    code.get(place);
    update(
      emitter,
      () => void code.get(old),
      () => emitter.pushLane({ value: instruction.value, component: 0 }, lane),
    );
    code.memory(scalarStores[kind], 0);
    if (isRead && home.form === "slot") emitter.storeLane(home, lane, () => void code.get(old));
  });
}

/** Results: the old value, and whether it was the expected one. */
export function emitCompareExchange(context: MemoryContext, instruction: InstructionOf<"cmpxchg">): void {
  const { emitter } = context;
  const { fn } = emitter;
  const { code } = fn;
  emitter.flush();
  const [{ kind }, ...more] = components(instruction.expected.type) as [Component];
  if (more.length) throw new Unsupported("an atomic cmpxchg of more than 64 bits", instruction.location);
  const [value, success] = [emitter.home(instruction, 0), emitter.home(instruction, 1)];
  const type = carrier(kind);
  const [old, same] = [fn.local(type), fn.i32()];
  const size = typeSize(instruction.expected.type);
  const equal: Opcode = kind === "i64" ? Op.i64Eq : Op.i32Eq;
  eachPlace(context, instruction, instruction.pointer, size, Math.max(instruction.align, size), (place, lane) => {
    code.get(place).memory(scalarLoads[kind], 0).tee(old);
    emitter.pushLane({ value: instruction.expected, component: 0 }, lane);
    code.op(equal).tee(same);
    code.nest(Op.if, () => {
      code.get(place);
      emitter.pushLane({ value: instruction.replacement, component: 0 }, lane);
      code.memory(scalarStores[kind], 0);
    });
    if (value.form === "slot") emitter.storeLane(value, lane, () => void code.get(old));
    if (success.form === "mask") {
      const bit = () => code.i32(1).get(lane).op(Op.i32Shl);
      const mask = fn.i32();
      bit();
      code.set(mask);
      emitter.mergeMask(success.local, () => void code.i32(0).get(same).op(Op.i32Sub), mask);
    }
  });
}

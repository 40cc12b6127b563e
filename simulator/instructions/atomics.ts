/** Read-modify-write instructions, lane by lane in lane order. */
import type { AtomicOp, InstructionOf, IntPredicate } from "../../analyzer/ir/model";
import type { Operation } from "../emit/operation";
import { Unsupported } from "../emit/representation";
import { type Component, carrier, components, type Kind, typeSize } from "../plan/types";
import { add, and, apply, type Expression, integer, type LocalI32, or, sub, xor } from "../wasm/expressions";
import { Op, type Opcode, Type } from "../wasm/opcodes";
import { integerComparison } from "./compare";
import { floatOperation } from "./floats";
import { integerOperation } from "./integers";
import { eachPlace, type MemoryContext } from "./memory";
import { minMax } from "./minmax";
import { scalarLoads, scalarStores } from "./scalars";

/** The new value of an element in memory, from the old one and the operand. */
type Update = Operation["scalar"];

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
  const known = plainOps[op];
  if (known) return (known.startsWith("f") ? floatOperation(known, kind) : integerOperation(known, kind, bits))?.scalar;
  const constant = (value: number) => integer(kind === "i64" ? Type.i64 : Type.i32, value);
  const compare = (predicate: IntPredicate) => integerComparison(predicate, kind, bits).scalar;
  switch (op) {
    case "xchg":
      return (_target, _old, operand) => operand;
    case "nand":
      return (_target, old, operand) => xor(and(old, operand), constant(-1));
    case "min":
    case "max":
    case "umin":
    case "umax":
    case "fmin":
    case "fmax":
      return minMax(op, kind, bits).scalar;
    case "uinc_wrap":
      // old >= limit ? 0 : old + 1
      return (target, old, limit) =>
        apply(Op.select, constant(0), add(old, constant(1)), compare("uge")(target, old, limit));
    case "udec_wrap":
      // old == 0 || old > limit ? limit : old - 1
      return (target, old, limit) => {
        const isEnd = or(compare("eq")(target, old, constant(0)), compare("ugt")(target, old, limit));
        return apply(Op.select, limit, sub(old, constant(1)), isEnd);
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
  const operand = { value: instruction.value, component: 0 };
  const change = (place: LocalI32, value: Expression): void => {
    code.get(place).memory(scalarLoads[kind], 0).set(old);
    code.get(place);
    update(emitter, old, value).write(code);
    code.memory(scalarStores[kind], 0);
  };
  const ofLane = (place: LocalI32, lane: LocalI32): void => {
    change(place, emitter.lane(operand, lane));
    if (isRead && home.form === "slot") emitter.storeLane(home, lane, () => void code.get(old));
  };
  const isSame = !isRead && emitter.isUniform(operand);
  const ofAny = isSame ? (place: LocalI32) => change(place, emitter.uniform(operand)) : undefined;
  eachPlace(context, instruction, instruction.pointer, size, size, { ofLane, ofAny });
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
  eachPlace(context, instruction, instruction.pointer, size, size, (place, lane) => {
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
      emitter.mergeMask(success.local, sub(0, same), mask);
    }
  });
}

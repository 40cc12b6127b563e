/** Members of structures, arrays and vectors: every value is a list of scalars, so these only move locals. */
import type { InstructionOf, Value } from "../../../analyzer/ir/model";
import { carrier, components, memberAt } from "../../plan/types";
import { Op, Type } from "../../wasm/opcodes";
import { eachComponent } from "./arithmetic";
import { type FunctionContext, isConstant, localsOf, push, pushComponent, scalar } from "./context";

/** Writes the member that a path of indices leads to. */
export function extractvalue(context: FunctionContext, instruction: InstructionOf<"extractvalue">): void {
  const { first } = memberAt(instruction.aggregate.type, instruction.path);
  eachComponent(context, instruction, (_part, index) => pushComponent(context, instruction.aggregate, first + index));
}

/** Writes a value with one member replaced. */
export function insertvalue(context: FunctionContext, instruction: InstructionOf<"insertvalue">): void {
  const { first, type } = memberAt(instruction.type, instruction.path);
  const count = components(type).length;
  eachComponent(context, instruction, (_part, index) => {
    const inside = index >= first && index < first + count;
    if (inside) pushComponent(context, instruction.value, index - first);
    else pushComponent(context, instruction.aggregate, index);
  });
}

function constantIndex(value: Value): number | undefined {
  return isConstant(value) && value.kind === "int" ? Number(value.value) : undefined;
}

/** Pushes a lane index as 32 bits. */
function pushIndex(context: FunctionContext, index: Value): void {
  push(context, index);
  if (scalar(index).kind === "i64") context.builder.code.op(Op.i32WrapI64);
}

/** Writes one component of a vector, by a constant or a computed index. */
export function extractelement(context: FunctionContext, instruction: InstructionOf<"extractelement">): void {
  const { vector, index } = instruction;
  const known = constantIndex(index);
  const [result] = localsOf(context, instruction);
  const { code } = context.builder;
  if (known !== undefined) {
    pushComponent(context, vector, known);
    code.set(result!);
    return;
  }
  components(vector.type).forEach((_part, lane) => {
    pushComponent(context, vector, lane);
    code.get(result!);
    pushIndex(context, index);
    code.i32(lane).op(Op.i32Eq, Op.select).set(result!);
  });
}

/** Writes a vector with one component replaced, by a constant or a computed index. */
export function insertelement(context: FunctionContext, instruction: InstructionOf<"insertelement">): void {
  const { vector, value, index } = instruction;
  const known = constantIndex(index);
  eachComponent(context, instruction, (_part, lane) => {
    if (known !== undefined) {
      if (lane === known) push(context, value);
      else pushComponent(context, vector, lane);
      return;
    }
    push(context, value);
    pushComponent(context, vector, lane);
    pushIndex(context, index);
    context.builder.code.i32(lane).op(Op.i32Eq, Op.select);
  });
}

/** Writes components of two vectors in the order of a mask. */
export function shufflevector(context: FunctionContext, instruction: InstructionOf<"shufflevector">): void {
  const lanes = components(instruction.left.type).length;
  eachComponent(context, instruction, (part, index) => {
    const from = instruction.mask[index]!;
    if (from >= 0) pushComponent(context, from < lanes ? instruction.left : instruction.right, from % lanes);
    else if (carrier(part.kind) === Type.f32) context.builder.code.f32Bits(0);
    else if (carrier(part.kind) === Type.f64) context.builder.code.f64(0);
    else if (carrier(part.kind) === Type.i64) context.builder.code.i64(0n);
    else context.builder.code.i32(0);
  });
}

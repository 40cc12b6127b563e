/** Bit casts between values of different numbers of scalars: vectors as one integer, integers as vectors. */
import type { Value } from "../../analyzer/ir/model";
import type { Lanewise } from "../emit/operation";
import { narrow, type Operation, type Push, type Target } from "../emit/operation";
import { type Component, components, isWide } from "../plan/types";
import { Op } from "../wasm/opcodes";

/** Pushes the bits of a scalar as a 64-bit integer. */
function pushBits({ fn }: Target, { kind }: Component, push: Push): void {
  push();
  if (kind === "f64") fn.code.op(Op.i64ReinterpretF64);
  else if (kind === "f32") fn.code.op(Op.i32ReinterpretF32);
  if (!isWide(kind)) fn.code.op(Op.i64ExtendI32U);
}

/** Turns the 64-bit integer on the stack into a scalar of these bits. */
function asScalar({ fn }: Target, { kind, bits }: Component): void {
  if (kind === "f64") fn.code.op(Op.f64ReinterpretI64);
  else if (kind === "i64") narrow(fn, kind, bits);
  else {
    fn.code.op(Op.i32WrapI64);
    if (kind === "f32") fn.code.op(Op.f32ReinterpretI32);
    else narrow(fn, kind === "i1" ? "i8" : kind, bits);
  }
}

/** Where each scalar's bits begin: casts look at values as if they lay in memory without gaps. */
function places(parts: readonly Component[]): readonly number[] {
  let next = 0;
  return parts.map(({ bits }) => {
    const at = next;
    next += bits;
    return at;
  });
}

/** The scalars of `to` out of those of `value`; `undefined` where their sizes differ. */
export function repacked(value: Value, to: readonly Component[]): readonly Lanewise[] | undefined {
  const from = components(value.type);
  const [sources, targets] = [places(from), places(to)];
  const size = (parts: readonly Component[]) => parts.reduce((sum, { bits }) => sum + bits, 0);
  if (size(from) !== size(to)) return undefined;
  return to.map((target, index) => {
    const [start, end] = [targets[index]!, targets[index]! + target.bits];
    const used = from.flatMap((part, component) => {
      const at = sources[component]!;
      return at < end && at + part.bits > start ? [{ part, component, shift: at - start }] : [];
    });
    const operation: Operation = {
      operands: used.map(({ part }) => part.kind),
      result: target.kind,
      scalar: (into, pushes) => {
        const { code } = into.fn;
        used.forEach(({ part, shift }, which) => {
          pushBits(into, part, pushes[which]!);
          if (shift > 0) code.i64(BigInt(shift)).op(Op.i64Shl);
          else if (shift < 0) code.i64(BigInt(-shift)).op(Op.i64ShrU);
          if (which > 0) code.op(Op.i64Or);
        });
        asScalar(into, target);
      },
    };
    return { operation, operands: used.map(({ component }) => ({ value, component })) };
  });
}

/** Bit casts between values of different numbers of scalars: vectors as one integer, integers as vectors. */
import type { Value } from "../../analyzer/ir/model";
import { type Lanewise, narrow, type Operation } from "../emit/operation";
import { type Component, components, isWide } from "../plan/types";
import { apply, type Expression, extendU, i64, or, shl, shrU, wrap } from "../wasm/expressions";
import { Op } from "../wasm/opcodes";

/** The bits of a scalar as a 64-bit integer. */
function asLong({ kind }: Component, value: Expression): Expression {
  if (kind === "f64") return apply(Op.i64ReinterpretF64, value);
  if (kind === "f32") return extendU(apply(Op.i32ReinterpretF32, value));
  return isWide(kind) ? value : extendU(value);
}

/** The scalar that has the bits of a 64-bit integer. */
function asScalar({ kind, bits }: Component, long: Expression): Expression {
  if (kind === "f64") return apply(Op.f64ReinterpretI64, long);
  if (kind === "i64") return narrow(long, kind, bits);
  if (kind === "f32") return apply(Op.f32ReinterpretI32, wrap(long));
  return narrow(wrap(long), kind === "i1" ? "i8" : kind, bits);
}

/** Shifts a 64-bit integer to the left, or to the right by a negative number of bits. */
function shifted(value: Expression, left: number): Expression {
  if (left > 0) return shl(value, i64(BigInt(left)));
  return left < 0 ? shrU(value, i64(BigInt(-left))) : value;
}

interface Placed {
  readonly part: Component;
  readonly component: number;
  /** Its first bit, in a value whose scalars lie one after the other without gaps. */
  readonly start: number;
}

function placed(parts: readonly Component[]): readonly Placed[] {
  let next = 0;
  return parts.map((part, component) => {
    const start = next;
    next += part.bits;
    return { part, component, start };
  });
}

/** The scalars of `to` out of those of `value`; `undefined` where their sizes differ. */
export function repacked(value: Value, to: readonly Component[]): readonly Lanewise[] | undefined {
  const from = components(value.type);
  const size = (parts: readonly Component[]) => parts.reduce((sum, { bits }) => sum + bits, 0);
  if (size(from) !== size(to)) return undefined;
  return placed(to).map(({ part: target, start }) => {
    const end = start + target.bits;
    const used = placed(from)
      .filter((source) => source.start < end && source.start + source.part.bits > start)
      .map((source) => ({ ...source, shift: source.start - start }));
    const operation: Operation = {
      operands: used.map(({ part }) => part.kind),
      result: target.kind,
      scalar: (_target, ...values) => {
        const moved = values.flatMap((value, which) =>
          used.slice(which, which + 1).map(({ part, shift }) => shifted(asLong(part, value), shift)),
        );
        return asScalar(
          target,
          moved.reduce((bits, next) => or(bits, next)),
        );
      },
    };
    return { operation, operands: used.map(({ component }) => ({ value, component })) };
  });
}

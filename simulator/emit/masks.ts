/**
 * Conditions that need no look at each lane: comparisons of values that change by fixed distances from lane to lane with one
 * that is the same for all, where their ends agree, and combinations of masks.
 */
import type { Instruction, InstructionOf } from "../../analyzer/ir/model";
import { components } from "../plan/types";
import type { Ref } from "../plan/values";
import {
  add,
  and,
  type Expression,
  eq,
  eqz,
  gtS,
  type I32,
  i32,
  type LocalI32,
  ltS,
  or,
  sub,
  xor,
} from "../wasm/expressions";
import { wraps } from "./affine";
import type { Emitter } from "./emitter";
import type { Lanewise } from "./operation";

/** Writes a condition at once where it can be; false where it has to be computed for each lane. */
export function writeMask(emitter: Emitter, instruction: Instruction, parts: readonly Lanewise[]): boolean {
  const [only, ...more] = parts;
  if (!only || more.length || !emitter.isVarying(instruction)) return false;
  if (components(instruction.type)[0]!.kind !== "i1") return false;
  if (instruction.op === "icmp") return compare(emitter, instruction, only);
  if (instruction.op !== "binary" && instruction.op !== "select") return false;
  const masks = only.operands.map((ref) => maskOf(emitter, ref));
  const [first, second, third] = masks;
  if (!first || !second || masks.some((mask) => !mask)) return false;
  const value = third ? xor(third, and(xor(second, third), first)) : only.operation.scalar(emitter, first, second);
  setMask(emitter, instruction, (target) => emitter.fn.set(target, value as I32));
  return true;
}

/** The lanes in which a condition holds; undefined where they are still being gathered. */
function maskOf(emitter: Emitter, ref: Ref): I32 | undefined {
  if (emitter.isPending(ref)) return undefined;
  const representation = emitter.representation(ref);
  if (representation.form === "mask") return representation.local;
  return emitter.isUniform(ref) ? sub(i32(0), emitter.uniform(ref) as I32) : undefined;
}

function setMask(emitter: Emitter, instruction: Instruction, write: (target: LocalI32) => void): void {
  const home = emitter.home(instruction, 0);
  if (home.form !== "mask") throw new Error("a condition without a mask");
  if (!emitter.around.mustMerge(instruction)) {
    write(home.local);
    return;
  }
  const target = emitter.fn.i32();
  write(target);
  emitter.mergeMask(home.local, target, emitter.exec);
}

function compare(emitter: Emitter, instruction: InstructionOf<"icmp">, { operation, operands }: Lanewise): boolean {
  const [left, right] = operands as readonly [Ref, Ref];
  const affineOf = (ref: Ref) => emitter.affineOf(emitter.around.aliases.root(ref).value);
  const isSwapped = !affineOf(left);
  const [varying, other] = isSwapped ? [right, left] : [left, right];
  const value = affineOf(varying);
  const reach = value?.kind === "i32" ? emitter.reachOf(value) : undefined;
  if (!value || !reach || !emitter.isUniform(other)) return false;
  const lane0 = value.base as LocalI32;
  const [lowest, highest] = [reach.down, reach.up].map((by) => add(lane0, Number(by))) as [I32, I32];
  const bound = emitter.uniform(other) as I32;
  const { fn } = emitter;
  const holds = (lane: Expression): I32 =>
    operation.scalar(emitter, ...(isSwapped ? [bound, lane] : [lane, bound])) as I32;
  const { predicate } = instruction;
  const isEquality = predicate === "eq" || predicate === "ne";
  const wrap = wraps(lane0, reach, predicate.startsWith("u"));
  const ends = isEquality ? or(ltS(bound, lowest), gtS(bound, highest)) : eq(holds(lowest), holds(highest));
  const isKnown = wrap ? and(ends, eqz(wrap)) : ends;
  setMask(emitter, instruction, (target) =>
    fn.when(
      isKnown,
      () => fn.set(target, isEquality ? i32(predicate === "ne" ? -1 : 0) : sub(i32(0), holds(lowest))),
      () =>
        emitter.strips((strip) => {
          const quads = operands.map((ref) => emitter.stripOperand(strip, ref));
          strip.collect(strip.apply(operation, quads), target);
        }),
    ),
  );
  return true;
}

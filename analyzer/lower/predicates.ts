/**
 * Operations that the assembler executes under a predicate instead of selecting their result: `v > w ? s + v : s` is one
 * addition in the lanes that want it. It writes over the other value, so that this must have no other use behind the
 * selection, and be no constant. Of two operations the second is under the predicate; two alike with a common operand
 * are one operation on a selected operand. Double precision is computed and selected.
 *
 * Reference: the machine code that nvcc 13.0 makes for sm_90 of 50 selections, some of which are in
 * `test/lower/predicates.test.ts`.
 */
import { type ControlFlow, controlFlow } from "../ir/cfg";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

/** An operation that only the lanes execute in which a condition is true, or false. */
export interface Predicated {
  readonly operation: Instruction;
  readonly whenTrue: boolean;
}

/** By the selection that takes the operation's result. */
export function predicatedIn(func: Func): ReadonlyMap<Instruction, Predicated> {
  const found = new Map<Instruction, Predicated>();
  const selects = func.blocks.flatMap(({ instructions }) => instructions.filter((one) => one.op === "select"));
  if (selects.length === 0) return found;
  const [uses, flow] = [usesIn(func), controlFlow(func)];
  for (const select of selects) {
    const predicated = predicate(select, uses, flow);
    if (predicated) found.set(select, predicated);
  }
  return found;
}

type Select = InstructionOf<"select">;

function predicate(select: Select, uses: Uses, flow: ControlFlow): Predicated | undefined {
  const { type, condition, ifTrue, ifFalse } = select;
  if (type.kind !== "float" || type.format !== "float" || condition.type.kind !== "int") return undefined;
  const [first, second] = [isOperation(ifTrue, select, uses), isOperation(ifFalse, select, uses)];
  if (first && second) {
    return isAlike(ifTrue, ifFalse) ? undefined : { operation: ifFalse as Instruction, whenTrue: false };
  }
  if (first)
    return isLast(ifFalse, select, uses, flow) ? { operation: ifTrue as Instruction, whenTrue: true } : undefined;
  if (second)
    return isLast(ifTrue, select, uses, flow) ? { operation: ifFalse as Instruction, whenTrue: false } : undefined;
  return undefined;
}

/** A sum or product for the selection alone. */
const isOperation = (value: Value, select: Select, uses: Uses): value is InstructionOf<"binary"> =>
  value.kind === "instruction" &&
  value.op === "binary" &&
  /^f(?:add|sub|mul)$/.test(value.binary) &&
  value.block === select.block &&
  uses.of(value).length === 1;

function isAlike(a: Value, b: Value): boolean {
  if (a.kind !== "instruction" || b.kind !== "instruction" || a.op !== "binary" || b.op !== "binary") return false;
  const isSum = (name: string) => name !== "fmul";
  return isSum(a.binary) === isSum(b.binary) && [a.left, a.right].some((one) => one === b.left || one === b.right);
}

/** Does nothing behind the selection take the value any more? */
function isLast(value: Value, select: Select, uses: Uses, flow: ControlFlow): boolean {
  if (value.kind !== "instruction" || flow.loopOf(value.block) !== flow.loopOf(select.block)) return false;
  return uses.of(value).every((user) => {
    if (user === select) return true;
    if (user.op === "phi") return false;
    return user.block === select.block ? user.id < select.id : flow.dominates(user.block, select.block);
  });
}

/**
 * Operations that ptxas executes under a predicate in place of a `select`: `v > w ? s + v : s` is one predicated addition.
 * It overwrites the other value, which must be dead after the `select` and no constant. If both operands are operations,
 * the second one is predicated; two operations of one kind with a common operand become one operation on a selected
 * operand. In double precision ptxas computes both values and selects.
 *
 * Reference: the machine code that nvcc 13.0 makes for sm_90 of 50 selections, some of which are in
 * `test/lower/predicates.test.ts`.
 */
import { type ControlFlow, controlFlow } from "../ir/cfg";
import type { Func, Instruction, InstructionOf, Value } from "../ir/model";
import { type Uses, usesIn } from "../ir/uses";

/** An operation that executes only in lanes where the condition of a `select` is true, or false. */
export interface PredicatedOperation {
  readonly operation: Instruction;
  readonly whenTrue: boolean;
}

/** The predicated operations of a function, by the `select` that uses the result. */
export function predicatedOperations(func: Func): ReadonlyMap<Instruction, PredicatedOperation> {
  const found = new Map<Instruction, PredicatedOperation>();
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

function predicate(select: Select, uses: Uses, flow: ControlFlow): PredicatedOperation | undefined {
  const { type, condition, ifTrue, ifFalse } = select;
  if (type.kind !== "float" || type.format !== "float" || condition.type.kind !== "int") return undefined;
  const [first, second] = [isSingleUseOperation(ifTrue, select, uses), isSingleUseOperation(ifFalse, select, uses)];
  if (first && second) {
    return isAlike(ifTrue, ifFalse) ? undefined : { operation: ifFalse as Instruction, whenTrue: false };
  }
  if (first)
    return isDeadAfter(ifFalse, select, uses, flow) ? { operation: ifTrue as Instruction, whenTrue: true } : undefined;
  if (second)
    return isDeadAfter(ifTrue, select, uses, flow) ? { operation: ifFalse as Instruction, whenTrue: false } : undefined;
  return undefined;
}

/** Whether a value is an addition, subtraction or multiply in the block of the `select`, which is its only use. */
const isSingleUseOperation = (value: Value, select: Select, uses: Uses): value is InstructionOf<"binary"> =>
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

/** Whether no instruction after the `select` uses the value. */
function isDeadAfter(value: Value, select: Select, uses: Uses, flow: ControlFlow): boolean {
  if (value.kind !== "instruction" || flow.loopOf(value.block) !== flow.loopOf(select.block)) return false;
  return uses.of(value).every((user) => {
    if (user === select) return true;
    if (user.op === "phi") return false;
    return user.block === select.block ? user.id < select.id : flow.dominates(user.block, select.block);
  });
}

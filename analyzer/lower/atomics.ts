/**
 * How nvcc performs an atomic: as an atomic that returns, as a reduction, once for the warp, as an increment of counted
 * lanes, or as a loop of compare-and-swap.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of `test/lower/kernels/atomics*.cu`, and `ATOMS`, `ATOMG` and
 * `REDG` rows of `test/hardware/counters/atomics.json`.
 */
import { constantInteger } from "../ir/layout";
import type { AtomicOp, Block, InstructionOf, Type, Value } from "../ir/model";
import type { AtomicForm, Operation, Space } from "./model";
import { isWarpUniform } from "./uniform";

export interface AtomicLowering {
  readonly op: Operation;
  readonly width: number;
  readonly form: AtomicForm;
  /** A loop of compare-and-swap begins with a plain load of this many bytes. */
  readonly loadFirst: boolean;
}

/** Sums of one word for a whole warp can be taken before the atomic; the old values only of additions. */
const COMBINED: ReadonlySet<AtomicOp> = new Set<AtomicOp>([
  "add",
  "sub",
  "and",
  "or",
  "xor",
  "max",
  "min",
  "umax",
  "umin",
]);
const INTEGER: ReadonlySet<AtomicOp> = new Set<AtomicOp>([...COMBINED, "xchg", "uinc_wrap", "udec_wrap"]);

const plain: AtomicForm = { kind: "plain", aggregated: false };
const loop: AtomicForm = { kind: "cas-loop", aggregated: false };

/** `unused`: nobody takes the old value. */
export function lowerAtomic(atomic: InstructionOf<"atomicrmw">, space: Space, unused: boolean): AtomicLowering {
  const bits = bitsOf(atomic.value.type);
  const width = Math.max(4, bits / 8);
  if (!isNative(atomic, bits, space)) return { op: "atomic", width, form: loop, loadFirst: true };
  // Only global memory has reductions: elsewhere an atomic returns, wanted or not.
  const op = unused && space === "global" && atomic.atomic !== "xchg" ? "reduction" : "atomic";
  if (space === "shared" && unused && isIncrement(atomic)) {
    return { op, width, form: { kind: "popc-inc", aggregated: false }, loadFirst: false };
  }
  const combines = bits === 32 && (unused ? COMBINED.has(atomic.atomic) : isSum(atomic.atomic));
  const aggregated = combines && isWarpUniform(atomic.pointer) && !isForOneThread(atomic.block);
  return { op, width, form: aggregated ? { kind: "plain", aggregated } : plain, loadFirst: false };
}

export function lowerCompareAndSwap(swap: InstructionOf<"cmpxchg">): AtomicLowering {
  const bits = bitsOf(swap.replacement.type);
  if (bits < 32) return { op: "atomic", width: 4, form: loop, loadFirst: true };
  return { op: "atomic", width: bits / 8, form: { kind: "cas", aggregated: false }, loadFirst: false };
}

const THREAD_INDEX = "llvm.nvvm.read.ptx.sreg.tid.x";

/** Whether a block runs behind `threadIdx.x == constant`: there is nothing to combine. */
function isForOneThread(block: Block): boolean {
  const [before, ...others] = block.predecessors;
  const branch = before?.instructions.at(-1);
  if (others.length > 0 || branch?.op !== "condbr" || branch.ifTrue === branch.ifFalse) return false;
  const { condition } = branch;
  if (condition.kind !== "instruction" || condition.op !== "icmp" || condition.right.kind !== "int") return false;
  const { left } = condition;
  if (left.kind !== "instruction" || left.op !== "call" || left.callee.kind !== "function") return false;
  const taken =
    condition.predicate === "eq" ? branch.ifTrue : condition.predicate === "ne" ? branch.ifFalse : undefined;
  return left.callee.name === THREAD_INDEX && taken === block;
}

function isSum(op: AtomicOp): boolean {
  return op === "add" || op === "sub";
}

/** Whether one instruction does it; reference: PTX ISA, "atom" and "red", and what nvcc makes of them in shared memory. */
function isNative({ atomic, value }: InstructionOf<"atomicrmw">, bits: number, space: Space): boolean {
  if (atomic === "fadd") return space !== "shared" && isGlobalFloat(value.type);
  if (!INTEGER.has(atomic)) return false;
  if (bits === 32) return true;
  return bits === 64 && (space !== "shared" || atomic === "xchg");
}

function isGlobalFloat(type: Type): boolean {
  if (type.kind === "vector") return type.length === 2 && type.element.kind === "float";
  return type.kind === "float" && ["float", "double", "half", "bfloat"].includes(type.format);
}

/** `+ 1`, or a wrapping increment that never wraps. */
function isIncrement({ atomic, value }: InstructionOf<"atomicrmw">): boolean {
  if (bitsOf(value.type) !== 32) return false;
  if (atomic === "add") return isConstant(value, 1n);
  return atomic === "uinc_wrap" && isConstant(value, -1n);
}

function isConstant(value: Value, expected: bigint): boolean {
  return constantInteger(value) === expected;
}

function bitsOf(type: Type): number {
  if (type.kind === "int") return type.bits;
  if (type.kind === "vector") return type.length * bitsOf(type.element);
  if (type.kind === "float") return type.format === "double" ? 64 : type.format === "float" ? 32 : 16;
  return 64;
}

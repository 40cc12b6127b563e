/**
 * How nvcc performs an atomic: as an atomic that returns the old value, as a reduction, with warp aggregation, as an
 * increment summed over lanes, or as a compare-and-swap loop.
 *
 * Reference: machine code that nvcc 13.0 makes for sm_90 of `test/lower/kernels/atomics*.cu`, and `ATOMS`, `ATOMG` and
 * `REDG` rows of `test/hardware/counters/atomics.json`. Sums of 64 bits in shared memory: `test/hardware/language/longAtomics.cu`.
 */
import { constantInteger } from "../ir/layout";
import type { AtomicOp, Block, InstructionOf, Type, Value } from "../ir/model";
import { isAssemblerUniform } from "./assemblerUniformity";
import type { AtomicForm, Operation, Space } from "./model";

/** The form of one atomic. */
export interface AtomicLowering {
  readonly op: Operation;
  /** Bytes per lane. */
  readonly width: number;
  readonly form: AtomicForm;
  /** Whether a plain load of the same width comes first, as in a compare-and-swap loop. */
  readonly loadFirst: boolean;
}

/** Operations that warp aggregation combines over the lanes; old values can be restored for additions only. */
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

/** The form of an `atomicrmw`; `unused` says that its result has no use. */
export function lowerAtomic(atomic: InstructionOf<"atomicrmw">, space: Space, unused: boolean): AtomicLowering {
  const bits = bitsOf(atomic.value.type);
  const width = Math.max(4, bits / 8);
  if (!isNative(atomic, bits, space)) {
    // The sum of one value over the lanes is a multiply; there is no instruction that adds up 64 bits of different ones.
    const aggregated = bits === 64 && isSum(atomic.atomic) && isAssemblerUniform(atomic.value) && isOneAddress(atomic);
    return { op: "atomic", width, form: aggregated ? { ...loop, aggregated } : loop, loadFirst: true };
  }
  // Only global memory has reductions: elsewhere an atomic returns the old value whether it is used or not.
  const op = unused && space === "global" && atomic.atomic !== "xchg" ? "reduction" : "atomic";
  if (space === "shared" && unused && isIncrement(atomic)) {
    return { op, width, form: { kind: "popc-inc", aggregated: false }, loadFirst: false };
  }
  const combines = bits === 32 && (unused ? COMBINED.has(atomic.atomic) : isSum(atomic.atomic));
  const aggregated = combines && isOneAddress(atomic);
  return { op, width, form: aggregated ? { kind: "plain", aggregated } : plain, loadFirst: false };
}

/** Whether all lanes of a warp go to one address, and several do. */
const isOneAddress = ({ pointer, block }: InstructionOf<"atomicrmw">): boolean =>
  isAssemblerUniform(pointer) && !isForOneThread(block);

/** The form of a `cmpxchg`. */
export function lowerCompareAndSwap(swap: InstructionOf<"cmpxchg">): AtomicLowering {
  const bits = bitsOf(swap.replacement.type);
  if (bits < 32) return { op: "atomic", width: 4, form: loop, loadFirst: true };
  return { op: "atomic", width: bits / 8, form: { kind: "cas", aggregated: false }, loadFirst: false };
}

const THREAD_INDEX = "llvm.nvvm.read.ptx.sreg.tid.x";

/** Whether a block executes only where `threadIdx.x` equals a constant, so that there is nothing to aggregate. */
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

/** Whether one instruction performs it. Reference: PTX ISA, "atom" and "red"; nvcc's machine code for shared memory. */
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

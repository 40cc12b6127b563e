/**
 * Which loops ptxas unrolls, and by which factors. A loop with a constant step becomes a main loop that executes four
 * iterations per pass while four are left, a straight-line body for two more, and a remainder loop. Lanes with different
 * trip counts therefore diverge at other points than in the loop as written, and issue separate requests for what they
 * would load together.
 *
 * The conditions are inferred from the machine code that nvcc 13.0 generates for sm_90 of 900 loops (some are in
 * `test/lower/unroll.test.ts`): innermost loops whose only exit edge leaves the only latch, without calls, barriers,
 * warp-wide operations and atomics; with stores only where every iteration stores, to an address that changes with the
 * induction variable; and with a body of up to 46 instructions, where a load counts as two. ptxas unrolls again what the
 * compiler has unrolled by four, but neither the compiler's remainder loops (PTX: `.pragma "nounroll"`) nor loops with
 * `#pragma unroll 1`.
 */
import { controlFlow, type Loop } from "../../ir/cfg";
import { constantInteger, type Layout } from "../../ir/layout";
import type { Block, Func, Instruction, InstructionOf, IntPredicate, Opcode, Value } from "../../ir/model";
import { operands, type Uses, usesIn } from "../../ir/uses";
import { isAssemblerUniform } from "../assemblerUniformity";
import { contract } from "../contraction";
import { LinearForms } from "../linear";
import { accessesNoMemory, expandsToBranch } from "../memoryEffects";
import type { SpaceInference } from "../spaceInference";

/**
 * The induction variable that the latch compares: another iteration follows while `predicate` holds between
 * `phi + offset` and `bound`.
 */
export interface InductionVariable {
  readonly phi: InstructionOf<"phi">;
  /** What an iteration adds to the phi. */
  readonly step: bigint;
  /** The difference between the compared value and the phi. */
  readonly offset: bigint;
  readonly bound: Value;
  readonly predicate: IntPredicate;
}

/** Copies of a loop's body that execute without a test between them. */
export interface UnrolledBody {
  /** The number of copies: the iterations that a lane must have left to enter. */
  readonly factor: number;
  /** Whether lanes repeat the copies while they have as many iterations left; else they execute them once at most. */
  readonly isLoop: boolean;
}

/** A loop to unroll. The loop itself stays after the unrolled bodies, as the remainder loop. */
export interface UnrolledLoop {
  readonly loop: Loop;
  readonly latch: Block;
  readonly induction: InductionVariable;
  /** In the order in which lanes execute them. */
  readonly bodies: readonly UnrolledBody[];
}

/** Instructions of the largest body that is unrolled; a load counts as two. */
const MOST_INSTRUCTIONS = 46;

const straightLine = (factor: number): UnrolledBody => ({ factor, isLoop: false });
const mainLoop = (factor: number): UnrolledBody => ({ factor, isLoop: true });

/** The loops of a function that ptxas unrolls and in which lanes of a warp can have different trip counts. */
export function unrolledLoops(func: Func, layout: Layout, spaces: SpaceInference): UnrolledLoop[] {
  const { loops } = controlFlow(func);
  if (loops.length === 0) return [];
  const forms = new LinearForms(layout, "exact");
  const uses = usesIn(func);
  const { absorbed } = contract(func);
  return loops.flatMap((loop): UnrolledLoop[] => {
    const [latch] = loop.latches;
    const isInnermost = !loops.some(({ parent }) => parent === loop);
    if (!isInnermost || !latch || !isSingleExitAtLatch(loop, latch) || isRemainderLoop(loop.header)) return [];
    const induction = inductionVariableOf(loop, latch);
    if (!induction || (isUniformTripCount(induction, loop) && !hasInvariantReadOnlyLoad(loop))) return [];
    const bodies = unrolledBodies({ loop, latch, induction, forms, spaces, uses, absorbed });
    return bodies.length ? [{ loop, latch, induction, bodies }] : [];
  });
}

/** A loop whose body and addresses decide whether it is unrolled. */
interface Candidate {
  readonly loop: Loop;
  readonly latch: Block;
  readonly induction: InductionVariable;
  readonly forms: LinearForms;
  readonly spaces: SpaceInference;
  readonly uses: Uses;
  /** Multiplies that are part of fused operations. */
  readonly absorbed: ReadonlySet<Instruction>;
}

/** Whether the loop has one latch, whose edge out of the loop is the only exit edge. */
function isSingleExitAtLatch({ header, latches, exiting, exits, blocks }: Loop, latch: Block): boolean {
  if (latches.length !== 1 || exiting.length !== 1 || exiting[0] !== latch || exits.length !== 1) return false;
  return latch.instructions.at(-1)?.op === "condbr" && blocks.has(header);
}

/** Whether it is the remainder loop of clang's own unrolling, by the name of its induction variable. */
export const isRemainderLoop = (header: Block): boolean => hasPhiNamed(header, /^(?:prol|epil)\.iter\b/);

const hasPhiNamed = (header: Block, name: RegExp): boolean =>
  header.instructions.some((one) => one.op === "phi" && name.test(one.name));

function unrolledBodies(candidate: Candidate): readonly UnrolledBody[] {
  const { loop, latch } = candidate;
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  const costs = instructions.map((one) => (candidate.absorbed.has(one) ? 0 : costOf(one)));
  const cost = costs.reduce((sum, one) => sum + one, 0);
  if (!instructions.every((one) => one.op !== "store" || isUnconditionalMovingStore(one, candidate))) return [];
  // Where clang's remainder loop follows, an induction variable of its own controls the loop that clang unrolled by four.
  const isMain = hasPhiNamed(loop.header, /^niter/);
  const fits = cost <= MOST_INSTRUCTIONS;
  if (isMain) return fits && hasComparableInduction(candidate) ? [mainLoop(4), straightLine(2)] : [];
  if (followsRemainderLoop(loop.header)) return fits ? [mainLoop(4), straightLine(2)] : [];
  const end = latch.instructions.at(-1);
  if (end?.op !== "condbr" || end.unrollDisabled) return [];
  if (loop.depth === 1)
    return fits ? [...(hasAtLeastOneIteration(candidate) ? [straightLine(1)] : []), mainLoop(4), straightLine(2)] : [];
  // Within another loop the compiler unrolls by four also a loop of few iterations, which it leaves alone elsewhere.
  if (!Number.isFinite(cost)) return [];
  const isUnrolledTwice = cost * 4 <= MOST_INSTRUCTIONS && hasComparableInduction(candidate);
  return isUnrolledTwice ? [mainLoop(16), straightLine(8), mainLoop(4)] : [mainLoop(4)];
}

/**
 * Whether the trip count is `n + 1` of an `n` that is not negative, and therefore at least one. ptxas then peels the first
 * iteration without a test.
 */
function hasAtLeastOneIteration({ induction: { bound, predicate, step } }: Candidate): boolean {
  const inner = bound.kind === "instruction" && bound.op === "cast" ? bound.value : bound;
  if (predicate !== "ne" || step !== 1n || inner.kind !== "instruction" || inner.op !== "binary") return false;
  return inner.binary === "add" && constantInteger(inner.right) === 1n && isNeverNegative(inner.left);
}

/** Whether it is masked, shifted right as an unsigned number, an unsigned remainder or zero-extended. */
function isNeverNegative(value: Value): boolean {
  if (value.kind !== "instruction") return false;
  if (value.op === "cast") return value.cast === "zext";
  if (value.op !== "binary") return false;
  return /^(?:and|lshr|urem)$/.test(value.binary) && constantInteger(value.right) !== undefined;
}

/** Whether it is the loop that clang unrolled by four, with the remainder loop before it as a prologue. */
const followsRemainderLoop = (header: Block): boolean =>
  header.predecessors.some(({ name }) => /\.prol\.loopexit\b/.test(name));

/** The size of an instruction, of which `MOST_INSTRUCTIONS` is the limit; infinite for what is never unrolled. */
function costOf(one: Instruction): number {
  switch (one.op) {
    case "load":
      return one.volatile || one.ordering !== "" ? Number.POSITIVE_INFINITY : 2;
    case "store":
      return one.volatile || one.ordering !== "" ? Number.POSITIVE_INFINITY : 1;
    case "binary":
      return costOfBinary(one);
    case "call":
      return costOfCall(one);
    default:
      return FIXED_COSTS[one.op] ?? Number.POSITIVE_INFINITY;
  }
}

const FIXED_COSTS: Readonly<Partial<Record<Opcode, number>>> = {
  phi: 0,
  br: 0,
  condbr: 0,
  gep: 0,
  cast: 0,
  freeze: 0,
  extractvalue: 0,
  extractelement: 0,
  icmp: 1,
  fcmp: 1,
  select: 1,
  fneg: 1,
};

function costOfBinary(one: InstructionOf<"binary">): number {
  if (/^[su](?:div|rem)$/.test(one.binary)) return isWide(one) ? Number.POSITIVE_INFINITY : DIVISION;
  return expandsToBranch(one) || one.binary === "frem" ? Number.POSITIVE_INFINITY : 1;
}

function costOfCall(one: InstructionOf<"call">): number {
  const { callee } = one;
  if (callee.kind !== "function" || callee.blocks.length || expandsToBranch(one)) return Number.POSITIVE_INFINITY;
  if (FREE.test(callee.name)) return 0;
  if (callee.attributes.has("convergent") || one.attributes.has("convergent")) return Number.POSITIVE_INFINITY;
  if (SIMPLE.test(callee.name)) return 1;
  return accessesNoMemory(one) ? FUNCTION : Number.POSITIVE_INFINITY;
}

/** Sizes of a 32-bit division, and of a function of the mathematics library that has no branch. */
const DIVISION = 12;
const FUNCTION = 6;
const FREE = /^llvm\.(?:lifetime|assume|dbg|experimental\.noalias)/;
const SIMPLE = /^llvm\.(?:fma|fmuladd|fabs|[su]?(?:min|max)|minnum|maxnum|abs|ctpop|bitreverse|fsh[lr])\b/;

const isWide = ({ type }: Instruction): boolean => type.kind !== "int" || type.bits > 32;

/** Whether every iteration executes the store, each to another address. */
function isUnconditionalMovingStore(store: InstructionOf<"store">, candidate: Candidate): boolean {
  const { loop, latch } = candidate;
  const { dominates } = controlFlow(latch.function);
  return dominates(store.block, latch) && loop.blocks.has(store.block) && isAffineInInduction(store.pointer, candidate);
}

/**
 * Whether the PTX compares an induction variable with the bound. Where an index is a 32-bit add with a start that differs by
 * lane, as in `in[(t + k) & 1023]` and `in[t + k * 32]`, the compiler compares an add of two other values, which ptxas does
 * not recognise as an induction variable (PTX of `triangularLoop` in `test/hardware/blind/roles.cu`). A pointer that
 * advances through memory is no such index, nor is an address of shared memory; and where another access has the induction
 * variable itself as its index, `in[k]`, only adds that other arithmetic uses count.
 */
function hasComparableInduction(candidate: Candidate): boolean {
  const { loop, forms, spaces, uses } = candidate;
  const isShared = (one: Instruction): boolean =>
    one.op === "cast" && uses.of(one).every((user) => user.op === "gep" && spaces.of(user) === "shared");
  const isIndex = (one: Instruction): boolean => {
    if (one.op !== "binary" || (one.binary !== "add" && one.binary !== "sub")) return false;
    const sides = [one.left, one.right];
    const isInvariantStart = (side: Value) => constantInteger(side) === undefined && isDefinedOutside(side, loop);
    if (!sides.some((side) => isScaledInduction(side, loop)) || !sides.some(isInvariantStart)) return false;
    return uses.of(one).some((user) => user.op !== "gep" && user.op !== "phi" && user.op !== "icmp" && !isShared(user));
  };
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  if (instructions.some(isIndex)) return false;
  const accesses = instructions.flatMap((one) => {
    if ((one.op !== "load" && one.op !== "store") || spaces.of(one.pointer) === "constant") return [];
    const { terms } = forms.of(one.pointer);
    const phi = terms.find(({ leaf }) => isHeaderPhi(leaf, loop));
    if (!phi) return [];
    const isUnitStride = Math.abs(phi.scale) <= WIDEST;
    const isPlainIndex = terms.length === 1 && startsAtConstant(phi.leaf, loop);
    const isAddedIndex = !isUnitStride && !isPlainIndex && spaces.of(one.pointer) !== "shared";
    return [{ isAddedIndex, isInductionIndex: isUnitStride && isPlainIndex }];
  });
  return accesses.some((one) => one.isInductionIndex) || !accesses.some((one) => one.isAddedIndex);
}

/** Bytes of the widest element: an access that advances by at most this much per iteration has an index without a factor. */
const WIDEST = 16;

/** Whether it is the induction variable, perhaps truncated, extended, or times or plus a constant. */
function isScaledInduction(value: Value, loop: Loop): boolean {
  if (isHeaderPhi(value, loop)) return true;
  if (value.kind !== "instruction" || !loop.blocks.has(value.block)) return false;
  if (value.op === "cast") return isScaledInduction(value.value, loop);
  if (value.op !== "binary" || !/^(?:mul|shl|add|or)$/.test(value.binary)) return false;
  return constantInteger(value.right) !== undefined && isScaledInduction(value.left, loop);
}

const startsAtConstant = (phi: Value, loop: Loop): boolean =>
  phi.kind === "instruction" &&
  phi.op === "phi" &&
  phi.incoming.every(({ value, block }) => loop.blocks.has(block) || constantInteger(value) !== undefined);

/** Whether an address is an affine function of header phis whose other terms are defined outside of the loop. */
function isAffineInInduction(pointer: Value, { loop, forms }: Candidate): boolean {
  const { base, terms } = forms.of(pointer);
  const parts = [base, ...terms.map(({ leaf }) => leaf)];
  const moving = parts.filter((value) => isHeaderPhi(value, loop) || isScaledHeaderPhi(value, loop));
  return moving.length > 0 && parts.every((value) => moving.includes(value) || isDefinedOutside(value, loop));
}

const isHeaderPhi = (value: Value, loop: Loop): boolean =>
  value.kind === "instruction" && value.op === "phi" && value.block === loop.header;

/** Whether it is a header phi times a value that is defined outside of the loop. */
function isScaledHeaderPhi(value: Value, loop: Loop): boolean {
  if (value.kind !== "instruction" || value.op !== "binary" || value.binary !== "mul") return false;
  const sides = [value.left, value.right];
  return sides.some((side) => isHeaderPhi(side, loop)) && sides.some((side) => isDefinedOutside(side, loop));
}

const isDefinedOutside = (value: Value, loop: Loop): boolean =>
  value.kind !== "instruction" || !loop.blocks.has(value.block);

const INVERSE: Readonly<Record<IntPredicate, IntPredicate>> = {
  eq: "ne",
  ne: "eq",
  ugt: "ule",
  ule: "ugt",
  uge: "ult",
  ult: "uge",
  sgt: "sle",
  sle: "sgt",
  sge: "slt",
  slt: "sge",
};
const SWAPPED: Readonly<Record<IntPredicate, IntPredicate>> = {
  eq: "eq",
  ne: "ne",
  ugt: "ult",
  ult: "ugt",
  uge: "ule",
  ule: "uge",
  sgt: "slt",
  slt: "sgt",
  sge: "sle",
  sle: "sge",
};

/** The predicates under which a loop with a positive step continues, and those for a negative step. */
const RISING: ReadonlySet<IntPredicate> = new Set<IntPredicate>(["ne", "ult", "ule", "slt", "sle"]);
const FALLING: ReadonlySet<IntPredicate> = new Set<IntPredicate>(["ne", "ugt", "uge", "sgt", "sge"]);

function inductionVariableOf(loop: Loop, latch: Block): InductionVariable | undefined {
  const end = latch.instructions.at(-1);
  if (end?.op !== "condbr" || end.condition.kind !== "instruction" || end.condition.op !== "icmp") return undefined;
  const { left, right, predicate } = end.condition;
  const continues = loop.blocks.has(end.ifTrue) ? predicate : INVERSE[predicate];
  return (
    inductionVariableIn(left, right, continues, loop, latch) ??
    inductionVariableIn(right, left, SWAPPED[continues], loop, latch)
  );
}

function inductionVariableIn(compared: Value, bound: Value, predicate: IntPredicate, loop: Loop, latch: Block) {
  if (!isDefinedOutside(bound, loop)) return undefined;
  for (const phi of loop.header.instructions) {
    if (phi.op !== "phi") break;
    const next = phi.incoming.find(({ block }) => block === latch)?.value;
    if (!next) continue;
    const step = addedTo(phi, next);
    const offset = addedTo(phi, compared);
    if (!step || offset === undefined || !(step > 0n ? RISING : FALLING).has(predicate)) continue;
    return { phi, step, offset, bound, predicate };
  }
  return undefined;
}

/** Whether the loop reads an invariant address through the read-only path: ptxas reads it once per unrolled body. */
const hasInvariantReadOnlyLoad = (loop: Loop): boolean =>
  [...loop.blocks].some(({ instructions }) =>
    instructions.some((one) => one.op === "load" && one.invariant && isLoopInvariant(one.pointer, loop)),
  );

/** Whether it is computed from nothing that an iteration changes. */
const isLoopInvariant = (value: Value, loop: Loop): boolean =>
  isDefinedOutside(value, loop) ||
  (value.kind === "instruction" && (value.op === "cast" || value.op === "gep")
    ? operands(value).every((one) => isLoopInvariant(one, loop))
    : false);

/** The constant that is added to an integer phi to give a value; undefined for other values. */
function addedTo(phi: InstructionOf<"phi">, value: Value): bigint | undefined {
  if (value === phi) return 0n;
  if (phi.type.kind !== "int" || value.kind !== "instruction" || value.op !== "binary" || value.left !== phi)
    return undefined;
  const added = value.binary === "add" ? constantInteger(value.right) : undefined;
  return added === undefined ? undefined : BigInt.asIntN(phi.type.bits, added);
}

/** Whether all lanes of a warp have the same trip count, so that unrolling changes no request. */
function isUniformTripCount({ phi, bound }: InductionVariable, loop: Loop): boolean {
  const starts = phi.incoming.filter(({ block }) => !loop.blocks.has(block));
  return isAssemblerUniform(bound) && starts.every(({ value }) => isAssemblerUniform(value));
}

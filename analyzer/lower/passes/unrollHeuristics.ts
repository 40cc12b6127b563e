/**
 * Which loops the assembler copies, and how often. A loop whose rounds a constant step counts is executed in stages: as
 * long as four rounds are left to a lane, four at once; then two, then one. Lanes with different numbers of rounds
 * left therefore part at other places than in the loop as it is written, and load apart what they would load together.
 *
 * Which loops those are was found from the machine code that nvcc 13.0 makes for sm_90 of 900 loops (some are in
 * `test/lower/unroll.test.ts`): innermost ones with one way out, at their end, without calls, barriers, exchanges and
 * atomics; with stores only where each round is sure to store, and to a place that moves with the rounds; and with a
 * body of up to 46 instructions, of which a load counts twice. Loops that the compiler has copied by four already are
 * copied again, those for the rest that it leaves are not (PTX: `.pragma "nounroll"`), nor those of `#pragma unroll 1`.
 */
import { controlFlow, type Loop } from "../../ir/cfg";
import { constantInteger, type Layout } from "../../ir/layout";
import type { Block, Func, Instruction, InstructionOf, IntPredicate, Value } from "../../ir/model";
import { operands, type Uses, usesIn } from "../../ir/uses";
import { contract } from "../contraction";
import { LinearForms } from "../linear";
import { branchesLate, touchesNoMemory } from "../mathematics";
import type { Spaces } from "../spaces";
import { isWarpUniform } from "../uniform";

/** What counts a loop's rounds: after a round another one follows while `predicate` holds between `compared` and `bound`. */
export interface Counter {
  readonly phi: InstructionOf<"phi">;
  /** What a round adds to the phi. */
  readonly step: bigint;
  /** The comparison reads the phi with this added. */
  readonly ahead: bigint;
  readonly bound: Value;
  readonly predicate: IntPredicate;
}

/** So many rounds at once, and whether again and again or once. */
export interface Stage {
  readonly rounds: number;
  readonly again: boolean;
}

/** A loop that is copied. Behind the stages the loop itself does the rounds that are left, one by one. */
export interface CopiedLoop {
  readonly loop: Loop;
  readonly latch: Block;
  readonly counter: Counter;
  readonly stages: readonly Stage[];
}

/** Instructions up to which a body is copied, loads counting twice. */
const MOST_INSTRUCTIONS = 46;

const once = (rounds: number): Stage => ({ rounds, again: false });
const again = (rounds: number): Stage => ({ rounds, again: true });

/** The loops of a function that are copied, in which lanes of a warp may differ in the number of rounds. */
export function copiedLoops(func: Func, layout: Layout, spaces: Spaces): CopiedLoop[] {
  const { loops } = controlFlow(func);
  if (loops.length === 0) return [];
  const forms = new LinearForms(layout, "exact");
  const uses = usesIn(func);
  const { absorbed } = contract(func);
  return loops.flatMap((loop): CopiedLoop[] => {
    const [latch] = loop.latches;
    const isInnermost = !loops.some(({ parent }) => parent === loop);
    if (!isInnermost || !latch || !isCounted(loop, latch) || isRest(loop.header)) return [];
    const counter = counterOf(loop, latch);
    if (!counter || (isSameForAll(counter, loop) && !readsAgain(loop))) return [];
    const stages = stagesOf({ loop, latch, counter, forms, spaces, uses, absorbed });
    return stages.length ? [{ loop, latch, counter, stages }] : [];
  });
}

interface Candidate {
  readonly loop: Loop;
  readonly latch: Block;
  readonly counter: Counter;
  readonly forms: LinearForms;
  readonly spaces: Spaces;
  readonly uses: Uses;
  /** Products that are part of fused operations. */
  readonly absorbed: ReadonlySet<Instruction>;
}

/** Is the end of the body the only way out, and the only way back? */
function isCounted({ header, latches, exiting, exits, blocks }: Loop, latch: Block): boolean {
  if (latches.length !== 1 || exiting.length !== 1 || exiting[0] !== latch || exits.length !== 1) return false;
  return latch.instructions.at(-1)?.op === "condbr" && blocks.has(header);
}

/** Is it the loop for the rounds that copying by four leaves? clang's name of what counts them says so. */
const isRest = (header: Block): boolean => counts(header, /^(?:prol|epil)\.iter\b/);

const counts = (header: Block, name: RegExp): boolean =>
  header.instructions.some((one) => one.op === "phi" && name.test(one.name));

function stagesOf(candidate: Candidate): readonly Stage[] {
  const { loop, latch } = candidate;
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  const costs = instructions.map((one) => (candidate.absorbed.has(one) ? 0 : costOf(one)));
  const cost = costs.reduce((sum, one) => sum + one, 0);
  if (!instructions.every((one) => one.op !== "store" || isStoredEachRound(one, candidate))) return [];
  // Where the loop for the rest comes behind, a counter of their own ends the copies of four rounds.
  const isMain = counts(loop.header, /^niter/);
  const fits = cost <= MOST_INSTRUCTIONS;
  if (isMain) return fits && keepsCounter(candidate) ? [again(4), once(2)] : [];
  if (isBehindRest(loop.header)) return fits ? [again(4), once(2)] : [];
  const end = latch.instructions.at(-1);
  if (end?.op !== "condbr" || end.keepsRounds) return [];
  if (loop.depth === 1) return fits ? [...(isSureOfOne(candidate) ? [once(1)] : []), again(4), once(2)] : [];
  // Inside another loop the compiler copies by four what it leaves alone outside: few rounds.
  if (!Number.isFinite(cost)) return [];
  const isCopiedTwice = cost * 4 <= MOST_INSTRUCTIONS && keepsCounter(candidate);
  return isCopiedTwice ? [again(16), once(8), again(4)] : [again(4)];
}

/**
 * Is it known without a comparison that there is a round, since one more than what is not negative are counted? Then the
 * assembler compares before the second one only.
 */
function isSureOfOne({ counter: { bound, predicate, step } }: Candidate): boolean {
  const inner = bound.kind === "instruction" && bound.op === "cast" ? bound.value : bound;
  if (predicate !== "ne" || step !== 1n || inner.kind !== "instruction" || inner.op !== "binary") return false;
  return inner.binary === "add" && constantInteger(inner.right) === 1n && isNeverNegative(inner.left);
}

/** Is it masked, shifted from the left, or the remainder of what has no sign? */
function isNeverNegative(value: Value): boolean {
  if (value.kind !== "instruction") return false;
  if (value.op === "cast") return value.cast === "zext";
  if (value.op !== "binary") return false;
  return /^(?:and|lshr|urem)$/.test(value.binary) && constantInteger(value.right) !== undefined;
}

/** Are they copies of four rounds behind the loop for the rest? */
const isBehindRest = (header: Block): boolean =>
  header.predecessors.some(({ name }) => /\.prol\.loopexit\b/.test(name));

/** What an instruction counts towards the size of a body. */
function costOf(one: Instruction): number {
  switch (one.op) {
    case "phi":
    case "br":
    case "condbr":
    case "gep":
    case "cast":
    case "freeze":
    case "extractvalue":
    case "extractelement":
      return 0;
    case "load":
      return one.volatile || one.ordering !== "" ? Number.POSITIVE_INFINITY : 2;
    case "store":
      return one.volatile || one.ordering !== "" ? Number.POSITIVE_INFINITY : 1;
    case "binary":
      if (/^[su](?:div|rem)$/.test(one.binary)) return isWide(one) ? Number.POSITIVE_INFINITY : DIVISION;
      return branchesLate(one) || one.binary === "frem" ? Number.POSITIVE_INFINITY : 1;
    case "icmp":
    case "fcmp":
    case "select":
    case "fneg":
      return 1;
    case "call": {
      if (one.callee.kind !== "function" || one.callee.blocks.length || branchesLate(one)) return Infinity;
      const { name, attributes } = one.callee;
      if (FREE.test(name)) return 0;
      if (attributes.has("convergent") || one.attributes.has("convergent")) return Infinity;
      if (SIMPLE.test(name)) return 1;
      return touchesNoMemory(one) ? FUNCTION : Infinity;
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** A quotient of 32 bits, and a function of the mathematics library that is computed without a branch. */
const DIVISION = 12;
const FUNCTION = 6;
const FREE = /^llvm\.(?:lifetime|assume|dbg|experimental\.noalias)/;
const SIMPLE = /^llvm\.(?:fma|fmuladd|fabs|[su]?(?:min|max)|minnum|maxnum|abs|ctpop|bitreverse|fsh[lr])\b/;

const isWide = ({ type }: Instruction): boolean => type.kind !== "int" || type.bits > 32;

/** Does every round store, and each to another place? */
function isStoredEachRound(store: InstructionOf<"store">, candidate: Candidate): boolean {
  const { loop, latch } = candidate;
  const { dominates } = controlFlow(latch.function);
  return dominates(store.block, latch) && loop.blocks.has(store.block) && movesWithRounds(store.pointer, candidate);
}

/**
 * Does the compiler keep a counter of its own? Where an index is a sum of 32 bits that begins elsewhere for each lane, as in
 * `in[(t + k) & 1023]` and `in[t + k * 32]`, it does not: it compares the sum of two others then, which the assembler does
 * not take for a counter (PTX of `triangularLoop` in `test/hardware/blind/roles.cu`). A pointer that steps through memory is
 * no such index, nor is an address of shared memory; and beside something that the rounds number, `in[k]`, only sums that
 * go into other arithmetic count.
 */
function keepsCounter(candidate: Candidate): boolean {
  const { loop, forms, spaces, uses } = candidate;
  const isShared = (one: Instruction): boolean =>
    one.op === "cast" && uses.of(one).every((user) => user.op === "gep" && spaces.of(user) === "shared");
  const isIndex = (one: Instruction): boolean => {
    if (one.op !== "binary" || (one.binary !== "add" && one.binary !== "sub")) return false;
    const sides = [one.left, one.right];
    const isVarying = (side: Value) => constantInteger(side) === undefined && isOutside(side, loop);
    if (!sides.some((side) => isScaled(side, loop)) || !sides.some(isVarying)) return false;
    return uses.of(one).some((user) => user.op !== "gep" && user.op !== "phi" && user.op !== "icmp" && !isShared(user));
  };
  const instructions = [...loop.blocks].flatMap((block) => block.instructions);
  if (instructions.some(isIndex)) return false;
  const moving = instructions.flatMap((one) => {
    if ((one.op !== "load" && one.op !== "store") || spaces.of(one.pointer) === "constant") return [];
    const { terms } = forms.of(one.pointer);
    const phi = terms.find(({ leaf }) => isMoving(leaf, loop));
    if (!phi) return [];
    const isSteady = Math.abs(phi.scale) <= WIDEST;
    const isNumber = terms.length === 1 && beginsAlike(phi.leaf, loop);
    return [{ isSum: !isSteady && !isNumber && spaces.of(one.pointer) !== "shared", isNumber: isSteady && isNumber }];
  });
  return moving.some(({ isNumber }) => isNumber) || !moving.some(({ isSum }) => isSum);
}

/** Bytes of the widest element that an index without a factor steps through. */
const WIDEST = 16;

/** The round's number, perhaps narrowed or times a constant. */
function isScaled(value: Value, loop: Loop): boolean {
  if (isMoving(value, loop)) return true;
  if (value.kind !== "instruction" || !loop.blocks.has(value.block)) return false;
  if (value.op === "cast") return isScaled(value.value, loop);
  if (value.op !== "binary" || !/^(?:mul|shl|add|or)$/.test(value.binary)) return false;
  return constantInteger(value.right) !== undefined && isScaled(value.left, loop);
}

const beginsAlike = (phi: Value, loop: Loop): boolean =>
  phi.kind === "instruction" &&
  phi.op === "phi" &&
  phi.incoming.every(({ value, block }) => loop.blocks.has(block) || constantInteger(value) !== undefined);

/** Is a place a sum of the round's number and of what no round changes? */
function movesWithRounds(pointer: Value, { loop, forms }: Candidate): boolean {
  const { base, terms } = forms.of(pointer);
  const places = [base, ...terms.map(({ leaf }) => leaf)];
  const moving = places.filter((value) => isMoving(value, loop) || isMovingProduct(value, loop));
  return moving.length > 0 && places.every((value) => moving.includes(value) || isOutside(value, loop));
}

const isMoving = (value: Value, loop: Loop): boolean =>
  value.kind === "instruction" && value.op === "phi" && value.block === loop.header;

/** The round's number times what no round changes. */
function isMovingProduct(value: Value, loop: Loop): boolean {
  if (value.kind !== "instruction" || value.op !== "binary" || value.binary !== "mul") return false;
  const sides = [value.left, value.right];
  return sides.some((side) => isMoving(side, loop)) && sides.some((side) => isOutside(side, loop));
}

const isOutside = (value: Value, loop: Loop): boolean => value.kind !== "instruction" || !loop.blocks.has(value.block);

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

/** Up to where a counter that rises may be compared; one that falls is compared the other way round. */
const RISING: ReadonlySet<IntPredicate> = new Set<IntPredicate>(["ne", "ult", "ule", "slt", "sle"]);
const FALLING: ReadonlySet<IntPredicate> = new Set<IntPredicate>(["ne", "ugt", "uge", "sgt", "sge"]);

function counterOf(loop: Loop, latch: Block): Counter | undefined {
  const end = latch.instructions.at(-1);
  if (end?.op !== "condbr" || end.condition.kind !== "instruction" || end.condition.op !== "icmp") return undefined;
  const { left, right, predicate } = end.condition;
  const stays = loop.blocks.has(end.ifTrue) ? predicate : INVERSE[predicate];
  return counting(left, right, stays, loop, latch) ?? counting(right, left, SWAPPED[stays], loop, latch);
}

function counting(compared: Value, bound: Value, predicate: IntPredicate, loop: Loop, latch: Block) {
  if (!isOutside(bound, loop)) return undefined;
  for (const phi of loop.header.instructions) {
    if (phi.op !== "phi") break;
    const next = phi.incoming.find(({ block }) => block === latch)?.value;
    if (!next) continue;
    const step = addedTo(phi, next);
    const ahead = addedTo(phi, compared);
    if (!step || ahead === undefined || !(step > 0n ? RISING : FALLING).has(predicate)) continue;
    return { phi, step, ahead, bound, predicate };
  }
  return undefined;
}

/** Is something read in every round through the read-only path? The assembler reads it once in each stage. */
const readsAgain = (loop: Loop): boolean =>
  [...loop.blocks].some(({ instructions }) =>
    instructions.some((one) => one.op === "load" && one.invariant && isConstant(one.pointer, loop)),
  );

/** Does no round change it? */
const isConstant = (value: Value, loop: Loop): boolean =>
  isOutside(value, loop) ||
  (value.kind === "instruction" && (value.op === "cast" || value.op === "gep")
    ? operands(value).every((one) => isConstant(one, loop))
    : false);

/** By how much a value is more than an integer phi. */
function addedTo(phi: InstructionOf<"phi">, value: Value): bigint | undefined {
  if (value === phi) return 0n;
  if (phi.type.kind !== "int" || value.kind !== "instruction" || value.op !== "binary" || value.left !== phi)
    return undefined;
  const added = value.binary === "add" ? constantInteger(value.right) : undefined;
  return added === undefined ? undefined : BigInt.asIntN(phi.type.bits, added);
}

/** Do all lanes of a warp begin and end alike? Then it does not matter how often the loop is copied. */
function isSameForAll({ phi, bound }: Counter, loop: Loop): boolean {
  const begins = phi.incoming.filter(({ block }) => !loop.blocks.has(block));
  return isWarpUniform(bound) && begins.every(({ value }) => isWarpUniform(value));
}

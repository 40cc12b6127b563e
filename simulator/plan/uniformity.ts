/**
 * Which values are the same in all lanes of a warp that hold them, and which branches can split a warp.
 *
 * A value is varying when an operand is, when its instruction makes it so (thread indices, loads through varying
 * addresses), when it is a phi at which lanes reconverge that a varying branch separated, or when it leaves a loop that
 * lanes leave in different iterations. References: Karrenberg and Hack, "Improving Performance of OpenCL on CPUs" (2012);
 * Rosemann, Moll and Hack, "An Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs" (2021).
 */

import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import { operands, type Uses, usesIn } from "../../analyzer/ir/uses";
import type { Aliases } from "./aliases";
import type { BlockOrder } from "./order";

/** What differs between the lanes of a warp. */
export interface Uniformity {
  isVarying(value: Value): boolean;
  /** Terminators whose lanes need not agree. */
  readonly divergent: ReadonlySet<Block>;
  /** Loops that lanes can leave in different iterations. */
  readonly divergentLoops: ReadonlySet<Loop>;
}

/** Whether the result of an instruction varies with its operands, or is uniform or varying whatever they are. Not of phis. */
export type Origin = "operands" | "uniform" | "varying";

/** What uniformity is computed from. */
export interface UniformityInput {
  readonly fn: Func;
  readonly order: BlockOrder;
  readonly aliases: Aliases;
  readonly originOf: (instruction: Instruction, isVarying: (value: Value) => boolean) => Origin;
  /** Instructions whose results vary whatever they are computed from. */
  readonly forced?: ReadonlySet<Instruction>;
  /** Whether the arguments of the function vary. */
  readonly argumentsVary: boolean;
  /** The branches at which lanes separate, where they are known; else those whose condition varies. */
  readonly branches?: ReadonlySet<Block>;
}

/** The results so far, with the instructions whose operands have become varying. */
interface Analysis extends UniformityInput {
  readonly uses: Uses;
  readonly varying: Set<Instruction>;
  readonly divergent: Set<Block>;
  readonly divergentLoops: Set<Loop>;
  readonly worklist: Instruction[];
  isVarying(value: Value): boolean;
}

/** Finds the varying values of a function, and the branches and loops that diverge. */
export function uniformity(input: UniformityInput): Uniformity {
  const { fn, order, forced, argumentsVary } = input;
  const varying = new Set<Instruction>();
  const analysis: Analysis = {
    ...input,
    uses: usesIn(fn),
    varying,
    divergent: new Set(),
    divergentLoops: new Set(),
    worklist: [],
    isVarying: (value) =>
      value.kind === "instruction" ? varying.has(value) : argumentsVary && value.kind === "argument",
  };
  for (const instruction of forced ?? []) mark(analysis, instruction);
  for (const block of order.blocks) for (const instruction of block.instructions) consider(analysis, instruction);
  if (order.irreducible) markCrossing(analysis);
  const { worklist, isVarying, divergent, divergentLoops } = analysis;
  for (let next = worklist.pop(); next; next = worklist.pop()) consider(analysis, next);
  return { isVarying, divergent, divergentLoops };
}

/** Decides again whether an instruction varies, or whether its branch diverges. */
function consider(analysis: Analysis, instruction: Instruction): void {
  const { isVarying } = analysis;
  if (instruction.op === "condbr" || instruction.op === "switch") {
    const { block } = instruction;
    if (analysis.branches?.has(block) ?? operands(instruction).some(isVarying)) diverge(analysis, block);
    return;
  }
  if (analysis.varying.has(instruction)) return;
  if (instruction.op === "phi") {
    if (instruction.incoming.some(({ value }) => isVarying(value))) mark(analysis, instruction);
    return;
  }
  const origin = analysis.originOf(instruction, isVarying);
  if (origin === "varying" || (origin === "operands" && operands(instruction).some(isVarying))) {
    mark(analysis, instruction);
  }
}

function mark({ varying, worklist, uses }: Analysis, instruction: Instruction): void {
  if (varying.has(instruction)) return;
  varying.add(instruction);
  worklist.push(...uses.of(instruction));
}

function diverge(analysis: Analysis, block: Block): void {
  if (analysis.divergent.has(block)) return;
  analysis.divergent.add(block);
  separate(analysis, { starts: block.successors, branch: block });
}

/** An irreducible function has no loop structure: each value that crosses blocks is kept lane by lane. */
function markCrossing(analysis: Analysis): void {
  for (const block of analysis.order.blocks) {
    for (const instruction of block.instructions) {
      const users = analysis.uses.of(instruction);
      const crosses = users.some((user) => user.op === "phi" || user.block !== block);
      if (instruction.op === "phi" || crosses) mark(analysis, instruction);
    }
  }
}

/** Lanes that start in different blocks: the successors of a divergent branch, or the exit blocks of a divergent loop. */
interface Separation {
  readonly starts: readonly Block[];
  readonly branch?: Block;
  readonly loop?: Loop;
}

/** Follows separated lanes: marks the phis at which they reconverge, and the loops that they leave in different iterations. */
function separate(analysis: Analysis, separation: Separation): void {
  const { branch, loop: left } = separation;
  const labels = labelsOf(analysis, separation);
  const innermost = branch ? analysis.order.loopOf.get(branch) : left?.parent;
  for (let loop = innermost; loop; loop = loop.parent) {
    if (exitBlocks(loop).size > 0 && iterationEnds(loop, labels, separation, analysis.order).size > 1) {
      leaveDivergently(analysis, loop);
    }
  }
}

/** The start from which lanes reach a block; the block itself where lanes from several starts reconverge. */
type Labels = ReadonlyMap<Block, Block>;

/** Labels the blocks after the starts, and marks the phis at which lanes reconverge. */
function labelsOf(analysis: Analysis, separation: Separation): Labels {
  const { order } = analysis;
  const labels = new Map<Block, Block>();
  const label = (block: Block, from: Block): void => {
    const known = labels.get(block);
    if (known === from) return;
    // A start that other lanes reach as well is such a block, too.
    labels.set(block, known === undefined ? from : block);
    if (known !== undefined) markReconvergence(analysis, block);
  };
  for (const start of separation.starts) label(start, start);
  // Blocks in execution order; lanes that take a back edge are only labelled at the header.
  for (const block of order.blocks) {
    const own = labels.get(block);
    if (own === undefined || !isAfter(separation, block, order)) continue;
    for (const successor of block.successors) label(successor, own);
  }
  return labels;
}

/** Whether the block comes after the branch in execution order. */
const isAfter = ({ branch }: Separation, block: Block, { position }: BlockOrder): boolean =>
  !branch || position.get(block)! > position.get(branch)!;

/** The labels of lanes that leave the loop or take its back edge: with several, some lanes continue and others leave. */
function iterationEnds(loop: Loop, labels: Labels, separation: Separation, order: BlockOrder): ReadonlySet<Block> {
  const ends = new Set<Block>();
  for (const block of loop.blocks) {
    const own = isAfter(separation, block, order) ? labels.get(block) : undefined;
    for (const successor of block.successors) {
      if (successor !== loop.header && loop.blocks.has(successor)) continue;
      const end = block === separation.branch ? successor : own;
      if (end) ends.add(end);
    }
  }
  return ends;
}

function exitBlocks(loop: Loop): ReadonlySet<Block> {
  const successors = [...loop.blocks].flatMap((block) => block.successors);
  return new Set(successors.filter((block) => !loop.blocks.has(block)));
}

/** Lanes leave the loop in different iterations: each keeps the values that the loop defines from its own last one. */
function leaveDivergently(analysis: Analysis, loop: Loop): void {
  const { aliases, divergentLoops } = analysis;
  if (divergentLoops.has(loop)) return;
  divergentLoops.add(loop);
  for (const block of loop.blocks) {
    for (const instruction of block.instructions) {
      if (aliases.usersOf(instruction).some((use) => !loop.blocks.has(use.block))) mark(analysis, instruction);
    }
  }
  const exits = [...exitBlocks(loop)];
  for (const phi of exits.flatMap(phisOf)) {
    if (phi.incoming.some(({ block }) => loop.blocks.has(block))) mark(analysis, phi);
  }
  separate(analysis, { starts: exits, loop });
}

/** Marks the phis of a block whose incoming values differ. */
function markReconvergence(analysis: Analysis, block: Block): void {
  for (const phi of phisOf(block)) {
    const [first] = phi.incoming;
    if (phi.incoming.some(({ value }) => value !== first?.value)) mark(analysis, phi);
  }
}

function phisOf({ instructions }: Block): readonly InstructionOf<"phi">[] {
  const end = instructions.findIndex(({ op }) => op !== "phi");
  return instructions.slice(0, end) as InstructionOf<"phi">[];
}

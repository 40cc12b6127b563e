/**
 * Which values are the same in all lanes of a warp that hold them, and which branches can split a warp.
 *
 * A value is varying when an operand is, when its instruction makes it so (thread indices, loads through varying
 * addresses), when it is a phi where lanes reconverge after a varying branch, or when it leaves a loop that lanes
 * leave in different iterations. References: Karrenberg and Hack, "Improving Performance of OpenCL on CPUs" (2012);
 * Rosemann, Moll and Hack, "An Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs" (2021).
 */

import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import { operands, usesIn } from "../../analyzer/ir/uses";
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

/** How an instruction that is no phi makes its result: from its operands alone, or uniform or varying whatever they are. */
export type Origin = "operands" | "uniform" | "varying";

/** Finds the varying values of a function, and the branches and loops that diverge. */
export function uniformity(
  fn: Func,
  order: BlockOrder,
  aliases: Aliases,
  originOf: (instruction: Instruction, isVarying: (value: Value) => boolean) => Origin,
  forced: ReadonlySet<Instruction> = new Set(),
  argumentsVary = false,
): Uniformity {
  const varying = new Set<Instruction>();
  const divergent = new Set<Block>();
  const divergentLoops = new Set<Loop>();
  const uses = usesIn(fn);
  const work: Instruction[] = [];
  const isVarying = (value: Value): boolean =>
    value.kind === "instruction" ? varying.has(value) : argumentsVary && value.kind === "argument";

  const mark = (instruction: Instruction): void => {
    if (varying.has(instruction)) return;
    varying.add(instruction);
    work.push(...uses.of(instruction));
  };
  const markPhis = (block: Block, only?: (phi: Extract<Instruction, { op: "phi" }>) => boolean): void => {
    for (const instruction of block.instructions) {
      if (instruction.op !== "phi") break;
      const first = instruction.incoming[0]?.value;
      const differs = instruction.incoming.some(({ value }) => value !== first);
      if (only ? only(instruction) : differs) mark(instruction);
    }
  };

  const leaveLoop = (loop: Loop): void => {
    if (divergentLoops.has(loop)) return;
    divergentLoops.add(loop);
    for (const block of loop.blocks) {
      for (const instruction of block.instructions) {
        if (aliases.usersOf(instruction).some((use) => !loop.blocks.has(use.block))) mark(instruction);
      }
    }
    const exits = new Map<Block, Block>();
    for (const block of loop.blocks) {
      for (const successor of block.successors) if (!loop.blocks.has(successor)) exits.set(successor, successor);
    }
    for (const exit of exits.keys()) {
      markPhis(exit, (phi) => phi.incoming.filter(({ block }) => loop.blocks.has(block)).length > 0);
    }
    spread([...exits.keys()], loop);
  };

  /** Follows lanes that start in different blocks, and marks where they meet. */
  const spread = (starts: readonly Block[], fromLoop: Loop | undefined, branch?: Block): void => {
    const labels = new Map<Block, Block>();
    const label = (block: Block, from: Block): void => {
      const known = labels.get(block);
      if (known === from) return;
      if (known === undefined) labels.set(block, from);
      else {
        // Also where a branch leads straight to the place: those lanes meet the ones that took the detour.
        labels.set(block, block);
        markPhis(block);
      }
    };
    for (const start of starts) label(start, start);
    const origin = branch ? order.position.get(branch)! : -1;
    // Blocks in execution order; lanes that go back to a loop's start are only labelled there.
    for (const block of order.blocks) {
      const own = labels.get(block);
      if (own === undefined) continue;
      if (branch && order.position.get(block)! <= origin) continue;
      for (const successor of block.successors) label(successor, own);
    }
    const home = branch ? order.loopOf.get(branch) : fromLoop?.parent;
    for (let loop = home; loop; loop = loop.parent) {
      const ends = new Set<Block>();
      for (const block of loop.blocks) {
        for (const successor of block.successors) {
          if (successor !== loop.header && loop.blocks.has(successor)) continue;
          if (branch === block) ends.add(successor);
          else {
            const own = labels.get(block);
            if (own && (!branch || order.position.get(block)! > origin)) ends.add(own);
          }
        }
      }
      const leaves = [...loop.blocks].some((block) => block.successors.some((next) => !loop.blocks.has(next)));
      if (ends.size > 1 && leaves) leaveLoop(loop);
    }
  };

  const part = (block: Block): void => {
    if (divergent.has(block)) return;
    divergent.add(block);
    spread(block.successors, undefined, block);
  };

  const consider = (instruction: Instruction): void => {
    if (instruction.op === "condbr" || instruction.op === "switch") {
      if (operands(instruction).some(isVarying)) part(instruction.block);
      return;
    }
    if (varying.has(instruction)) return;
    if (instruction.op === "phi") {
      if (instruction.incoming.some(({ value }) => isVarying(value))) mark(instruction);
      return;
    }
    const origin = originOf(instruction, isVarying);
    if (origin === "varying" || (origin === "operands" && operands(instruction).some(isVarying))) mark(instruction);
  };

  for (const instruction of forced) mark(instruction);
  for (const block of order.blocks) for (const instruction of block.instructions) consider(instruction);
  if (order.irreducible) {
    // No loop structure: whatever crosses blocks is kept lane by lane.
    for (const block of order.blocks) {
      for (const instruction of block.instructions) {
        const crosses = uses.of(instruction).some((user) => user.op === "phi" || user.block !== block);
        if (instruction.op === "phi" || crosses) mark(instruction);
      }
    }
  }
  for (let instruction = work.pop(); instruction; instruction = work.pop()) consider(instruction);
  return { isVarying, divergent, divergentLoops };
}

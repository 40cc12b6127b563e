/** Branches as warps executed them: how often lanes took different successors. */

import { activeLanes } from "../../analyzer/hardware/lanes";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Block, Instruction } from "../../analyzer/ir/model";
import type { Observer } from "../model";

/** Totals of one conditional branch or switch over a launch. */
export interface BranchCount {
  readonly instruction: Instruction;
  /** By warps. */
  executions: number;
  /** Executions whose lanes went to different places. */
  divergent: number;
  /** Active lanes, and those for which the condition held, or that went to a case of a switch. */
  lanes: number;
  taken: number;
  /** The first execution that diverged. */
  sample?: { readonly block: Dim3; readonly warp: number; readonly mask: number; readonly taken: number };
}

/** An observer that counts branches, and its counts. */
export interface Branches {
  readonly observer: Observer;
  /** In the order in which they were first executed. */
  readonly counts: () => readonly BranchCount[];
}

/** The successor of each outcome of a branch; cases of a switch may share one. */
function targets(instruction: Instruction): readonly Block[] {
  if (instruction.op === "condbr") return [instruction.ifTrue, instruction.ifFalse];
  if (instruction.op === "switch") return [...instruction.cases.map(({ target }) => target), instruction.otherwise];
  throw new Error(`${instruction.op} is no branch`);
}

/** Do lanes go to more than one place? */
export function diverges(instruction: Instruction, masks: readonly number[]): boolean {
  const all = targets(instruction);
  let first: Block | undefined;
  for (const [index, mask] of masks.entries()) {
    if (mask === 0) continue;
    first ??= all[index]!;
    if (all[index] !== first) return true;
  }
  return false;
}

/** The lanes that take a branch: all but those of its last successor. */
export function takenLanes(masks: readonly number[]): number {
  return masks.slice(0, -1).reduce((all, mask) => all | mask, 0);
}

/** Makes an observer that counts, for each branch, how often lanes of a warp took different successors. */
export function countBranches(): Branches {
  const counts = new Map<Instruction, BranchCount>();
  const observer: Observer = {
    branch: (instruction, mask, masks, { block, warp }) => {
      const known = counts.get(instruction);
      const count = known ?? { instruction, executions: 0, divergent: 0, lanes: 0, taken: 0 };
      if (!known) counts.set(instruction, count);
      const taken = takenLanes(masks);
      count.executions++;
      count.lanes += activeLanes(mask);
      count.taken += activeLanes(taken);
      if (!diverges(instruction, masks)) return;
      count.divergent++;
      count.sample ??= { block, warp, mask, taken };
    },
  };
  return { observer, counts: () => [...counts.values()] };
}

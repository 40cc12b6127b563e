/** Control flow as the lane forms need it: dominance, loops, and the condition under which each block runs. */
import type { Block, Func, Instruction, Value } from "../ir/model";

/** A natural loop. */
export interface Loop {
  readonly header: Block;
  readonly blocks: ReadonlySet<Block>;
  readonly latches: readonly Block[];
  readonly parent: Loop | undefined;
  /** 1 for an outermost loop. */
  readonly depth: number;
  /** Blocks of the loop with a successor outside. */
  readonly exiting: readonly Block[];
}

/** The condition under which control went from a branch into one of its sides. */
export interface Guard {
  readonly branch: Instruction;
  readonly condition: Value;
  /** Which value of the condition leads here. */
  readonly when: boolean;
}

/** Answers about one function, computed once. */
export interface Flow {
  readonly function: Func;
  /** Reachable blocks in reverse post-order. */
  readonly order: readonly Block[];
  immediateDominator(block: Block): Block | undefined;
  /** Does every path from the entry to `b` go through `a`? A block dominates itself. */
  dominates(a: Block, b: Block): boolean;
  /** The innermost loop around a block. */
  loopOf(block: Block): Loop | undefined;
}

/** The two-way branches that decide whether a block runs, innermost first, as far as dominance shows them. */
export function guardsOf(flow: Flow, block: Block): readonly Guard[] {
  const guards: Guard[] = [];
  for (let at = flow.immediateDominator(block); at; at = flow.immediateDominator(at)) {
    const guard = guardOf(flow, at, block);
    if (guard) guards.push(guard);
  }
  return guards;
}

/** The guard that the branch at the end of `from` puts on `block`, when one of its sides alone leads there. */
export function guardOf(flow: Flow, from: Block, block: Block): Guard | undefined {
  const branch = from.instructions.at(-1);
  if (branch?.op !== "condbr" || branch.ifTrue === branch.ifFalse) return undefined;
  const leads = (side: Block): boolean => side.predecessors.length === 1 && flow.dominates(side, block);
  const [onTrue, onFalse] = [leads(branch.ifTrue), leads(branch.ifFalse)];
  return onTrue === onFalse ? undefined : { branch, condition: branch.condition, when: onTrue };
}

/** Is `inner` the same loop as `outer`, or inside it? */
export function isInside(inner: Loop | undefined, outer: Loop): boolean {
  for (let loop = inner; loop; loop = loop.parent) if (loop === outer) return true;
  return false;
}

/** The loops around a block, innermost first. */
export function loopsAround(flow: Flow, block: Block): readonly Loop[] {
  const loops: Loop[] = [];
  for (let loop = flow.loopOf(block); loop; loop = loop.parent) loops.push(loop);
  return loops;
}

/** Blocks on some path from `from` to `to` that does not pass through `from` again: `from` included, `to` not. */
export function blocksBetween(from: Block, to: Block): ReadonlySet<Block> {
  const between = new Set<Block>([from]);
  const open = [...to.predecessors];
  for (let block = open.pop(); block; block = open.pop()) {
    if (between.has(block)) continue;
    between.add(block);
    open.push(...block.predecessors);
  }
  return between;
}

/**
 * Launches that are too large to run whole: which blocks stand for the others. Blocks run in order until a share of the
 * budget is used; when those so far say that the rest will not fit, the rest is visited evenly spread, for as long as the
 * budget allows, and what it costs is scaled to all of it.
 */

import { rootFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import type { CompiledKernel } from "../compile/kernel";

/** Parts of the budget after which the blocks so far are taken to say what the others cost. */
export const CHECKS = [1 / 8, 1 / 4, 1 / 2, 3 / 4] as const;

/** Why blocks of a kernel cannot stand for others, in words that follow "since"; `undefined` when they can. */
export function dependence({ waits, accesses, cluster }: CompiledKernel): string | undefined {
  if (cluster) return `they belong to clusters, which the kernel uses${lineOf(cluster.location)}`;
  const grid = waits.find(({ kind }) => kind === "grid");
  if (grid) return `they wait for each other${lineOf(grid.at.location)}`;
  const spin = waits.find(({ kind }) => kind === "spin");
  if (spin) return `they may wait for each other in the loop${lineOf(spin.at.location)}`;
  const atomic = accesses.find(({ op, space }) => op === "atomic" && space !== "shared" && space !== "local");
  if (atomic)
    return `each may depend on what others wrote to the memory that the atomic operation${lineOf(atomic.location)} reads`;
  return undefined;
}

function lineOf(location: Location | undefined): string {
  return location ? ` at line ${rootFrame(location).line}` : "";
}

/** The numbers 0 … count − 1, so that every beginning of the list is spread evenly: by their reversed bits. */
export function* spreadEvenly(count: number): Generator<number> {
  const bits = Math.max(1, Math.ceil(Math.log2(count)));
  for (let step = 0; step < 2 ** bits; step++) {
    let index = 0;
    for (let rest = step, bit = 0; bit < bits; bit++, rest = Math.floor(rest / 2)) index = 2 * index + (rest % 2);
    if (index < count) yield index;
  }
}

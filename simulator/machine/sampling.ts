/**
 * Launches that are too large to run whole: which blocks stand for the others. Blocks run in order until a share of the
 * budget is used; when those so far say that the rest will not fit, a random sample of the rest runs, in batches, for as long
 * as the budget allows, and what it costs is scaled to all of it.
 */

import { atLine } from "../../analyzer/ir/frames";
import type { CompiledKernel } from "../compile/kernel";

/** Parts of the budget after which the blocks so far are taken to say what the others cost. */
export const CHECKS = [1 / 8, 1 / 4, 1 / 2, 3 / 4] as const;

/** Why blocks of a kernel cannot stand for others, in words that follow "since"; `undefined` when they can. */
export function dependence({ waits, accesses, cluster }: CompiledKernel): string | undefined {
  if (cluster) return `they belong to clusters, which the kernel uses${atLine(cluster.location)}`;
  const grid = waits.find(({ kind }) => kind === "grid");
  if (grid) return `they wait for each other${atLine(grid.at.location)}`;
  const spin = waits.find(({ kind }) => kind === "spin");
  if (spin) return `they may wait for each other in the loop${atLine(spin.at.location)}`;
  const atomic = accesses.find(({ op, space }) => op === "atomic" && space !== "shared" && space !== "local");
  if (atomic)
    return `each may depend on what others wrote to the memory that the atomic operation${atLine(atomic.location)} reads`;
  return undefined;
}

/** Decides which blocks are taken: the same ones in every run. */
export const SEED = 1;

/** Batches that a sample is taken in, where there is room: how far they differ says how far the sample may be off. */
export const BATCHES = 16;

/** Mixes 32 bits, so that every bit of the answer depends on all of them. Reference: MurmurHash3's finaliser (Appleby). */
function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const ROUNDS = 4;

/**
 * The numbers 0 … count − 1 in an order that a seed decides, so that every beginning of the list is a random sample. It is a
 * permutation by halves of the bits, of which those that are too large are left out: nothing is kept of a large count.
 */
export function* inRandomOrder(count: number, seed = SEED): Generator<number> {
  const side = 2 ** Math.max(1, Math.ceil(Math.log2(count) / 2));
  for (let step = 0; step < side * side; step++) {
    let [left, right] = [Math.floor(step / side), step % side];
    for (let round = 0; round < ROUNDS; round++) {
      const key = Math.imul(seed, 0x9e3779b1) + Math.imul(round, 0x7f4a7c15);
      [left, right] = [right, (left + mixed(right ^ mixed(key))) % side];
    }
    const index = left * side + right;
    if (index < count) yield index;
  }
}

/** 97.5 % quantiles of Student's t distribution by degrees of freedom from 1 on: 95 % lie between them. */
const QUANTILES = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12,
] as const;

/** A batch of a sample: its blocks, and what was counted in them. */
export interface Batch {
  readonly blocks: number;
  readonly value: number;
}

/**
 * How far the estimate for `of` blocks from a random sample of them may be off, in 95 % of cases: of the mean by blocks, times
 * the blocks. Undefined where there are too few batches to say. Reference: Cochran, "Sampling Techniques", ratio estimates.
 */
export function halfWidth(batches: readonly Batch[], of: number): number | undefined {
  const groups = batches.length;
  if (groups < 2) return undefined;
  const blocks = batches.reduce((sum, one) => sum + one.blocks, 0);
  const mean = batches.reduce((sum, one) => sum + one.value, 0) / blocks;
  const squares = batches.reduce((sum, one) => sum + (one.value - mean * one.blocks) ** 2, 0);
  const ofMean = (groups / blocks) * Math.sqrt(squares / (groups * (groups - 1)));
  // A sample that is much of the whole leaves less unknown.
  const unseen = Math.sqrt(Math.max(0, 1 - blocks / of));
  return (QUANTILES[groups - 2] ?? QUANTILES.at(-1)!) * ofMean * of * unseen;
}

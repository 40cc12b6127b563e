/** Wait points: the instructions at which lanes suspend, what they wait for, and which word of the frame holds their mask. */
import type { Instruction } from "../../analyzer/ir/model";
import type { Region } from "./regions";
import type { FindTraits } from "./traits";

/**
 * `block`: for threads of the block; without `barrier`, at barrier 0 for all that have not exited. `grid`: for all blocks.
 * `cluster`: until all threads of the cluster have arrived at its barrier, at this instruction or another one.
 * `members`: for the participating lanes, whose mask the frame has at `word`. `spin`: in a loop that polls memory until
 * another thread writes it; `isIdle`: and does nothing else. `yield`: until the other warps have reached this read (`sharedReadOrdering.ts`).
 */
export type Wait = { readonly at: Instruction } & (
  | { readonly kind: "block"; readonly barrier?: NamedBarrier }
  | { readonly kind: "grid" }
  | { readonly kind: "cluster" }
  | { readonly kind: "members"; readonly word: number }
  | { readonly kind: "spin"; readonly isIdle: boolean }
  | { readonly kind: "yield" }
);

/** Whether lanes wait there for all threads of the block, so that every warp that waits resumes in the next pass. */
export const isForAll = (wait: Wait): boolean => wait.kind === "block" && !wait.barrier;

/** Words of the frame with the number of a barrier and how many threads it waits for: 0 for all that have not exited. */
export interface NamedBarrier {
  readonly number: number;
  readonly threads: number;
}

/** An exit of the kernel: the branch or return by which lanes exit, and the word of the frame with their mask. */
export interface Exit {
  readonly at: Instruction;
  readonly word: number;
}

/** Words of the frame that belong to what lanes wait for before a region. */
export interface WaitWords {
  readonly members: ReadonlyMap<Region, number>;
  readonly barriers: ReadonlyMap<Region, NamedBarrier>;
}

/** What lanes wait for before a region that starts after a wait point or spins. */
export function waitPointOf(region: Region, words: WaitWords, traits: FindTraits): Wait {
  if (!region.after) return { kind: "spin", at: region.spins!.at, isIdle: region.spins!.isIdle };
  const at = region.after;
  if (at.op === "load") return { kind: "yield", at };
  const word = words.members.get(region);
  if (word !== undefined) return { kind: "members", at, word };
  const known = traits(at);
  if (known?.grid) return { kind: "grid", at };
  if (known?.cluster) return { kind: "cluster", at };
  const barrier = words.barriers.get(region);
  return { kind: "block", at, ...(barrier && { barrier }) };
}

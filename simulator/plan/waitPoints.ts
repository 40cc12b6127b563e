/** The places at which lanes leave a kernel's code and wait: what for, and where the frame says so. */
import type { Instruction } from "../../analyzer/ir/model";
import type { Region } from "./regions";
import type { FindTraits } from "./traits";

/**
 * `block`: for threads of the block; where `barrier` is absent for all that are left, at barrier 0. `grid`: for all blocks.
 * `cluster`: until all threads of the cluster have come to its barrier, be they at this place or not.
 * `members`: for the lanes of the warp whose mask the frame has at `word`. `spin`: in a loop that
 * reads one place until somebody changes it. `turn`: until the other warps had theirs.
 */
export type Wait = { readonly at: Instruction } & (
  | { readonly kind: "block"; readonly barrier?: NamedBarrier }
  | { readonly kind: "grid" }
  | { readonly kind: "cluster" }
  | { readonly kind: "members"; readonly word: number }
  | { readonly kind: "spin" }
  | { readonly kind: "turn" }
);

/** Where the frame has the number of a barrier, and how many threads it waits for: 0 for all that are left. */
export interface NamedBarrier {
  readonly number: number;
  readonly threads: number;
}

/** An exit of the kernel: the branch or return by which lanes leave, and the word of the frame with their mask. */
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
  if (!region.after) return { kind: "spin", at: region.spins!.at };
  const at = region.after;
  if (at.op === "load") return { kind: "turn", at };
  const word = words.members.get(region);
  if (word !== undefined) return { kind: "members", at, word };
  const known = traits(at);
  if (known?.grid) return { kind: "grid", at };
  if (known?.cluster) return { kind: "cluster", at };
  const barrier = words.barriers.get(region);
  return { kind: "block", at, ...(barrier && { barrier }) };
}

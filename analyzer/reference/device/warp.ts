/**
 * Warp-wide functions. Reference: CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote Functions", "Warp Match
 * Functions", "Warp Reduce Functions"; rates from "Throughput of Native Arithmetic Instructions", row "warp shuffle".
 */
import type { Entries, Entry } from "../model";

const MASK =
  "`mask` names the lanes that take part: each of them must execute the call with the same mask, and the caller must be one of them.";

const shuffle = (name: string, from: string, does: string): Entry => ({
  signatures: [`T ${name}(unsigned mask, T var, ${from}, int width = warpSize)`],
  does: `${does} \`width\`, a power of two, divides the warp into parts that exchange among themselves.`,
  order: `${MASK} It orders no memory. A lane that is not active gives an undefined value.`,
  cost: "32 lanes a cycle and multiprocessor for values of 32 bits; 64-bit values take two shuffles.",
  since: "CUDA 9, in place of the form without `_sync`, which sm_70 and later do not have.",
});

const vote = (name: string, type: string, does: string): Entry => ({
  signatures: [`${type} ${name}(unsigned mask, int predicate)`],
  does,
  order: `${MASK} It orders no memory.`,
});

const reduction = (name: string, type: string, of: string): Entry => ({
  signatures: [`${type} ${name}(unsigned mask, ${type} value)`],
  does: `Returns to each lane of the mask ${of} of their values, in one instruction.`,
  order: MASK,
  since: "sm_80.",
});

/** Shuffles, votes, matches and reductions. */
export const warpFunctions: Entries = {
  __shfl_sync: shuffle("__shfl_sync", "int srcLane", "Returns `var` of lane `srcLane`."),
  __shfl_up_sync: shuffle(
    "__shfl_up_sync",
    "unsigned delta",
    "Returns `var` of the lane `delta` below; the lowest `delta` lanes keep their own.",
  ),
  __shfl_down_sync: shuffle(
    "__shfl_down_sync",
    "unsigned delta",
    "Returns `var` of the lane `delta` above; the highest `delta` lanes keep their own. The usual step of a reduction.",
  ),
  __shfl_xor_sync: shuffle(
    "__shfl_xor_sync",
    "int laneMask",
    "Returns `var` of the lane whose number is the own one XOR `laneMask`: a butterfly, after which all lanes have the sum.",
  ),
  __all_sync: vote("__all_sync", "int", "Whether the predicate is non-zero in all lanes of the mask."),
  __any_sync: vote("__any_sync", "int", "Whether the predicate is non-zero in any lane of the mask."),
  __uni_sync: vote("__uni_sync", "int", "Whether the predicate is the same in all lanes of the mask."),
  __ballot_sync: vote("__ballot_sync", "unsigned", "A bit for each lane of the mask whose predicate is non-zero."),
  __activemask: {
    signatures: ["unsigned __activemask()"],
    does: "The lanes that are active at this instruction.",
    order:
      "Not the lanes that took this branch: they may arrive apart. Do not use it as the mask of a shuffle; compute that with `__ballot_sync` before the branch.",
  },
  __match_any_sync: {
    signatures: ["unsigned __match_any_sync(unsigned mask, T value)"],
    does: "The lanes of the mask that have the same value as the caller.",
    order: MASK,
    since: "sm_70.",
  },
  __match_all_sync: {
    signatures: ["unsigned __match_all_sync(unsigned mask, T value, int* pred)"],
    does: "The mask where all its lanes have the same value, else 0; `*pred` says which.",
    order: MASK,
    since: "sm_70.",
  },
  __reduce_add_sync: reduction("__reduce_add_sync", "unsigned", "the sum"),
  __reduce_min_sync: reduction("__reduce_min_sync", "unsigned", "the minimum"),
  __reduce_max_sync: reduction("__reduce_max_sync", "unsigned", "the maximum"),
  __reduce_and_sync: reduction("__reduce_and_sync", "unsigned", "the bitwise AND"),
  __reduce_or_sync: reduction("__reduce_or_sync", "unsigned", "the bitwise OR"),
  __reduce_xor_sync: reduction("__reduce_xor_sync", "unsigned", "the bitwise XOR"),
};

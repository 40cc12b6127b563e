/** Built-in variables. Reference: CUDA C++ Programming Guide, "Built-in Variables". */
import type { Entries } from "../model";

/** `threadIdx` and its kind. */
export const variables: Entries = {
  threadIdx: {
    signatures: ["uint3 threadIdx"],
    does: "The thread's index in its block. Threads with consecutive `threadIdx.x` are neighbouring lanes of a warp.",
    cost: "Let `threadIdx.x` be the fastest index of an array: then a warp's access is coalesced.",
  },
  blockIdx: {
    signatures: ["uint3 blockIdx"],
    does: "The block's index in the grid. Blocks run in any order, at the same time or one after the other.",
  },
  blockDim: {
    signatures: ["dim3 blockDim"],
    does: "The threads of a block in x, y and z: the second slot of `<<<grid, block>>>`. At most 1,024 in all.",
  },
  gridDim: {
    signatures: ["dim3 gridDim"],
    does: "The blocks of the grid in x, y and z: the first slot of `<<<grid, block>>>`.",
  },
  warpSize: {
    signatures: ["int warpSize"],
    does: "The lanes of a warp: 32 on every architecture. It is no constant expression.",
  },
};
